#include "io/mesh/name_comments.h"

#include <string.h>

#include "base/core/memory.h"

static const char *const words[] = {[2] = "marker", [3] = "region"};

/* If the next word is `word`, moves the cursor to the end of this word. Otherwise returns false. */
static bool skip_word(tc_text *text, const char *word) {
  const int length = (int)strlen(word);
  tc_text_skip_blanks(text);
  if (tc_text_word_length(text, length + 1) != length || memcmp(text->cursor, word, (size_t)length) != 0)
    return false;
  text->cursor += length;
  return true;
}

static void trim(tc_text *text) {
  tc_text_skip_blanks(text);
  while (text->end > text->cursor && strchr(" \t\r", text->end[-1])) text->end--;
}

tc_status tc_name_comments_add(tc_name_comments *names, tc_text comment) {
  tc_mesh_name name = {.dimension = 2};
  if (!skip_word(&comment, words[2])) {
    name.dimension = 3;
    if (!skip_word(&comment, words[3])) return TC_OK;
  }
  if (!tc_text_parse_int32(&comment, &name.number)) return TC_OK;
  trim(&comment);
  if (comment.cursor == comment.end) return TC_OK;
  TC_TRY(tc_pool_printf(&names->memory, &name.text, "%.*s", (int)(comment.end - comment.cursor),
                        comment.cursor));
  return TC_ARRAY_ADD(&names->name, &name);
}

static tc_status add_name(void *self, tc_text comment) { return tc_name_comments_add(self, comment); }

void tc_name_comments_visit(tc_name_comments *names, tc_line_reader *lines) {
  tc_line_reader_visit_comments(lines, add_name, names);
}

tc_status tc_name_comments_format(const tc_name_comments *names, char **out) {
  const size_t number = 32; /* upper limit of the bytes of a line without the name */
  size_t bytes = 1, at = 0;
  for (int i = 0; i < names->name.count; i++) bytes += strlen(names->name.item[i].text) + number;
  TC_TRY(tc_alloc(bytes, 1, "names", out));
  **out = '\0';
  for (int i = 0; i < names->name.count; i++) {
    const tc_mesh_name *name = &names->name.item[i];
    at += (size_t)snprintf(*out + at, bytes - at, "%s %d %s\n", words[name->dimension], (int)name->number,
                           name->text);
  }
  return TC_OK;
}

void tc_name_comments_free(tc_name_comments *names) {
  TC_ARRAY_FREE(&names->name);
  tc_pool_free(&names->memory);
}

void tc_name_comments_write(FILE *file, const tc_mesh *mesh, int dimension) {
  for (int32_t i = 0; i < mesh->names; i++) {
    const tc_mesh_name *name = &mesh->name_list[i];
    if (name->dimension != dimension) continue;
    fprintf(file, "# %s %d ", words[dimension], (int)name->number);
    for (const char *at = name->text; *at; at++)
      fputc((unsigned char)*at < ' ' || *at == 127 ? ' ' : *at, file);
    fputc('\n', file);
  }
}
