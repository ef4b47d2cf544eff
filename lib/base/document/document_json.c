#include "base/document/render.h"
#include "base/document/render_internal.h"
#include "base/text/json_writer.h"

static void write_section(tc_json *json, const char *key, const tc_section *section);

static void write_item(tc_json *json, const tc_item *item) {
  switch (item->kind) {
  case TC_ITEM_NULL: tc_json_text(json, item->key, NULL); break;
  case TC_ITEM_BOOL: tc_json_bool(json, item->key, item->value.boolean); break;
  case TC_ITEM_INTEGER: tc_json_integer(json, item->key, item->value.integer); break;
  case TC_ITEM_HASH: tc_json_hash(json, item->key, (uint64_t)item->value.integer); break;
  case TC_ITEM_NUMBER: tc_json_number(json, item->key, item->value.number); break;
  case TC_ITEM_TEXT: tc_json_text(json, item->key, item->value.text); break;
  case TC_ITEM_SECTION: write_section(json, item->key, item->value.section); break;
  case TC_ITEM_LINE: break;
  }
}

static void write_items(tc_json *json, const tc_section *section) {
  for (const tc_node *node = section->first; node; node = node->next) {
    if (!tc_item_is_shown(&node->item, TC_RENDERER_JSON)) continue;
    if (tc_item_is_group(section, &node->item))
      write_items(json, node->item.value.section);
    else
      write_item(json, &node->item);
  }
}

static void write_section(tc_json *json, const char *key, const tc_section *section) {
  tc_json_begin(json, key, section->is_list ? '[' : '{');
  write_items(json, section);
  tc_json_end(json, section->is_list ? ']' : '}');
}

void tc_document_json(const tc_section *root, FILE *out) {
  tc_json json = {out, 0, true};
  write_section(&json, NULL, root);
}
