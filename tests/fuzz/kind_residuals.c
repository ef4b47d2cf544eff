/* Residual files that a resumed run continues. Inputs are files of interrupted runs and files with other
 * contents. */
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/numeric/hash.h"
#include "fuzz/kinds.h"
#include "io/text/residual_file.h"
#include "support/restart_items.h"

static const char text[] = "step,iteration,residual,kind,reason\n1,0,1,true,\n1,1,0.10000000000000001,"
                           "recursive,\n1,1,0.125,true,converged\n2,0,nan,true,not_finite\n";
enum { lines_kept = 5 };

static const char more[] = "3,0,0.5,true,converged\n";

static const char *const words[] = {"1",     "-1", "nan", ",", "\n", "\r\n", "true", "3,0,0.5,true,\n",
                                    "step,", NULL};

/* Sets the file of an interrupted run. Its last line may be incomplete, and it may have more lines than
 * the checkpoint has recorded. */
static void begin(dice *d, mutant *m) {
  mutant_set(m, text);
  m->length -= roll(d, 4) ? 0 : roll(d, 20);
  m->text[m->length] = '\0';
}

/* Returns the position after the first `lines` lines, as a checkpoint records it. The hash is that of
 * these lines, accumulated line by line. */
static tc_residual_file_position position_after(uint64_t lines) {
  const char *at = text;
  tc_residual_file_position position = {.part = 1};
  uint64_t hash = 0;
  for (; lines > 0; lines--) {
    const char *end = strchr(at, '\n') + 1;
    hash = tc_hash_bytes(hash, at, (size_t)(end - at));
    at = end;
  }
  position.bytes = at - text;
  memcpy(&position.hash, &hash, sizeof hash);
  return position;
}

static tc_status set_position(tc_residual_file *file, const tc_residual_file_position *position) {
  tc_restart_list list = {.is_reading = true};
  tc_status status = tc_residual_file_list_restart(file, &list);
  if (!status)
    memcpy(restart_find(&list, "residuals.bytes")->value, &position->bytes, sizeof position->bytes);
  if (!status) memcpy(restart_find(&list, "residuals.hash")->value, &position->hash, sizeof position->hash);
  tc_restart_list_free(&list);
  return status;
}

static tc_status add_line(tc_residual_file *file, const tc_residual_file_position *position) {
  TC_TRY(set_position(file, position));
  TC_TRY(tc_residual_file_resume(file));
  tc_residual_file_add(file, 3, 0, 0.5, true);
  tc_residual_file_end_solve(file, TC_REASON_converged);
  return TC_OK;
}

static tc_status resume(const char *path, const tc_residual_file_position *position) {
  static tc_line where;
  tc_residual_file *file = NULL;
  TC_TRY(tc_residual_file_create(path, position, &file));
  const tc_status status = add_line(file, position);
  if (!status) return tc_residual_file_close(&file);
  tc_residual_file_close_failed(&file, &where);
  return status;
}

/* True if the file contains the recorded lines and the new line. If the reader has refused the file, true
 * if the file is unchanged. */
static bool is_right(const char *path, const mutant *m, int64_t bytes, bool refused) {
  char found[MUTATE_MOST + 64];
  FILE *file = fopen(path, "rb");
  const size_t length = file ? fread(found, 1, sizeof found, file) : 0;
  if (file) fclose(file);
  if (refused) return length == m->length && memcmp(found, m->text, length) == 0;
  return length == (size_t)bytes + strlen(more) && memcmp(found, text, (size_t)bytes) == 0 &&
         memcmp(found + bytes, more, strlen(more)) == 0;
}

/* Resumes with an input as residual file. It has the name of a partial file or, as after a successful run,
 * that of the published file. */
static bool use(const mutant *m, uint64_t number) {
  char base[MUTATE_PATH], path[MUTATE_PATH], part[MUTATE_PATH];
  const bool ended = number / lines_kept % 4 == 0;
  mutant_base(base);
  snprintf(path, sizeof path, "%.60s.csv", base);
  snprintf(part, sizeof part, "%.60s.csv.part", base);
  char *const written = ended ? path : part;
  if (!mutant_write(m, ended ? ".csv" : ".csv.part", written)) return false;
  const tc_residual_file_position position = position_after(1 + number % lines_kept);
  const bool same = m->length >= (size_t)position.bytes && memcmp(m->text, text, (size_t)position.bytes) == 0;
  tc_status status = resume(path, &position);
  const bool good = same == (status == NULL) && is_right(status ? written : path, m, position.bytes, status);
  unlink(path);
  unlink(part);
  return is_proper(&status, TC_INPUT, path) && good;
}

const kind kind_residuals = {"residuals", 1, NULL, words, begin, use, .room = KIND_LITTLE};
