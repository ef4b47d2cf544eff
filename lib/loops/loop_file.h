/* Loop files: loop nests over shared arrays in YAML (configs/loops/README.md). Programs read a file once and
 * pass the result to loops/reference_partition.h. All ranks read the same text, and no function is
 * collective. */
#ifndef TC_LOOPS_LOOP_FILE_H
#define TC_LOOPS_LOOP_FILE_H

#include "loops/loops.h"
#include "yaml/yaml.h"

enum { TC_LOOP_SETTINGS = 8, TC_LOOP_RANKS = 1 << 16 };

/* Input of tc_loop_file_parse: the number of ranks, and values that replace values of the file. */
typedef struct tc_loop_settings {
  int ranks; /* number of ranks T, 1 to TC_LOOP_RANKS */
  int count;
  tc_constant set[TC_LOOP_SETTINGS]; /* [count] values, each of which replaces the value with the same name in
                                        the file */
} tc_loop_settings;

/* Not collective. Parses the text of the file `path`. The store owns the memory of *out. Errors: TC_USAGE
 * with path and line for invalid YAML, unknown or missing keys, invalid formulas (loops/affine.h), a block
 * size of 0, a loop without iterations, more than TC_LOOP_MAX elements or iterations, or a program whose
 * analysis needs more than 2^30 steps (tc_reference_partition_steps); the errors of tc_reference_parse.
 * TC_USAGE with the path if a setting names a value that the file does not define. */
tc_status tc_loop_file_parse(const char *path, const char *text, const tc_loop_settings *settings,
                             tc_yaml_store *store, tc_loops *out);

/* Not collective. Reads the file and parses it like tc_loop_file_parse. Errors: those of tc_loop_file_parse;
 * TC_USAGE if the file cannot be read. */
tc_status tc_loop_file_read(const char *path, const tc_loop_settings *settings, tc_yaml_store *store,
                            tc_loops *out);

#endif
