#include "io/machine/machine_lookup.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/program/log_stream.h"
#include "io/machine/machine_file.h"
#include "io/mesh/mesh_files.h"
#include "support/expect.h"

#define MINIMAL "ranks_per_node: 2\nprivate_bandwidth_Bps: 3e9\ncache_line_B: 64\n"

/* Reads a machine file that consists of a minimal one and these lines. Expects a warning that contains
 * `warning`. If `warning` is NULL, the log must be empty. */
static void expect_warning(const char *lines, const char *warning) {
  folder f = folder_make();
  char path[400], text[400], *output = NULL;
  size_t length;
  tc_machine_source origin = {.text = ""};
  tc_log_stream sink;
  const tc_log log = {tc_log_stream_init(&sink, open_memstream(&output, &length)), TC_LOG_NORMAL, NULL, NULL};
  snprintf(text, sizeof text, "%s%s", MINIMAL, lines);
  file_write(&f, "m.yaml", text);
  file_path(&f, "m.yaml", path);
  expect_ok(tc_machine_lookup_file(path, &log, &origin));
  fclose(sink.out);
  cr_expect(warning ? !!strstr(output, warning) : length == 0, "%s", output);
  cr_expect_eq(origin.machine.params.cache_line_B, 64.0);
  free(output);
  folder_remove(&f);
}

/* Keys that earlier versions used are ignored. A warning names the first line on which such a key has a
 * value. */
Test(machine_known, former_keys) {
  expect_warning("update_s: [1e-9, 2e-9]\nspread: {update_s: [0.1], cache_line_B: 0.2}\n",
                 "m.yaml:4: update_s: is no longer used: measure its replacement with tetracast calibrate\n");
  expect_warning("update_s: null\n", NULL);
  expect_warning("", NULL);
}

Test(machine_known, busy_machines) {
  expect_warning("source: " TC_MACHINE_MEASURED_BUSY "\n",
                 "m.yaml: was measured on a busy machine: forecast times may be too long: measure");
  expect_warning("source: " TC_MACHINE_MEASURED_SHARED "\n",
                 "m.yaml: was measured by ranks that shared cores: forecasts are wrong: measure again with "
                 "fewer ranks");
}

#define LINE(name, value) name ": [" value "," value "," value "," value "," value "," value "," value "]\n"

static void expect_contradiction(const char *lines, const char *message) {
  folder f = folder_make();
  char path[400], text[2000];
  tc_machine_source origin = {.text = ""};
  snprintf(text, sizeof text, "%s%s", MINIMAL, lines);
  file_write(&f, "m.yaml", text);
  file_path(&f, "m.yaml", path);
  expect_error(tc_machine_lookup_file(path, NULL, &origin), TC_USAGE, message);
  folder_remove(&f);
}

static void expect_sizes(const char *lines, const char *wrong) {
  char text[400];
  tc_machine machine;
  snprintf(text, sizeof text, "%s%s", MINIMAL, lines);
  tc_status status = tc_machine_file_parse("m.yaml", text, &machine);
  if (wrong)
    expect_error(status, TC_USAGE, wrong);
  else
    expect_ok(status);
}

/* All ranks of a node share the L3 cache. The L3 size of a machine file is that of one rank's part, so it
 * may be smaller than the L2 size. */
Test(machine_known, sizes) {
  expect_sizes("level_cache_B: [1120, 4000000, 5000, 6000]\n",
               "m.yaml:4: level_cache_B: expected only the last number to be below the one before it");
  expect_sizes("level_cache_B: [1120, 49152, 2097152, 1966080]\n", NULL);
  expect_sizes("level_cache_B: [1120, 49152, 49152, 49152]\n", NULL);
  expect_sizes("device_sector_B: 48\n", "m.yaml:4: device_sector_B: expected a power of two");
  expect_sizes("device_sector_B: 32\n", NULL);
}

/* The message names both contradicting parameters, so that the user can correct the wrong one. */
Test(machine_known, contradictions) {
  expect_contradiction("source: x\ncopy_s: [1e-9, 2e-9, 3e-9, 1e-3, 5e-9, 6e-9, 7e-9]\n"
                       "working_set_B: [1e5, 1e6, 2e6, 3e6, 4e6, 5e6, 6e6]\n",
                       "m.yaml:5: copy_s: number 4 (0.001) contradicts the other numbers by orders of "
                       "magnitude");
  expect_contradiction(LINE("row16_s",
                            "1e-15") "gather16_s: [1e-9, 1e-9, 1e-9, 1e-9, 1e-9, 1e-9, 1e-9, 1e-9, "
                                     "1e-9, 1e-9]\n",
                       "m.yaml:5: gather16_s: number 1 (1e-09) contradicts row16_s (line 4) by orders");
}

/* Parameters of patterns are single numbers in a map. The message names the map and the lines of both
 * parameters. */
Test(machine_known, contradictions_of_patterns) {
  expect_contradiction("patterns:\n  baseline_near_read_s: 1.5e-8\n  local_read_s: 1e-15\n",
                       "m.yaml:5: patterns.baseline_near_read_s: 1.5e-08 contradicts patterns.local_read_s "
                       "(line 6) by orders");
  expect_contradiction("patterns:\n  private_read_s: 1e-4\n\n  local_read_s: 1e-8\n",
                       "m.yaml:5: patterns.private_read_s: 0.0001 contradicts patterns.local_read_s "
                       "(line 7) by orders");
  expect_contradiction("patterns:\n  vector_far_read_s: 1e-7\n  coalesce_far_read_s: 1e-12\n",
                       "m.yaml:6: patterns.coalesce_far_read_s: 1e-12 contradicts "
                       "patterns.vector_far_read_s (line 5) by orders");
}

/* Messages about unknown keys suggest similar keys, but none that is no longer used. */
Test(machine_known, former_keys_are_not_advertised) {
  tc_machine machine;
  tc_status status = tc_machine_file_parse("m.yaml", MINIMAL "updates_s: 3\n", &machine);
  cr_assert(status && !strstr(tc_status_text(status), "update_s"), "%s", tc_status_text(status));
  tc_status_free(&status);
  expect_error(tc_machine_file_parse("m.yaml", MINIMAL "wibble: 3\n", &machine), TC_USAGE,
               ", pointer_row16_s, patterns, job, patterns_fewer, spread)");
}

/* If no file has the name, and the name has no directory, the name selects a machine file that ships with
 * Tetracast. */
Test(machine_known, names_of_machines) {
  tc_machine_source origin = {.text = ""};
  folder f = folder_make();
  cr_assert(chdir(f.path) == 0 && mkdir("configs", 0777) == 0 && mkdir("configs/machines", 0777) == 0);
  file_write(&f, "configs/machines/archer2.yaml", MINIMAL);
  expect_error(tc_machine_lookup_file("archer2", NULL, &origin), TC_USAGE,
               "archer2: there is no machine file of this name: use configs/machines/archer2.yaml");
  expect_error(tc_machine_lookup_file("archer2.yaml", NULL, &origin), TC_USAGE,
               "use configs/machines/archer2.yaml");
  expect_error(tc_machine_lookup_file("archer3", NULL, &origin), TC_USAGE, "archer3: cannot be opened");
  file_write(&f, "archer2", MINIMAL);
  expect_ok(tc_machine_lookup_file("archer2", NULL, &origin));
  cr_assert_eq(chdir("/"), 0);
  folder_remove(&f);
}

Test(machine_known, a_matrix) {
  tc_machine machine;
  expect_error(tc_machine_file_parse("a.mtx", "%%MatrixMarket matrix coordinate real general\n1 1 1\n",
                                     &machine),
               TC_USAGE, "a.mtx:1: is a Matrix Market file: use a YAML file");
}
