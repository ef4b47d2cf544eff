/* Readers of values that contain other values: lists, mappings, one of several forms. */
#include <string.h>

#include "yaml/key_types.h"
#include "yaml/key_values.h"
#include "yaml/yaml_value.h"

/* Layout of every TC_LIST, whatever the type of its items is. */
typedef TC_LIST(void) list;

tc_status tc_key_read_list(const tc_key *key, const tc_yaml_location *spot, tc_yaml_node *node, void *field) {
  char *items = NULL;
  if (tc_yaml_kind_of(node) != TC_YAML_LIST) return tc_yaml_expected_error(spot->where, "a list", node);
  const int count = tc_yaml_count(node);
  TC_TRY(tc_pool_alloc(&spot->store->pool, (size_t)count * key->size, &items));
  for (int i = 0; i < count; i++) {
    tc_yaml_node *item = tc_yaml_item(node, i);
    tc_yaml_location at;
    TC_TRY(tc_yaml_location_item(spot, i, tc_yaml_line(item), &at));
    TC_TRY(key->each(key, &at, item, items + (size_t)i * key->size));
  }
  memcpy((char *)field + offsetof(list, count), &count, sizeof count);
  memcpy((char *)field + offsetof(list, item), &items, sizeof items);
  return TC_OK;
}

tc_status tc_key_read_map(const tc_key *key, const tc_yaml_location *spot, tc_yaml_node *node, void *field) {
  return tc_key_values_read_map(key->keys, spot, node, field);
}

/* Writes the names of all forms, such as "a number, a list or a formula". */
static const char *name_forms(const tc_key_forms *forms, tc_line *line) {
  *line = (tc_line){0};
  for (int f = 0; f < forms->count; f++)
    tc_line_add(line, "%s%s", !f ? "" : f < forms->count - 1 ? ", " : " or ", forms->form[f].key.name);
  return line->text;
}

tc_status tc_key_read_forms(const tc_key *key, const tc_yaml_location *spot, tc_yaml_node *node,
                            void *field) {
  const tc_key_forms *forms = key->forms;
  tc_line line;
  for (int f = 0; f < forms->count; f++) {
    const tc_key_form *form = &forms->form[f];
    if (!form->fits(node)) continue;
    *(int *)(void *)((char *)field + forms->taken) = f;
    return form->key.read(&form->key, spot, node, (char *)field + form->key.field);
  }
  return tc_yaml_expected_error(spot->where, name_forms(forms, &line), node);
}

bool tc_yaml_is_number(tc_yaml_node *node) {
  double value;
  return tc_yaml_number(node, &value);
}

bool tc_yaml_is_text(tc_yaml_node *node) {
  const tc_yaml_kind kind = tc_yaml_kind_of(node);
  return kind == TC_YAML_PLAIN || kind == TC_YAML_TEXT;
}

bool tc_yaml_is_list(tc_yaml_node *node) { return tc_yaml_kind_of(node) == TC_YAML_LIST; }
bool tc_yaml_is_map(tc_yaml_node *node) { return tc_yaml_kind_of(node) == TC_YAML_MAP; }
