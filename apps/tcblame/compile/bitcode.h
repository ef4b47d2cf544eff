/* Bitcode: source files compiled by clang 14 without optimisation and with debug information, cached between
 * analyses. tcblame analyze (cmd_analyze.c) calls it with the compilations of compile_commands.h. The bitcode
 * files belong to the user's cache, and tb_bitcodes_clear frees only their descriptions. */
#ifndef TC_TCBLAME_BITCODE_H
#define TC_TCBLAME_BITCODE_H

#include "base/program/log.h"
#include "blame/facts/source_file.h"
#include "compile/compile_commands.h"

/* Result of one compilation. */
typedef struct tb_bitcode {
  const char *path;            /* path of the bitcode; NULL if the file did not compile */
  const char *error;           /* first error of the compiler, in one line; NULL if there is none */
  char key[TB_SOURCE_HASH];    /* hash of the command and of the compiler's version */
  char inputs[TB_SOURCE_HASH]; /* hash of all files that the compiler read */
} tb_bitcode;

typedef struct tb_bitcodes {
  int count, made, failed; /* number of files, of those that this call compiled, and of those that failed */
  tb_bitcode *item;
  const char *compiler;        /* version, such as "clang 14.0.6" */
  char inputs[TB_SOURCE_HASH]; /* hash of all inputs and of this program */
  tc_pool pool;
} tb_bitcodes;

/* Compiles the files whose command, compiler or inputs have changed, on all cores, and uses the cache for the
 * others. The cache is in XDG_CACHE_HOME, or in ~/.cache. A file that does not compile counts in `failed` and
 * is no error. Errors: TC_INTERNAL if there is no clang 14 or memory is exhausted; TC_OUTPUT if the cache
 * cannot be written. */
tc_status tb_bitcodes_build(const tb_compilations *compilations, const tc_log *log, tb_bitcodes *out);
void tb_bitcodes_clear(tb_bitcodes *bitcodes);

#endif
