/* How each file of a program is compiled. */
#ifndef TC_TCBLAME_COMPILE_COMMANDS_H
#define TC_TCBLAME_COMPILE_COMMANDS_H

#include "base/core/pool.h"
#include "options.h"

/* One file. */
typedef struct tb_compilation {
  const char *folder;      /* where the compiler is started; absolute */
  const char *file;        /* its name from there */
  const char *const *argv; /* options that decide what the file says, and the file; NULL ends them */
} tb_compilation;

typedef struct tb_compilations {
  int count, others; /* others: files that are not C, left out */
  tb_compilation *item;
  tc_pool pool;
} tb_compilations;

/* Of FOLDER/compile_commands.json. What is about output, optimisation, OpenMP and checks at run time is left
 * out of the commands; a file that is compiled twice alike comes once. Errors: TC_USAGE, there is none;
 * TC_INPUT naming file and line, it is none. */
tc_status tb_compilations_read(const char *folder, tb_compilations *out);

/* Files on the command line, all with the same options. Errors: TC_USAGE. */
tc_status tb_compilations_name(const tb_arguments *files, const tb_arguments *options, tb_compilations *out);

void tb_compilations_clear(tb_compilations *compilations);

#endif
