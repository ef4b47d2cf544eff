/* Requested times of a run, at which steps end and outputs are written (config keys snapshots.times and
 * snapshots.interval), and the equal steps of a run with such times. A step that ends at a requested time up
 * to rounding is unchanged. A step that would pass a requested time is shortened to end there, and the
 * following steps have the full length again. The times follow from the config alone, so they have the same
 * bits on any number of ranks. The reader of the config checks the times, the setup of a run counts the
 * steps, and the time loop (solve/step/step_clock.h) performs them. Pure. */
#ifndef TC_SOLVE_OBSERVE_OUTPUT_TIMES_H
#define TC_SOLVE_OBSERVE_OUTPUT_TIMES_H

#include "base/core/status.h"
#include "solve/local/step_span.h"

/* Requested times: the times of the list, the multiples of the interval, and the end of the run. A zeroed
 * struct has no requested times. A time that precedes the end by no more than rounding counts as the end. */
typedef struct tc_output_times {
  int count;
  const double *time; /* [count] rising and positive; borrowed */
  double interval;    /* distance of the equally spaced requested times; 0 for none */
  double end;         /* simulated time at the end of the run; 0 if unknown */
} tc_output_times;

/* Returns the largest difference between the end of a step and a requested time that counts as rounding
 * error. dt is the length of the step, and `time` either of the two times. */
double tc_output_times_rounding(double dt, double time);

/* Returns the first requested time after `time`; INFINITY if there is none. */
double tc_output_times_next(const tc_output_times *times, double time);

/* Returns the number of requested times after `time`. `end` must be set if `interval` is. */
int64_t tc_output_times_count(const tc_output_times *times, double time);

/* Checks a list or an interval for a run that ends at times->end, which must be set. `where` is the position
 * of the key, for messages. Errors: TC_USAGE if a time is not positive, later than the end, or not after the
 * one before by more than a billionth of the end, or if there are more than `most` times. */
tc_status tc_output_times_check(const tc_output_times *times, const char *where, int64_t most);

/* Checks that each requested time is the end of one of the equal steps of length dt from t = 0. Errors:
 * TC_USAGE with the two nearest ends of steps. */
tc_status tc_output_times_check_multiples(const tc_output_times *times, const char *where, double dt);

/* One step of a run with requested times. */
typedef struct tc_output_step {
  double until;     /* simulated time at the end of the step; exactly `requested` if the step is shortened */
  double dt;        /* length of the step */
  double requested; /* requested time at which the step ends, up to rounding; 0 if none */
  bool is_shortened;
} tc_output_step;

/* Returns the step after step number `step` in a sequence of equal steps of length dt that starts at
 * `origin`. If the returned step is shortened, a new sequence starts at its end, so the origin of the
 * following steps is {step + 1, until}. */
tc_output_step tc_output_times_step(const tc_output_times *times, const tc_time_origin *origin, double dt,
                                    int64_t step);

/* Summary of the steps from one step to the end of the run or to another step. */
typedef struct tc_output_walk {
  int64_t step;          /* number of the last step */
  int64_t shortened;     /* number of steps that are shortened to end at a requested time */
  tc_time_origin origin; /* step and time from which the equal steps after step `step` are counted */
} tc_output_walk;

/* Summarises the steps after step number `from` up to the end of the run, or up to step number `to` if that
 * is earlier. The cost is proportional to the number of requested times. */
tc_output_walk tc_output_times_walk(const tc_output_times *times, const tc_time_origin *origin, double dt,
                                    int64_t from, int64_t to);

#endif
