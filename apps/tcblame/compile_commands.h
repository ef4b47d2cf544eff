/* How each file of a program is compiled. */
#ifndef TC_TCBLAME_COMPILE_COMMANDS_H
#define TC_TCBLAME_COMPILE_COMMANDS_H

#include "base/core/pool.h"
#include "options.h"

/* One file. */
typedef struct tc_compilation {
  const char *folder;      /* where the compiler is started; absolute */
  const char *file;        /* its name from there */
  const char *const *word; /* options that decide what the file says, and the file; NULL ends them */
} tc_compilation;

typedef struct tc_compilations {
  int count, others; /* others: files that are not C, left out */
  tc_compilation *of;
  tc_pool pool;
} tc_compilations;

/* Of FOLDER/compile_commands.json. What is about output, optimisation, OpenMP and checks at run time is left
 * out of the commands; a file that is compiled twice alike comes once. Errors: TC_USAGE, there is none;
 * TC_INPUT naming file and line, it is none. */
tc_status tc_compilations_read(const char *folder, tc_compilations *out);

/* Files on the command line, all with the same options. Errors: TC_USAGE. */
tc_status tc_compilations_name(const tc_words *files, const tc_words *options, tc_compilations *out);

void tc_compilations_clear(tc_compilations *compilations);

#endif
