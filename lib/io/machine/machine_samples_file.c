/* Files of samples, which are measurements of machine parameters. The first line names the file format. Each
 * further line has the name of the parameter, the index of the value, the size in bytes, the time, the value
 * and the spread of a sample. The last line has a hash of the lines before it, so that a damaged or
 * incomplete file is never used. */
#include "io/machine/machine_samples_file.h"

#include <inttypes.h>
#include <string.h>
#include <unistd.h>

#include "base/core/memory.h"
#include "base/file/file.h"
#include "base/numeric/hash.h"
#include "base/text/line.h"
#include "base/text/text_part.h"

/* Largest size of a file in bytes. All samples of all parameters need less. */
enum { bytes_max = 1 << 20 };

static const char *const first_line = "tetracast-samples 1", *const last_key = "hash";

/* ---- reading ---- */

static tc_status damaged_error(const char *path) {
  return tc_status_create(TC_INPUT, "%s: is damaged or not a file of machine measurements: remove it", path);
}

/* Removes the first word from the text and returns it. */
static tc_text cut_word(tc_text *text) {
  tc_text_skip_blanks(text);
  const tc_text word = {text->cursor, text->cursor + tc_text_word_length(text, TC_LINE_SIZE)};
  text->cursor = word.end;
  return word;
}

static bool is_word(tc_text word, const char *name) {
  const size_t length = (size_t)(word.end - word.cursor);
  return strlen(name) == length && memcmp(word.cursor, name, length) == 0;
}

static uint64_t hash_line(uint64_t hash, const char *line, size_t length) {
  return tc_hash_mix(tc_hash_bytes(hash, line, length));
}

/* Returns the index of the parameter with this name; -1 if no parameter has it. */
static int find_param(tc_text name) {
  for (int param = 0; param < TC_PARAM_COUNT; param++)
    if (is_word(name, tc_param_name(param))) return param;
  return -1;
}

static bool parse_sample(tc_text line, tc_machine_samples *samples) {
  const int param = find_param(cut_word(&line));
  tc_machine_sample s;
  int32_t w;
  if (!tc_text_parse_int32(&line, &w) || !tc_text_parse_double(&line, &s.size_B)) return false;
  if (!tc_text_parse_int64(&line, &s.time) || !tc_text_parse_double(&line, &s.value)) return false;
  if (!tc_text_parse_double(&line, &s.spread) || !tc_text_at_end(&line)) return false;
  if (param < 0 || w < 0 || w >= tc_param_values(param)) return param < 0;
  tc_value_samples_append(tc_machine_samples_of(samples, param, w), &s);
  return true;
}

/* True if the line is the last one and has the hash of the lines before it. */
static bool is_end(tc_text line, uint64_t hash) {
  int64_t stored;
  return is_word(cut_word(&line), last_key) && tc_text_parse_int64(&line, &stored) &&
         stored == (int64_t)(hash >> 1);
}

static bool parse_file(tc_text text, tc_machine_samples *samples) {
  tc_text line = tc_text_remove_part(&text, '\n');
  uint64_t hash = hash_line(0, line.cursor, (size_t)(line.end - line.cursor));
  if (line.end - line.cursor != (ptrdiff_t)strlen(first_line) ||
      memcmp(line.cursor, first_line, strlen(first_line)) != 0)
    return false;
  while (text.cursor < text.end) {
    line = tc_text_remove_part(&text, '\n');
    if (is_end(line, hash)) return text.cursor == text.end && text.end[-1] == '\n';
    if (!parse_sample(line, samples)) return false;
    hash = hash_line(hash, line.cursor, (size_t)(line.end - line.cursor));
  }
  return false;
}

tc_status tc_machine_samples_read(const char *path, tc_machine_samples *samples) {
  char *text = NULL;
  if (access(path, F_OK)) return TC_OK;
  TC_TRY(tc_file_read_text(path, bytes_max, TC_INPUT, &text));
  const bool is_valid = parse_file((tc_text){text, text + strlen(text)}, samples);
  tc_free(text);
  if (is_valid) return TC_OK;
  memset(samples, 0, sizeof *samples);
  return damaged_error(path);
}

/* ---- writing ---- */

static void write_line(FILE *out, const char *line, uint64_t *hash) {
  *hash = hash_line(*hash, line, strlen(line));
  fprintf(out, "%s\n", line);
}

static void write_sample(FILE *out, int param, int w, const tc_machine_sample *s, uint64_t *hash) {
  char size_B[TC_TEXT_NUMBER], value[TC_TEXT_NUMBER], spread[TC_TEXT_NUMBER];
  tc_line line = {0};
  tc_text_format_double(s->size_B, size_B);
  tc_text_format_double(s->value, value);
  tc_text_format_double(s->spread, spread);
  tc_line_add(&line, "%s %d %s %" PRId64 " %s %s", tc_param_name(param), w, size_B, s->time, value, spread);
  write_line(out, line.text, hash);
}

tc_status tc_machine_samples_write(const tc_machine_samples *samples, const char *path) {
  tc_file file;
  uint64_t hash = 0;
  TC_TRY(tc_file_open(path, &file));
  write_line(file.out, first_line, &hash);
  for (int param = 0; param < TC_PARAM_COUNT; param++)
    for (int w = 0; w < tc_param_values(param); w++) {
      const tc_value_samples *value = tc_machine_samples_get(samples, param, w);
      for (int i = 0; i < value->count; i++) write_sample(file.out, param, w, &value->sample[i], &hash);
    }
  fprintf(file.out, "%s %" PRId64 "\n", last_key, (int64_t)(hash >> 1));
  return tc_file_commit(&file);
}
