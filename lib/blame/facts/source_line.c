#include "blame/facts/source_line.h"

#include <string.h>

#include "base/core/memory.h"
#include "base/file/file.h"

enum { source_bytes_max = 1 << 26 };

typedef struct tb_source_text {
  struct tb_source_text *previous;
  const char *path;
  int lines;
  const char **line; /* [lines] text of each line */
} tb_source_text;

static int count_lines(const char *text) {
  int lines = 1;
  for (const char *at = text; (at = strchr(at, '\n')) != NULL; at++) lines++;
  return lines;
}

static char *trim_line(char *line) {
  line += strspn(line, " \t");
  size_t length = strlen(line);
  while (length > 0 && strchr(" \t\r", line[length - 1])) line[--length] = '\0';
  return line;
}

/* Splits the text into lines by replacing each line end by a zero. Blanks around each line are removed. */
static tc_status split_lines(tc_pool *pool, char *text, tb_source_text *file) {
  file->lines = count_lines(text);
  TC_TRY(tc_pool_alloc(pool, (size_t)file->lines * sizeof *file->line, &file->line));
  for (int i = 0; i < file->lines; i++) {
    char *end = strchr(text, '\n');
    if (end) *end = '\0';
    file->line[i] = trim_line(text);
    if (end) text = end + 1;
  }
  return TC_OK;
}

/* Reads a source file and adds it to the cache. If the file cannot be read, its entry has no lines. */
static tc_status read_source(tb_source_lines *lines, const char *path, tb_source_text **out) {
  char *text = NULL;
  TC_TRY(tc_pool_alloc(lines->pool, sizeof **out, out));
  (*out)->previous = lines->last;
  lines->last = *out;
  TC_TRY(tc_pool_printf(lines->pool, &(*out)->path, "%s", path));
  tc_status status = tc_file_read_text(path, source_bytes_max, TC_INPUT, &text);
  if (status) {
    tc_status_free(&status);
    return TC_OK;
  }
  TC_TRY(tc_pool_add_owned(lines->pool, text, tc_free));
  return split_lines(lines->pool, text, *out);
}

tc_status tb_source_line(tb_source_lines *lines, const char *path, int line, const char **out) {
  tb_source_text *file = lines->last;
  while (file && strcmp(file->path, path) != 0) file = file->previous;
  if (!file) TC_TRY(read_source(lines, path, &file));
  *out = line > 0 && line <= file->lines ? file->line[line - 1] : "";
  return TC_OK;
}
