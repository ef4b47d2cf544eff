/* Files as unoptimised bitcode with debug information, by clang 14; kept between analyses. */
#ifndef TC_TCBLAME_BITCODE_H
#define TC_TCBLAME_BITCODE_H

#include "base/program/log.h"
#include "blame/facts/source_file.h"
#include "compile_commands.h"

/* Of one compilation. */
typedef struct tc_bitcode {
  const char *path;            /* NULL: it did not compile */
  const char *error;           /* why: the compiler's first error, in one line; NULL */
  char key[TC_SOURCE_HASH];    /* hash of the command */
  char inputs[TC_SOURCE_HASH]; /* hash of the command and of all files that were read */
} tc_bitcode;

typedef struct tc_bitcodes {
  int count, made, failed; /* made: those that were compiled now */
  tc_bitcode *of;
  const char *compiler;        /* "clang 14.0.6" */
  char inputs[TC_SOURCE_HASH]; /* of all, and of this program */
  tc_pool pool;
} tc_bitcodes;

/* What was compiled before is taken when the command, the compiler and all files that were read are the same;
 * the rest is compiled, as many at a time as there are cores. It lies in the user's cache (XDG_CACHE_HOME).
 * Errors: TC_INTERNAL, there is no clang 14; TC_OUTPUT, the cache cannot be written. */
tc_status tc_bitcodes_make(const tc_compilations *compilations, const tc_log *log, tc_bitcodes *out);
void tc_bitcodes_clear(tc_bitcodes *bitcodes);

#endif
