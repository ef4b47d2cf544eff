/* Attaches threads to the sampler and detaches them (see thread.h). Before its own function runs, a new
 * thread gets a number, a block for its samples, the range of its stack and a clock, in this order. If the
 * stack is too small for the signal handler and the C library allocates it, it is enlarged. A stack that the
 * program allocates cannot be enlarged. */
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
  handler_stack_bytes =
      32768, /* number of bytes on a thread's stack that are reserved for the signal handler */
  small_stack_bytes = 65536
};

_Thread_local ts_thread *ts_this_thread __attribute__((tls_model("initial-exec")));

static pthread_key_t thread_key;

static void release_block(ts_block_writer *block) {
  ts_block_writer *events = block->block ? ts_record_lock() : NULL;
  if (!events) return;
  ts_state *state = ts_process_state;
  if (state->spare_blocks < TS_STATE_SPARE_BLOCKS)
    state->spare_block[state->spare_blocks++] = *block;
  else
    ts_sys_unmap(block->block, TS_SAMPLER_BLOCK);
  ts_record_unlock();
}

static void acquire_block(ts_block_writer *block) {
  if (!ts_record_lock()) return;
  ts_state *state = ts_process_state;
  if (state->spare_blocks > 0) *block = state->spare_block[--state->spare_blocks];
  ts_record_unlock();
}

/* Detaches a thread when it ends. If a signal of its clock arrives later, the handler finds ts_this_thread ==
 * NULL and ignores the signal. */
static void detach_thread(void *data) {
  ts_thread *self = data;
  if (ts_process_is_attached()) ts_signal_handler_count_lost();
  ts_this_thread = NULL;
  atomic_signal_fence(memory_order_seq_cst);
  if (!ts_process_is_attached())
    /* The process state is empty in a forked child in which no fork handler has run. The struct then belongs
     * to a thread of the parent. */
    return;
  if (self->is_sampled) ts_clock_stop(&self->source);
  release_block(&self->sample_block);
  ts_regions_free(self->region_table);
  ts_sys_unmap(self, sizeof *self);
}

bool ts_threads_init(void) { return pthread_key_create(&thread_key, detach_thread) == 0; }

static void change_clock_mask(int how, sigset_t *previous) {
  TS_NEXT(pthread_sigmask);
  sigset_t set;
  sigemptyset(&set);
  sigaddset(&set, TS_CLOCK_SIGNAL);
  next(how, &set, previous);
}

/* Unblocks the clocks' signal (SIGURG) in the calling thread, unless the program has a handler for it. */
static void unblock_signals(void) {
  if (!ts_signals_program_has_handler()) change_clock_mask(SIG_UNBLOCK, NULL);
}

static void write_thread(ts_thread *self) {
  ts_file_thread *thread = ts_record_begin(&self->sample_block, TS_SAMPLER_THREAD, sizeof *thread, 1);
  if (!thread) return;
  thread->tid = ts_sys_thread_id();
  ts_record_end(&self->sample_block, &thread->record, sizeof *thread);
}

/* Returns the time to the first signal of the thread. The first signals of successive threads are distributed
 * evenly over a period by multiples of the golden ratio. Many short threads then have as many samples
 * together as one long thread. */
static uint64_t compute_first_signal_ns(const ts_thread *self, uint64_t period_ns) {
  const uint64_t golden_multiple =
      ((uint64_t)self->number + (uint64_t)ts_process_state->header->pid) * 11400714819323198485u;
  const uint64_t shortest_ns = 100000, phase_ns = (golden_multiple >> 32) * (period_ns >> 16) >> 16;
  return period_ns < shortest_ns ? period_ns : phase_ns < shortest_ns ? shortest_ns : phase_ns;
}

static void start_clock(ts_thread *self) {
  const ts_clock *clock = ts_process_state->clock;
  const ts_file_header *header = ts_process_state->header;
  const uint64_t first_ns = compute_first_signal_ns(self, header->period_ns);
  bool kernel = header->kernel;
  self->begin_ns = ts_sys_clock_ns(clock->period_clock) + first_ns - header->period_ns;
  self->is_sampled = clock->start(header->period_ns, first_ns, &kernel, &self->source);
  if (!self->is_sampled)
    ts_record_write_note("thread %u is not sampled, because its clock failed: %s", self->number,
                         strerrorname_np(errno));
}

/* Starts the clock while its signal is blocked, so that the struct is complete before the handler runs. */
static void start_clock_blocked(ts_thread *self) {
  TS_NEXT(pthread_sigmask);
  sigset_t previous;
  change_clock_mask(SIG_BLOCK, &previous);
  start_clock(self);
  next(SIG_SETMASK, &previous, NULL);
}

/* Finds the addresses of the calling thread's stack. If the stack may grow without limit, assumes 64 MiB,
 * within which systems place no other mapping. */
static void find_stack(ts_readable_range *readable) {
  const size_t bytes_max = 64u << 20;
  pthread_attr_t attributes;
  void *low;
  size_t bytes;
  if (pthread_getattr_np(pthread_self(), &attributes) != 0) return;
  if (pthread_attr_getstack(&attributes, &low, &bytes) == 0) {
    readable->high = (uint64_t)(uintptr_t)low + bytes;
    readable->low = readable->high - (bytes < bytes_max ? bytes : bytes_max);
  }
  pthread_attr_destroy(&attributes);
}

static void attach_thread(ts_thread *self) {
  self->number = atomic_fetch_add(&ts_process_state->threads, 1);
  acquire_block(&self->sample_block);
  ts_this_thread = self;
  write_thread(self);
  find_stack(&self->readable);
  ts_unwind_init();
  pthread_setspecific(thread_key, self);
  unblock_signals();
  start_clock_blocked(self);
}

void ts_thread_attach(void) {
  ts_thread *self = ts_sys_map(sizeof *self, -1, 0);
  if (self) attach_thread(self);
}

static void *run_thread(void *data) {
  ts_thread *self = data;
  attach_thread(self);
  return self->thread_function(self->argument);
}

static int run_thread_c11(void *data) {
  ts_thread *self = data;
  attach_thread(self);
  return self->thread_function_c11(self->argument);
}

typedef enum stack_fit { STACK_UNCHANGED, STACK_ENLARGED, STACK_TOO_SMALL } stack_fit;

/* Checks that the stack of a new thread is large enough for the signal handler. If the stack is too small and
 * the C library allocates it, sets *larger to attributes with a larger stack. */
static stack_fit enlarge_stack(const pthread_attr_t *attributes, pthread_attr_t *larger) {
  void *low;
  size_t bytes;
  if (!attributes || pthread_attr_getstack(attributes, &low, &bytes) != 0 || bytes == 0 ||
      bytes >= small_stack_bytes)
    return STACK_UNCHANGED;
  if ((uintptr_t)low + bytes != 0) return bytes < handler_stack_bytes ? STACK_TOO_SMALL : STACK_UNCHANGED;
  *larger = *attributes;
  return pthread_attr_setstacksize(larger, bytes + handler_stack_bytes) == 0 ? STACK_ENLARGED
                                                                             : STACK_TOO_SMALL;
}

TS_EXPORT int pthread_create(pthread_t *thread, const pthread_attr_t *attributes, void *(*function)(void *),
                             void *argument) {
  TS_NEXT(pthread_create);
  pthread_attr_t larger;
  ts_process_attach();
  if (!ts_process_is_attached()) return next(thread, attributes, function, argument);
  const stack_fit fit = enlarge_stack(attributes, &larger);
  ts_thread *self = fit == STACK_TOO_SMALL ? NULL : ts_sys_map(sizeof *self, -1, 0);
  if (!self) {
    ts_record_write_note(fit == STACK_TOO_SMALL
                             ? "a thread is not sampled, because its stack, set by the program, is too small"
                             : "a thread is not sampled, because there is no memory for its data");
    return next(thread, attributes, function, argument);
  }
  self->thread_function = function;
  self->argument = argument;
  const int failed = next(thread, fit == STACK_ENLARGED ? &larger : attributes, run_thread, self);
  if (failed) ts_sys_unmap(self, sizeof *self);
  return failed;
}

TS_EXPORT int thrd_create(thrd_t *thread, thrd_start_t function, void *argument) {
  TS_NEXT(thrd_create);
  ts_thread *self = ts_process_is_attached() ? ts_sys_map(sizeof *self, -1, 0) : NULL;
  if (!self) return next(thread, function, argument);
  self->thread_function_c11 = function;
  self->argument = argument;
  const int failed = next(thread, run_thread_c11, self);
  if (failed != thrd_success) ts_sys_unmap(self, sizeof *self);
  return failed;
}
