/* The first step of imagined runs that solve systems, made for real: where its bits do not depend on the
 * ranks, neither do its iterations. */
#ifndef TC_RUN_IMAGINED_TRIAL_H
#define TC_RUN_IMAGINED_TRIAL_H

#include "run/session.h"

typedef struct tc_imagined_trial {
  tc_trial trial;
  tc_implicit_choice choice; /* with the method that is taken; strings are static */
  tc_step_size step;
  tc_safe_step safe;
  int32_t *colour; /* [cells] by which its sweeps go; NULL: nothing is exchanged in any */
  int colours;
} tc_imagined_trial;

/* On this process alone, which sets the run up as a whole: some 100 to 400 bytes a cell. Errors: those of a
 * session; TC_NUMERICAL when the step cannot be solved; TC_USAGE where no steps are made. *out is zeroed
 * before, and the caller's (tc_imagined_trial_free) also after an error. */
tc_status tc_imagined_trial_make(const tc_run_choice *choice, const tc_circumstances *circumstances,
                                 const tc_log *log, tc_imagined_trial *out);
void tc_imagined_trial_free(tc_imagined_trial *trial);

#endif
