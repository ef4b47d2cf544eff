/* Reports of runs, from which a rerun reads the config. */
#include <string.h>
#include <unistd.h>

#include "fuzz/kinds.h"
#include "io/rerun/run_record_internal.h"

static const char *const texts[] = {
    "{\"program\": \"tetracast\", \"command\": \"run\", \"version\": \"1\", \"commit\": \"0123abcd\",\n"
    " \"directory\": \"/home/a\", \"ranks\": 3, \"threads\": null, \"nodes\": 1, \"matrix_hash\": \"0b\",\n"
    " \"config\": {\"file\": \"c.yaml\", \"text\": \"mesh: {file: m}\\ninitial: \\\"x\\\"\\n\\t\\u00e9\",\n"
    "  \"overrides\": \"time.steps=2\\n\", \"machine\": null, \"model\": \"refined\"},\n"
    " \"mesh\": {\"file\": \"m\", \"hash\": \"0a\", \"cells\": 10},\n \"initial\": {\"hash\": \"0c\"},\n"
    " \"results\": [{\"solver\": {\"bitwise\": true}, \"step_s\": 1.5e-3,\n"
    "  \"field\": {\"valid\": true, \"hash\": \"ff\"}}, {\"field\": null}]}\n",
    "{\"program\": \"tetracast\", \"command\": \"rerun\", \"version\": \"1\", \"config\": {\"text\": \"a\", "
    "\"overrides\": \"\"}, \"mesh\": {\"hash\": \"0a\"}, \"results\": []}",
};

static const char *const words[] = {
    "null",        "true",        "false",      "-1",       "1e999",    "\"\"",      "\"\\u0000\"",
    "\"\\ud800\"", "\"\\n\"",     "\\",         "[]",       "{}",       "[[[[",      "{\"a\": ",
    "}",           "]",           "\"config\"", "\"text\"", "\"hash\"", "\"field\"", "\"results\"",
    "\"version\"", "\"program\"", ",",          ": ",       "&a",       "*a",        "!!str",
    "---",         "# ",          "\n",         NULL,
};

static void begin(dice *d, mutant *m) { mutant_set(m, texts[roll(d, sizeof texts / sizeof *texts)]); }

/* True if no text of the record is longer than the report from which it was read. */
static bool is_sound(const tc_run_record *r, size_t length) {
  bool sound = true;
  for (int k = 0; k < TC_RUN_RECORD_COUNT; k++)
    sound = sound && (!r->by_index[k] || strlen(r->by_index[k]) <= length);
  return sound;
}

static bool use(const mutant *m, uint64_t number) {
  (void)number;
  char path[MUTATE_PATH];
  tc_run_record r = {0};
  if (!mutant_write(m, ".json", path)) return false;
  tc_status status = tc_run_record_read_report(path, &r);
  const bool sound = status || is_sound(&r, m->length);
  tc_run_record_free(&r);
  unlink(path);
  return is_proper(&status, TC_INPUT, path) && sound;
}

const kind kind_report = {"report", 1, NULL, words, begin, use, .room = KIND_TREE};
