/* Clocks that send SIGURG to a thread once per period. thread.c starts a clock for each thread and stops it
 * at the end. signal_handler.c requests the next signal after each sample. The clocks use SIGURG because a
 * signal may still be pending when a program calls exec. A program without a handler ignores SIGURG, whereas
 * SIGPROF or SIGIO would end it. */
#ifndef TC_SAMPLER_CLOCK_H
#define TC_SAMPLER_CLOCK_H

#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <time.h>

enum {
  TS_CLOCK_SIGNAL = SIGURG,
  TS_CLOCK_RUNS_ON_NS = 1000000 /* for shorter periods each signal must be requested */
};

/* Clock of one thread. */
typedef struct ts_clock_source {
  int descriptor; /* perf event, or -1 for a POSIX timer */
  uint64_t number;
  bool paced;       /* true if the time to the next signal can be set after each signal */
  bool runs_on;     /* true if signals follow automatically every pace_ns after the first one */
  uint64_t pace_ns; /* interval last requested, in ns; 0 before the first request */
  timer_t timer;
} ts_clock_source;

typedef struct ts_clock {
  const char *name, *summary;
  uint64_t least_ns; /* shortest period in ns */
  clockid_t counted; /* POSIX clock that measures how many periods a signal stands for */
  bool counts;       /* false if each signal stands for one period */
  /* Starts the clock for the calling thread. `first_ns` is the time to the first signal. *kernel states on
   * input whether to sample kernel code, and on output whether the system allows it. Returns false and sets
   * errno if the system refuses the clock. */
  bool (*start)(uint64_t period_ns, uint64_t first_ns, bool *kernel, ts_clock_source *source);
} ts_clock;

const ts_clock *ts_clock_find(const char *name); /* returns NULL if there is none */

/* Returns the given period, or the shortest period that the clock supports if that is longer. */
uint64_t ts_clock_period(const ts_clock *clock, uint64_t period_ns);

/* Requests the next signal in about next_ns. POSIX timers need no request. If the period is long, signals
 * follow automatically, and this function calls the kernel only to change the interval, because the call
 * takes as long as a signal. If the period is short, or for the first signal of a thread, each signal is
 * requested. Otherwise signals whose handling takes longer than a period would leave no time for the program.
 */
void ts_clock_rearm(ts_clock_source *source, uint64_t next_ns, uint64_t period_ns);

/* True if the clock still runs. The program may have closed its descriptor. */
bool ts_clock_runs(const ts_clock_source *source);

/* Stops the clock. One signal may still be pending. */
void ts_clock_stop(ts_clock_source *source);

/* True if this source sent the signal. */
bool ts_clock_sent(const ts_clock_source *source, const siginfo_t *info);

/* True if any clock of the sampler may have sent the signal, including the clock of a thread that is no
 * longer sampled. */
bool ts_clock_may_send(const siginfo_t *info);

#endif
