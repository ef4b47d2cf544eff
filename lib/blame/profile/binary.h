/* The programs and libraries of sampled processes, each once. */
#ifndef TC_BLAME_PROFILE_BINARY_H
#define TC_BLAME_PROFILE_BINARY_H

#include "blame/dwarf/debug_info.h"
#include "blame/samples/samples.h"
#include "blame/x86/sampled_instruction.h"

typedef struct tc_binary {
  const char *path;
  tc_image *image; /* NULL: its file is gone, or none */
  tc_debug *debug; /* NULL: it has no debug information */
  bool runtime;    /* of OpenMP, or the sampler: what happens in there is nobody's work */
} tc_binary;

typedef struct tc_binaries {
  tc_pool pool;
  tc_intern texts;
  tc_intern seen; /* path and build-id */
  tc_intern code_seen;
  int room, code_room;
  tc_binary **binary; /* [seen.count] */
  tc_listing *code;   /* [code_seen.count] */
} tc_binaries;        /* {0}: none */

/* *number: of the binary that a module is, opened when it is met first. Errors: TC_INPUT: its build-id is
 * another now. */
tc_status tc_binaries_add(tc_binaries *binaries, const tc_sampler_module *module, int *number);

/* The instructions in [low, high) of a binary; NULL: its file does not have them, or they are none of x86-64.
 * Valid until the next call. */
tc_status tc_binaries_code(tc_binaries *binaries, int number, uint64_t low, uint64_t high,
                           const tc_listing **out);

void tc_binaries_clear(tc_binaries *binaries);

#endif
