/* Text of a document: lines of prose, tables, and items as lines "label value unit". A column of a table is
 * at least as wide as its longest text. Unknown values are dashes. */
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/core/print.h"
#include "base/document/render.h"
#include "base/document/render_internal.h"
#include "base/text/line.h"
#include "base/text/number_format.h"

enum { text_max = 64, label_width = 30 };

/* ---- text of values ---- */

static bool ends_with(const char *key, const char *suffix) {
  const size_t length = strlen(key), tail = strlen(suffix);
  return length > tail && strcmp(key + length - tail, suffix) == 0;
}

const char *tc_item_unit(const tc_item *item) {
  static const char *const units[] = {"s", "B", "Bps", "flops"};
  char suffix[text_max];
  if (item->unit) return item->unit;
  for (size_t u = 0; item->key && u < sizeof units / sizeof *units; u++) {
    snprintf(suffix, sizeof suffix, "_%s", units[u]);
    if (ends_with(item->key, suffix)) return units[u];
  }
  return "";
}

/* Formats a number with its unit in the default format of the unit. */
static void format_number(const tc_item *item, char out[text_max]) {
  const char *unit = tc_item_unit(item);
  const double value = item->value.number;
  if (strcmp(unit, "s") == 0)
    tc_number_format_seconds(value, out, text_max);
  else if (strcmp(unit, "B") == 0)
    tc_number_format_bytes(value, out, text_max);
  else
    tc_snprintf(out, text_max, "%.6g%s%s", value, *unit ? " " : "", unit);
}

/* Returns the text of a value. The text is stored in the item, in `out` or in a constant. */
static const char *format_value(const tc_item *item, const char *format, char out[text_max]) {
  snprintf(out, text_max, "-");
  switch (item->kind) {
  case TC_ITEM_BOOL: return item->value.boolean ? "yes" : "no";
  case TC_ITEM_INTEGER: snprintf(out, text_max, "%" PRId64, item->value.integer); break;
  case TC_ITEM_HASH: snprintf(out, text_max, "%016" PRIx64, (uint64_t)item->value.integer); break;
  case TC_ITEM_NUMBER:
    if (isnan(item->value.number)) break;
    if (format)
      tc_snprintf(out, text_max, format, item->value.number);
    else
      format_number(item, out);
    break;
  case TC_ITEM_TEXT:
  case TC_ITEM_LINE: return item->value.text ? item->value.text : out;
  default: break;
  }
  return out;
}

/* ---- text of tables ---- */

/* Writes a line without the blanks at its end. */
static void write_line(const char *line, FILE *out) {
  size_t length = strlen(line);
  while (length > 0 && line[length - 1] == ' ') length--;
  fprintf(out, "%.*s\n", (int)length, line);
}

/* Returns the label of an item: the member `label`, or the key without the unit and with blanks. */
static const char *format_label(const tc_item *item, char out[text_max]) {
  const bool is_section = item->kind == TC_ITEM_SECTION;
  const char *label = is_section ? item->value.section->label : item->label;
  if (label || !item->key) return label ? label : "";
  const size_t unit = item->unit ? 0 : strlen(tc_item_unit(item));
  snprintf(out, text_max, "%.*s", (int)(strlen(item->key) - (unit ? unit + 1 : 0)), item->key);
  for (char *c = out; *c; c++)
    if (*c == '_') *c = ' ';
  return out;
}

/* Layout of a table. The width of a column is the length of the longest text in it, but at least the width
 * that the column requests. */
typedef struct layout {
  int columns, width[TC_COLUMNS_MAX];
  tc_column column[TC_COLUMNS_MAX];
  char label[TC_COLUMNS_MAX][text_max];
} layout;

static void choose_columns(const tc_section *table, layout *l) {
  const tc_node *node = table->columns ? NULL : table->first->item.value.section->first;
  for (size_t c = 0; c < table->columns && c < TC_COLUMNS_MAX; c++)
    l->column[l->columns++] = table->column[c];
  for (; node && l->columns < TC_COLUMNS_MAX; node = node->next, l->columns++)
    l->column[l->columns] = (tc_column){.label = format_label(&node->item, l->label[l->columns])};
  for (int c = 0; c < l->columns; c++) l->width[c] = abs(l->column[c].width);
}

/* Type of functions that visit_cells calls for each cell of a row that the text shows. */
typedef void cell_visitor(layout *l, int column, const char *text, tc_line *line);

static void visit_cells(layout *l, const tc_section *row, cell_visitor *visit, tc_line *line) {
  char text[text_max];
  int c = 0;
  for (const tc_node *node = row->first; node && c < l->columns; node = node->next, c++) {
    if (node->item.kind == TC_ITEM_LINE) break;
    if (l->column[c].label) visit(l, c, format_value(&node->item, l->column[c].format, text), line);
  }
}

static void widen_column(layout *l, int column, const char *text, tc_line *line) {
  const int length = (int)strlen(text);
  (void)line;
  if (length > l->width[column]) l->width[column] = length;
}

static void add_cell(layout *l, int column, const char *text, tc_line *line) {
  const tc_column *c = &l->column[column];
  const char *prefix = c->prefix ? c->prefix : line->length ? " " : "  ";
  tc_line_add(line, "%s%*s", prefix, c->width < 0 ? -l->width[column] : l->width[column], text);
}

static void write_row(layout *l, const tc_section *row, FILE *out) {
  tc_line line = {0};
  visit_cells(l, row, add_cell, &line);
  for (const tc_node *node = row->first; node; node = node->next)
    if (node->item.kind == TC_ITEM_LINE) tc_line_add(&line, " %s", node->item.value.text);
  write_line(line.text, out);
}

static void write_table(const tc_section *table, FILE *out) {
  layout l = {0};
  tc_line heading = {0};
  choose_columns(table, &l);
  for (int c = 0; c < l.columns; c++)
    if (l.column[c].label) widen_column(&l, c, l.column[c].label, NULL);
  for (const tc_node *node = table->first; node; node = node->next)
    if (node->item.kind == TC_ITEM_SECTION) visit_cells(&l, node->item.value.section, widen_column, NULL);
  for (int c = 0; c < l.columns; c++)
    if (l.column[c].label) add_cell(&l, c, l.column[c].label, &heading);
  write_line(heading.text, out);
  for (const tc_node *node = table->first; node; node = node->next)
    if (node->item.kind == TC_ITEM_SECTION) write_row(&l, node->item.value.section, out);
}

/* ---- text of items and sections ---- */

static void write_items(const tc_section *section, FILE *out);

/* Writes the values of a list in one line. */
static void write_list(const tc_section *list, FILE *out) {
  char text[text_max];
  tc_line line = {0};
  for (const tc_node *node = list->first; node; node = node->next)
    tc_line_add_item(&line, format_value(&node->item, NULL, text));
  fprintf(out, "  %s\n", line.length ? line.text : "-");
}

static void write_section(const tc_item *item, FILE *out) {
  const tc_section *section = item->value.section;
  char label[text_max];
  const char *title = format_label(item, label);
  if (*title) fprintf(out, "\n%s:\n", title);
  if (tc_section_is_table(section))
    write_table(section, out);
  else if (section->is_list)
    write_list(section, out);
  else
    write_items(section, out);
}

static void write_item(const tc_item *item, FILE *out) {
  char label[text_max], value[text_max];
  if (item->kind == TC_ITEM_LINE)
    write_line(item->value.text, out);
  else
    fprintf(out, "  %-*s %s\n", label_width, format_label(item, label), format_value(item, NULL, value));
}

static void write_items(const tc_section *section, FILE *out) {
  for (const tc_node *node = section->first; node; node = node->next) {
    if (!tc_item_is_shown(&node->item, TC_RENDERER_TEXT)) continue;
    if (node->item.kind == TC_ITEM_SECTION)
      write_section(&node->item, out);
    else
      write_item(&node->item, out);
  }
}

void tc_document_text(const tc_section *root, FILE *out) { write_items(root, out); }
