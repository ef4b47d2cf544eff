/* Text of single items, which the renderers for text and HTML share: labels, units and values. */
#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "base/core/print.h"
#include "base/document/render.h"
#include "base/document/render_internal.h"
#include "base/text/number_format.h"

static bool ends_with(const char *key, const char *suffix) {
  const size_t length = strlen(key), tail = strlen(suffix);
  return length > tail && strcmp(key + length - tail, suffix) == 0;
}

const char *tc_item_unit(const tc_item *item) {
  static const char *const units[] = {"s", "B", "Bps", "flops"};
  char suffix[TC_ITEM_TEXT_SIZE];
  if (item->unit) return item->unit;
  for (size_t u = 0; item->key && u < sizeof units / sizeof *units; u++) {
    snprintf(suffix, sizeof suffix, "_%s", units[u]);
    if (ends_with(item->key, suffix)) return units[u];
  }
  return "";
}

/* Formats a number with its unit in the default format of the unit. */
static void format_number(const tc_item *item, char out[TC_ITEM_TEXT_SIZE]) {
  const char *unit = tc_item_unit(item);
  const double value = item->value.number;
  if (strcmp(unit, "s") == 0)
    tc_number_format_seconds(value, out, TC_ITEM_TEXT_SIZE);
  else if (strcmp(unit, "B") == 0)
    tc_number_format_bytes(value, out, TC_ITEM_TEXT_SIZE);
  else
    tc_snprintf(out, TC_ITEM_TEXT_SIZE, "%.6g%s%s", value, *unit ? " " : "", unit);
}

const char *tc_item_format(const tc_item *item, const char *format, char out[TC_ITEM_TEXT_SIZE]) {
  snprintf(out, TC_ITEM_TEXT_SIZE, "-");
  switch (item->kind) {
  case TC_ITEM_BOOL: return item->value.boolean ? "yes" : "no";
  case TC_ITEM_INTEGER: snprintf(out, TC_ITEM_TEXT_SIZE, "%" PRId64, item->value.integer); break;
  case TC_ITEM_HASH: snprintf(out, TC_ITEM_TEXT_SIZE, "%016" PRIx64, (uint64_t)item->value.integer); break;
  case TC_ITEM_NUMBER:
    if (isnan(item->value.number)) break;
    if (format)
      tc_snprintf(out, TC_ITEM_TEXT_SIZE, format, item->value.number);
    else
      format_number(item, out);
    break;
  case TC_ITEM_TEXT:
  case TC_ITEM_LINE: return item->value.text ? item->value.text : out;
  default: break;
  }
  return out;
}

const char *tc_item_label(const tc_item *item, char out[TC_ITEM_TEXT_SIZE]) {
  const bool is_section = item->kind == TC_ITEM_SECTION;
  const char *label = is_section ? item->value.section->label : item->label;
  if (label || !item->key) return label ? label : "";
  const size_t unit = item->unit ? 0 : strlen(tc_item_unit(item));
  snprintf(out, TC_ITEM_TEXT_SIZE, "%.*s", (int)(strlen(item->key) - (unit ? unit + 1 : 0)), item->key);
  for (char *c = out; *c; c++)
    if (*c == '_') *c = ' ';
  return out;
}
