/* Builders of documents (document.h). All memory is in the pool of the document. After an error, functions
 * add nothing to the document. Functions that create a section then return the member `discarded`, a section
 * that no renderer reads. */
#include "base/document/document.h"

#include <math.h>
#include <stdarg.h>
#include <string.h>

#include "base/core/print.h"
#include "base/program/provenance.h"
#include "base/text/number_format.h"

enum { cell_size = 32 };

tc_section *tc_document_begin(tc_document *document, const char *program) {
  *document = (tc_document){.root.document = document, .discarded.document = document};
  if (program) tc_items_add_program(&document->root, program);
  return &document->root;
}

void tc_document_free(tc_document *document) {
  tc_status_free(&document->error);
  tc_pool_free(&document->pool);
}

/* Allocates `bytes` bytes in the pool. Returns NULL after an error. */
static void *alloc_in_pool(tc_document *document, size_t bytes) {
  void *out = NULL;
  if (!document->error) document->error = tc_pool_alloc(&document->pool, bytes, &out);
  return out;
}

static const char *copy_text(tc_document *document, const char *text) {
  const size_t bytes = strlen(text) + 1;
  char *copy = alloc_in_pool(document, bytes);
  return copy ? memcpy(copy, text, bytes) : NULL;
}

/* Appends an item without copying its text, which must already be in the pool of the document or a
 * constant. */
static void append_item(tc_section *section, const tc_item *item) {
  tc_node *node = alloc_in_pool(section->document, sizeof *node);
  if (!node) return;
  *node = (tc_node){.item = *item};
  if (section->last)
    section->last->next = node;
  else
    section->first = node;
  section->last = node;
}

void tc_item_add(tc_section *section, tc_item item) {
  if ((item.kind == TC_ITEM_TEXT || item.kind == TC_ITEM_PICTURE) && item.value.text)
    item.value.text = copy_text(section->document, item.value.text);
  append_item(section, &item);
}

void tc_items_add(tc_section *section, size_t count, const tc_item *item) {
  for (size_t i = 0; i < count; i++) tc_item_add(section, item[i]);
}

static tc_section *add_section(tc_section *parent, const char *key, tc_section content) {
  tc_section *section = alloc_in_pool(parent->document, sizeof *section);
  if (!section) return &parent->document->discarded;
  content.document = parent->document;
  *section = content;
  append_item(parent, &(tc_item){.key = key, .kind = TC_ITEM_SECTION, .value.section = section});
  return section;
}

tc_section *tc_section_add(tc_section *parent, const char *key) {
  return add_section(parent, key, (tc_section){0});
}

tc_section *tc_list_add(tc_section *parent, const char *key) {
  return add_section(parent, key, (tc_section){.is_list = true});
}

tc_section *tc_section_add_items(tc_section *parent, const char *key, size_t count, const tc_item *item) {
  tc_section *section = tc_section_add(parent, key);
  tc_items_add(section, count, item);
  return section;
}

void tc_items_add_program(tc_section *section, const char *program) {
  TC_ADD(section, TC_VALUE("program", program), TC_VALUE("version", tc_provenance_version()),
         TC_VALUE("commit", tc_provenance_commit()), TC_VALUE("compiler", tc_provenance_compiler()));
}

void tc_list_add_numbers(tc_section *parent, const char *key, int count, const double *value) {
  tc_section *list = tc_list_add(parent, key);
  for (int i = 0; i < count; i++) tc_item_add(list, tc_item_number(NULL, value[i]));
}

void tc_list_add_integers(tc_section *parent, const char *key, int count, const int64_t *value) {
  tc_section *list = tc_list_add(parent, key);
  for (int i = 0; i < count; i++) tc_item_add(list, tc_item_integer(NULL, value[i]));
}

void tc_list_add_texts(tc_section *parent, const char *key, int count, const char *const *value) {
  tc_section *list = tc_list_add(parent, key);
  for (int i = 0; i < count; i++) tc_item_add(list, tc_item_text(NULL, value[i]));
}

tc_section *tc_group_add(tc_section *parent, unsigned renderers) {
  return add_section(parent, NULL, (tc_section){.renderers = renderers});
}

void tc_picture_add(tc_section *section, const char *caption, const char *svg) {
  tc_item_add(section, (tc_item){.label = caption, .kind = TC_ITEM_PICTURE, .value.text = svg});
}

void tc_columns_add(tc_section *list, size_t count, const tc_column *column) {
  const size_t size = sizeof *column;
  tc_column *columns = alloc_in_pool(list->document, size * (list->columns + count));
  if (!columns) return;
  if (list->columns) memcpy(columns, list->column, size * list->columns);
  memcpy(columns + list->columns, column, size * count);
  list->column = columns;
  list->columns += count;
}

/* Returns a text in the pool; "" after an error. */
static const char *format_text(tc_document *document, const char *format, va_list arguments) {
  const char *text = "";
  if (!document->error) document->error = tc_pool_vprintf(&document->pool, &text, format, arguments);
  return text;
}

const char *tc_document_format(tc_document *document, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  const char *text = format_text(document, format, arguments);
  va_end(arguments);
  return text;
}

static void append_formatted(tc_section *section, tc_item_kind kind, const char *format, va_list arguments) {
  const char *text = format_text(section->document, format, arguments);
  append_item(section, &(tc_item){.kind = kind, .value.text = text});
}

void tc_section_print(tc_section *section, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  append_formatted(section, TC_ITEM_LINE, format, arguments);
  va_end(arguments);
}

void tc_section_append(tc_section *section, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  const char *text = format_text(section->document, format, arguments);
  va_end(arguments);
  if (section->last)
    section->last->item.value.text =
        tc_document_format(section->document, "%s%s", section->last->item.value.text, text);
}

void tc_cell_print(tc_section *row, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  append_formatted(row, TC_ITEM_TEXT, format, arguments);
  va_end(arguments);
}

void tc_cell_seconds(tc_section *row, double seconds) {
  char cell[cell_size] = "-  ";
  if (!isnan(seconds)) tc_number_format_seconds(seconds, cell, sizeof cell);
  tc_cell_print(row, "%s", cell);
}

void tc_cell_error(tc_section *row, double forecast, double measured, double step) {
  char cell[cell_size] = "-  ";
  if (!isnan(forecast)) tc_number_format_error(forecast, measured, step, cell, sizeof cell);
  tc_cell_print(row, "%s", cell);
}
