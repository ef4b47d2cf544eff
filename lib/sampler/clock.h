/* Clocks that send SIGURG to a thread once a period. SIGURG, since a signal of a clock may still be pending
 * when a program calls exec: that one is ignored by whoever has no handler, where SIGPROF and SIGIO would end
 * the new program. */
#ifndef TC_SAMPLER_CLOCK_H
#define TC_SAMPLER_CLOCK_H

#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <time.h>

enum {
  TS_CLOCK_SIGNAL = SIGURG,
  TS_CLOCK_RUNS_ON_NS = 1000000 /* signals of shorter periods are asked for one by one */
};

/* What sends the signals of one thread. */
typedef struct ts_clock_source {
  int descriptor; /* of perf; -1: a timer */
  uint64_t number;
  bool paced;       /* the time to the next signal may be said each time */
  bool runs_on;     /* from the first one on signals come by themselves, each pace_ns after the one before */
  uint64_t pace_ns; /* what was said last; 0: nothing yet */
  timer_t timer;
} ts_clock_source;

typedef struct ts_clock {
  const char *name, *summary;
  uint64_t least_ns; /* no period is shorter */
  clockid_t counted; /* what tells how many periods a signal stands for */
  bool counts;       /* false: each stands for one */
  /* For the calling thread. first_ns: to the first signal. kernel: whether signals while it is in the system
   * are wanted, and at last whether they come. False: refused, errno says why. */
  bool (*start)(uint64_t period_ns, uint64_t first_ns, bool *kernel, ts_clock_source *source);
} ts_clock;

const ts_clock *ts_clock_find(const char *name); /* NULL: none */

/* A period that the clock can keep. */
uint64_t ts_clock_period(const ts_clock *clock, uint64_t period_ns);

/* Lets the next signal come, about so long from now. Timers send it in any case, when the last one was taken;
 * signals of long periods come by themselves, and their system is told only of another pace, which takes it
 * as long as a signal does. Those of short periods, and the first one of a thread, which may come soon, have
 * to be asked for one by one: otherwise interrupts that take longer than a period would leave no time for
 * anything. */
void ts_clock_rearm(ts_clock_source *source, uint64_t next_ns, uint64_t period_ns);

/* Whether it still runs: programs may have closed what it needs. */
bool ts_clock_runs(const ts_clock_source *source);

/* Nothing comes any more but one signal that may be pending. */
void ts_clock_stop(ts_clock_source *source);

/* Whether a signal is of that source. */
bool ts_clock_sent(const ts_clock_source *source, const siginfo_t *info);

/* Whether it may be of any source, that of a thread that is not sampled any more. */
bool ts_clock_may_send(const siginfo_t *info);

#endif
