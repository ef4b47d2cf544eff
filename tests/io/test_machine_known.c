#include "io/machine_known.h"

#include <stdlib.h>
#include <string.h>

#include "io/machine_file.h"
#include "io/mesh_files.h"
#include "support/expect.h"

#define MINIMAL "ranks_per_node: 2\nprivate_bandwidth_Bps: 3e9\ncache_line_B: 64\n"

/* Whether the log is warned of a file with these lines, and which line is told. */
static void expect_warning(const char *lines, const char *told) {
  folder f = folder_make();
  char path[400], text[400], *said = NULL;
  size_t length;
  tc_machine_origin origin = {.text = ""};
  const tc_log log = {open_memstream(&said, &length), TC_LOG_NORMAL, NULL};
  snprintf(text, sizeof text, "%s%s", MINIMAL, lines);
  file_write(&f, "m.yaml", text);
  file_path(&f, "m.yaml", path);
  expect_ok(tc_machine_read(path, &log, &origin));
  fclose(log.stream);
  cr_expect(told ? !!strstr(said, told) : length == 0, "%s", said);
  cr_expect_eq(origin.machine.params.cache_line_B, 64.0);
  free(said);
  folder_remove(&f);
}

/* What earlier versions wrote is left alone; the first line that has some is named. */
Test(machine_known, former_keys) {
  expect_warning("update_s: [1e-9, 2e-9]\nspread: {update_s: [0.1], cache_line_B: 0.2}\n",
                 "m.yaml:4: update_s is no longer read: tetracast calibrate measures what took its place\n");
  expect_warning("update_s: null\n", NULL);
  expect_warning("", NULL);
}

/* Nobody is advised to write one. */
Test(machine_known, former_keys_are_not_advertised) {
  tc_machine machine;
  tc_status status = tc_machine_file_parse("m.yaml", MINIMAL "updates_s: 3\n", &machine);
  cr_assert(status && !strstr(tc_status_text(status), "update_s"), "%s", tc_status_text(status));
  tc_status_free(&status);
  expect_error(tc_machine_file_parse("m.yaml", MINIMAL "wibble: 3\n", &machine), TC_USAGE,
               ", pointer_row16_s, spread)");
}
