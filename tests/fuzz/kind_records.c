/* Files of forecast records, which runs append. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "base/numeric/hash.h"
#include "fuzz/kinds.h"
#include "io/machine/job_records_text.h"

static const char *const texts[] = {
    TC_JOB_RECORDS_BEGIN
    "end=1764357807 version=2 mesh=3f0c0000000000e1 cells=14312 scheme=gradient method=euler "
    "strategy=neighbour storage=ell16 nodes=2 ranks=16 threads=4 steps=350000 outcome=75 "
    "f=0,0.25,0.5,0.75,1,1.25,1.5,1.75,2 m=0.125,0.375,0.625,0.875,1.125,1.375,1.625,1.875,2.125 "
    "score=-0.125 steps_now=26.5 score_now= level=0.95 bound=34.25 alpha=0.0505 tail=-0.01 probe=1.16 "
    "share=0.99 remaining=0.25,,0,1e-09 sum=e7deaa50833a025d\n"
    "end=1764357808 version=2 mesh=0000000000000000 cells=0 scheme= method= strategy= storage= nodes=1 "
    "ranks=1 threads=1 steps=0 outcome=0 f=,,,,,,,, m=,,,,,,,, score= steps_now= score_now= level= bound= "
    "alpha= tail= probe= share= remaining=,,, sum=0000000000000000\n",
    TC_JOB_RECORDS_BEGIN
    "end=1 version=3 more=1 sum=0000000000000000\nend=2 version=2 sum=0000000000000000\n",
};

static const char *const words[] = {
    "9223372036854775807",
    "-1",
    "0",
    "1e308",
    "1e-308",
    "1e999",
    "nan",
    "inf",
    "=",
    ",",
    " ",
    "\n",
    "\t",
    "sum=",
    " sum=",
    "end=",
    "f=",
    "m=",
    "end=1",
    "version=2",
    "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx",
    "0000000000000000",
    NULL,
};

static void begin(dice *d, mutant *m) { mutant_set(m, texts[roll(d, sizeof texts / sizeof *texts)]); }

/* Recomputes the checksum of each line that ends with one, so that the parser does not stop at the
 * checksum and reads the fields. */
static void correct_sums(char *text, char *end) {
  while (text < end) {
    char sum[17], *const line_end = memchr(text, '\n', (size_t)(end - text));
    char *const stop = line_end ? line_end : end;
    if (stop - text >= 21 && memcmp(stop - 21, " sum=", 5) == 0) {
      snprintf(sum, sizeof sum, "%016" PRIx64, tc_hash_bytes(0, text, (size_t)(stop - 21 - text)));
      memcpy(stop - 16, sum, 16);
    }
    text = stop + 1;
  }
}

/* True if a parsed record can be formatted, and if parsing and formatting the result again gives the same
 * text. */
static bool is_stable(const tc_job_record *record) {
  tc_job_record again;
  tc_line line = {0}, second = {0};
  const bool is_read =
      tc_job_record_format(record, &line) &&
      tc_job_record_parse((tc_text){line.text, line.text + line.length}, &again) == TC_JOB_RECORD_VALID &&
      tc_job_record_format(&again, &second) && strcmp(line.text, second.text) == 0;
  if (!is_read) fprintf(stderr, "a record is not read back: %s\n", line.text);
  return is_read;
}

static bool use(const mutant *m, uint64_t number) {
  static mutant copy;
  static tc_job_record record[TC_JOB_RECORDS_MAX];
  const tc_record_period period = {2, INT64_MAX / 2};
  copy = *m;
  if (number % 4) correct_sums(copy.text, copy.text + copy.length);
  const tc_job_record_scan scan =
      tc_job_record_scan_text((tc_text){copy.text, copy.text + copy.length}, &period, record);
  bool good = scan.records >= 0 && scan.records + scan.damaged <= scan.lines;
  for (int i = 0; i < scan.records && i < TC_JOB_RECORDS_MAX; i++)
    good = tc_record_period_contains(&period, record[i].end_time) && is_stable(&record[i]) && good;
  return good;
}

const kind kind_records = {"records", 1, NULL, words, begin, use, .room = KIND_LITTLE};
