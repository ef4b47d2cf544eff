/* Opened files of the programs and libraries of the sampled processes, with the decoded code of their
 * functions. Each file is opened once. Called by resolver.c. A zeroed tb_binaries is empty. tb_binaries_clear
 * closes all files and frees the memory. Paths and symbol names are stored in `texts` and remain valid until
 * tb_binaries_clear. */
#ifndef TC_BLAME_PROFILE_BINARY_H
#define TC_BLAME_PROFILE_BINARY_H

#include "blame/dwarf/debug_info.h"
#include "blame/samples/samples.h"
#include "blame/x86/sampled_instruction.h"

typedef struct tb_binary {
  const char *path;
  tb_image *image; /* NULL if the file is missing or is not an ELF file */
  tb_debug *debug; /* debug information; NULL if there is none */
  /* true for an OpenMP runtime or the sampler, whose code does not count as code of the user */
  bool is_runtime;
} tb_binary;

/* All binaries of a profile. Zero-initialise before use. */
typedef struct tb_binaries {
  tc_pool pool;
  tc_map texts;
  tc_map index;                 /* indices in `binary`, by path and build-id */
  TC_ARRAY(tb_binary *) binary; /* [number of keys of `index`] the opened binaries */
  /* decoded functions by binary and address range; values are tb_code_listing */
  tc_map code;
} tb_binaries;

/* Sets *number to the index of the module's binary. Opens the binary at its first use. Errors: TC_INPUT if
 * the build-id of the file has changed since sampling; TC_INTERNAL if memory is exhausted. */
tc_status tb_binaries_add(tb_binaries *binaries, const ts_file_module *module, int *number);

/* Sets *out to the instructions in [low, high) of a binary, valid until the next call. *out is NULL if the
 * file does not contain them or is not for x86-64. */
tc_status tb_binaries_find_code(tb_binaries *binaries, int number, uint64_t low, uint64_t high,
                                const tb_code_listing **out);

void tb_binaries_clear(tb_binaries *binaries);

#endif
