/* Machine files that are written, read back and compared. */
#include <math.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/stat.h>

#include "base/numeric/hash.h"
#include "io/machine/machine_file.h"
#include "io/mesh/mesh_files.h"
#include "support/expect.h"

static tc_machine write_and_read(const tc_machine *machine) {
  folder f = folder_make();
  char path[400];
  tc_machine back;
  memset(&back, 0, sizeof back);
  file_path(&f, "m.yaml", path);
  expect_ok(tc_machine_file_write(machine, path));
  cr_assert_eq(folder_files(&f, 0), 1, "no temporary file remains");
  expect_ok(tc_machine_file_read(path, &back));
  folder_remove(&f);
  return back;
}

static void expect_equal(const tc_machine *a, const tc_machine *b) {
  cr_expect_str_eq(a->name, b->name);
  cr_expect_str_eq(a->source, b->source);
  cr_expect_str_eq(a->host, b->host);
  cr_expect_str_eq(a->date, b->date);
  cr_expect_eq(a->nodes, b->nodes);
  cr_expect_eq(a->ranks_per_node, b->ranks_per_node);
  cr_expect_eq(a->threads, b->threads);
  cr_expect_eq(memcmp(&a->params, &b->params, sizeof a->params), 0);
  cr_expect_eq(memcmp(&a->spread, &b->spread, sizeof a->spread), 0);
  cr_expect_eq(a->pattern_ranks, b->pattern_ranks);
  cr_expect_eq(a->fewer_ranks, b->fewer_ranks);
  cr_expect_eq(memcmp(&a->fewer, &b->fewer, sizeof a->fewer), 0);
}

/* Returns a pseudo-random number within the range. The logarithms of the numbers are evenly distributed,
 * and most numbers need 17 digits. */
static double random_number(uint64_t seed, tc_param_range range) {
  const double share = (double)(tc_hash_mix(seed) >> 11) / 9007199254740992.0;
  return fmin(range.max, fmax(range.min, range.min * pow(range.max / range.min, share)));
}

Test(machine_file, round_trip_bit_for_bit) {
  for (uint64_t seed = 0; seed < 50; seed++) {
    tc_machine m = {.name = "here", .source = "measured", .host = "n1", .date = "2026-11-20T13:05:00Z"};
    m.nodes = 1 + (int)seed, m.ranks_per_node = 1000000, m.threads = 4096;
    double *spread = (double *)&m.spread;
    for (int p = 0; p < TC_PARAM_COUNT; p++)
      for (int v = 0; v < tc_param_values(p); v++)
        tc_param_at(&m.params, p)[v] =
            random_number(1000 * seed + 10 * (unsigned)p + (unsigned)v, tc_param_range_of(p));
    for (uint64_t i = 0; i < offsetof(tc_params, run_B) / sizeof(double); i++)
      spread[i] = i % 3 ? random_number(1000 * seed + 500 + i, (tc_param_range){1e-300, 1e15, ""}) : 0.0;
    m.pattern_ranks = 12, m.fewer_ranks = 2;
    for (int p = 0; p < TC_PARAM_COUNT; p++)
      if (tc_param_is_pattern(p)) *tc_param_at(&m.fewer, p) = *tc_param_get(&m.params, p);
    for (int w = 0; w < TC_WORKING_SETS; w++) m.params.working_set_B[w] = 1024.1 * (w + 1);
    for (int v = 0; v < TC_SPREADS; v++) m.params.spread_B[v] = 1024.1 * (v + 1);
    for (int v = 0; v < TC_LEVELS; v++) m.params.level_cache_B[v] = 1024.1 * (v + 1);
    m.params.cache_line_B = m.params.device_sector_B = 128;
    tc_machine back = write_and_read(&m);
    expect_equal(&back, &m);
  }
}

/* Unknown parameters are not written. A curve with an unknown value is unknown as a whole. */
Test(machine_file, round_trip_of_the_unknown) {
  tc_machine m = {.ranks_per_node = 1, .params = {.private_bandwidth_Bps = 1e10, .cache_line_B = 64}};
  tc_machine back = write_and_read(&m);
  expect_equal(&back, &m);
  m.params.copy_s[0] = 1e-9;
  back = write_and_read(&m);
  m.params.copy_s[0] = 0.0;
  expect_equal(&back, &m);
}

Test(machine_file, round_trip_of_odd_texts) {
  static const char *const odd[] = {"a: b # c",
                                    "\"quoted\" \\ and 'more'",
                                    "two\nlines\tand a tab",
                                    " blanks ",
                                    "[x",
                                    "null",
                                    "K\xc3\xb6ln",
                                    "{",
                                    "3.5"};
  for (size_t i = 0; i < sizeof odd / sizeof *odd; i++) {
    tc_machine m = {.ranks_per_node = 1, .params = {.private_bandwidth_Bps = 1e9, .cache_line_B = 64}};
    snprintf(m.name, sizeof m.name, "%s", odd[i]);
    snprintf(m.source, sizeof m.source, "%s", odd[i]);
    tc_machine back = write_and_read(&m);
    expect_equal(&back, &m);
  }
}

/* The file has a comment after each number, which explains the number to the user. */
Test(machine_file, comments) {
  folder f = folder_make();
  char path[400], line[512];
  tc_machine m = {.ranks_per_node = 8, .params = {.private_bandwidth_Bps = 4.9152e9, .cache_line_B = 64}};
  m.params.remote_latency_s = 3.4e-6;
  m.params.local_read_s = 5e-9;
  m.params.count_row_s = 1e-6;
  file_path(&f, "new/m.yaml", path);
  expect_ok(tc_machine_file_write(&m, path));
  char *text = file_text(&f, "new/m.yaml");
  cr_expect_not_null(strstr(text, "\nranks_per_node: 8 # ranks that t"));
  cr_expect_not_null(strstr(text, "\nprivate_bandwidth_Bps: 4915200000\n"));
  cr_expect_not_null(strstr(text, "\nremote_latency_s: 3.4e-06\n"));
  for (int p = 0; p < TC_PARAM_COUNT; p++) {
    const char *margin = tc_param_section(p) == TC_PARAM_SECTION_NONE ? "" : "  ";
    snprintf(line, sizeof line, "\n%s# %s\n%s%s: ", margin, tc_param_meaning(p), margin, tc_param_name(p));
    bool known = *tc_param_at(&m.params, p) > 0.0;
    cr_expect_eq(strstr(text, line) != NULL, known, "%s", tc_param_name(p));
  }
  cr_expect_not_null(strstr(text, "\npatterns:\n  # a value "));
  cr_expect_not_null(
      strstr(text, "\njob:\n  # a row of width 16 of which the reads are counted\n  count_row_s: "));
  cr_expect_null(strstr(text, "spread:"));
  free(text);
  remove(path);
  file_path(&f, "new", path);
  rmdir(path);
  folder_remove(&f);
}

Test(machine_file, replaces_an_older_one) {
  folder f = folder_make();
  char path[400];
  tc_machine m = {.ranks_per_node = 8, .params = {.private_bandwidth_Bps = 1e9, .cache_line_B = 64}}, back;
  file_path(&f, "m.yaml", path);
  file_write(&f, "m.yaml", "something else\n");
  expect_ok(tc_machine_file_write(&m, path));
  expect_ok(tc_machine_file_read(path, &back));
  cr_assert_eq(back.ranks_per_node, 8);
  folder_remove(&f);
}

/* If the disk is full, the old file does not change and no temporary file remains. */
Test(machine_file, cannot_be_written) {
  folder f = folder_make();
  char path[400];
  tc_machine m = {.ranks_per_node = 8, .params = {.private_bandwidth_Bps = 1e9, .cache_line_B = 64}};
  expect_error(tc_machine_file_write(&m, f.path), TC_OUTPUT, "it is a directory");
  file_write(&f, "m.yaml", "before");
  file_path(&f, "m.yaml", path);
  signal(SIGXFSZ, SIG_IGN);
  struct rlimit limit;
  getrlimit(RLIMIT_FSIZE, &limit);
  limit.rlim_cur = 10;
  setrlimit(RLIMIT_FSIZE, &limit);
  expect_error(tc_machine_file_write(&m, path), TC_OUTPUT, "m.yaml: cannot be written: File too large");
  char *text = file_text(&f, "m.yaml");
  cr_expect_str_eq(text, "before");
  free(text);
  cr_expect_eq(folder_files(&f, 0), 1);
  folder_remove(&f);
}
