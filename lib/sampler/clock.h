/* Clocks that send SIGURG to a thread once per period. thread.c starts a clock for each thread and stops it
 * at the end; signal_handler.c rearms it. A signal may still be pending when a program calls exec. SIGURG is
 * ignored by programs without a handler, whereas SIGPROF and SIGIO would end them. */
#ifndef TC_SAMPLER_CLOCK_H
#define TC_SAMPLER_CLOCK_H

#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <time.h>

enum {
  TS_CLOCK_SIGNAL = SIGURG,
  TS_CLOCK_RUNS_ON_NS = 1000000 /* shorter periods need a request for each signal */
};

/* Source of one thread's signals. */
typedef struct ts_clock_source {
  int descriptor; /* perf event; -1: a timer */
  uint64_t number;
  bool paced;       /* the time to the next signal can be set for each signal */
  bool runs_on;     /* after the first signal, further signals follow automatically every pace_ns */
  uint64_t pace_ns; /* last time set; 0: not set yet */
  timer_t timer;
} ts_clock_source;

typedef struct ts_clock {
  const char *name, *summary;
  uint64_t least_ns; /* shortest period in ns */
  clockid_t counted; /* clock that counts the periods of a signal */
  bool counts;       /* false: each signal stands for one period */
  /* Starts the clock for the calling thread. first_ns: time to the first signal. kernel: in, whether to
   * sample kernel code; out, whether the system allows it. Returns false with errno if the system refuses. */
  bool (*start)(uint64_t period_ns, uint64_t first_ns, bool *kernel, ts_clock_source *source);
} ts_clock;

const ts_clock *ts_clock_find(const char *name); /* returns NULL if there is none */

/* Returns the period, or the shortest one of the clock if that is longer. */
uint64_t ts_clock_period(const ts_clock *clock, uint64_t period_ns);

/* Requests the next signal in about next_ns. Timers need no request. With long periods signals follow
 * automatically, and the kernel is called only to change the pace, because that call takes as long as a
 * signal. With short periods, and for the first signal of a thread, each signal is requested, because
 * otherwise interrupts that take longer than a period would leave no time for the program. */
void ts_clock_rearm(ts_clock_source *source, uint64_t next_ns, uint64_t period_ns);

/* True if the clock still runs. Programs may have closed its descriptor. */
bool ts_clock_runs(const ts_clock_source *source);

/* Stops the clock. One signal may still be pending. */
void ts_clock_stop(ts_clock_source *source);

/* True if this source sent the signal. */
bool ts_clock_sent(const ts_clock_source *source, const siginfo_t *info);

/* True if any source may have sent the signal, also that of a thread that is no longer sampled. */
bool ts_clock_may_send(const siginfo_t *info);

#endif
