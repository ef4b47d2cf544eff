/* CSV of a document: one table for each list of sections, and one table with the columns section, item, value
 * and unit for the items of each other section. Tables are separated by an empty line. The field of an
 * unknown value is empty. */
#include <math.h>

#include "base/document/render.h"
#include "base/document/render_internal.h"
#include "base/text/csv_writer.h"

static void write_value(tc_csv *csv, const tc_item *item) {
  char hash[20];
  switch (item->kind) {
  case TC_ITEM_BOOL: tc_csv_text(csv, item->value.boolean ? "true" : "false"); break;
  case TC_ITEM_INTEGER: tc_csv_integer(csv, item->value.integer); break;
  case TC_ITEM_HASH:
    snprintf(hash, sizeof hash, "%016llx", (unsigned long long)item->value.integer);
    tc_csv_text(csv, hash);
    break;
  case TC_ITEM_NUMBER: tc_csv_known(csv, "%.9g", item->value.number); break;
  case TC_ITEM_TEXT: tc_csv_text(csv, item->value.text); break;
  default: tc_csv_text(csv, NULL); break;
  }
}

static bool is_value(const tc_item *item) {
  return item->kind != TC_ITEM_SECTION && item->kind != TC_ITEM_LINE && item->kind != TC_ITEM_PICTURE;
}

/* Begins a table. Writes an empty line if it is not the first table of the file. */
static void begin_table(tc_csv *csv, int *tables) {
  if ((*tables)++ > 0) tc_csv_end_line(csv);
}

static const tc_section *get_section(const tc_node *node) {
  return node->item.kind == TC_ITEM_SECTION ? node->item.value.section : NULL;
}

/* Writes the values of a row, or its keys if `is_heading` is true. */
static void write_row(tc_csv *csv, const tc_section *row, bool is_heading) {
  for (const tc_node *node = row->first; node; node = node->next) {
    if (!is_value(&node->item)) continue;
    if (is_heading)
      tc_csv_text(csv, node->item.key);
    else
      write_value(csv, &node->item);
  }
  tc_csv_end_line(csv);
}

static void write_table(tc_csv *csv, const tc_section *table, int *tables) {
  begin_table(csv, tables);
  for (const tc_node *node = table->first; node; node = node->next) {
    if (node == table->first) write_row(csv, get_section(node), true);
    if (get_section(node) && tc_item_is_shown(&node->item, TC_RENDERER_CSV))
      write_row(csv, get_section(node), false);
  }
}

/* Writes the items of a section as a table of names and values. */
static void write_items(tc_csv *csv, const char *name, const tc_section *section, int *tables) {
  bool is_first = true;
  for (const tc_node *node = section->first; node; node = node->next) {
    const tc_item *item = &node->item;
    if (!is_value(item)) continue;
    if (is_first) begin_table(csv, tables), fputs("section,item,value,unit\n", csv->out);
    is_first = false;
    tc_csv_text(csv, name);
    tc_csv_text(csv, item->key);
    write_value(csv, item);
    tc_csv_text(csv, tc_item_unit(item));
    tc_csv_end_line(csv);
  }
}

static void write_section(tc_csv *csv, const char *name, const tc_section *section, int *tables) {
  if (tc_section_is_table(section)) {
    write_table(csv, section, tables);
    return;
  }
  write_items(csv, name, section, tables);
  for (const tc_node *node = section->first; node; node = node->next)
    if (get_section(node) && tc_item_is_shown(&node->item, TC_RENDERER_CSV))
      write_section(csv, node->item.key ? node->item.key : name, get_section(node), tables);
}

void tc_document_csv(const tc_section *root, FILE *out) {
  tc_csv csv = {.out = out};
  int tables = 0;
  write_section(&csv, "", root, &tables);
}
