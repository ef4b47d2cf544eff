/* Choice of the preconditioner of a run with solver.preconditioner.name: auto, by trials of the first step
 * with each candidate (linear/choice/preconditioner_choice.h). For a steady state a trial is the whole solve.
 * Sessions and problems of the library call it after tc_prepared_create. */
#ifndef TC_RUN_SESSION_AUTO_PRECONDITIONER_H
#define TC_RUN_SESSION_AUTO_PRECONDITIONER_H

#include "run/session/prepared.h"

/* Collective. Chooses the preconditioner, sets it in the plan's config, and logs the choice. Stores the
 * candidates in p->choices and the trial of the choice in p->trial. Does nothing if the preconditioner is
 * given or already chosen, or if the command compares preconditioners. Makes no trials if the run has no
 * steps. The choice is the same on any number of ranks and threads. Errors (on all ranks): those of
 * tc_preconditioner_choice_compute. */
tc_status tc_auto_preconditioner_choose(tc_plan *plan, tc_prepared *p);

#endif
