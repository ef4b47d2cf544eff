/* Options of kernels' command line, and the instances that they describe. main.c parses the options once. The
 * commands check that the memory suffices, then request one instance per block size. */
#ifndef TC_KERNELS_OPTIONS_H
#define TC_KERNELS_OPTIONS_H

#include "product.h"

enum { KN_OPTIONS_LIST = 128 };

typedef struct kn_options_list {
  int count;
  int32_t item[KN_OPTIONS_LIST];
} kn_options_list;

typedef struct kn_options {
  const char
      *pattern; /* path of a pattern that replaces instances; NULL if there is none; borrowed from argv */
  int32_t cells, seed, steps;
  int width; /* number of columns of a row, a multiple of 4 */
  bool directed, forecast;
  kn_options_list blocks; /* numbers of rows of a block; with a pattern the list contains only 0 */
  kn_options_list threads;
  kn_options_list kernels;       /* indices in kn_kernels */
  int form;                      /* index in kn_row_forms */
  tc_device_options device;      /* device options for kernels that run on a device */
  kn_options_list tiles, caches; /* `tiles`: rows, 0 for the default of the kernel; `caches`: bytes */
  int32_t sector;                /* size of a sector in bytes */
  int32_t tile_cache, in_flight; /* cache that the tiles in flight share, in bytes, 0 if unlimited; number of
                                    rows in flight, 0 if not set */
  const char *cached; /* data that a device reads through this cache: "x" or "all"; NULL if not set */
  double bandwidth_Bps, cache_Bps; /* bandwidths of a device; 0 if not set */
  const char *json;                /* path of the report; NULL if not set; borrowed from argv */
} kn_options;

typedef enum kn_command { KN_COMMAND_RUN = 1, KN_COMMAND_COUNT = 2 } kn_command;

/* Parses the words after the command's name and adds defaults. Errors: TC_USAGE, which names the option;
 * TC_INPUT if the header of a pattern is wrong. */
tc_status kn_options_parse(kn_command command, int argc, char **argv, kn_options *out);

/* Part of kn_options_parse that chooses kernels and tiles for --device. Errors: TC_USAGE if the kernels,
 * tiles or --forecast that the user set do not match the device. */
tc_status kn_options_match_device(kn_command command, kn_options *options);

/* Appends a number to the list of option `name`. Errors: TC_USAGE if the list is full. */
tc_status kn_options_add(const char *name, int32_t number, kn_options_list *list);

/* Checks that the free memory suffices for bytes_per_cell bytes for each cell plus beside_B bytes. Errors:
 * TC_INTERNAL with the needed and the free memory. */
tc_status kn_options_fit(const kn_options *options, int bytes_per_cell, int beside_B);

/* Computes the columns [cells][width] of the instance with `block` rows per block, or reads those of the
 * pattern. Errors: those of tc_ell_pattern_read; TC_INTERNAL if memory is exhausted. */
tc_status kn_options_instance(const kn_options *options, int32_t block, int32_t *column);

#endif
