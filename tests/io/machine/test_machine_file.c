#include "io/machine/machine_file.h"

#include <float.h>
#include <sys/stat.h>

#include "io/mesh/mesh_files.h"
#include "support/expect.h"
#include "support/refusals.h"

/* The smallest valid machine file, which has three lines. Lines that a test appends therefore begin at
 * line 4. */
#define MINIMAL "ranks_per_node: 2\nprivate_bandwidth_Bps: 3e9\ncache_line_B: 64\n"

static tc_machine parse(const char *text) {
  tc_machine m;
  /* The parser must set all members, also those of keys that the text does not contain. The bytes 0x5a
   * reveal a member that it forgets. */
  memset(&m, 0x5a, sizeof m);
  expect_ok(tc_machine_file_parse("m.yaml", text, &m));
  return m;
}

static tc_status parse_status(const char *text) {
  tc_machine m, before;
  memset(&m, 0x5a, sizeof m);
  before = m;
  tc_status status = tc_machine_file_parse("m.yaml", text, &m);
  if (status)
    cr_assert_eq(memcmp(&m, &before, sizeof m), 0, "the machine has changed although the text was refused");
  return status;
}

/* Compares the whole message, so that this file shows the text that users read. */
static void expect_message(tc_status status, const char *message) {
  cr_assert_not_null(status, "accepted, but expected the error: %s", message);
  cr_expect_eq(tc_status_code(status), TC_USAGE);
  cr_expect_str_eq(tc_status_text(status), message);
  tc_status_free(&status);
}

#define refuse(lines, message) expect_message(parse_status(MINIMAL lines), "m.yaml:4: " message)

Test(machine_file, the_smallest) {
  tc_machine m = parse(MINIMAL);
  cr_expect_str_eq(m.name, "");
  cr_expect_str_eq(m.source, "");
  cr_expect_str_eq(m.host, "");
  cr_expect_str_eq(m.date, "");
  cr_expect_eq(m.nodes, 0);
  cr_expect_eq(m.ranks_per_node, 2);
  cr_expect_eq(m.threads, 0);
  tc_params known = {.private_bandwidth_Bps = 3e9, .cache_line_B = 64}, none = {0};
  cr_expect_eq(memcmp(&m.params, &known, sizeof known), 0);
  cr_expect_eq(memcmp(&m.spread, &none, sizeof none), 0);
}

static const char *const rich = "name: Abel\n"
                                "source: 'a paper: 2019'\n"
                                "host: c1-1\n"
                                "date: 2026-11-20T13:05:00Z\n"
                                "nodes: 3\n"
                                "ranks_per_node: 16   # the cores of a node\n"
                                "threads: 1\n"
                                "private_bandwidth_Bps: 4.9152e9\n"
                                "cache_line_B: 64\n"
                                "remote_latency_s: 3.4e-6\n"
                                "remote_bandwidth_Bps: null\n"
                                "copy_s: [1e-9, 2e-9, 3e-9, 4e-9, 5e-9, 6e-9, 7e-9]\n"
                                "spread:\n"
                                "  remote_latency_s: 0.25\n"
                                "  cache_line_B: 0\n"
                                "  remote_bandwidth_Bps: ~\n"
                                "  copy_s:\n"
                                "  - 0\n"
                                "  - 0.5\n"
                                "  - 0\n"
                                "  - 0\n"
                                "  - 0\n"
                                "  - 0\n"
                                "  - 1\n";

Test(machine_file, every_kind_of_key) {
  tc_machine m = parse(rich);
  cr_expect_str_eq(m.name, "Abel");
  cr_expect_str_eq(m.source, "a paper: 2019");
  cr_expect_str_eq(m.host, "c1-1");
  cr_expect_str_eq(m.date, "2026-11-20T13:05:00Z");
  cr_expect_eq(m.nodes, 3);
  cr_expect_eq(m.ranks_per_node, 16);
  cr_expect_eq(m.threads, 1);
  tc_params params = {.private_bandwidth_Bps = 4.9152e9,
                      .cache_line_B = 64,
                      .remote_latency_s = 3.4e-6,
                      .copy_s = {1e-9, 2e-9, 3e-9, 4e-9, 5e-9, 6e-9, 7e-9}};
  tc_params spread = {.remote_latency_s = 0.25, .copy_s = {0, 0.5, 0, 0, 0, 0, 1}};
  cr_expect_eq(memcmp(&m.params, &params, sizeof params), 0);
  cr_expect_eq(memcmp(&m.spread, &spread, sizeof spread), 0);
}

/* Value `v` of parameter `p`. Values differ between parameters, rise with `v` and are within the
 * parameter's range. All sizes of cache lines are 64 bytes. */
static double distinct_value(int p, int v) {
  return tc_param_is_line(p) ? 64.0 : tc_param_range_of(p).min * (16 * p + v + 1);
}

/* Formats a parameter with its values from distinct_value as "name: 1" or "name: [1, 2]". */
static void format_distinct_values(int p, char *out, size_t size) {
  const int values = tc_param_values(p);
  int n = snprintf(out, size, "%s: %s", tc_param_name(p), values > 1 ? "[" : "");
  for (int v = 0; v < values; v++)
    n += snprintf(out + n, size - (size_t)n, "%s%.17g", v ? ", " : "", distinct_value(p, v));
  snprintf(out + n, size - (size_t)n, "%s", values > 1 ? "]" : "");
}

static void add_all(int section, char *text, size_t size) {
  for (int p = 0; p < TC_PARAM_COUNT; p++) {
    const size_t used = strlen(text);
    if (tc_param_section(p) != section) continue;
    const int n = snprintf(text + used, size - used, "%s", section == TC_PARAM_SECTION_NONE ? "" : "  ");
    format_distinct_values(p, text + used + n, size - used - (size_t)n);
    strcat(text, "\n");
  }
}

/* Every name in params.def is a key that sets its own parameter. Parameters of a section are keys of the map
 * of this section. */
Test(machine_file, every_parameter) {
  char text[16384] = "ranks_per_node: 2\n";
  add_all(TC_PARAM_SECTION_NONE, text, sizeof text);
  strcat(text, "patterns:\n");
  add_all(TC_PARAM_SECTION_patterns, text, sizeof text);
  strcat(text, "job:\n");
  add_all(TC_PARAM_SECTION_job, text, sizeof text);
  tc_machine m = parse(text);
  for (int p = 0; p < TC_PARAM_COUNT; p++)
    for (int v = 0; v < tc_param_values(p); v++)
      cr_expect_eq(tc_param_at(&m.params, p)[v], distinct_value(p, v), "%s[%d]", tc_param_name(p), v);
}

/* Both ends of a range are valid. Smaller and larger numbers are refused. */
Test(machine_file, no_machine_is_like_that) {
  for (int p = 0; p < TC_PARAM_COUNT; p++) {
    const tc_param_range range = tc_param_range_of(p);
    const double value[] = {range.min, range.max, 0.99 * range.min, 1.01 * range.max, 5e-324, DBL_MAX};
    char text[512], wanted[128];
    if (tc_param_values(p) > 1) continue;
    for (int i = 0; i < 6; i++) {
      const int section = tc_param_section(p);
      const bool top = section == TC_PARAM_SECTION_NONE;
      snprintf(text, sizeof text, "%s%s%s: %.17g%s\nranks_per_node: 2\n%s%s",
               top ? "" : tc_param_section_name(section), top ? "" : ": {", tc_param_name(p), value[i],
               top ? "" : "}", strstr(tc_param_name(p), "private_b") ? "" : "private_bandwidth_Bps: 3e9\n",
               strstr(tc_param_name(p), "cache_line") ? "" : "cache_line_B: 64\n");
      snprintf(wanted, sizeof wanted, "m.yaml:1: %s%s: ", tc_param_section_prefix(p), tc_param_name(p));
      if (i < 2)
        expect_ok(parse_status(text));
      else
        expect_error(parse_status(text), TC_USAGE, wanted);
    }
  }
}

Test(machine_file, unknown_keys) {
  static const char *const refused[] = {MINIMAL "rank_per_node: 3\n", MINIMAL "remote_latency: 3\n",
                                        MINIMAL "private_bandwith_Bps: 3\n", MINIMAL "spred: {}\n",
                                        MINIMAL "spread: {remote_latncy_s: 0.1}\n"};
  expect_refusals("io", "machine_file_unknown_keys.txt", parse_status, MINIMAL, refused,
                  sizeof refused / sizeof *refused);
  expect_error(parse_status(MINIMAL "\nspread:\n  cache_line_B: 0.1\n  nodes: 1\n"), TC_USAGE,
               "m.yaml:7: spread: unknown key 'nodes' (known: private_bandwidth_Bps, ");
  expect_error(parse_status(MINIMAL "wibble: 3\n"), TC_USAGE,
               "m.yaml:4: unknown key 'wibble' (known: name, source, host, date, nodes, ranks_per_node, "
               "threads, device, devices, pattern_ranks, fewer_ranks, identity, node_cores, node_memory_B, "
               "node_power_W, price_per_node_hour, currency, slurm, private_bandwidth_Bps, ");
  expect_error(parse_status(MINIMAL "wibble: 3\n"), TC_USAGE,
               ", pointer_row16_s, patterns, job, patterns_fewer, spread)");
  expect_error(parse_status(MINIMAL
                            "cache_line_b_but_much_longer_than_any_key_and_so_near_to_none_of_them: 3\n"),
               TC_USAGE, "m.yaml:4: unknown key 'cache_line_b_but");
}

/* A machine file for programs with shared arrays needs only the map `patterns`, and in this map only
 * baseline_far_read_s. */
Test(machine_file, patterns) {
  tc_machine m = parse("ranks_per_node: 1\n"
                       "patterns:\n"
                       "  baseline_far_read_s: 2e-5 # 50 K/s\n"
                       "  baseline_far_read_operation_s: null\n"
                       "  local_write_s: 5e-9\n"
                       "spread: {local_write_s: 0.1}\n");
  const tc_params params = {.baseline_far_read_s = 2e-5, .local_write_s = 5e-9},
                  spread = {.local_write_s = 0.1};
  cr_expect_eq(memcmp(&m.params, &params, sizeof params), 0);
  cr_expect_eq(memcmp(&m.spread, &spread, sizeof spread), 0);
  m = parse(MINIMAL "patterns:\n");
  cr_expect_eq(m.params.baseline_far_read_s, 0.0);
  expect_message(parse_status(MINIMAL "patterns:\n  local_read_s: 1e-9\n  lokal_write_s: 1e-9\n"),
                 "m.yaml:6: patterns: unknown key 'lokal_write_s' (did you mean 'local_write_s'?)");
  expect_error(parse_status(MINIMAL "patterns: {remote_bandwidth_Bps: 1e9}\n"), TC_USAGE,
               "m.yaml:4: patterns: unknown key 'remote_bandwidth_Bps' (known: baseline_near_read_s, ");
  expect_error(parse_status(MINIMAL "baseline_far_read_s: 1e-9\n"), TC_USAGE,
               "m.yaml:4: unknown key 'baseline_far_read_s'");
  refuse("patterns: {vector_near_read_s: 3}\n", "patterns.vector_near_read_s: 3 is out of range: expected a "
                                                "number from 1e-15 to 0.1 (seconds; 3.4 us "
                                                "is 3.4e-6)");
  refuse("patterns: {mixed_s: [1]}\n", "patterns.mixed_s: expected a number, found a list of 1 value");
  expect_error(parse_status(MINIMAL "patterns: 3\n"), TC_USAGE,
               "m.yaml:4: patterns: expected a mapping, for example {baseline_near_read_s: ..}; its keys are "
               "baseline_near_read_s, ");
  expect_message(parse_status("ranks_per_node: 1\npatterns: {local_read_s: 1e-9}\n"),
                 "m.yaml: the key private_bandwidth_Bps is missing (required: ranks_per_node, "
                 "private_bandwidth_Bps and cache_line_B): add it");
}

Test(machine_file, wrong_types) {
  static const char *const refused[] = {MINIMAL "name: [a]\n",
                                        MINIMAL "threads: two\n",
                                        MINIMAL "threads: 1.5\n",
                                        MINIMAL "threads: '2'\n",
                                        MINIMAL "remote_latency_s: fast\n",
                                        MINIMAL "remote_latency_s: 3.4 us\n",
                                        MINIMAL "remote_latency_s: [1]\n",
                                        MINIMAL "remote_latency_s: {a: 1}\n",
                                        MINIMAL "copy_s: 1e-9\n",
                                        MINIMAL "copy_s: [1, 2, 3, 4]\n",
                                        MINIMAL "copy_s: [1, 2, 3, 4, 5, 6]\n",
                                        MINIMAL "copy_s: []\n",
                                        MINIMAL "copy_s: [1e-9, 2e-9, 3e-9, null, 5e-9, 6e-9, 7e-9]\n",
                                        MINIMAL "spread: {copy_s: 3}\n",
                                        MINIMAL "spread: {cache_line_B: x}\n"};
  expect_refusals("io", "machine_file_wrong_types.txt", parse_status, MINIMAL, refused,
                  sizeof refused / sizeof *refused);
  expect_error(parse_status(MINIMAL "spread: 3\n"), TC_USAGE,
               "m.yaml:4: spread: expected a mapping, for example {private_bandwidth_Bps: ..}; its keys are "
               "private_bandwidth_Bps, ");
}

Test(machine_file, ranges) {
  static const char *const refused[] = {MINIMAL "nodes: 0\n",
                                        MINIMAL "threads: 4097\n",
                                        MINIMAL "threads: -1\n",
                                        MINIMAL "remote_latency_s: 0\n",
                                        MINIMAL "remote_latency_s: -1e-6\n",
                                        MINIMAL "remote_latency_s: nan\n",
                                        MINIMAL "remote_latency_s: inf\n",
                                        MINIMAL "remote_latency_s: 1e999\n",
                                        MINIMAL "remote_latency_s: 3.4\n",
                                        MINIMAL "lone_bandwidth_Bps: 5.3\n",
                                        MINIMAL
                                        "spread_B: [2e3, 3e3, 4e3, 5e3, 6e3, 7e3, 8e3, 9e3, 1e4, 9e3]\n",
                                        MINIMAL "spread_B: [2e3, 3e3, 4e3, 5e3, 6e3, 7e3, 8e3, 9e3, 1e4]\n",
                                        MINIMAL "level_Bps: [1e9, 1e9, 0, 1e9]\n",
                                        MINIMAL "working_set_B: [1e4, 2e4, 2e4, 4e4, 5e4, 6e4, 7e4]\n",
                                        MINIMAL "copy_s: [1e-9, 2e-9, 0, 4e-9, 5e-9, 6e-9, 7e-9]\n",
                                        MINIMAL "spread: {cache_line_B: -0.1}\n",
                                        MINIMAL "spread: {copy_s: [0, 0, 0, 0, 0, 0, inf]}\n",
                                        "ranks_per_node: 1000001\n"};
  expect_refusals("io", "machine_file_ranges.txt", parse_status, MINIMAL, refused,
                  sizeof refused / sizeof *refused);
}

Test(machine_file, long_texts) {
  char text[1024], word[TC_MACHINE_TEXT + 1];
  memset(word, 'x', sizeof word);
  word[TC_MACHINE_TEXT - 1] = '\0';
  snprintf(text, sizeof text, MINIMAL "name: %s\n", word);
  tc_machine m = parse(text);
  cr_expect_str_eq(m.name, word);
  snprintf(text, sizeof text, MINIMAL "name: %sx\n", word);
  expect_message(parse_status(text), "m.yaml:4: name: the text is longer than 255 bytes: shorten it");
  refuse("date: 1234567890123456789012345678901X\n", "date: the text is longer than 31 bytes: shorten it");
}

#define NEEDED " (required: ranks_per_node, private_bandwidth_Bps and cache_line_B): add it"

Test(machine_file, what_must_be_there) {
  expect_message(parse_status(""), "m.yaml: the key ranks_per_node is missing" NEEDED);
  expect_message(parse_status("# nothing\n"), "m.yaml: the key ranks_per_node is missing" NEEDED);
  expect_message(parse_status("private_bandwidth_Bps: 1e9\ncache_line_B: 64\n"),
                 "m.yaml: the key ranks_per_node is missing" NEEDED);
  expect_message(parse_status("ranks_per_node: 1\ncache_line_B: 64\n"),
                 "m.yaml: the key private_bandwidth_Bps is missing" NEEDED);
  expect_message(parse_status("ranks_per_node: 1\nprivate_bandwidth_Bps: 1e9\ncache_line_B:\n"),
                 "m.yaml: the key cache_line_B is missing" NEEDED);
}

Test(machine_file, bad_yaml) {
  expect_error(parse_status("- a\n"), TC_USAGE,
               "m.yaml:1: expected a mapping, for example {name: ..}; its keys are name, source, host, ");
  expect_message(parse_status(MINIMAL "nodes: 2\nnodes: 3\n"),
                 "m.yaml:5: invalid YAML at column 1: duplicate key");
  expect_error(parse_status(MINIMAL "copy_s: [1, 2\n"), TC_USAGE,
               "m.yaml:5: invalid YAML at column 1: flow sequence without a closing bracket");
  refuse("name: \xff\n", "is not UTF-8 text: save the file as UTF-8");
  refuse("nodes: *n\n", "aliases (*name) are not supported: write the value itself");
}

/* A file that is truncated at any byte is valid or gives an error of one line that names the file. */
Test(machine_file, truncations) {
  char text[1024];
  expect_ok(parse_status(rich));
  for (size_t cut = 0; cut < strlen(rich); cut++) {
    snprintf(text, sizeof text, "%.*s", (int)cut, rich);
    tc_status status = parse_status(text);
    if (status) {
      cr_assert_eq(tc_status_code(status), TC_USAGE, "%s", tc_status_text(status));
      cr_assert_eq(strncmp(tc_status_text(status), "m.yaml:", 7), 0, "%s", tc_status_text(status));
      cr_assert(!strchr(tc_status_text(status), '\n'), "%s", tc_status_text(status));
    }
    tc_status_free(&status);
  }
}

Test(machine_file, cannot_be_read) {
  folder f = folder_make();
  char path[400];
  tc_machine m;
  file_path(&f, "none.yaml", path);
  expect_error(tc_machine_file_read(path, &m), TC_USAGE,
               "none.yaml: cannot be opened: No such file or directory");
  expect_error(tc_machine_file_read(f.path, &m), TC_USAGE, "is not a regular file");
  file_write_bytes(&f, "binary.yaml", "nodes: 1\n\0", 10);
  file_path(&f, "binary.yaml", path);
  expect_error(tc_machine_file_read(path, &m), TC_USAGE, "binary.yaml: is not a text file");
  expect_error(tc_machine_file_read("/dev/urandom", &m), TC_USAGE, "/dev/urandom: is not a regular file");
  /* No process writes to the named pipe. The reader must refuse it, because opening it for reading would
   * block. */
  file_path(&f, "pipe", path);
  cr_assert_eq(mkfifo(path, 0600), 0);
  expect_error(tc_machine_file_read(path, &m), TC_USAGE, "pipe: is not a regular file (");
  char *large = calloc(1, (1 << 20) + 1);
  memset(large, '#', (1 << 20) + 1);
  file_write_bytes(&f, "large.yaml", large, (1 << 20) + 1);
  free(large);
  file_path(&f, "large.yaml", path);
  expect_error(tc_machine_file_read(path, &m), TC_USAGE, "large.yaml: is larger than");
  folder_remove(&f);
}
