/* Takes samples in the signal handler of a clock (see signal_handler.h). For each signal the handler computes
 * the weight (number of periods), walks the stack, records new modules, writes the sample, updates the times
 * and requests the next signal. The code of the handler is async-signal-safe and uses only the block of its
 * thread. */
#define _GNU_SOURCE
#include "sampler/signal_handler.h"

#include <errno.h>
#include <stdatomic.h>
#include <string.h>
#include <ucontext.h>

#include "sampler/module_list.h"
#include "sampler/parallel_region.h"
#include "sampler/process_state.h"
#include "sampler/program_signals.h"
#include "sampler/record_writer.h"
#include "sampler/syscalls.h"
#include "sampler/thread.h"
#include "sampler/unwind.h"

#ifdef __x86_64__
static void read_registers(const mcontext_t *machine, uint64_t registers[TS_SAMPLER_REGISTERS]) {
  static const int order[TS_SAMPLER_REGISTERS] = {REG_RAX, REG_RCX, REG_RDX, REG_RBX, REG_RSP, REG_RBP,
                                                  REG_RSI, REG_RDI, REG_R8,  REG_R9,  REG_R10, REG_R11,
                                                  REG_R12, REG_R13, REG_R14, REG_R15};
  for (int r = 0; r < TS_SAMPLER_REGISTERS; r++) registers[r] = (uint64_t)machine->gregs[order[r]];
}
#else
#error "the sampler supports x86-64 only"
#endif

/* Returns the number of periods that this sample stands for (its weight); `passed` is the time of the thread
 * in ns since self->begun. If several signals become due while they are blocked, only one signal arrives, and
 * it represents all of them. If the process may not sample kernel code, a signal that becomes due in a system
 * call arrives after the call, in code that did not use the time. The sample then stands for one period, and
 * the other periods count as unsampled. */
static uint32_t sample_weight(ts_thread *self, uint64_t passed) {
  const ts_state *state = ts_state_now;
  const uint64_t periods = state->clock->counts ? passed / state->header->period_ns : 0;
  const uint64_t weight = periods > self->counted ? periods - self->counted : 1;
  self->counted += weight;
  if (state->header->kernel) return (uint32_t)weight;
  ts_state_count(&ts_state_now->header->unsampled, weight - 1);
  return 1;
}

/* Call stack of a sample. It is complete before the sample is written, because modules of the stack that have
 * no record yet must be recorded before the sample. */
typedef struct spot {
  /* address of the sampled instruction, then the return addresses of its callers */
  uint64_t address[1 + TS_SAMPLER_DEPTH];
  ts_stack_walk walk;
} spot;

static void walk_stack(ts_thread *self, const mcontext_t *machine, spot *at) {
  at->address[0] = (uint64_t)machine->gregs[REG_RIP];
  at->walk = (ts_stack_walk){.start = at->address[0],
                             .pointer = (uint64_t)machine->gregs[REG_RSP],
                             .boundary = self->spawn ? self->boundary : 0,
                             .trail = &self->trail,
                             .ground = self->ground,
                             .stack = at->address + 1,
                             .capacity = TS_SAMPLER_DEPTH};
  ts_unwind(&at->walk);
}

static void fill_sample(const ts_thread *self, const mcontext_t *machine, const spot *at,
                        ts_file_sample *sample) {
  read_registers(machine, sample->registers);
  sample->ip = at->address[0];
  sample->spawn = self->spawn;
  sample->state =
      ts_gomp_waits(self, sample->ip) || ts_ompt_waits() ? TS_SAMPLER_OPENMP_WAIT : TS_SAMPLER_RUNNING;
  sample->depth = at->walk.depth;
  sample->spawn_depth = at->walk.within;
  memcpy(sample->stack, at->walk.stack, at->walk.depth * sizeof *sample->stack);
}

static void take_sample(ts_thread *self, const mcontext_t *machine, uint32_t weight) {
  spot at;
  walk_stack(self, machine, &at);
  ts_modules_add_for_addresses(at.address, 1 + at.walk.fresh, &self->samples);
  const uint32_t bytes = (uint32_t)(sizeof(ts_file_sample) + at.walk.depth * sizeof(uint64_t));
  ts_file_sample *sample = ts_record_begin(&self->samples, TS_SAMPLER_SAMPLE, bytes, weight);
  if (!sample) return;
  sample->weight = weight;
  fill_sample(self, machine, &at, sample);
  ts_record_end(&self->samples, &sample->record, bytes);
  ts_state_count(&ts_state_now->header->samples, weight);
}

static uint64_t thread_count_now(const ts_thread *self) {
  return ts_system_time(ts_state_now->clock->counted) - self->begun;
}

/* Returns the time of the clock since self->begun, like thread_count_now. If the clock measures CPU time,
 * uses the value cpu_ns that the caller has just read. */
static uint64_t count_at(const ts_thread *self, uint64_t cpu_ns) {
  return ts_state_now->clock->counted == CLOCK_THREAD_CPUTIME_ID ? cpu_ns - self->begun
                                                                 : thread_count_now(self);
}

/* Requests the next signal for the end of the current period, but not earlier than half a period after `now`.
 * The thread thus makes progress even if handling a signal takes long. */
static void arm_next_period(ts_thread *self, uint64_t now) {
  const uint64_t period_ns = ts_state_now->header->period_ns, due = (self->counted + 1) * period_ns;
  const uint64_t least_ns = period_ns / 2;
  const bool counts = ts_state_now->clock->counts;
  ts_clock_rearm(&self->source, !counts ? period_ns : due > now + least_ns ? due - now : least_ns, period_ns);
}

/* True if less than an eighth of a period has passed since the last sample was completed. The signal then
 * became due while the thread took that sample. The handler takes no sample for such a signal, and the next
 * sample also represents it. Otherwise the program would make no progress if a sample took longer than a
 * period. */
static bool follows_sample(const ts_thread *self, uint64_t now) {
  return now - self->left < ts_state_now->header->period_ns / 8;
}

static void write_sample(ts_thread *self, const mcontext_t *machine, uint64_t now) {
  self->inside = true;
  take_sample(self, machine, sample_weight(self, now));
  self->inside = false;
  ts_state_update_times_if_due();
}

static void handle_period(ts_thread *self, const mcontext_t *machine) {
  const uint64_t began = ts_system_time(CLOCK_THREAD_CPUTIME_ID), now = count_at(self, began);
  const bool again = follows_sample(self, now);
  if (!again) write_sample(self, machine, now);
  const uint64_t done = count_at(self, ts_system_time(CLOCK_THREAD_CPUTIME_ID));
  if (!again) self->left = done;
  arm_next_period(self, done);
  ts_state_count(&ts_state_now->header->handler_ns, ts_system_time(CLOCK_THREAD_CPUTIME_ID) - began);
}

/* True if a sample is due: the clock sent the signal, or a sampling period has ended. The system merges two
 * pending signals, so a signal of the program may hide one of the clock. */
static bool is_due(const ts_thread *self, const siginfo_t *info) {
  return ts_clock_sent(&self->source, info) ||
         (ts_state_now->clock->counts &&
          thread_count_now(self) >= (self->counted + 1) * ts_state_now->header->period_ns);
}

void ts_signal_handler(int signal, siginfo_t *info, void *context) {
  const int error = errno;
  ts_thread *self = ts_self;
  if (self && ts_attached() && self->sampled && !self->inside && is_due(self, info))
    handle_period(self, &((const ucontext_t *)context)->uc_mcontext);
  if (!ts_clock_may_send(info)) ts_signals_forward(signal, info, context);
  errno = error;
}

/* Returns the number of periods since the last sample of the thread; 0 if a signal arrives while the function
 * computes this number. */
static uint64_t lost_periods(const ts_thread *self) {
  const uint64_t counted = self->counted;
  atomic_signal_fence(memory_order_seq_cst);
  const uint64_t periods = thread_count_now(self) / ts_state_now->header->period_ns;
  atomic_signal_fence(memory_order_seq_cst);
  return self->counted == counted && periods > counted ? periods - counted : 0;
}

/* True if `silent`, the number of periods since the thread's last signal, exceeds both 0.1 s and an eighth of
 * the thread's sampled periods. The clock has then probably stopped sending signals. */
static bool is_silent(const ts_thread *self, uint64_t silent) {
  const ts_state *state = ts_state_now;
  const uint64_t long_ns = 100000000;
  return state->clock->counts && silent * state->header->period_ns > long_ns && silent > self->counted / 8;
}

void ts_signal_handler_count_lost(void) {
  const ts_thread *self = ts_self;
  if (!self || !self->sampled) return;
  const uint64_t periods = lost_periods(self);
  if (periods == 0) return;
  const bool runs = ts_clock_runs(&self->source);
  if (runs && !is_silent(self, periods)) return;
  ts_state_count(&ts_state_now->header->lost, periods);
  const char *silence = ts_state_now->header->kernel
                            ? "the signals of its clock no longer arrived"
                            : "the signals of its clock no longer arrived, or it ran kernel code";
  ts_record_write_note("thread %u: %s, so later samples are lost", self->number,
                       runs ? silence : "the program closed its clock");
}
