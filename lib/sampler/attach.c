/* Attaches a process in this order: create the file and its header, install the signal handler, choose a
 * clock, write the mapped modules, attach the calling thread. A forked child repeats these steps with its own
 * file. If a step fails, the process runs without being sampled. */
#define _GNU_SOURCE
#include "sampler/attach.h"

#include <errno.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "sampler/environment.h"
#include "sampler/file_header.h"
#include "sampler/module_list.h"
#include "sampler/process_state.h"
#include "sampler/program_signals.h"
#include "sampler/record_writer.h"
#include "sampler/signal_handler.h"
#include "sampler/syscalls.h"
#include "sampler/thread.h"

static bool is_launcher(void) {
  static const char *const names[] = {
#define TS_LAUNCHER(name) name,
#include "sampler/launchers.def"
#undef TS_LAUNCHER
  };
  char path[TS_SAMPLER_PATH] = {0};
  if (syscall(SYS_readlink, "/proc/self/exe", path, sizeof path - 1) < 0) return false;
  const char *slash = strrchr(path, '/'), *file = slash ? slash + 1 : path;
  for (size_t n = 0; n < sizeof names / sizeof *names; n++)
    if (strcmp(names[n], file) == 0) return true;
  return false;
}

static uint64_t read_environment_number(const char *name, uint64_t default_value) {
  const char *text = getenv(name);
  return text && *text ? strtoull(text, NULL, 10) : default_value;
}

/* Tests a clock by starting it in this process. If it starts, stores the clock and its properties in the
 * process state and in the file header, and returns true. */
static bool test_clock(ts_state *state, const ts_clock *clock, uint64_t period_ns) {
  ts_clock_source source;
  bool kernel = true;
  const uint64_t period = ts_clock_clamp_period(clock, period_ns);
  if (!clock->start(period, period, &kernel, &source)) return false;
  ts_clock_stop(&source);
  state->clock = clock;
  state->header->period_ns = period;
  state->header->kernel = kernel;
  snprintf(state->header->clock, sizeof state->header->clock, "%s", clock->name);
  return true;
}

/* Chooses the clock that the environment requests. If the clock does not start, stores the reason in the
 * header of the output file and chooses the clock `cpu`, which uses timers. */
static bool choose_clock(ts_state *state) {
  const uint64_t period_ns = read_environment_number(TS_SAMPLER_PERIOD, 1999993);
  const char *name = getenv(TS_SAMPLER_CLOCK_NAME);
  const ts_clock *requested = ts_clock_find(name ? name : "task");
  if (requested && test_clock(state, requested, period_ns)) return true;
  const int reason = errno;
  snprintf(state->header->clock_note, sizeof state->header->clock_note,
           "clock %s is not available (%s), so clock cpu is used", name ? name : "task",
           requested ? strerrorname_np(reason) : "no such clock");
  return test_clock(state, ts_clock_find("cpu"), period_ns);
}

static bool attach_state(ts_state *state, const char *folder) {
  if (!ts_header_create(state, folder)) return false;
  if (!ts_signals_install() || !choose_clock(state)) return false;
  state->header->object_bytes = read_environment_number(TS_SAMPLER_OBJECTS, 1024);
  ts_process_state = state;
  state->is_attached = true;
  ts_block_writer *block = ts_record_lock();
  if (block) ts_modules_add_new(block);
  ts_record_unlock();
  ts_thread_attach();
  return true;
}

static void attach_process(void) {
  const char *folder = getenv(TS_SAMPLER_FOLDER);
  if (!folder || *folder != '/' || is_launcher()) return;
  ts_state *state = ts_process_state ? ts_process_state : ts_sys_map(sizeof *state, -1, 0);
  if (state) attach_state(state, folder);
}

/* Begins to sample a forked child. The child has only the thread that called fork, and inherits no clock. */
static void attach_child(void) {
  if (!ts_process_state) return;
  ts_this_thread = NULL;
  /* From version 4.14 on, Linux clears the process state in a forked child (MADV_WIPEONFORK). */
  if (ts_process_state->is_attached) memset(ts_process_state, 0, sizeof *ts_process_state);
  attach_process();
}

static void attach_once(void) {
  if (!ts_threads_init()) return;
  attach_process();
  if (ts_process_is_attached()) pthread_atfork(NULL, NULL, attach_child);
}

__attribute__((constructor)) void ts_process_attach(void) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, attach_once);
}

void ts_process_end(bool has_ended) {
  ts_file_header *header = ts_process_is_attached() ? ts_process_state->header : NULL;
  if (!header || header->pid != getpid()) return;
  ts_state_update_times();
  header->end_ns = has_ended ? ts_sys_clock_ns(CLOCK_REALTIME) : 0;
}

__attribute__((destructor)) static void end_process(void) {
  ts_block_writer *block = ts_process_is_attached() ? ts_record_lock() : NULL;
  if (block) {
    ts_modules_add_new(block);
    ts_record_unlock();
  }
  if (block) ts_signal_handler_count_lost();
  ts_process_end(true);
}
