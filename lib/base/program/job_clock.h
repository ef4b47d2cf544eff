/* Clock of a job: the seconds of each phase (job_phases.def), from the start of the program to its end. The
 * log begins and ends phases (log.h). The time loop moves the seconds that its hooks have measured from the
 * phase of the steps to other phases. At each moment exactly one phase runs. A phase that begins within
 * another phase interrupts the outer phase. Every second therefore counts for exactly one phase. Each rank
 * has its own clock; reports use that of the root. Not collective. */
#ifndef TC_BASE_PROGRAM_JOB_CLOCK_H
#define TC_BASE_PROGRAM_JOB_CLOCK_H

#include <stdbool.h>

#include "base/program/job_phases.h"

enum { TC_JOB_CLOCK_DEPTH = 8 }; /* maximum depth of nested phases */

/* A job clock. Initialised by tc_job_clock_start; a zeroed clock is stopped, and all functions ignore it. */
typedef struct tc_job_clock {
  /* function that returns the present time in s; tests set it; NULL for tc_now_s */
  double (*now_s)(void *self);
  void *self;      /* argument of now_s */
  bool is_running; /* true after tc_job_clock_start */
  double start_s;  /* time at which the job started */
  double since_s;  /* time until which `seconds` is complete */
  int depth;       /* number of phases that have begun and not ended; 0 while the phase `other` runs */
  int phase[TC_JOB_CLOCK_DEPTH];
  double seconds[TC_JOB_PHASE_COUNT]; /* seconds of each phase up to since_s */
} tc_job_clock;

/* Starts the clock of a job that began at start_s, a value of the clock that now_s reads. The time since then
 * belongs to the phase `start`, until another phase begins or tc_job_clock_end_start ends it. The function
 * resets the seconds of all phases and does not change now_s and self. */
void tc_job_clock_start(tc_job_clock *clock, double start_s);

/* Begins a phase within the current phase. Returns the number of phases that were nested before, for
 * tc_job_clock_reset_depth. If TC_JOB_CLOCK_DEPTH phases are already nested, the time of a further phase
 * counts for the innermost of them. `clock` may be NULL. */
int tc_job_clock_enter(tc_job_clock *clock, int phase);

/* Ends the innermost phase. `clock` may be NULL. */
void tc_job_clock_leave(tc_job_clock *clock);

/* Ends the phase that began when the clock had `depth` nested phases, and all phases within it. Inner phases
 * may still run, because functions that fail do not end their phases. `depth` is the result of
 * tc_job_clock_enter. `clock` may be NULL. */
void tc_job_clock_reset_depth(tc_job_clock *clock, int depth);

/* Ends the phase `start` unless another phase has begun. `clock` may be NULL. */
void tc_job_clock_end_start(tc_job_clock *clock);

/* Moves `seconds` of time from one phase to another. Moves at most the time of the first phase, and nothing
 * if `seconds` is not positive. `clock` may be NULL. Used by the time loop, whose hooks measure their own
 * time. */
void tc_job_clock_move(tc_job_clock *clock, int from, int to, double seconds);

/* Returns the seconds since the start of the job, and stores those of each phase in
 * seconds[TC_JOB_PHASE_COUNT]. The returned value is their sum. `seconds` may be NULL. A clock that is NULL
 * or was not started returns 0 and stores zeros. */
double tc_job_clock_read(tc_job_clock *clock, double *seconds);

#endif
