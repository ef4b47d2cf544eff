/* Programs that are run several at a time. */
#ifndef TC_TCBLAME_PARALLEL_JOBS_H
#define TC_TCBLAME_PARALLEL_JOBS_H

#include <stdbool.h>

#include "base/core/status.h"

typedef struct tb_job {
  const char *folder;      /* where it is started */
  const char *const *argv; /* the program, its arguments, NULL */
  const char *output;      /* file of what it writes to stdout and stderr */
  bool done;               /* it ended with 0 */
} tb_job;

/* At most as many at a time as this process may use cores. Errors: TC_INTERNAL when one cannot be started,
 * naming it; those that run are waited for. */
tc_status tb_jobs_run(int jobs, tb_job *job);

#endif
