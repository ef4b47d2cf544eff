/* Attaches threads to the sampler and detaches them (see thread.h). Before its own function runs, a new
 * thread gets a number, a block for its samples, the range of its stack and a clock, in this order. A stack
 * that is too small for the signal handler is enlarged if the system, not the program, allocates it. */
#define _GNU_SOURCE
#include "sampler/thread.h"

#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <string.h>
#include <threads.h>

#include "sampler/attach.h"
#include "sampler/next_symbol.h"
#include "sampler/parallel_region.h"
#include "sampler/process_state.h"
#include "sampler/program_signals.h"
#include "sampler/record_writer.h"
#include "sampler/signal_handler.h"
#include "sampler/syscalls.h"
#include "sampler/unwind.h"

enum {
  handler_room = 32768, /* number of bytes on a thread's stack that are reserved for the signal handler */
  small_stack = 65536
};

_Thread_local ts_thread *ts_self __attribute__((tls_model("initial-exec")));

static pthread_key_t key;

static void release_block(ts_block_writer *block) {
  ts_block_writer *events = block->at ? ts_record_lock() : NULL;
  if (!events) return;
  ts_state *state = ts_state_now;
  if (state->spares < TS_STATE_SPARE)
    state->spare[state->spares++] = *block;
  else
    ts_system_unmap(block->at, TS_SAMPLER_BLOCK);
  ts_record_unlock();
}

static void acquire_block(ts_block_writer *block) {
  if (!ts_record_lock()) return;
  ts_state *state = ts_state_now;
  if (state->spares > 0) *block = state->spare[--state->spares];
  ts_record_unlock();
}

/* Detaches a thread when it ends. If a signal of its clock arrives later, the handler finds ts_self == NULL
 * and ignores the signal. */
static void leave_thread(void *data) {
  ts_thread *self = data;
  if (ts_attached()) ts_signal_handler_count_lost();
  ts_self = NULL;
  atomic_signal_fence(memory_order_seq_cst);
  if (!ts_attached())
    /* In a forked child whose fork handlers did not run, the struct belongs to a thread of the parent. */
    return;
  if (self->sampled) ts_clock_stop(&self->source);
  release_block(&self->samples);
  ts_regions_free(self->spawns);
  ts_system_unmap(self, sizeof *self);
}

bool ts_threads_prepare(void) { return pthread_key_create(&key, leave_thread) == 0; }

static void change_mask(int how, sigset_t *before) {
  TS_NEXT(pthread_sigmask);
  sigset_t set;
  sigemptyset(&set);
  sigaddset(&set, TS_CLOCK_SIGNAL);
  next(how, &set, before);
}

/* Unblocks the clocks' signal (SIGURG) in the calling thread, unless the program has a handler for it. */
static void unblock_signals(void) {
  if (!ts_signals_program_has_handler()) change_mask(SIG_UNBLOCK, NULL);
}

static void write_thread(ts_thread *self) {
  ts_file_thread *thread = ts_record_begin(&self->samples, TS_SAMPLER_THREAD, sizeof *thread, 1);
  if (!thread) return;
  thread->tid = ts_system_thread();
  ts_record_end(&self->samples, &thread->record, sizeof *thread);
}

/* Returns the time to a thread's first signal. The times of successive threads are distributed evenly over a
 * period (multiples of the golden ratio). Many short threads together then have as many samples as one long
 * thread. A minimum time allows the thread to make progress before its first signal. */
static uint64_t choose_phase(const ts_thread *self, uint64_t period_ns) {
  const uint64_t turn =
      ((uint64_t)self->number + (uint64_t)ts_state_now->header->pid) * 11400714819323198485u;
  const uint64_t shortest_ns = 100000, phase_ns = (turn >> 32) * (period_ns >> 16) >> 16;
  return period_ns < shortest_ns ? period_ns : phase_ns < shortest_ns ? shortest_ns : phase_ns;
}

static void start_clock(ts_thread *self) {
  const ts_clock *clock = ts_state_now->clock;
  const ts_file_header *header = ts_state_now->header;
  const uint64_t first_ns = choose_phase(self, header->period_ns);
  bool kernel = header->kernel;
  self->begun = ts_system_time(clock->counted) + first_ns - header->period_ns;
  self->sampled = clock->start(header->period_ns, first_ns, &kernel, &self->source);
  if (!self->sampled)
    ts_record_write_note("thread %u is not sampled, because its clock failed: %s", self->number,
                         strerrorname_np(errno));
}

/* Starts the thread's clock. Blocks the clock's signal while the clock starts, so that the handler finds the
 * struct of the thread completely initialised. */
static void start_blocked(ts_thread *self) {
  TS_NEXT(pthread_sigmask);
  sigset_t before;
  change_mask(SIG_BLOCK, &before);
  start_clock(self);
  next(SIG_SETMASK, &before, NULL);
}

/* Finds the addresses of the calling thread's stack. If the stack may grow without limit, assumes 64 MiB,
 * within which systems place no other mapping. */
static void find_stack(ts_readable_range *ground) {
  const size_t most = 64u << 20;
  pthread_attr_t attributes;
  void *low;
  size_t bytes;
  if (pthread_getattr_np(pthread_self(), &attributes) != 0) return;
  if (pthread_attr_getstack(&attributes, &low, &bytes) == 0) {
    ground->high = (uint64_t)(uintptr_t)low + bytes;
    ground->low = ground->high - (bytes < most ? bytes : most);
  }
  pthread_attr_destroy(&attributes);
}

static void attach_thread(ts_thread *self) {
  self->number = atomic_fetch_add(&ts_state_now->threads, 1);
  acquire_block(&self->samples);
  ts_self = self;
  write_thread(self);
  find_stack(&self->ground);
  ts_unwind_init();
  pthread_setspecific(key, self);
  unblock_signals();
  start_blocked(self);
}

void ts_thread_attach(void) {
  ts_thread *self = ts_system_map(sizeof *self, -1, 0);
  if (self) attach_thread(self);
}

static void *run_thread(void *data) {
  ts_thread *self = data;
  attach_thread(self);
  return self->run(self->argument);
}

static int run_c11(void *data) {
  ts_thread *self = data;
  attach_thread(self);
  return self->run_c11(self->argument);
}

typedef enum room { as_it_is, enlarged, too_small } room;

/* Checks whether the stack of a new thread with these attributes has room for the signal handler. If it is
 * too small and the system allocates it, sets *larger to attributes with a larger stack. */
static room enlarge_stack(const pthread_attr_t *attributes, pthread_attr_t *larger) {
  void *low;
  size_t bytes;
  if (!attributes || pthread_attr_getstack(attributes, &low, &bytes) != 0 || bytes == 0 ||
      bytes >= small_stack)
    return as_it_is;
  if ((uintptr_t)low + bytes != 0) return bytes < handler_room ? too_small : as_it_is;
  *larger = *attributes;
  return pthread_attr_setstacksize(larger, bytes + handler_room) == 0 ? enlarged : too_small;
}

TS_EXPORT int pthread_create(pthread_t *thread, const pthread_attr_t *attributes, void *(*function)(void *),
                             void *argument) {
  TS_NEXT(pthread_create);
  pthread_attr_t larger;
  ts_process_attach();
  if (!ts_attached()) return next(thread, attributes, function, argument);
  const room found = enlarge_stack(attributes, &larger);
  ts_thread *self = found == too_small ? NULL : ts_system_map(sizeof *self, -1, 0);
  if (!self) {
    ts_record_write_note(found == too_small
                             ? "a thread is not sampled, because its stack, set by the program, is too small"
                             : "a thread is not sampled, because there is no memory for its data");
    return next(thread, attributes, function, argument);
  }
  self->run = function;
  self->argument = argument;
  const int failed = next(thread, found == enlarged ? &larger : attributes, run_thread, self);
  if (failed) ts_system_unmap(self, sizeof *self);
  return failed;
}

TS_EXPORT int thrd_create(thrd_t *thread, thrd_start_t function, void *argument) {
  TS_NEXT(thrd_create);
  ts_thread *self = ts_attached() ? ts_system_map(sizeof *self, -1, 0) : NULL;
  if (!self) return next(thread, function, argument);
  self->run_c11 = function;
  self->argument = argument;
  const int failed = next(thread, run_c11, self);
  if (failed != thrd_success) ts_system_unmap(self, sizeof *self);
  return failed;
}
