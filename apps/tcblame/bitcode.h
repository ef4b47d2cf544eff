/* Files as unoptimised bitcode with debug information, by clang 14; kept between analyses. */
#ifndef TC_TCBLAME_BITCODE_H
#define TC_TCBLAME_BITCODE_H

#include "base/program/log.h"
#include "blame/facts/source_file.h"
#include "compile_commands.h"

/* Of one compilation. */
typedef struct tb_bitcode {
  const char *path;            /* NULL: it did not compile */
  const char *error;           /* why: the compiler's first error, in one line; NULL */
  char key[TB_SOURCE_HASH];    /* hash of the command */
  char inputs[TB_SOURCE_HASH]; /* hash of the command and of all files that were read */
} tb_bitcode;

typedef struct tb_bitcodes {
  int count, made, failed; /* made: those that were compiled now */
  tb_bitcode *item;
  const char *compiler;        /* "clang 14.0.6" */
  char inputs[TB_SOURCE_HASH]; /* of all, and of this program */
  tc_pool pool;
} tb_bitcodes;

/* What was compiled before is taken when the command, the compiler and all files that were read are the same;
 * the rest is compiled, as many at a time as there are cores. It lies in the user's cache (XDG_CACHE_HOME).
 * Errors: TC_INTERNAL, there is no clang 14; TC_OUTPUT, the cache cannot be written. */
tc_status tb_bitcodes_build(const tb_compilations *compilations, const tc_log *log, tb_bitcodes *out);
void tb_bitcodes_clear(tb_bitcodes *bitcodes);

#endif
