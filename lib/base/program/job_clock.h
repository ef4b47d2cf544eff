/* Clock of a job: the seconds of each phase (job_phases.def), from the start of the program to its end. The
 * log enters and leaves phases (log.h); the time loop adds what its hooks have measured. At each moment one
 * phase runs. A phase that is entered within another one interrupts that one, so that no second counts twice
 * and all seconds belong to a phase. Each rank has its own clock; reports use that of the root. Not
 * collective. */
#ifndef TC_BASE_PROGRAM_JOB_CLOCK_H
#define TC_BASE_PROGRAM_JOB_CLOCK_H

#include "base/program/job_phases.h"

enum { TC_JOB_CLOCK_DEPTH = 8 }; /* phases that may be entered within each other */

/* A job clock. Initialised by tc_job_clock_start; a zeroed clock is stopped, and all functions ignore it. */
typedef struct tc_job_clock {
  double (*now_s)(void *self); /* present time in s; tests replace it. NULL stands for tc_now_s */
  void *self;                  /* argument of now_s */
  double start_s;              /* time at which the job started */
  double since_s;              /* time up to which the seconds below are complete */
  int depth;                   /* number of phases that are entered; 0 while the phase `other` runs */
  int phase[TC_JOB_CLOCK_DEPTH];
  double seconds[TC_JOB_PHASE_COUNT]; /* seconds of each phase up to since_s */
} tc_job_clock;

/* Starts the clock of a job that began at start_s, a value of tc_now_s. The time since then belongs to the
 * phase `start`, until another phase is entered or that phase is left with tc_job_clock_leave. */
void tc_job_clock_start(tc_job_clock *clock, double start_s);

/* Enter and leave a phase. Each call of tc_job_clock_enter needs one of tc_job_clock_leave. `clock` may be
 * NULL. Phases beyond TC_JOB_CLOCK_DEPTH count as part of the phase around them. A phase that fails need not
 * be left, because the job then ends. */
void tc_job_clock_enter(tc_job_clock *clock, int phase);
void tc_job_clock_leave(tc_job_clock *clock);

/* Moves `seconds` that were counted in one phase to another one. `clock` may be NULL. Used by the time loop,
 * whose hooks measure their own time. */
void tc_job_clock_move(tc_job_clock *clock, int from, int to, double seconds);

/* Returns the seconds since the start of the job, and stores those of each phase in
 * seconds[TC_JOB_PHASE_COUNT], which add up to the returned value. `seconds` may be NULL. */
double tc_job_clock_read(tc_job_clock *clock, double *seconds);

#endif
