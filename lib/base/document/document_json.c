/* JSON of a document: an object or a list for each section, one line for each item. */
#include <inttypes.h>
#include <math.h>

#include "base/document/render.h"
#include "base/document/render_internal.h"
#include "base/text/text.h"

/* Writes a JSON string. File names may contain bytes that are not valid UTF-8. Such bytes become U+FFFD. */
static void write_quoted(const char *text, FILE *out) {
  fputc('"', out);
  for (int length; *text; text += length ? length : 1) {
    length = tc_text_utf8_length(text);
    if (*text == '"' || *text == '\\')
      fprintf(out, "\\%c", *text);
    else if (length == 0)
      fputs("\\ufffd", out);
    else if ((unsigned char)*text < 0x20)
      fprintf(out, "\\u%04x", (unsigned)*text);
    else
      fwrite(text, 1, (size_t)length, out);
  }
  fputc('"', out);
}

static void write_section(const tc_section *section, int depth, FILE *out);

static bool is_null(const tc_item *item) {
  return item->kind == TC_ITEM_NULL || (item->kind == TC_ITEM_NUMBER && !isfinite(item->value.number)) ||
         (item->kind == TC_ITEM_TEXT && !item->value.text);
}

static void write_value(const tc_item *item, int depth, FILE *out) {
  char number[TC_TEXT_NUMBER];
  if (is_null(item)) {
    fputs("null", out);
    return;
  }
  switch (item->kind) {
  case TC_ITEM_BOOL: fputs(item->value.boolean ? "true" : "false", out); break;
  case TC_ITEM_INTEGER: fprintf(out, "%" PRId64, item->value.integer); break;
  case TC_ITEM_HASH: fprintf(out, "\"%016" PRIx64 "\"", (uint64_t)item->value.integer); break;
  case TC_ITEM_NUMBER:
    tc_text_format_double(item->value.number, number);
    fputs(number, out);
    break;
  case TC_ITEM_TEXT: write_quoted(item->value.text, out); break;
  case TC_ITEM_SECTION: write_section(item->value.section, depth, out); break;
  default: break;
  }
}

/* Writes the items of a section, including the items of groups in this section. *is_empty is true until the
 * first item has been written. */
static void write_items(const tc_section *section, int depth, bool *is_empty, FILE *out) {
  for (const tc_node *node = section->first; node; node = node->next) {
    const tc_item *item = &node->item;
    if (item->kind == TC_ITEM_LINE || !tc_item_is_shown(item, TC_RENDERER_JSON)) continue;
    if (tc_item_is_group(section, item)) {
      write_items(item->value.section, depth, is_empty, out);
      continue;
    }
    fprintf(out, "%s\n%*s", *is_empty ? "" : ",", 2 * depth, "");
    *is_empty = false;
    if (item->key) write_quoted(item->key, out), fputs(": ", out);
    write_value(item, depth, out);
  }
}

static void write_section(const tc_section *section, int depth, FILE *out) {
  bool is_empty = true;
  fputc(section->is_list ? '[' : '{', out);
  write_items(section, depth + 1, &is_empty, out);
  if (!is_empty) fprintf(out, "\n%*s", 2 * depth, "");
  fputc(section->is_list ? ']' : '}', out);
}

void tc_document_json(const tc_section *root, FILE *out) {
  write_section(root, 0, out);
  fputc('\n', out);
}
