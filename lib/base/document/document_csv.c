/* CSV of a document: one table for each list of sections, and one for the items of each other section. Tables
 * are separated by an empty line. Unknown values are empty. */
#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "base/core/print.h"
#include "base/document/render.h"
#include "base/document/render_internal.h"

/* Writes a text, in quotes if it contains commas, quotes or line breaks. */
static void write_text(const char *text, FILE *out) {
  const bool is_quoted = strpbrk(text, ",\"\n") != NULL;
  if (is_quoted) fputc('"', out);
  for (; *text; text++) fprintf(out, *text == '"' ? "\"\"" : "%c", *text);
  if (is_quoted) fputc('"', out);
}

static void write_value(const tc_item *item, FILE *out) {
  switch (item->kind) {
  case TC_ITEM_BOOL: fputs(item->value.boolean ? "true" : "false", out); break;
  case TC_ITEM_INTEGER: fprintf(out, "%" PRId64, item->value.integer); break;
  case TC_ITEM_HASH: fprintf(out, "%016" PRIx64, (uint64_t)item->value.integer); break;
  case TC_ITEM_NUMBER:
    if (isfinite(item->value.number)) tc_fprintf(out, "%.9g", item->value.number);
    break;
  case TC_ITEM_TEXT:
    if (item->value.text) write_text(item->value.text, out);
    break;
  default: break;
  }
}

/* Separates a table from the one before it, and writes its headings. */
static void begin_table(int *tables, FILE *out) {
  if ((*tables)++ > 0) fputc('\n', out);
}

static void write_headings(const tc_section *table, FILE *out) {
  const char *comma = "";
  const tc_node *node = table->columns ? NULL : table->first->item.value.section->first;
  for (int c = 0; c < table->columns; c++)
    if (table->column[c].key) fprintf(out, "%s%s", comma, table->column[c].key), comma = ",";
  for (; node; node = node->next) fprintf(out, "%s%s", comma, node->item.key), comma = ",";
  fputc('\n', out);
}

static void write_row(const tc_section *table, const tc_section *row, FILE *out) {
  const char *comma = "";
  int c = 0;
  for (const tc_node *node = row->first; node; node = node->next, c++) {
    if (table->columns && !(c < table->columns && table->column[c].key)) continue;
    fputs(comma, out);
    write_value(&node->item, out);
    comma = ",";
  }
  fputc('\n', out);
}

static void write_table(const tc_section *table, int *tables, FILE *out) {
  begin_table(tables, out);
  write_headings(table, out);
  for (const tc_node *node = table->first; node; node = node->next)
    if (node->item.kind == TC_ITEM_SECTION) write_row(table, node->item.value.section, out);
}

/* Writes the items of a section as a table of names and values. */
static void write_items(const char *name, const tc_section *section, int *tables, FILE *out) {
  bool is_first = true;
  for (const tc_node *node = section->first; node; node = node->next) {
    const tc_item *item = &node->item;
    if (item->kind == TC_ITEM_SECTION || item->kind == TC_ITEM_LINE) continue;
    if (is_first) begin_table(tables, out), fputs("section,item,value,unit\n", out);
    is_first = false;
    fprintf(out, "%s,%s,", name, item->key ? item->key : "");
    write_value(item, out);
    fprintf(out, ",%s\n", tc_item_unit(item));
  }
}

static void write_section(const char *name, const tc_section *section, int *tables, FILE *out) {
  if (tc_section_is_table(section)) {
    write_table(section, tables, out);
    return;
  }
  write_items(name, section, tables, out);
  for (const tc_node *node = section->first; node; node = node->next)
    if (node->item.kind == TC_ITEM_SECTION && tc_item_is_shown(&node->item, TC_RENDERER_CSV))
      write_section(node->item.key ? node->item.key : name, node->item.value.section, tables, out);
}

void tc_document_csv(const tc_section *root, FILE *out) {
  int tables = 0;
  write_section("", root, &tables, out);
}
