/* Files of residuals that a run goes on with: those of a run that was ended, or something else. */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/file.h"
#include "base/hash.h"
#include "base/memory.h"
#include "fuzz/kinds.h"
#include "io/residual_file.h"

static const char text[] = "step,iteration,residual,kind,reason\n1,0,1,true,\n1,1,0.10000000000000001,"
                           "recursive,\n1,1,0.125,true,converged\n2,0,nan,true,not_finite\n";
static const char more[] = "3,0,0.5,true,converged\n";

static const char *const words[] = {"1",     "-1", "nan", ",", "\n", "\r\n", "true", "3,0,0.5,true,\n",
                                    "step,", NULL};

/* The last line may be torn, and more lines may stand behind those that were kept. */
static void begin(dice *d, mutant *m) {
  mutant_set(m, text);
  m->length -= roll(d, 4) ? 0 : roll(d, 20);
  m->text[m->length] = '\0';
}

/* So many lines were kept: their bytes, and the hash as it was folded line by line. */
static int64_t keep(uint64_t lines, uint64_t *hash) {
  const char *at = text;
  for (*hash = 0; lines > 0 && *at; lines--) {
    const char *end = strchr(at, '\n') + 1;
    *hash = tc_hash_bytes(*hash, at, (size_t)(end - at));
    at = end;
  }
  return at - text;
}

static tc_status fill_in(tc_residual_file *file, int64_t bytes, uint64_t hash) {
  tc_keep list = {.resumes = true};
  tc_status status = tc_residual_file_keep(file, &list);
  if (!status) memcpy(tc_keep_find(&list, "residuals.bytes")->value, &bytes, sizeof bytes);
  if (!status) memcpy(tc_keep_find(&list, "residuals.hash")->value, &hash, sizeof hash);
  tc_keep_free(&list);
  return status;
}

static tc_status go_on(const char *path, int64_t bytes, uint64_t hash) {
  tc_residual_file *file = NULL;
  TC_TRY(tc_residual_file_create(path, true, &file));
  tc_status status = fill_in(file, bytes, hash);
  if (!status) status = tc_residual_file_resume(file);
  if (!status && bytes > 0) {
    tc_residual_file_add(file, 3, 0, 0.5, true);
    tc_residual_file_end(file, TC_REASON_converged);
  }
  if (!status) return tc_residual_file_close(&file);
  tc_residual_file_abandon(&file);
  return status;
}

/* What was kept and then the new line, or everything as it was. */
static bool is_right(const char *path, const mutant *m, int64_t bytes, bool refused) {
  char found[MUTATE_MOST + 64];
  FILE *file = fopen(path, "rb");
  const size_t length = file ? fread(found, 1, sizeof found, file) : 0;
  if (file) fclose(file);
  if (refused) return length == m->length && memcmp(found, m->text, length) == 0;
  const char *rest = bytes > 0 ? more : "step,iteration,residual,kind,reason\n";
  return length == (size_t)bytes + strlen(rest) && memcmp(found, text, (size_t)bytes) == 0 &&
         memcmp(found + bytes, rest, strlen(rest)) == 0;
}

static bool use(const mutant *m, uint64_t number) {
  char part[MUTATE_PATH], path[MUTATE_PATH];
  uint64_t hash;
  if (!mutant_write(m, ".csv.part", part)) return false;
  snprintf(path, sizeof path, "%.*s", (int)(strlen(part) - strlen(".part")), part);
  const int64_t bytes = keep(number % 6, &hash);
  const bool same = m->length >= (size_t)bytes && memcmp(m->text, text, (size_t)bytes) == 0;
  tc_status status = go_on(path, bytes, hash);
  const bool good = same == (status == NULL) && is_right(same ? path : part, m, bytes, status != NULL);
  unlink(path);
  unlink(part);
  return is_proper(&status, TC_INPUT, part) && good;
}

const kind kind_residuals = {"residuals", 1, NULL, words, begin, use, .room = KIND_LITTLE};
