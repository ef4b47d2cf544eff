/* HTML page of a document: one file without references to other files, readable without scripts. Lines of
 * prose become paragraphs, items and lists of sections become tables, and sections become HTML elements
 * <details>, which open and close. Numbers of items have all digits, as in JSON; numbers of tables with
 * columns are formatted as in the text. */
#include <math.h>
#include <string.h>

#include "base/document/html_page.h"
#include "base/document/render.h"
#include "base/document/render_internal.h"
#include "base/text/line.h"
#include "base/text/text.h"

static bool is_shown(const tc_item *item) { return tc_item_is_shown(item, TC_RENDERER_HTML); }

/* ---- values ---- */

static void write_number(double value, FILE *out) {
  char digits[TC_TEXT_NUMBER];
  if (isfinite(value)) tc_text_format_double(value, digits);
  fputs(isfinite(value) ? digits : "-", out);
}

/* Writes a value without its unit. */
static void write_value(const tc_item *item, FILE *out) {
  char text[TC_ITEM_TEXT_SIZE];
  if (item->kind == TC_ITEM_NUMBER)
    write_number(item->value.number, out);
  else
    tc_html_escape(tc_item_format(item, NULL, text), out);
}

/* Writes a list: values in one line, texts in separate lines, and lists within the list in brackets. */
static void write_list(const tc_section *list, FILE *out) {
  for (const tc_node *node = list->first; node; node = node->next) {
    if (node != list->first) fputs(node->item.kind == TC_ITEM_TEXT ? "\n" : ", ", out);
    if (node->item.kind == TC_ITEM_SECTION) {
      fputc('[', out);
      write_list(node->item.value.section, out);
      fputc(']', out);
    } else
      write_value(&node->item, out);
  }
  if (!list->first) fputc('-', out);
}

/* ---- tables that have columns ---- */

static const char *alignment(const tc_column *column) { return column->width < 0 ? " class=l" : ""; }

static void write_row(const tc_section *table, const tc_section *row, FILE *out) {
  char text[TC_ITEM_TEXT_SIZE];
  size_t c = 0;
  fputs("<tr>", out);
  for (const tc_node *node = row->first; node; node = node->next) {
    const bool is_remark = node->item.kind == TC_ITEM_LINE;
    if (!is_remark && c >= table->columns) continue;
    const tc_column *column = is_remark ? NULL : &table->column[c++];
    if (column && !column->label) continue;
    fprintf(out, "<td%s>", column ? alignment(column) : " class=l");
    tc_html_escape(tc_item_format(&node->item, column ? column->format : NULL, text), out);
  }
  fputc('\n', out);
}

static void write_columns(const tc_section *table, FILE *out) {
  fputs("<div class=wide><table>\n<tr>", out);
  for (size_t c = 0; c < table->columns; c++) {
    if (!table->column[c].label) continue;
    fprintf(out, "<th%s>", alignment(&table->column[c]));
    tc_html_escape(table->column[c].label, out);
  }
  fputc('\n', out);
  for (const tc_node *node = table->first; node; node = node->next)
    if (node->item.kind == TC_ITEM_SECTION) write_row(table, node->item.value.section, out);
  fputs("</table></div>\n", out);
}

/* ---- tables of sections without columns ---- */

static bool is_list_of_values(const tc_section *section) {
  return section->is_list && !tc_section_is_table(section);
}

/* True if the two sections, and all sections inside them, have the same keys in the same order and no tables.
 * The sections can then be rows of one table. */
static bool have_same_items(const tc_section *a, const tc_section *b) {
  const tc_node *p = a->first, *q = b->first;
  if (a->is_list || b->is_list) return is_list_of_values(a) && is_list_of_values(b);
  for (; p && q; p = p->next, q = q->next) {
    const bool is_section = p->item.kind == TC_ITEM_SECTION;
    if (!p->item.key || !q->item.key || strcmp(p->item.key, q->item.key) != 0) return false;
    if (is_section != (q->item.kind == TC_ITEM_SECTION)) return false;
    if (is_section && !have_same_items(p->item.value.section, q->item.value.section)) return false;
  }
  return !p && !q;
}

static bool is_uniform(const tc_section *list) {
  for (const tc_node *node = list->first; node; node = node->next)
    if (node->item.kind != TC_ITEM_SECTION ||
        !have_same_items(list->first->item.value.section, node->item.value.section))
      return false;
  return true;
}

/* Writes the headings of a row, one for each value. `before` contains the keys of the enclosing sections. */
static void write_headings(const tc_section *row, const char *before, FILE *out) {
  for (const tc_node *node = row->first; node; node = node->next) {
    tc_line path = {0};
    tc_line_add(&path, "%s%s%s", before, *before ? " " : "", node->item.key);
    if (node->item.kind == TC_ITEM_SECTION && !node->item.value.section->is_list) {
      write_headings(node->item.value.section, path.text, out);
      continue;
    }
    fprintf(out, "<th%s>", node->item.kind == TC_ITEM_TEXT ? " class=l" : "");
    tc_html_escape(path.text, out);
  }
}

static void write_cells(const tc_section *row, FILE *out) {
  for (const tc_node *node = row->first; node; node = node->next) {
    const tc_section *section = node->item.kind == TC_ITEM_SECTION ? node->item.value.section : NULL;
    if (section && !section->is_list) {
      write_cells(section, out);
      continue;
    }
    fprintf(out, "<td%s>", node->item.kind == TC_ITEM_TEXT ? " class=w" : "");
    if (section)
      write_list(section, out);
    else
      write_value(&node->item, out);
  }
}

static void write_uniform(const tc_section *list, FILE *out) {
  fputs("<div class=wide><table>\n<tr>", out);
  write_headings(list->first->item.value.section, "", out);
  for (const tc_node *node = list->first; node; node = node->next) {
    fputs("\n<tr>", out);
    write_cells(node->item.value.section, out);
  }
  fputs("\n</table></div>\n", out);
}

/* ---- items and sections ---- */

static void write_items(const tc_section *section, FILE *out);

/* Writes each section of a list separately, with `label` and a number as its heading. */
static void write_numbered(const tc_section *list, const char *label, FILE *out) {
  int number = 0;
  for (const tc_node *node = list->first; node; node = node->next) {
    fputs("<details><summary>", out);
    tc_html_escape(label, out);
    fprintf(out, " %d</summary>\n", ++number);
    write_items(node->item.value.section, out);
    fputs("</details>\n", out);
  }
}

static void write_content(const tc_section *section, const char *label, FILE *out) {
  if (section->columns > 0)
    write_columns(section, out);
  else if (is_list_of_values(section))
    fputs("<p>", out), write_list(section, out), fputs("</p>\n", out);
  else if (!section->is_list)
    write_items(section, out);
  else if (is_uniform(section))
    write_uniform(section, out);
  else
    write_numbered(section, label, out);
}

static void write_section(const tc_item *item, FILE *out) {
  char text[TC_ITEM_TEXT_SIZE];
  const char *label = tc_item_label(item, text);
  const bool is_closed = *label != '\0';
  if (is_closed) {
    fputs("<details><summary>", out);
    tc_html_escape(label, out);
    fputs("</summary>\n", out);
  }
  write_content(item->value.section, label, out);
  if (is_closed) fputs("</details>\n", out);
}

static void write_line(const char *line, FILE *out) {
  const char *text = line + strspn(line, "\n");
  fputs(*text == ' ' ? "<p class=i>" : "<p>", out);
  tc_html_escape(text + strspn(text, " "), out);
  fputs("</p>\n", out);
}

static void write_picture(const tc_item *item, FILE *out) {
  fprintf(out, "<figure>\n<div>%s</div>\n<figcaption>", item->value.text);
  tc_html_escape(item->label ? item->label : "", out);
  fputs("</figcaption>\n</figure>\n", out);
}

/* Writes an item as a row with its key, value and unit. */
static void write_pair(const tc_item *item, FILE *out) {
  fputs("<tr><td class=l>", out);
  tc_html_escape(item->label ? item->label : item->key ? item->key : "", out);
  fputs("<td class=l>", out);
  if (item->kind == TC_ITEM_SECTION)
    write_list(item->value.section, out);
  else
    write_value(item, out);
  fprintf(out, "<td class=l>%s\n",
          item->kind == TC_ITEM_NUMBER || item->kind == TC_ITEM_INTEGER ? tc_item_unit(item) : "");
}

/* True if the item is written as a row of a table: a value, or a list of values with a key. */
static bool is_pair(const tc_item *item) {
  if (item->kind == TC_ITEM_SECTION)
    return is_shown(item) && item->key && is_list_of_values(item->value.section);
  return item->kind != TC_ITEM_LINE && item->kind != TC_ITEM_PICTURE;
}

/* Writes consecutive items as one table, and returns the last of them. */
static const tc_node *write_pairs(const tc_node *node, FILE *out) {
  fputs("<div class=wide><table class=p>\n", out);
  for (;; node = node->next) {
    write_pair(&node->item, out);
    if (!node->next || !is_pair(&node->next->item)) break;
  }
  fputs("</table></div>\n", out);
  return node;
}

static void write_items(const tc_section *section, FILE *out) {
  for (const tc_node *node = section->first; node; node = node->next) {
    const tc_item *item = &node->item;
    if (!is_shown(item)) continue;
    if (is_pair(item))
      node = write_pairs(node, out);
    else if (item->kind == TC_ITEM_SECTION)
      write_section(item, out);
    else if (item->kind == TC_ITEM_LINE)
      write_line(item->value.text, out);
    else
      write_picture(item, out);
  }
}

/* Returns the value of the item whose key is `program`; NULL if there is none. */
static const char *find_program(const tc_section *section) {
  const char *found = NULL;
  for (const tc_node *node = section->first; node && !found; node = node->next) {
    const tc_item *item = &node->item;
    if (tc_item_is_group(section, item)) found = find_program(item->value.section);
    if (item->kind == TC_ITEM_TEXT && item->key && strcmp(item->key, "program") == 0)
      found = item->value.text;
  }
  return found;
}

void tc_document_html(const tc_section *root, FILE *out) {
  const char *program = find_program(root);
  tc_html_begin(program ? program : "?", root->label ? root->label : "Report", out);
  write_items(root, out);
  tc_html_end(out);
}
