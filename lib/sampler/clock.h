/* Clocks that send SIGURG to a thread once per sampling period. thread.c starts a clock for each thread and
 * stops it at the end. signal_handler.c requests the next signal after each signal. The clocks use SIGURG
 * because a signal may still be pending when a program calls exec. A program without a handler ignores
 * SIGURG, whereas SIGPROF or SIGIO would end the new program. */
#ifndef TC_SAMPLER_CLOCK_H
#define TC_SAMPLER_CLOCK_H

#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <time.h>

enum {
  TS_CLOCK_SIGNAL = SIGURG,
  /* shortest sampling period in ns at which the kernel repeats the signal automatically; with shorter periods
   * the signal handler requests each signal */
  TS_CLOCK_REPEAT_MIN_NS = 1000000
};

/* Running clock of one thread. */
typedef struct ts_clock_source {
  int descriptor; /* file descriptor of the perf event; -1 if the clock is a POSIX timer */
  uint64_t event_id;
  bool has_adjustable_interval; /* true if ts_clock_rearm can set the time to the next signal */
  bool repeats;         /* true if the kernel repeats the signal every interval_ns without a request */
  uint64_t interval_ns; /* interval in ns that ts_clock_rearm requested last; 0 before its first request */
  timer_t timer;
} ts_clock_source;

typedef struct ts_clock {
  const char *name, *summary;
  uint64_t min_period_ns; /* shortest period in ns that the clock supports */
  /* POSIX clock from which the handler computes the number of periods since the last sample */
  clockid_t period_clock;
  /* true if a signal may represent several periods; false if each signal represents one period */
  bool may_merge_periods;
  /* Starts the clock for the calling thread. `first_ns` is the time to the first signal. The caller sets
   * *kernel to true to request samples of kernel code. *kernel becomes false if the system does not allow
   * them. Returns false and sets errno if the system refuses the clock. */
  bool (*start)(uint64_t period_ns, uint64_t first_ns, bool *kernel, ts_clock_source *source);
} ts_clock;

/* Returns the clock of clocks.def with this name; NULL if there is none. */
const ts_clock *ts_clock_find(const char *name);

/* Returns period_ns, or the shortest period that the clock supports if period_ns is shorter. */
uint64_t ts_clock_clamp_period(const ts_clock *clock, uint64_t period_ns);

/* Requests that the next signal of `source` arrives in about next_ns; period_ns is the sampling period. Does
 * nothing for POSIX timers, which repeat automatically. If the period is at least TS_CLOCK_REPEAT_MIN_NS, the
 * kernel repeats the signal after the first call, and later calls only change the interval. With a shorter
 * period, each call requests one signal, because repeated signals could arrive faster than the process
 * handles them. */
void ts_clock_rearm(ts_clock_source *source, uint64_t next_ns, uint64_t period_ns);

/* True if the clock still runs. False if the program has closed the clock's descriptor. */
bool ts_clock_is_running(const ts_clock_source *source);

/* Stops the clock. One of the clock's signals may still arrive later. */
void ts_clock_stop(ts_clock_source *source);

/* True if the clock `source` sent the signal that `info` describes. */
bool ts_clock_has_sent(const ts_clock_source *source, const siginfo_t *info);

/* Returns true if some clock of the sampler may have sent the signal, including a clock that has been
 * stopped. */
bool ts_clock_may_have_sent(const siginfo_t *info);

#endif
