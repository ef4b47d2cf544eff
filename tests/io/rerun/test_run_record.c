#include "io/rerun/run_record.h"

#include <stdio.h>
#include <string.h>

#include "base/file/directory.h"
#include "io/mesh/mesh_files.h"
#include "support/expect.h"
#include "support/parallel.h"

/* Collective. Writes a file with this text and reads it as the run record of a report. */
static tc_status read_text(tc_world *world, const char *text, tc_run_record *out) {
  folder f;
  char path[400];
  if (world->rank == 0) f = folder_make();
  MPI_Bcast(&f, (int)sizeof f, MPI_BYTE, 0, tc_world_comm(world));
  if (world->rank == 0) file_write(&f, "r.json", text);
  file_path(&f, "r.json", path);
  const tc_status status = tc_run_record_read(world, path, out);
  if (world->rank == 0) folder_remove(&f);
  return status;
}

#define HEAD "{\"program\": \"tetracast\", \"command\": \"run\", \"version\": \"1\""

ParallelTest(record, all_ranks_learn_what_a_report_tells) {
  tc_run_record r = {0};
  expect_ok(
      read_text(world,
                HEAD ", \"mesh\": {\"file\": \"m\", \"hash\": \"0a\"}, \"ranks\": 3, \"threads\": null, "
                     "\"config\": {\"text\": \"a: \\\"b\\\"\\n\\tc\", \"overrides\": \"\", \"file\": \"c\"}, "
                     "\"results\": [{\"solver\": null, \"field\": {\"valid\": true, \"hash\": \"ff\"}}]}",
                &r));
  cr_expect_str_eq(r.by_index[TC_RUN_RECORD_config], "a: \"b\"\n\tc");
  cr_expect_str_eq(r.by_index[TC_RUN_RECORD_overrides], "");
  cr_expect_str_eq(r.by_index[TC_RUN_RECORD_mesh_hash], "0a");
  cr_expect_str_eq(r.by_index[TC_RUN_RECORD_ranks], "3");
  cr_expect_str_eq(r.by_index[TC_RUN_RECORD_field_hash], "ff");
  cr_expect_null(r.by_index[TC_RUN_RECORD_threads]);
  cr_expect_null(r.by_index[TC_RUN_RECORD_bitwise]);
  cr_expect_null(r.by_index[TC_RUN_RECORD_directory]);
  tc_run_record_free(&r);
}

/* A report has about 100 keys and values for each rank. A report of many ranks has more YAML nodes than
 * the limit for configs allows, and must still be read. */
ParallelTest(record, the_report_of_many_ranks_is_read) {
  enum { ranks = 3000 };
  static char text[ranks * 24 + 400];
  tc_run_record r = {0};
  strcpy(text, HEAD ", \"mesh\": {\"hash\": \"0a\"}, \"config\": {\"text\": \"a\", \"overrides\": \"\"}, "
                    "\"results\": [{\"per_rank\": [");
  char *end = text + strlen(text);
  for (int k = 0; k < ranks; k++) end += sprintf(end, "%s{\"rank\": %d}", k ? ", " : "", k);
  strcpy(end, "], \"field\": {\"valid\": true, \"hash\": \"ff\"}}]}");
  expect_ok(read_text(world, text, &r));
  cr_expect_str_eq(r.by_index[TC_RUN_RECORD_field_hash], "ff");
  tc_run_record_free(&r);
}

ParallelTest(record, what_is_no_solution_has_no_field) {
  tc_run_record r = {0};
  expect_ok(read_text(world,
                      HEAD
                      ", \"mesh\": {\"hash\": \"0a\"}, \"config\": {\"text\": \"a\", \"overrides\": \"\"}, "
                      "\"results\": [{\"solver\": {\"bitwise\": false}, "
                      "\"field\": {\"valid\": false, \"hash\": \"ff\"}}]}",
                      &r));
  cr_expect_null(r.by_index[TC_RUN_RECORD_field_hash]);
  cr_expect_str_eq(r.by_index[TC_RUN_RECORD_bitwise], "false");
  tc_run_record_free(&r);
}

ParallelTest(record, what_does_not_tell_enough_is_refused) {
  static const char *const cases[][2] =
      {{"", "neither a report"},
       {"[]", "neither a report"},
       {"{\"program\": \"tetracast\"}", "neither a report"},
       {"{\"program\": \"heat2d\", \"command\": \"run\"}", "neither a report"},
       {"{\"program\": \"tetracast\", \"command\": \"predict\"}",
        "r.json: is a report of tetracast predict, which cannot be rerun: use a "
        "report of tetracast run"},
       {HEAD ", ", "r.json"},
       {HEAD "}", "does not contain the config"},
       {HEAD ", \"config\": {\"text\": \"a\", \"overrides\": \"\"}}", "mesh hash"}};
  for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
    tc_run_record r = {0};
    expect_error(read_text(world, cases[k][0], &r), TC_INPUT, cases[k][1]);
    tc_run_record_free(&r);
  }
}
