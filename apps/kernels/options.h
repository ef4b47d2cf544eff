/* The command line of kernels. */
#ifndef TC_KERNELS_OPTIONS_H
#define TC_KERNELS_OPTIONS_H

#include "product.h"

enum { KN_OPTIONS_LIST = 128 };

typedef struct kn_options_list {
  int count;
  int32_t item[KN_OPTIONS_LIST];
} kn_options_list;

typedef struct kn_options {
  const char *pattern; /* path of a pattern in place of instances, NULL: none; borrowed from argv */
  int32_t cells, seed, steps;
  int width; /* columns of a row, a multiple of 4 */
  bool directed, forecast;
  kn_options_list blocks; /* of a pattern: 0, once */
  kn_options_list threads;
  kn_options_list kernels;       /* numbers in kn_kernels */
  int form;                      /* in kn_row_forms */
  tc_device_options device;      /* for kernels that need one */
  kn_options_list tiles, caches; /* rows, 0 for a kernel's usual; bytes */
  int32_t sector;                /* bytes */
  int32_t tile_cache,
      in_flight;      /* bytes that tiles in flight share, 0: unlimited; their rows, 0: not given */
  const char *cached; /* read through it: "x" or "all"; NULL: not given */
  double bandwidth_Bps, cache_Bps; /* of a device; 0: not given */
  const char *json;                /* path, NULL when not given; borrowed from argv */
} kn_options;

typedef enum kn_command { KN_COMMAND_RUN = 1, KN_COMMAND_COUNT = 2 } kn_command;

/* Reads what follows the command's name and fills in its defaults. Errors: TC_USAGE, naming the option. */
tc_status kn_options_parse(kn_command command, int argc, char **argv, kn_options *out);

/* Part of that: kernels and tiles that go with --device, and --forecast with kernels. Errors: TC_USAGE when
 * those that are named do not. */
tc_status kn_options_match_device(kn_command command, kn_options *options);

/* One more number for option `name`. Errors: TC_USAGE when they are too many. */
tc_status kn_options_add(const char *name, int32_t number, kn_options_list *list);

/* So many bytes for each cell are left, and so many beside. Errors: TC_INTERNAL, naming what is needed and
 * what is left. */
tc_status kn_options_fit(const kn_options *options, int bytes_per_cell, int beside_B);

/* The columns [cells][width] of the instance with blocks of so many rows, or of the pattern. Errors: those of
 * tc_ell_pattern_read; TC_INTERNAL out of memory. */
tc_status kn_options_instance(const kn_options *options, int32_t block, int32_t *column);

#endif
