/* Forecast records for tests. A record has the forecast and the measured times of one job. */
#ifndef TC_TESTS_IO_MACHINE_JOB_RECORDS_CASE_H
#define TC_TESTS_IO_MACHINE_JOB_RECORDS_CASE_H

#include <math.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "io/machine/job_records_text.h"
#include "support/expect.h"

/* Returns a record in which all values are set. `steps` distinguishes it from other records. */
static inline tc_job_record record_make(int64_t steps) {
  static int64_t end_time; /* is equal for all records of a test */
  if (!end_time) end_time = (int64_t)time(NULL) - 1000;
  tc_job_record r = {.end_time = end_time,
                     .version = TC_JOB_RECORD_VERSION,
                     .key = {0x3f0c0000000000e1, 2, 16, 4, "gradient", "euler"},
                     .cells = 14312,
                     .steps = steps,
                     .strategy = "neighbour",
                     .storage = "ell16",
                     .outcome = 75,
                     .score = -0.125,
                     .steps_now_s = 26.5,
                     .score_now = 0.0625,
                     .level = 0.95,
                     .bound_s = 34.25,
                     .alpha = 0.0505,
                     .tail = -0.01,
                     .probe = 1.16,
                     .cpu_share = 0.99,
                     .remaining = {0.25, -0.5, 0.0, 1e-9}};
  for (int g = 0; g < TC_JOB_GROUP_COUNT; g++) {
    r.forecast_s[g] = 0.25 * g;
    r.measured_s[g] = 0.25 * g + 0.125;
  }
  return r;
}

static inline void record_add_line(const tc_job_record *record, char *text, size_t size) {
  tc_line line = {0};
  const size_t length = strlen(text);
  cr_assert(tc_job_record_format(record, &line));
  cr_assert_lt(length + line.length + 1, size);
  memcpy(text + length, line.text, line.length);
  memcpy(text + length + line.length, "\n", 2);
}

/* Appends the lines of `count` records to `text`. The number of steps distinguishes the records: it is
 * `first` for the first record and rises by one per record. */
static inline void record_add_lines(int64_t first, int count, char *text, size_t size) {
  for (int i = 0; i < count; i++) {
    const tc_job_record record = record_make(first + i);
    record_add_line(&record, text, size);
  }
}

static inline tc_text text_of(const char *text) { return (tc_text){text, text + strlen(text)}; }

/* True if all members are equal. NaN, which means unknown, counts as equal to NaN. */
static inline bool record_is_equal(const tc_job_record *a, const tc_job_record *b) {
  tc_line first = {0}, second = {0};
  return tc_job_record_format(a, &first) && tc_job_record_format(b, &second) &&
         strcmp(first.text, second.text) == 0;
}

/* Returns a deterministic pseudo-random number below `sides`. */
static inline unsigned roll(uint64_t *state, unsigned sides) {
  *state = *state * 6364136223846793005u + 1442695040888963407u;
  return (unsigned)(*state >> 33) % sides;
}

/* Applies one to four random edits to a text. An edit replaces, inserts or removes bytes, or repeats a part
 * of the text. `text` has room for 200 more bytes. */
static inline void text_edit(uint64_t *state, char *text) {
  for (unsigned edits = 1 + roll(state, 4); edits > 0; edits--) {
    const size_t length = strlen(text), at = roll(state, (unsigned)length), rest = length - at;
    const size_t part = 1 + roll(state, rest < 40 ? (unsigned)rest : 40);
    switch (roll(state, 4)) {
    case 0: text[at] = (char)(1 + roll(state, 255)); break;
    case 1: memmove(text + at + 1, text + at, rest + 1); break;
    case 2: memmove(text + at, text + at + part, rest - part + 1); break;
    default: memmove(text + at + part, text + at, rest + 1); break;
    }
    if (!*text) strcpy(text, "x");
  }
}

#endif
