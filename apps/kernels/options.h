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
  const char *pattern; /* path of a pattern that replaces instances; NULL: none; borrowed from argv */
  int32_t cells, seed, steps;
  int width; /* columns of a row, a multiple of 4 */
  bool directed, forecast;
  kn_options_list blocks; /* rows of a block; with a pattern the single number 0 */
  kn_options_list threads;
  kn_options_list kernels;       /* indices in kn_kernels */
  int form;                      /* index in kn_row_forms */
  tc_device_options device;      /* for kernels on a device */
  kn_options_list tiles, caches; /* rows, 0: default of the kernel; bytes */
  int32_t sector;                /* bytes */
  int32_t tile_cache,
      in_flight;      /* bytes that tiles in flight share, 0: unlimited; rows in flight, 0: not set */
  const char *cached; /* data read through this cache: "x" or "all"; NULL: not set */
  double bandwidth_Bps, cache_Bps; /* rates of a device; 0: not set */
  const char *json;                /* path; NULL: not set; borrowed from argv */
} kn_options;

typedef enum kn_command { KN_COMMAND_RUN = 1, KN_COMMAND_COUNT = 2 } kn_command;

/* Parses the words after the command's name and adds defaults. Errors: TC_USAGE, naming the option; TC_INPUT
 * if the header of a pattern is wrong. */
tc_status kn_options_parse(kn_command command, int argc, char **argv, kn_options *out);

/* Part of kn_options_parse: chooses kernels and tiles that match --device. Errors: TC_USAGE if the kernels,
 * tiles or --forecast of the user do not match. */
tc_status kn_options_match_device(kn_command command, kn_options *options);

/* Appends a number to the list of option `name`. Errors: TC_USAGE if the list is full. */
tc_status kn_options_add(const char *name, int32_t number, kn_options_list *list);

/* Checks that bytes_per_cell for each cell and beside_B more are free. Errors: TC_INTERNAL with the needed
 * and the free memory. */
tc_status kn_options_fit(const kn_options *options, int bytes_per_cell, int beside_B);

/* Computes the columns [cells][width] of the instance with blocks of `block` rows, or reads those of the
 * pattern. Errors: those of tc_ell_pattern_read; TC_INTERNAL if memory is exhausted. */
tc_status kn_options_instance(const kn_options *options, int32_t block, int32_t *column);

#endif
