/* The programs and libraries of sampled processes, each once. */
#ifndef TC_BLAME_PROFILE_BINARY_H
#define TC_BLAME_PROFILE_BINARY_H

#include "blame/dwarf/debug_info.h"
#include "blame/samples/samples.h"
#include "blame/x86/sampled_instruction.h"

typedef struct tb_binary {
  const char *path;
  tb_image *image; /* NULL: its file is gone, or none */
  tb_debug *debug; /* NULL: it has no debug information */
  bool runtime;    /* of OpenMP, or the sampler: what happens in there is nobody's work */
} tb_binary;

typedef struct tb_binaries {
  tc_pool pool;
  tc_intern texts;
  tc_intern seen; /* path and build-id */
  tc_intern code_seen;
  int capacity, code_room;
  tb_binary **binary;    /* [seen.count] */
  tb_code_listing *code; /* [code_seen.count] */
} tb_binaries;           /* {0}: none */

/* *number: of the binary that a module is, opened when it is met first. Errors: TC_INPUT: its build-id is
 * another now. */
tc_status tb_binaries_add(tb_binaries *binaries, const ts_file_module *module, int *number);

/* The instructions in [low, high) of a binary; NULL: its file does not have them, or they are none of x86-64.
 * Valid until the next call. */
tc_status tb_binaries_code(tb_binaries *binaries, int number, uint64_t low, uint64_t high,
                           const tb_code_listing **out);

void tb_binaries_clear(tb_binaries *binaries);

#endif
