/* Text of a document: lines of prose, tables, and items as lines "label value unit". A column of a table is
 * at least as wide as its longest text. Unknown values are dashes. */
#include <stdlib.h>
#include <string.h>

#include "base/document/render.h"
#include "base/document/render_internal.h"
#include "base/text/line.h"

enum { label_width = 30 };

/* ---- text of tables ---- */

/* Writes a line without the blanks at its end. */
static void write_line(const char *line, FILE *out) {
  size_t length = strlen(line);
  while (length > 0 && line[length - 1] == ' ') length--;
  fprintf(out, "%.*s\n", (int)length, line);
}

/* Layout of a table. The width of a column is the length of the longest text in it, but at least the width
 * that the column requests. */
typedef struct layout {
  int columns, width[TC_COLUMNS_MAX];
  tc_column column[TC_COLUMNS_MAX];
  char label[TC_COLUMNS_MAX][TC_ITEM_TEXT_SIZE];
} layout;

static void choose_columns(const tc_section *table, layout *l) {
  const tc_node *node = table->columns ? NULL : table->first->item.value.section->first;
  for (size_t c = 0; c < table->columns && c < TC_COLUMNS_MAX; c++)
    l->column[l->columns++] = table->column[c];
  for (; node && l->columns < TC_COLUMNS_MAX; node = node->next, l->columns++)
    l->column[l->columns] = (tc_column){.label = tc_item_label(&node->item, l->label[l->columns])};
  for (int c = 0; c < l->columns; c++) l->width[c] = abs(l->column[c].width);
}

/* Type of functions that visit_cells calls for each cell of a row that the text shows. */
typedef void cell_visitor(layout *l, int column, const char *text, tc_line *line);

static void visit_cells(layout *l, const tc_section *row, cell_visitor *visit, tc_line *line) {
  char text[TC_ITEM_TEXT_SIZE];
  int c = 0;
  for (const tc_node *node = row->first; node && c < l->columns; node = node->next, c++) {
    if (node->item.kind == TC_ITEM_LINE) break;
    if (l->column[c].label) visit(l, c, tc_item_format(&node->item, l->column[c].format, text), line);
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
  char text[TC_ITEM_TEXT_SIZE];
  tc_line line = {0};
  for (const tc_node *node = list->first; node; node = node->next)
    tc_line_add_item(&line, tc_item_format(&node->item, NULL, text));
  fprintf(out, "  %s\n", line.length ? line.text : "-");
}

static void write_section(const tc_item *item, FILE *out) {
  const tc_section *section = item->value.section;
  char label[TC_ITEM_TEXT_SIZE];
  const char *title = tc_item_label(item, label);
  if (*title) fprintf(out, "\n%s:\n", title);
  if (tc_section_is_table(section))
    write_table(section, out);
  else if (section->is_list)
    write_list(section, out);
  else
    write_items(section, out);
}

static void write_item(const tc_item *item, FILE *out) {
  char label[TC_ITEM_TEXT_SIZE], value[TC_ITEM_TEXT_SIZE];
  if (item->kind == TC_ITEM_LINE)
    write_line(item->value.text, out);
  else
    fprintf(out, "  %-*s %s\n", label_width, tc_item_label(item, label), tc_item_format(item, NULL, value));
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
