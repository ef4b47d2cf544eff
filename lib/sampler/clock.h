/* Clocks that send SIGURG to a thread once a period. SIGURG, since a signal of a clock may still be pending
 * when a program calls exec: that one is ignored by whoever has no handler, where SIGPROF and SIGIO would end
 * the new program. */
#ifndef TC_SAMPLER_CLOCK_H
#define TC_SAMPLER_CLOCK_H

#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <time.h>

enum { TC_CLOCK_SIGNAL = SIGURG };

/* What sends the signals of one thread. */
typedef struct tc_clock_source {
  int descriptor; /* of perf; -1: a timer */
  uint64_t number;
  bool paced;       /* the time to the next signal may be said each time */
  uint64_t pace_ns; /* the signals come so often by themselves; 0: each has to be asked for */
  timer_t timer;
} tc_clock_source;

typedef struct tc_clock {
  const char *name, *summary;
  uint64_t least_ns; /* no period is shorter */
  clockid_t counted; /* what tells how many periods a signal stands for */
  bool counts;       /* false: each stands for one */
  /* For the calling thread. first_ns: to the first signal. kernel: whether signals while it is in the system
   * are wanted, and at last whether they come. False: refused, errno says why. */
  bool (*start)(uint64_t period_ns, uint64_t first_ns, bool *kernel, tc_clock_source *source);
} tc_clock;

int tc_clock_count(void);
const tc_clock *tc_clock_at(int index);
const tc_clock *tc_clock_find(const char *name); /* NULL: none */

/* A period that the clock can keep. */
uint64_t tc_clock_period(const tc_clock *clock, uint64_t period_ns);

/* Lets the next signal come, about so long from now (timers send it in any case, when the last one was
 * taken). Short periods, and those of which the last signal took half, have to be asked for one by one:
 * interrupts that take longer than a period would leave no time for anything. Otherwise the system is asked
 * only where signals shall come at another pace than they do; that takes as long as a sample. */
void tc_clock_again(tc_clock_source *source, uint64_t next_ns, uint64_t period_ns);

/* Whether it still runs: programs may have closed what it needs. */
bool tc_clock_runs(const tc_clock_source *source);

/* Nothing comes any more but one signal that may be pending. */
void tc_clock_stop(tc_clock_source *source);

/* Whether a signal is of that source. */
bool tc_clock_sent(const tc_clock_source *source, const siginfo_t *info);

/* Whether it may be of any source, that of a thread that is not sampled any more. */
bool tc_clock_may_send(const siginfo_t *info);

#endif
