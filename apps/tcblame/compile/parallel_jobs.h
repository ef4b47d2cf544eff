/* Runs programs in parallel. Called by compile_batches.c and bitcode.c to run clang. */
#ifndef TC_TCBLAME_PARALLEL_JOBS_H
#define TC_TCBLAME_PARALLEL_JOBS_H

#include <stdbool.h>

#include "base/core/status.h"

typedef struct tb_job {
  const char *folder;      /* working directory of the program */
  const char *const *argv; /* the program and its arguments, NULL-terminated */
  const char *output;      /* path of the file that receives stdout and stderr of the program */
  /* result: true if the program exited with code 0; false if it failed or was killed */
  bool has_succeeded;
} tb_job;

/* Runs the programs of all jobs, at most one per usable core at a time, waits for them and sets
 * job[j].has_succeeded for each job j. Errors: TC_INTERNAL if a program cannot be started. The function then
 * waits for the running programs before it returns. */
tc_status tb_jobs_run(int jobs, tb_job *job);

#endif
