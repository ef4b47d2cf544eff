/* Options of the command line of `kernels`, and the instances (constructed sparse matrices) that they
 * describe. The commands call kn_options_fit, then kn_options_instance for each block size. */
#ifndef TC_KERNELS_OPTIONS_H
#define TC_KERNELS_OPTIONS_H

#include "base/command/program.h"
#include "product.h"

typedef struct kn_options {
  /* path of a file with the sparsity pattern of a matrix, which replaces instances; NULL if not set; borrowed
   * from argv */
  const char *pattern;
  int32_t cells, seed, steps;
  const char *block_text; /* value of --blocks; NULL if not set */
  int width;              /* number of columns stored for each row, a multiple of 4 */
  bool directed, forecast;
  /* block sizes of the instances in rows; with a pattern the list contains only 0 */
  tc_option_numbers blocks;
  tc_option_numbers threads;
  tc_option_numbers kernels; /* kernels to run, as indices in kn_kernels */
  int form;                  /* formula of a row (--form) as an index in kn_row_forms */
  tc_device_options device;  /* value of --device, for kernels that run on a device */
  /* `tiles`: numbers of rows that a device computes together (tiles), 0 for the default of the kernel;
   * `caches`: values of --cache, sizes in bytes */
  tc_option_numbers tiles, caches;
  int32_t sector; /* size in bytes of a sector, the unit in which a device reads memory */
  /* `tile_cache`: size in bytes of the cache that is shared by all tiles which a device processes at the same
   * time, 0 if unlimited; `in_flight`: number of rows of these tiles, 0 if not set */
  int32_t tile_cache, in_flight;
  /* value of --cached: data that a device reads through the cache of --tile-cache: "x", or "all" for x and
   * the matrix; NULL if not set */
  const char *cached;
  double bandwidth_Bps, cache_Bps; /* bandwidths of a device's memory and cache; 0 if not set */
  const char *json;                /* path of the report; NULL if not set; borrowed from argv */
} kn_options;

extern const tc_option kn_options_table[];

/* Checks the options that depend on each other and adds defaults. Checks that the JSON report can be written.
 * An existing file is overwritten only if it begins like a report. Errors: TC_USAGE with the name of the
 * option; TC_INPUT if the header of the pattern's file is wrong; TC_OUTPUT. */
tc_status kn_options_check(const tc_command_call *call);

/* Called by kn_options_check. Chooses default kernels and tiles, which depend on --device. Errors: TC_USAGE
 * if the kernels, tiles or --forecast that the user set do not match the device. */
tc_status kn_options_match_device(kn_options *options);

/* Appends `number` to *list, the list of the values of option `name`. Errors: TC_USAGE if the list is full.
 */
tc_status kn_options_add(const char *name, int32_t number, tc_option_numbers *list);

/* Checks that the free memory suffices for options->cells rows of bytes_per_cell bytes and for extra_B
 * further bytes. Errors: TC_INTERNAL with the needed and the free memory. */
tc_status kn_options_fit(const kn_options *options, int bytes_per_cell, int extra_B);

/* Fills `column`, which has `cells` rows of `width` entries, with the column indices of the instance that has
 * `block` rows per block or, if --pattern is set, of the pattern. Errors: those of tc_ell_pattern_read;
 * TC_INTERNAL if memory is exhausted. */
tc_status kn_options_instance(const kn_options *options, int32_t block, int32_t *column);

#endif
