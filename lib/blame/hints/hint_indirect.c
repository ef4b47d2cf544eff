/* Hint `indirect`: arrays that are indexed by the integers of another array, x[idx[i]]. tb_hints_collect
 * calls it for the rows of the view touch. The facts state which arrays a statement reads, but not which
 * array is the index. If the source line is available, its brackets show which one is the index. Otherwise
 * any array of integers that the line reads is assumed to be the index. */
#include <ctype.h>
#include <string.h>

#include "base/file/path.h"
#include "base/text/text.h"
#include "blame/hints/hint.h"

static bool ends_with(const char *text, const char *suffix) {
  const size_t length = strlen(text), suffix_length = strlen(suffix);
  return length >= suffix_length && strcmp(text + length - suffix_length, suffix) == 0;
}

static bool is_integer_array(const tb_access_path *p) {
  if (!ends_with(p->path, "[]") || strchr(p->type, '*')) return false;
  return strstr(p->type, "int") || strstr(p->type, "long") || strstr(p->type, "short") ||
         strstr(p->type, "size_t");
}

static bool is_word_character(char c) { return isalnum((unsigned char)c) || c == '_'; }

/* Returns the last identifier of a name, such as "copy" for "condensed.copy[]". */
static tc_text find_last_word(const char *name) {
  const char *end = name + strlen(name);
  while (end > name && !is_word_character(end[-1])) end--;
  const char *at = end;
  while (at > name && is_word_character(at[-1])) at--;
  return (tc_text){at, end};
}

static bool is_same_word(tc_text a, tc_text b) {
  return a.end - a.cursor == b.end - b.cursor && strncmp(a.cursor, b.cursor, (size_t)(a.end - a.cursor)) == 0;
}

/* Returns the identifier that ends directly before a bracket of the text. */
static tc_text find_word_before(const char *text, const char *bracket) {
  const char *at = bracket;
  while (at > text && is_word_character(at[-1])) at--;
  return (tc_text){at, bracket};
}

/* Returns the identifier `base` of an expression "base[.. index[..] ..]" in the line; empty if the line has
 * no such expression. */
static tc_text find_base(const char *text, tc_text index) {
  const char *open_bracket[16];
  int depth = 0;
  for (const char *at = text; *at; at++) {
    if (*at == '[' && depth > 0 && is_same_word(find_word_before(text, at), index))
      return find_word_before(text, open_bracket[depth - 1]);
    if (*at == '[' && depth < 16) open_bracket[depth++] = at;
    if (*at == ']' && depth > 0) depth--;
  }
  return (tc_text){text, text};
}

/* True if the text contains the identifier `word` directly before a bracket. */
static bool is_indexed(const char *text, tc_text word) {
  for (const char *at = text; (at = strchr(at, '[')) != NULL; at++)
    if (is_same_word(find_word_before(text, at), word)) return true;
  return false;
}

/* Returns false only if the text of the line shows that `index` is not the index of `array`. */
static bool may_be_index(const char *text, tc_text array, tc_text index) {
  const tc_text base = find_base(text, index);
  if (base.cursor == base.end) return !is_indexed(text, index);
  return is_same_word(base, array) || !is_indexed(text, array);
}

static bool is_on_line(const tb_definition *d, int line) {
  for (int s = 0; s < d->positions; s++)
    if (d->position[s].line == line) return true;
  return false;
}

/* Returns an array of integers, other than `array`, that the source line of the frame reads and that may be
 * the index; NULL if there is none. */
static const tb_access_path *find_index(const tb_frame *frame, const char *text, tc_text array) {
  const tb_function *f = frame->facts;
  for (int d = 0; d < f->definitions; d++) {
    const tb_definition *definition = &f->definition[d];
    for (int r = 0; is_on_line(definition, frame->line) && r < definition->inputs.reads.count; r++) {
      const tb_access_path *p = &f->access_path[definition->inputs.reads.item[r]];
      const tc_text index = find_last_word(p->member ? p->member : p->name);
      if (is_integer_array(p) && !is_same_word(index, array) && may_be_index(text, array, index)) return p;
    }
  }
  return NULL;
}

static tc_status describe_indirect(const tb_hint_input *in, const tb_row *row, double percent, tc_line *out) {
  const tb_frame *frame = tb_hint_hottest_frame(in->selection, row->touched, false);
  const char *text = "";
  if (!row->touched->name || !frame || !frame->file || !frame->facts) return TC_OK;
  TC_TRY(tb_source_line(in->sources, frame->file, frame->line, &text));
  const tb_access_path *index = find_index(frame, text, find_last_word(row->touched->name));
  if (!index) return TC_OK;
  tc_line_add(out, "%s (%.1f %%) is indexed by ", row->name, percent);
  tc_line_add(out, "%s%s", index->member ? index->member : index->name, index->member ? "" : index->path);
  tc_line_add(out,
              ", at %s:%d: reorder it so that consecutive accesses are close in memory; its bins in the JSON "
              "report show which part is used",
              tc_path_name(frame->file), frame->line);
  return TC_OK;
}

const tb_hint tb_hint_indirect = {.name = "indirect",
                                  .summary = "an array is indexed by the integers of another array",
                                  .kinds = 1u << TB_TOUCH_OBJECT | 1u << TB_TOUCH_STATIC,
                                  .percent_min = 10.0,
                                  .describe = describe_indirect};
