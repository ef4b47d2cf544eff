#include "io/machine/job_records_text.h"

#include <float.h>
#include <inttypes.h>
#include <stdlib.h>

#include "base/numeric/hash.h"
#include "io/machine/job_records_case.h"

static tc_job_record found[TC_JOB_RECORDS_MAX];

static const tc_record_period any_time = {INT64_MIN, INT64_MAX};

static tc_job_record_kind parse_text(const char *line, tc_job_record *out) {
  return tc_job_record_parse(text_of(line), out);
}

Test(job_records_text, a_record_is_read_back) {
  const tc_job_record record = record_make(350000);
  tc_job_record read;
  tc_line line = {0};
  cr_assert(tc_job_record_format(&record, &line));
  cr_assert_eq(parse_text(line.text, &read), TC_JOB_RECORD_VALID);
  cr_expect(record_is_equal(&record, &read));
  cr_expect_eq(read.end_time, record.end_time);
  cr_expect(memcmp(&read.key, &record.key, sizeof read.key) == 0);
  cr_expect(read.cells == 14312 && read.steps == 350000 && read.outcome == 75);
  cr_expect_str_eq(read.strategy, "neighbour");
  cr_expect_str_eq(read.storage, "ell16");
  cr_expect(memcmp(read.forecast_s, record.forecast_s, sizeof read.forecast_s) == 0);
  cr_expect(memcmp(read.measured_s, record.measured_s, sizeof read.measured_s) == 0);
  cr_expect(memcmp(read.remaining, record.remaining, sizeof read.remaining) == 0);
  cr_expect(read.score == -0.125 && read.score_now == 0.0625 && read.steps_now_s == 26.5);
  cr_expect(read.level == 0.95 && read.bound_s == 34.25 && read.alpha == 0.0505 && read.tail == -0.01);
  cr_expect(read.probe == 1.16 && read.cpu_share == 0.99);
}

Test(job_records_text, format_of_a_line) {
  tc_job_record record = record_make(350000);
  tc_line line = {0};
  record.end_time = 1764357807;
  record.score_now = record.remaining[1] = NAN;
  cr_assert(tc_job_record_format(&record, &line));
  char *const sum = strstr(line.text, " sum=");
  cr_assert_not_null(sum);
  cr_expect_eq(strlen(sum), 5 + 16);
  *sum = '\0';
  cr_expect_str_eq(line.text,
                   "end=1764357807 version=4 mesh=3f0c0000000000e1 cells=14312 scheme=gradient method=euler "
                   "strategy=neighbour storage=ell16 nodes=2 ranks=16 threads=4 steps=350000 outcome=75 "
                   "f=0,0.25,0.5,0.75,1,1.25,1.5,1.75,2 "
                   "m=0.125,0.375,0.625,0.875,1.125,1.375,1.625,1.875,2.125 score=-0.125 steps_now=26.5 "
                   "score_now= level=0.95 bound=34.25 alpha=0.0505 tail=-0.01 probe=1.16 share=0.99 "
                   "remaining=0.25,,0,1e-09");
}

/* The reader marks numbers as unknown (NaN) that are out of range or not finite. */
Test(job_records_text, unknown_numbers) {
  tc_job_record record = record_make(1), read;
  tc_line line = {0};
  for (int g = 0; g < TC_JOB_GROUP_COUNT; g++) record.forecast_s[g] = NAN;
  record.score = INFINITY;
  record.bound_s = -1.0;
  record.probe = 0.0;
  record.level = 95.0;
  for (int i = 0; i < TC_JOB_MARKS; i++) record.remaining[i] = NAN;
  cr_assert(tc_job_record_format(&record, &line));
  cr_assert_eq(parse_text(line.text, &read), TC_JOB_RECORD_VALID);
  for (int g = 0; g < TC_JOB_GROUP_COUNT; g++) cr_expect(isnan(read.forecast_s[g]));
  for (int i = 0; i < TC_JOB_MARKS; i++) cr_expect(isnan(read.remaining[i]));
  cr_expect(isnan(read.score) && isnan(read.bound_s) && isnan(read.probe) && isnan(read.level));
  cr_expect_eq(read.tail, -0.01);
}

Test(job_records_text, counts_out_of_range) {
  for (int i = 0; i < 4; i++) {
    tc_job_record record = record_make(i == 0 ? -1 : 1);
    tc_line line = {0};
    if (i == 1) record.end_time = 0;
    if (i == 2) record.key.ranks = 0;
    if (i == 3) record.cells = INT64_MAX;
    cr_expect_not(tc_job_record_format(&record, &line), "%d", i);
  }
}

Test(job_records_text, names) {
  char out[8];
  tc_job_record record = record_make(1), read;
  tc_line line = {0};
  strcpy(record.strategy, "a b=c\n\xc3\xa4");
  record.storage[0] = '\0';
  cr_assert(tc_job_record_format(&record, &line));
  cr_assert_eq(parse_text(line.text, &read), TC_JOB_RECORD_VALID);
  cr_expect_str_eq(read.strategy, "a_b_c___");
  cr_expect_str_eq(read.storage, "");
  tc_job_record_clean("ab/../c-1_x", out, sizeof out);
  cr_expect_str_eq(out, "ab_.._c");
}

Test(job_records_text, longest_line) {
  tc_job_record record = record_make((int64_t)1e15);
  record.end_time = (int64_t)1e12;
  record.cells = (int64_t)1e15;
  record.key.nodes = record.key.ranks = record.key.threads = INT32_MAX;
  memset(record.strategy, 'x', sizeof record.strategy - 1);
  memset(record.storage, 'x', sizeof record.storage - 1);
  memset(record.key.scheme, 'x', sizeof record.key.scheme - 1);
  memset(record.key.method, 'x', sizeof record.key.method - 1);
  for (int g = 0; g < TC_JOB_GROUP_COUNT; g++) record.forecast_s[g] = record.measured_s[g] = 1.23456789e-300;
  for (int i = 0; i < TC_JOB_MARKS; i++) record.remaining[i] = -1.23456789e-300;
  record.score = record.score_now = record.tail = -1.23456789e-300;
  record.steps_now_s = record.level = record.alpha = record.bound_s = record.probe = record.cpu_share =
      1.23456789e-300;
  tc_line line = {0};
  cr_expect(tc_job_record_format(&record, &line));
  cr_expect_leq(line.length, TC_JOB_RECORD_LINE_MAX);
}

/* Replaces `from` by `to` in a line and recomputes the hash at the end of the line. */
static void replace(const char *line, const char *from, const char *to, char *out, size_t size) {
  const char *const at = strstr(line, from), *const sum = strstr(line, " sum=");
  cr_assert(at && sum && at < sum, "%s", from);
  snprintf(out, size, "%.*s%s%.*s", (int)(at - line), line, to, (int)(sum - at - (long)strlen(from)),
           at + strlen(from));
  const size_t length = strlen(out);
  snprintf(out + length, size - length, " sum=%016" PRIx64, tc_hash_bytes(0, out, length));
}

/* Edits of a valid line, and the kind of line that the reader must then find. The hash is recomputed after
 * each edit. */
static const struct {
  const char *from, *to;
  tc_job_record_kind kind;
} changes[] = {
    {"score=-0.125", "score=-0.125", TC_JOB_RECORD_VALID},
    {"score=-0.125", "score=nan", TC_JOB_RECORD_DAMAGED},
    {"score=-0.125", "score=1e999", TC_JOB_RECORD_DAMAGED},
    {"score=-0.125", "score=1.5x", TC_JOB_RECORD_DAMAGED},
    {"score=-0.125", "score=1,2", TC_JOB_RECORD_DAMAGED},
    {"score=-0.125 ", "", TC_JOB_RECORD_DAMAGED},
    {"score=-0.125", "points=-0.125", TC_JOB_RECORD_DAMAGED},
    {"score=-0.125", "score-0.125", TC_JOB_RECORD_DAMAGED},
    {"bound=34.25", "bound=-1", TC_JOB_RECORD_DAMAGED},
    {"ranks=16", "ranks=0", TC_JOB_RECORD_DAMAGED},
    {"ranks=16", "ranks=", TC_JOB_RECORD_DAMAGED},
    {"ranks=16", "ranks=16.5", TC_JOB_RECORD_DAMAGED},
    {"ranks=16", "ranks=4294967297", TC_JOB_RECORD_DAMAGED},
    {"method=euler", "method=eu/ler", TC_JOB_RECORD_DAMAGED},
    {"method=euler", "method=abcdefghijklmnopqrstuvwx", TC_JOB_RECORD_DAMAGED},
    {"mesh=3f", "mesh=3F", TC_JOB_RECORD_DAMAGED},
    {"mesh=3f", "mesh=3", TC_JOB_RECORD_DAMAGED},
    {"ranks=16 threads=4", "threads=4 ranks=16", TC_JOB_RECORD_DAMAGED},
    {"f=0,", "f=", TC_JOB_RECORD_DAMAGED},
    {"share=0.99", "share=0.99 more=1", TC_JOB_RECORD_DAMAGED},
    {",1e-09", ",1e-09 more=1", TC_JOB_RECORD_DAMAGED},
    {"version=4", "version=0", TC_JOB_RECORD_DAMAGED},
    {"version=4", "version=1", TC_JOB_RECORD_OTHER},
    {"version=4 mesh", "version=999 other=1 mesh", TC_JOB_RECORD_OTHER},
};

/* A line with the right hash can still have invalid fields, so the reader checks each field. */
Test(job_records_text, fields_are_checked) {
  const tc_job_record record = record_make(1);
  tc_job_record read;
  tc_line line = {0};
  char text[2048];
  cr_assert(tc_job_record_format(&record, &line));
  for (size_t i = 0; i < sizeof changes / sizeof *changes; i++) {
    replace(line.text, changes[i].from, changes[i].to, text, sizeof text);
    cr_expect_eq(parse_text(text, &read), changes[i].kind, "%s", changes[i].to);
  }
}

Test(job_records_text, truncated_at_every_byte) {
  char text[4096] = "";
  int64_t lines = 0;
  record_add_lines(1, 4, text, sizeof text);
  for (size_t length = 0; length <= strlen(text); length++) {
    /* The last record is complete if only its line end is missing. */
    lines += text[length] == '\n';
    const tc_job_record_scan scan = tc_job_record_scan_text((tc_text){text, text + length}, &any_time, found);
    const bool is_whole = length == 0 || text[length] == '\n' || text[length - 1] == '\n';
    cr_assert_eq(scan.records, lines, "%zu", length);
    cr_assert_eq(scan.damaged, is_whole ? 0 : 1, "%zu", length);
    for (int i = 0; i < scan.records; i++) cr_assert_eq(found[i].steps, i + 1);
  }
}

static int count_equal(const tc_job_record *record, int records) {
  int count = 0;
  for (int i = 0; i < records; i++) count += record_is_equal(record, &found[i]);
  return count;
}

/* Expects that each record that the scan returns was written, and that each line that the edits did not
 * change is returned. */
static void expect_unchanged_lines(const char *edited, int records) {
  const tc_job_record_scan scan = tc_job_record_scan_text(text_of(edited), &any_time, found);
  for (int i = 0; i < records; i++) {
    const tc_job_record record = record_make(i);
    char line[2048] = "\n";
    record_add_line(&record, line, sizeof line);
    if (strstr(edited, line)) cr_assert_geq(count_equal(&record, scan.records), 1, "%d of %s", i, edited);
  }
  for (int i = 0; i < scan.records; i++) {
    const tc_job_record record = record_make(found[i].steps);
    cr_assert(found[i].steps < records && record_is_equal(&record, &found[i]), "%s", edited);
  }
}

Test(job_records_text, random_edits) {
  enum { records = 5 };
  uint64_t state = 1;
  char text[4096] = "";
  record_add_lines(0, records, text, sizeof text);
  for (int i = 0; i < 1000; i++) {
    char edited[8192] = "\n";
    strcat(edited, text);
    text_edit(&state, edited);
    expect_unchanged_lines(edited, records);
  }
}

/* A scan returns the latest records in the order of the text. It skips records that are too old, have a
 * time in the future, or come from another version. */
Test(job_records_text, latest_records) {
  enum { size = 1 << 18 };
  char *text = calloc(1, size), other[2048];
  record_add_lines(0, 300, text, size);
  tc_job_record_scan scan = tc_job_record_scan_text(text_of(text), &any_time, found);
  cr_expect(scan.records == TC_JOB_RECORDS_MAX && scan.damaged == 0);
  for (int i = 0; i < TC_JOB_RECORDS_MAX; i++) cr_assert_eq(found[i].steps, 300 - TC_JOB_RECORDS_MAX + i);
  tc_job_record old = record_make(301);
  tc_line line = {0};
  const tc_record_period period = {old.end_time, old.end_time};
  old.end_time--;
  record_add_line(&old, text, size);
  old.end_time += 2;
  record_add_line(&old, text, size);
  cr_assert(tc_job_record_format(&old, &line));
  replace(line.text, "version=4", "version=7", other, sizeof other);
  strcat(strcat(text, other), "\n");
  scan = tc_job_record_scan_text(text_of(text), &period, found);
  cr_expect(scan.records == TC_JOB_RECORDS_MAX && scan.damaged == 0);
  cr_expect_eq(scan.lines, TC_JOB_RECORDS_MAX + 3);
  cr_expect_eq(found[TC_JOB_RECORDS_MAX - 1].steps, 299);
  free(text);
}
