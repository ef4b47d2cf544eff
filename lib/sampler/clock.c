/* Implements the clocks of clocks.def with perf events and POSIX timers (see clock.h).
 * Functions called from signal handlers use system calls directly, because the C library's wrappers are
 * cancellation points or may be intercepted. Perf descriptors are moved to high numbers. */
#define _GNU_SOURCE
#include "sampler/clock.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/perf_event.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "sampler/syscalls.h"

#ifndef sigev_notify_thread_id
#define sigev_notify_thread_id _sigev_un._tid
#endif

static int open_event(struct perf_event_attr *attributes, bool *kernel) {
  attributes->size = sizeof *attributes;
  attributes->disabled = 1;
  attributes->exclude_hv = 1;
  attributes->wakeup_events = 1;
  attributes->exclude_kernel = !*kernel;
  long event = syscall(SYS_perf_event_open, attributes, 0, -1, -1, PERF_FLAG_FD_CLOEXEC);
  if (event < 0 && *kernel && (errno == EACCES || errno == EPERM)) {
    attributes->exclude_kernel = 1;
    event = syscall(SYS_perf_event_open, attributes, 0, -1, -1, PERF_FLAG_FD_CLOEXEC);
  }
  *kernel = !attributes->exclude_kernel;
  return (int)event;
}

/* Makes the kernel send the SIGURG of this perf event to the calling thread only. */
static bool direct_signal_to_thread(int event) {
  const struct f_owner_ex owner = {F_OWNER_TID, ts_sys_thread_id()};
  return syscall(SYS_fcntl, event, F_SETOWN_EX, &owner) == 0 &&
         syscall(SYS_fcntl, event, F_SETSIG, TS_CLOCK_SIGNAL) == 0 &&
         syscall(SYS_fcntl, event, F_SETFL, O_ASYNC | O_NONBLOCK) == 0 &&
         syscall(SYS_ioctl, event, PERF_EVENT_IOC_REFRESH, 1) == 0;
}

static bool start_event(struct perf_event_attr *attributes, bool *kernel, ts_clock_source *source) {
  int event = open_event(attributes, kernel);
  if (event < 0) return false;
  event = ts_sys_move_descriptor(event);
  *source = (ts_clock_source){.descriptor = event};
  if (syscall(SYS_ioctl, event, PERF_EVENT_IOC_ID, &source->event_id) == 0 && direct_signal_to_thread(event))
    return true;
  const int reason = errno;
  ts_sys_close(event);
  errno = reason;
  return false;
}

static bool start_task(uint64_t period_ns, uint64_t first_ns, bool *kernel, ts_clock_source *source) {
  struct perf_event_attr attributes = {.type = PERF_TYPE_SOFTWARE,
                                       .config = PERF_COUNT_SW_TASK_CLOCK,
                                       .sample_period = first_ns};
  if (!start_event(&attributes, kernel, source)) return false;
  source->has_adjustable_interval = true;
  source->repeats = period_ns >= TS_CLOCK_REPEAT_MIN_NS;
  return true;
}

static bool start_cycles(uint64_t period_ns, uint64_t first_ns, bool *kernel, ts_clock_source *source) {
  (void)first_ns;
  struct perf_event_attr attributes = {.type = PERF_TYPE_HARDWARE,
                                       .config = PERF_COUNT_HW_CPU_CYCLES,
                                       .freq = 1,
                                       .sample_freq = 1000000000u / period_ns};
  return start_event(&attributes, kernel, source);
}

static struct timespec to_timespec(uint64_t ns) {
  return (struct timespec){(time_t)(ns / 1000000000u), (long)(ns % 1000000000u)};
}

static bool start_timer(clockid_t clock, uint64_t period_ns, uint64_t first_ns, ts_clock_source *source) {
  struct sigevent event = {.sigev_notify = SIGEV_THREAD_ID, .sigev_signo = TS_CLOCK_SIGNAL};
  const struct itimerspec times = {to_timespec(period_ns), to_timespec(first_ns)};
  event.sigev_notify_thread_id = ts_sys_thread_id();
  event.sigev_value.sival_ptr = source;
  *source = (ts_clock_source){.descriptor = -1};
  if (timer_create(clock, &event, &source->timer) != 0) return false;
  if (timer_settime(source->timer, 0, &times, NULL) == 0) return true;
  const int reason = errno;
  timer_delete(source->timer);
  errno = reason;
  return false;
}

static bool start_cpu(uint64_t period_ns, uint64_t first_ns, bool *kernel, ts_clock_source *source) {
  *kernel = true;
  return start_timer(CLOCK_THREAD_CPUTIME_ID, period_ns, first_ns, source);
}

static bool start_wall(uint64_t period_ns, uint64_t first_ns, bool *kernel, ts_clock_source *source) {
  *kernel = true;
  return start_timer(CLOCK_MONOTONIC, period_ns, first_ns, source);
}

static const ts_clock clocks[] = {
#define TS_CLOCK(clock, shortest, time, may_merge, text)                                                     \
  {.name = #clock,                                                                                           \
   .summary = (text),                                                                                        \
   .min_period_ns = (shortest),                                                                              \
   .period_clock = (time),                                                                                   \
   .may_merge_periods = (may_merge),                                                                         \
   .start = start_##clock},
#include "sampler/clocks.def"
#undef TS_CLOCK
};

const ts_clock *ts_clock_find(const char *name) {
  for (int c = 0; c < (int)(sizeof clocks / sizeof *clocks); c++)
    if (strcmp(clocks[c].name, name) == 0) return &clocks[c];
  return NULL;
}

uint64_t ts_clock_clamp_period(const ts_clock *clock, uint64_t period_ns) {
  return period_ns < clock->min_period_ns ? clock->min_period_ns : period_ns;
}

/* Returns false if the program has closed the descriptor of the perf event, even if the number has been
 * reused for another file. */
static bool is_event_open(const ts_clock_source *source) {
  uint64_t number = 0;
  return syscall(SYS_ioctl, source->descriptor, PERF_EVENT_IOC_ID, &number) == 0 &&
         number == source->event_id;
}

bool ts_clock_is_running(const ts_clock_source *source) {
  return source->descriptor < 0 || is_event_open(source);
}

/* Number of signals that the kernel may send after one request, practically unlimited. */
enum { unlimited_signals = 1 << 30 };

void ts_clock_rearm(ts_clock_source *source, uint64_t next_ns, uint64_t period_ns) {
  const uint64_t deviation_ns = next_ns > period_ns ? next_ns - period_ns : period_ns - next_ns;
  const uint64_t interval_ns = !source->repeats || deviation_ns > period_ns / 4 ? next_ns : period_ns;
  if (source->descriptor < 0 || (source->repeats && source->interval_ns == interval_ns) ||
      !is_event_open(source))
    return;
  const int signals = !source->repeats ? 1 : source->interval_ns == 0 ? unlimited_signals : 0;
  if (source->has_adjustable_interval)
    syscall(SYS_ioctl, source->descriptor, PERF_EVENT_IOC_PERIOD, &interval_ns);
  if (signals > 0) syscall(SYS_ioctl, source->descriptor, PERF_EVENT_IOC_REFRESH, signals);
  source->interval_ns = interval_ns;
}

void ts_clock_stop(ts_clock_source *source) {
  if (source->descriptor < 0)
    timer_delete(source->timer);
  else if (is_event_open(source)) {
    syscall(SYS_ioctl, source->descriptor, PERF_EVENT_IOC_DISABLE, 0);
    ts_sys_close(source->descriptor);
  }
}

bool ts_clock_has_sent(const ts_clock_source *source, const siginfo_t *info) {
  if (!ts_clock_may_have_sent(info)) return false;
  return source->descriptor < 0 ? info->si_value.sival_ptr == source : info->si_fd == source->descriptor;
}

bool ts_clock_may_have_sent(const siginfo_t *info) {
  return info->si_code == SI_TIMER || (info->si_code >= POLL_IN && info->si_code <= POLL_HUP);
}
