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
#define TC_LAUNCHER(name) name,
#include "sampler/launchers.def"
#undef TC_LAUNCHER
  };
  char path[TC_SAMPLER_PATH] = {0};
  if (syscall(SYS_readlink, "/proc/self/exe", path, sizeof path - 1) < 0) return false;
  const char *slash = strrchr(path, '/'), *file = slash ? slash + 1 : path;
  for (size_t n = 0; n < sizeof names / sizeof *names; n++)
    if (strcmp(names[n], file) == 0) return true;
  return false;
}

static uint64_t read_number(const char *name, uint64_t otherwise) {
  const char *text = getenv(name);
  return text && *text ? strtoull(text, NULL, 10) : otherwise;
}

/* Whether the clock runs in this process; then the header says of it what is so. */
static bool try_clock(tc_state *state, const tc_clock *clock, uint64_t period_ns) {
  tc_clock_source source;
  bool kernel = true;
  const uint64_t period = tc_clock_period(clock, period_ns);
  if (!clock->start(period, period, &kernel, &source)) return false;
  tc_clock_stop(&source);
  state->clock = clock;
  state->header->period_ns = period;
  state->header->kernel = kernel;
  snprintf(state->header->clock, sizeof state->header->clock, "%s", clock->name);
  return true;
}

/* The one that was asked for, else that of timers. */
static bool choose_clock(tc_state *state) {
  const uint64_t period_ns = read_number(TC_SAMPLER_PERIOD, 1999993);
  const char *name = getenv(TC_SAMPLER_TICKS);
  const tc_clock *asked = tc_clock_find(name ? name : "task");
  if (asked && try_clock(state, asked, period_ns)) return true;
  const int reason = errno;
  snprintf(state->header->clock_note, sizeof state->header->clock_note, "%s: %s", name ? name : "task",
           asked ? strerrorname_np(reason) : "no such clock");
  return try_clock(state, tc_clock_find("cpu"), period_ns);
}

static bool attach_to(tc_state *state, const char *folder) {
  if (!tc_header_create(state, folder)) return false;
  if (!tc_signals_install() || !choose_clock(state)) return false;
  state->header->object_bytes = read_number(TC_SAMPLER_OBJECTS, 1024);
  tc_state_now = state;
  state->attached = true;
  tc_block *block = tc_record_hold();
  if (block) tc_modules_look(block);
  tc_record_release();
  tc_thread_attach();
  return true;
}

static void attach(void) {
  const char *folder = getenv(TC_SAMPLER_FOLDER);
  if (!folder || *folder != '/' || is_launcher()) return;
  tc_state *state = tc_state_now ? tc_state_now : tc_system_map(sizeof *state, -1, 0);
  if (state) attach_to(state, folder);
}

/* The child has none of its parent's threads but this one, none of its clocks, and a file of its own. */
static void begin_child(void) {
  if (!tc_state_now) return;
  tc_self = NULL;
  if (tc_state_now->attached)
    memset(tc_state_now, 0, sizeof *tc_state_now); /* an old system: nothing is wiped */
  attach();
}

static void begin_process(void) {
  if (!tc_threads_prepare()) return;
  attach();
  if (tc_attached()) pthread_atfork(NULL, NULL, begin_child);
}

__attribute__((constructor)) void tc_sampler_attach(void) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, begin_process);
}

void tc_sampler_end(bool ends) {
  tc_sampler_header *header = tc_attached() ? tc_state_now->header : NULL;
  if (!header || header->pid != getpid()) return;
  tc_state_keep_time();
  header->end_ns = ends ? tc_system_time(CLOCK_REALTIME) : 0;
}

__attribute__((destructor)) static void end_process(void) {
  tc_block *block = tc_attached() ? tc_record_hold() : NULL;
  if (block) {
    tc_modules_look(block);
    tc_record_release();
  }
  if (block) tc_handler_settle();
  tc_sampler_end(true);
}
