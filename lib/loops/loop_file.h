/* Loop nests as YAML (configs/loops/README.md): programs over shared arrays for loops/reference_partition.h.
 * Not collective. */
#ifndef TC_LOOPS_LOOP_FILE_H
#define TC_LOOPS_LOOP_FILE_H

#include "loops/loops.h"
#include "yaml/yaml_store.h"

enum { TC_LOOP_SETTINGS = 8, TC_LOOP_RANKS = 1 << 16 };

/* What a program is taken for. */
typedef struct tc_loop_settings {
  int ranks; /* T, 1 to TC_LOOP_RANKS */
  int count;
  tc_constant set[TC_LOOP_SETTINGS]; /* values in place of those in the file */
} tc_loop_settings;

/* Parses the text of the file `path`. All of *out lives in the store. Errors, TC_USAGE, "path:line: ..": bad
 * YAML, unknown or missing keys, formulas that are none (loops/affine.h), a block of 0, a loop without
 * iterations, more than TC_LOOP_MAX elements or iterations, more work for tc_reference_partitions_create than
 * 2^30 steps (tc_reference_partition_steps), references as tc_reference_parse refuses them; "path: ..": a
 * setting that the file has no value for. */
tc_status tc_loop_file_parse(const char *path, const char *text, const tc_loop_settings *settings,
                             tc_yaml_store *store, tc_loops *out);

/* The same from a file. Errors also TC_USAGE: it cannot be read. */
tc_status tc_loop_file_read(const char *path, const tc_loop_settings *settings, tc_yaml_store *store,
                            tc_loops *out);

#endif
