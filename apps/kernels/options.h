/* Options of kernels' command line, and the instances (constructed sparse matrices) that they describe.
 * main.c parses the options once. The commands call kn_options_fit, then kn_options_instance for each block
 * size. */
#ifndef TC_KERNELS_OPTIONS_H
#define TC_KERNELS_OPTIONS_H

#include "product.h"

enum { KN_OPTIONS_LIST = 128 };

typedef struct kn_options_list {
  int count;
  int32_t item[KN_OPTIONS_LIST];
} kn_options_list;

typedef struct kn_options {
  /* path of a file with the sparsity pattern of a matrix, which replaces instances; NULL if not set; borrowed
   * from argv */
  const char *pattern;
  int32_t cells, seed, steps;
  int width; /* number of columns stored for each row, a multiple of 4 */
  bool directed, forecast;
  kn_options_list blocks; /* block sizes of the instances in rows; with a pattern the list contains only 0 */
  kn_options_list threads;
  kn_options_list kernels;  /* kernels to run, as indices in kn_kernels */
  int form;                 /* formula of a row (--form) as an index in kn_row_forms */
  tc_device_options device; /* value of --device, for kernels that run on a device */
  /* `tiles`: numbers of rows that a device computes together (tiles), 0 for the default of the kernel;
   * `caches`: values of --cache, sizes in bytes */
  kn_options_list tiles, caches;
  int32_t sector; /* size in bytes of a sector, the unit in which a device reads memory */
  /* `tile_cache`: size in bytes of the cache that all tiles in work at the same time share, 0 if unlimited;
   * `in_flight`: number of rows of these tiles, 0 if not set */
  int32_t tile_cache, in_flight;
  /* data that a device reads through this cache: "x", or "all" for x and the matrix; NULL if not set */
  const char *cached;
  double bandwidth_Bps, cache_Bps; /* bandwidths of a device's memory and cache; 0 if not set */
  const char *json;                /* path of the report; NULL if not set; borrowed from argv */
} kn_options;

typedef enum kn_command { KN_COMMAND_RUN = 1, KN_COMMAND_COUNT = 2 } kn_command;

/* Parses the words of the command line after the command's name into *out and adds defaults. Errors: TC_USAGE
 * with the name of the option; TC_INPUT if the header of the pattern's file is wrong. */
tc_status kn_options_parse(kn_command command, int argc, char **argv, kn_options *out);

/* Part of kn_options_parse that chooses default kernels and tiles, which depend on --device. Errors: TC_USAGE
 * if the kernels, tiles or --forecast that the user set do not match the device. */
tc_status kn_options_match_device(kn_command command, kn_options *options);

/* Appends `number` to *list, the list of the values of option `name`. Errors: TC_USAGE if the list is full.
 */
tc_status kn_options_add(const char *name, int32_t number, kn_options_list *list);

/* Checks that the free memory suffices for bytes_per_cell bytes per row (options->cells rows) plus beside_B
 * further bytes. Errors: TC_INTERNAL with the needed and the free memory. */
tc_status kn_options_fit(const kn_options *options, int bytes_per_cell, int beside_B);

/* Fills `column`, which has `cells` rows of `width` entries, with the columns of the instance that has
 * `block` rows per block, or with those of the pattern. Errors: those of tc_ell_pattern_read; TC_INTERNAL if
 * memory is exhausted. */
tc_status kn_options_instance(const kn_options *options, int32_t block, int32_t *column);

#endif
