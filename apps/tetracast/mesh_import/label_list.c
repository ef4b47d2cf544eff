#include "mesh_import/label_list.h"

#include <string.h>

#include "base/command/option.h"

/* Splits an item such as blood:6 at its last colon into name and number. */
static tc_status parse_number(const char *name, char *item, const char *example, app_label *label) {
  char *colon = strrchr(item, ':');
  int64_t number = 0;
  if (!colon || colon == item ||
      !tc_option_parse_integer(colon + 1, colon + strlen(colon), INT32_MIN, INT32_MAX, &number))
    return tc_status_create(TC_USAGE,
                            "%s: item '%s' has no whole number of 32 bits after a colon: write it as in %s",
                            name, item, example);
  *colon = '\0';
  label->number = (int32_t)number;
  return TC_OK;
}

static tc_status check_new(const char *name, const app_label_list *list, const char *text) {
  for (int i = 0; i < list->count; i++)
    if (strcmp(list->item[i].text, text) == 0)
      return tc_status_create(TC_USAGE, "%s: the list contains '%s' twice: remove one of the items", name,
                              text);
  return TC_OK;
}

static tc_status add_item(const char *name, char *item, const char *example, app_label_list *list) {
  app_label label = {item, 0};
  if (!*item)
    return tc_status_create(TC_USAGE, "%s: an item of the list is empty: remove the extra comma", name);
  if (example) TC_TRY(parse_number(name, item, example, &label));
  TC_TRY(check_new(name, list, item));
  list->item[list->count++] = label;
  return TC_OK;
}

static size_t count_items(const char *value) {
  size_t items = 1;
  for (const char *comma = value; (comma = strchr(comma, ',')); comma++) items++;
  return items;
}

tc_status app_label_list_parse(const char *name, const char *value, const char *example, tc_pool *pool,
                               app_label_list *out) {
  const char *copy = NULL;
  *out = (app_label_list){0};
  if (!value) return TC_OK;
  TC_TRY(tc_pool_printf(pool, &copy, "%s", value));
  TC_TRY(TC_POOL_ARRAY_ZERO(pool, out->item, count_items(value)));
  for (char *item = (char *)copy, *comma; item; item = comma ? comma + 1 : NULL) {
    comma = strchr(item, ',');
    if (comma) *comma = '\0';
    TC_TRY(add_item(name, item, example, out));
  }
  return TC_OK;
}
