#define _GNU_SOURCE /* for F_OFD_SETLK */
#include "io/machine/job_records.h"

#include "io/machine/job_records_files.h"

/* ---- path of the file ---- */

static void expect_place(const char *choice, const char *identity, const char *wanted_identity,
                         const char *wanted_path) {
  tc_job_records_place place;
  tc_job_records_find(choice, identity, &place);
  cr_expect_str_eq(place.identity, wanted_identity);
  cr_expect_str_eq(place.path, wanted_path);
}

Test(job_records, place) {
  char host[200] = "";
  tc_job_records_place place;
  gethostname(host, sizeof host - 1);
  setenv("XDG_CACHE_HOME", "/var/cache/anna", 1);
  unsetenv("SLURM_CLUSTER_NAME");
  setenv("SLURM_JOB_PARTITION", "short", 1);
  tc_job_records_find("auto", NULL, &place);
  cr_expect_eq(strlen(place.identity), strlen(host) < 127 ? strlen(host) : 127);
  setenv("SLURM_CLUSTER_NAME", "big/one", 1);
  expect_place("auto", NULL, "big_one-short", "/var/cache/anna/tetracast/big_one-short.records");
  expect_place("auto", "../x y", ".._x_y", "/var/cache/anna/tetracast/.._x_y.records");
  expect_place("none", "a", "a", "");
  expect_place("out/a b", "a", "a", "out/a b");
  unsetenv("XDG_CACHE_HOME");
  unsetenv("HOME");
  expect_place("auto", "a", "a", "");
  tc_job_records_find("none", NULL, &place);
  cr_expect(tc_job_records_read(&place, &verbose, found) == 0);
  const tc_job_record record = record_make(1);
  cr_expect_not(tc_job_records_append(&place, &verbose, &record));
  cr_expect_eq(heard.warnings + heard.notes, 0);
}

/* The directory of the records is created at the first write, and each machine identity has its own file. */
/* A job in a SLURM partition has the identity that a calibration in the same partition writes into its
 * machine file. */
Test(job_records, identity_of_a_partition) {
  char identity[TC_JOB_IDENTITY_SIZE] = "unchanged";
  tc_machine_site site = {.identity = ""};
  tc_job_records_place place;
  unsetenv("SLURM_CLUSTER_NAME");
  setenv("SLURM_JOB_PARTITION", "gpu", 1);
  cr_expect(!tc_job_records_slurm_identity("gpu", identity, sizeof identity));
  tc_job_records_set_site(&site);
  cr_expect(site.identity[0] == '\0' && site.slurm.partition[0] == '\0');
  setenv("SLURM_CLUSTER_NAME", "c", 1);
  cr_expect(!tc_job_records_slurm_identity(NULL, identity, sizeof identity) &&
            !tc_job_records_slurm_identity("", identity, sizeof identity));
  cr_expect_str_eq(identity, "unchanged");
  cr_expect(tc_job_records_slurm_identity("a/b", identity, sizeof identity));
  cr_expect_str_eq(identity, "c-a_b");
  tc_job_records_set_site(&site);
  tc_job_records_find("auto", NULL, &place);
  cr_expect_str_eq(site.identity, place.identity);
  cr_expect(strcmp(site.identity, "c-gpu") == 0 && strcmp(site.slurm.partition, "gpu") == 0);
  site = (tc_machine_site){.slurm = {.partition = "gpu,long"}};
  tc_job_records_set_site(&site);
  cr_expect_str_eq(site.slurm.partition, "gpu,long");
  site = (tc_machine_site){.identity = "mine"};
  tc_job_records_set_site(&site);
  cr_expect(strcmp(site.identity, "mine") == 0 && site.slurm.partition[0] == '\0');
}

Test(job_records, two_identities) {
  folder whole = folder_make(), cache = cache_use(&whole);
  record_case a = {.whole = cache}, b = {.whole = cache};
  bool is_removed;
  tc_job_records_find("auto", "a", &a.place);
  tc_job_records_find("auto", "b", &b.place);
  cr_assert_eq(case_read(&a), 0);
  for (int i = 0; i < 3; i++) cr_assert(case_append(&a, i));
  cr_assert(case_append(&b, 7));
  cr_expect_geq(syncs, 4);
  expect_records(&a, 0, 3);
  expect_records(&b, 7, 1);
  cr_expect_eq(folder_files(&cache, 0), 2, "no lock remains");
  expect_ok(tc_job_records_reset(&a.place, &is_removed));
  cr_expect(is_removed);
  expect_ok(tc_job_records_reset(&a.place, &is_removed));
  cr_expect_not(is_removed);
  cr_expect_eq(folder_files(&cache, 0), 1);
  cr_expect_eq(case_read(&a), 0);
  cr_expect_eq(heard.warnings + heard.notes, 0);
  cache_remove(&whole, &cache);
}

/* ---- damaged files of records ---- */

/* Reads a file with this content. The reader may log one warning at most. Returns the number of records
 * that were read. */
static int read_damaged(record_case *c, const char *text, size_t length) {
  heard = (messages){.warnings = 0};
  file_write_bytes(&c->whole, NAME, text, length);
  const int records = case_read(c);
  cr_assert_leq(heard.warnings, 1);
  return records;
}

/* Appends a record to a damaged file of which `records` records are readable. Reading then returns one
 * record more, and no further warning is logged. */
static void append_to_damaged(record_case *c, int records) {
  cr_assert(case_append(c, 1000), "%s", heard.note);
  cr_assert_eq(case_read(c), records + 1);
  cr_assert_eq(found[records].steps, 1000);
  cr_assert_leq(heard.warnings, 1);
}

Test(job_records, truncated_at_every_byte) {
  record_case c = case_make();
  char text[4096] = TC_JOB_RECORDS_BEGIN;
  int lines = -1;
  record_add_lines(0, 3, text, sizeof text);
  for (size_t length = 0; length <= strlen(text); length++) {
    /* The last record is complete if only its line end is missing. */
    lines += text[length] == '\n';
    const int records = read_damaged(&c, text, length);
    cr_assert_eq(records, lines > 0 ? lines : 0, "%zu", length);
    if (length % 16 == 0) append_to_damaged(&c, records);
  }
  folder_remove(&c.whole);
}

Test(job_records, random_edits) {
  record_case c = case_make();
  uint64_t state = 3;
  char text[4096] = TC_JOB_RECORDS_BEGIN;
  int used = 0;
  record_add_lines(0, 4, text, sizeof text);
  for (int i = 0; i < 1000; i++) {
    char edited[8192];
    strcpy(edited, text);
    text_edit(&state, edited);
    const int records = read_damaged(&c, edited, strlen(edited));
    if (i % 8 == 0) append_to_damaged(&c, records);
    used += records;
  }
  cr_expect_gt(used, 1000, "most edits damage one or two lines");
  folder_remove(&c.whole);
}

Test(job_records, more_than_half_of_the_lines_are_damaged) {
  record_case c = case_make();
  char text[4096] = TC_JOB_RECORDS_BEGIN;
  record_add_lines(0, 2, text, sizeof text);
  strcat(text, "x\ny\n");
  file_write(&c.whole, NAME, text);
  file_write(&c.whole, NAME ".bad", "earlier");
  expect_records(&c, 0, 2);
  cr_expect(heard.warnings == 0 && heard.notes == 1 && strstr(heard.note, "skipped 2 damaged"));
  strcat(text, "z\n");
  file_write(&c.whole, NAME, text);
  expect_records(&c, 0, 0);
  cr_expect_eq(heard.warnings, 1);
  cr_expect(strstr(heard.warning, "3 of 5 forecast records were damaged: the file was renamed to "));
  expect_exists(&c, NAME, false);
  char *bad = file_text(&c.whole, NAME ".bad");
  cr_expect_str_eq(bad, text);
  free(bad);
  cr_expect(case_append(&c, 5));
  expect_records(&c, 5, 1);
  cr_expect_eq(heard.warnings, 1);
  folder_remove(&c.whole);
}

Test(job_records, another_file) {
  record_case c = case_make();
  file_write(&c.whole, NAME, "tetracast-records 2\n");
  cr_expect_eq(case_read(&c), 0);
  cr_expect(strstr(heard.warning, "was not a file of forecast records: it was renamed to "));
  file_write(&c.whole, NAME, "{}");
  cr_expect(case_append(&c, 5), "without reading it first");
  cr_expect_eq(heard.warnings, 2);
  expect_records(&c, 5, 1);
  folder_remove(&c.whole);
}

/* Reads a file that the reader must not change, and expects one warning. Returns the number of records
 * that were read. */
static int read_unchanged(record_case *c, const char *text, const char *warning) {
  heard = (messages){.warnings = 0};
  file_write(&c->whole, NAME, text);
  const int records = case_read(c);
  char *after = file_text(&c->whole, NAME);
  cr_expect(heard.warnings == 1 && strstr(heard.warning, warning), "%s", heard.warning);
  cr_expect_str_eq(after, text);
  cr_expect_eq(folder_files(&c->whole, 0), 1);
  free(after);
  return records;
}

/* A file of another program at a path that the user has set is neither renamed nor written. */
Test(job_records, file_of_another_program) {
  const char *warning =
      "is not a file of forecast records, so it is not used: set forecast.records to another";
  record_case c = case_make(), unread = c;
  c.place.is_automatic = unread.place.is_automatic = false;
  cr_expect_eq(read_unchanged(&c, "# Readme\n", warning), 0);
  cr_expect_str_empty(c.place.path);
  cr_expect_not(case_append(&c, 5));
  cr_expect_not(case_append(&unread, 5));
  char *text = file_text(&c.whole, NAME);
  cr_expect_str_eq(text, "# Readme\n");
  free(text);
  cr_expect_eq(folder_files(&c.whole, 0), 1);
  file_write(&c.whole, NAME, "tetracast-records 2\n");
  cr_expect(case_append(&unread, 6), "a file of this program, but of another version");
  expect_exists(&c, NAME ".bad", true);
  file_write(&c.whole, NAME, "");
  cr_expect(case_append(&unread, 7), "an empty file");
  folder_remove(&c.whole);
}

/* A command that only reads records does not rename a damaged file. */
Test(job_records, read_only) {
  const char *warning = "is damaged: its forecast records are not used, and the next run renames it";
  record_case c = case_make();
  char text[4096] = TC_JOB_RECORDS_BEGIN;
  record_add_lines(0, 1, text, sizeof text);
  strcat(text, "x\ny\n");
  c.place.is_read_only = true;
  cr_expect_eq(read_unchanged(&c, text, warning), 0);
  cr_expect_eq(read_unchanged(&c, "# Readme\n", warning), 0);
  folder_remove(&c.whole);
}

/* ---- limits of the size ---- */

Test(job_records, trimmed) {
  record_case c = case_make();
  case_fill(&c, TC_JOB_RECORDS_LINES_MAX - 1);
  cr_assert(case_append(&c, TC_JOB_RECORDS_LINES_MAX - 1));
  cr_expect_eq(count_records(&c), TC_JOB_RECORDS_LINES_MAX);
  cr_assert(case_append(&c, TC_JOB_RECORDS_LINES_MAX));
  cr_expect_eq(count_records(&c), TC_JOB_RECORDS_MAX);
  expect_records(&c, TC_JOB_RECORDS_LINES_MAX + 1 - TC_JOB_RECORDS_MAX, TC_JOB_RECORDS_MAX);
  cr_expect_eq(folder_files(&c.whole, 0), 1);
  cr_expect_eq(heard.warnings + heard.notes, 0);
  folder_remove(&c.whole);
}

/* Only the last records of a large file are read. */
Test(job_records, large_file) {
  record_case c = case_make();
  case_fill(&c, 2000);
  expect_records(&c, 2000 - TC_JOB_RECORDS_MAX, TC_JOB_RECORDS_MAX);
  cr_assert(case_append(&c, 2000));
  cr_expect_eq(count_records(&c), TC_JOB_RECORDS_MAX);
  expect_records(&c, 2001 - TC_JOB_RECORDS_MAX, TC_JOB_RECORDS_MAX);
  folder_remove(&c.whole);
}

Test(job_records, old_records) {
  record_case c = case_make();
  tc_job_record record = record_make(1);
  record.end_time -= (int64_t)TC_JOB_RECORD_AGE_DAYS * 86400;
  cr_assert(tc_job_records_append(&c.place, &verbose, &record));
  cr_assert(case_append(&c, 2));
  expect_records(&c, 2, 1);
  folder_remove(&c.whole);
}
