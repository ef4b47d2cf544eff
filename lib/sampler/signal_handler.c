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

/* Returns the number of periods that the sample represents. `elapsed_ns` is the time since self->begin_ns.
 * Signals that become due while they are blocked arrive as one signal, whose sample represents several
 * periods. If kernel code is not sampled, signals that become due in a system call arrive after the call. The
 * sample then represents one period, and the other periods count as unsampled. */
static uint32_t compute_weight(ts_thread *self, uint64_t elapsed_ns) {
  const ts_state *state = ts_process_state;
  const uint64_t periods = state->clock->may_merge_periods ? elapsed_ns / state->header->period_ns : 0;
  const uint64_t weight = periods > self->periods_sampled ? periods - self->periods_sampled : 1;
  self->periods_sampled += weight;
  if (state->header->kernel) return (uint32_t)weight;
  ts_state_add_count(&ts_process_state->header->unsampled, weight - 1);
  return 1;
}

/* Call stack of a sample. The stack is walked before the sample is written, because the records of new
 * modules in the stack must precede the sample. */
typedef struct sampled_stack {
  /* address of the sampled instruction, then the return addresses of its callers */
  uint64_t address[1 + TS_SAMPLER_DEPTH];
  ts_stack_walk walk;
} sampled_stack;

static void walk_stack(ts_thread *self, const mcontext_t *machine, sampled_stack *stack) {
  stack->address[0] = (uint64_t)machine->gregs[REG_RIP];
  stack->walk = (ts_stack_walk){.start_address = stack->address[0],
                                .stack_pointer = (uint64_t)machine->gregs[REG_RSP],
                                .boundary = self->region_tag ? self->region_boundary : 0,
                                .cached = &self->cached_stack,
                                .readable = self->readable,
                                .stack = stack->address + 1,
                                .capacity = TS_SAMPLER_DEPTH};
  ts_unwind(&stack->walk);
}

static void fill_sample(const ts_thread *self, const mcontext_t *machine, const sampled_stack *stack,
                        ts_file_sample *sample) {
  read_registers(machine, sample->registers);
  sample->ip = stack->address[0];
  sample->region_tag = self->region_tag;
  sample->state = ts_gomp_is_waiting(self, sample->ip) || ts_ompt_is_waiting() ? TS_SAMPLER_OPENMP_WAIT
                                                                               : TS_SAMPLER_RUNNING;
  sample->depth = stack->walk.depth;
  sample->region_depth = stack->walk.region_depth;
  memcpy(sample->stack, stack->walk.stack, stack->walk.depth * sizeof *sample->stack);
}

static void take_sample(ts_thread *self, const mcontext_t *machine, uint32_t weight) {
  sampled_stack stack;
  walk_stack(self, machine, &stack);
  ts_modules_add_for_addresses(stack.address, 1 + stack.walk.new_depth, &self->sample_block);
  const uint32_t bytes = (uint32_t)(sizeof(ts_file_sample) + stack.walk.depth * sizeof(uint64_t));
  ts_file_sample *sample = ts_record_begin(&self->sample_block, TS_SAMPLER_SAMPLE, bytes, weight);
  if (!sample) return;
  sample->weight = weight;
  fill_sample(self, machine, &stack, sample);
  ts_record_end(&self->sample_block, &sample->record, bytes);
  ts_state_add_count(&ts_process_state->header->samples, weight);
}

static uint64_t read_elapsed_ns(const ts_thread *self) {
  return ts_sys_clock_ns(ts_process_state->clock->period_clock) - self->begin_ns;
}

/* Returns the same time as read_elapsed_ns, but uses `cpu_ns`, which the caller has read, if the clock
 * measures CPU time. */
static uint64_t get_elapsed_ns(const ts_thread *self, uint64_t cpu_ns) {
  return ts_process_state->clock->period_clock == CLOCK_THREAD_CPUTIME_ID ? cpu_ns - self->begin_ns
                                                                          : read_elapsed_ns(self);
}

/* Requests the next signal for the end of the current period, but not earlier than half a period after
 * `elapsed_ns`. The thread thus makes progress even if handling a signal takes long. */
static void request_next_signal(ts_thread *self, uint64_t elapsed_ns) {
  const uint64_t period_ns = ts_process_state->header->period_ns,
                 due_ns = (self->periods_sampled + 1) * period_ns;
  const uint64_t delay_min_ns = period_ns / 2;
  const bool counts = ts_process_state->clock->may_merge_periods;
  ts_clock_rearm(&self->source,
                 !counts                              ? period_ns
                 : due_ns > elapsed_ns + delay_min_ns ? due_ns - elapsed_ns
                                                      : delay_min_ns,
                 period_ns);
}

/* Returns true if the signal became due while the thread took its last sample. Such a signal is ignored, and
 * the next sample also represents its period. Otherwise the program would make no progress if a sample took
 * longer than a period. */
static bool is_within_last_sample(const ts_thread *self, uint64_t elapsed_ns) {
  return elapsed_ns - self->last_sample_end_ns < ts_process_state->header->period_ns / 8;
}

static void write_sample(ts_thread *self, const mcontext_t *machine, uint64_t elapsed_ns) {
  self->is_in_handler = true;
  take_sample(self, machine, compute_weight(self, elapsed_ns));
  self->is_in_handler = false;
  ts_state_update_times_if_due();
}

static void handle_clock_signal(ts_thread *self, const mcontext_t *machine) {
  const uint64_t begin_cpu_ns = ts_sys_clock_ns(CLOCK_THREAD_CPUTIME_ID),
                 elapsed_ns = get_elapsed_ns(self, begin_cpu_ns);
  const bool is_repeated = is_within_last_sample(self, elapsed_ns);
  if (!is_repeated) write_sample(self, machine, elapsed_ns);
  const uint64_t end_ns = get_elapsed_ns(self, ts_sys_clock_ns(CLOCK_THREAD_CPUTIME_ID));
  if (!is_repeated) self->last_sample_end_ns = end_ns;
  request_next_signal(self, end_ns);
  ts_state_add_count(&ts_process_state->header->handler_ns,
                     ts_sys_clock_ns(CLOCK_THREAD_CPUTIME_ID) - begin_cpu_ns);
}

/* True if a sample is due: the clock sent the signal, or a sampling period has ended. The second condition is
 * needed because the system merges two pending signals, so that a signal of the program may hide one of the
 * clock. */
static bool is_sample_due(const ts_thread *self, const siginfo_t *info) {
  return ts_clock_has_sent(&self->source, info) ||
         (ts_process_state->clock->may_merge_periods &&
          read_elapsed_ns(self) >= (self->periods_sampled + 1) * ts_process_state->header->period_ns);
}

void ts_signal_handler(int signal, siginfo_t *info, void *context) {
  const int error = errno;
  ts_thread *self = ts_this_thread;
  if (self && ts_process_is_attached() && self->is_sampled && !self->is_in_handler &&
      is_sample_due(self, info))
    handle_clock_signal(self, &((const ucontext_t *)context)->uc_mcontext);
  if (!ts_clock_may_have_sent(info)) ts_signals_forward(signal, info, context);
  errno = error;
}

/* Returns the number of periods since the last sample; 0 if a signal arrives during the computation. */
static uint64_t count_lost_periods(const ts_thread *self) {
  const uint64_t periods_sampled = self->periods_sampled;
  atomic_signal_fence(memory_order_seq_cst);
  const uint64_t periods = read_elapsed_ns(self) / ts_process_state->header->period_ns;
  atomic_signal_fence(memory_order_seq_cst);
  return self->periods_sampled == periods_sampled && periods > periods_sampled ? periods - periods_sampled
                                                                               : 0;
}

/* True if `periods_without_signal`, the number of periods since the thread's last signal, exceeds both 0.1 s
 * and an eighth of the thread's sampled periods. The clock has then probably stopped sending signals. */
static bool has_clock_stopped(const ts_thread *self, uint64_t periods_without_signal) {
  const ts_state *state = ts_process_state;
  const uint64_t silence_min_ns = 100000000;
  return state->clock->may_merge_periods &&
         periods_without_signal * state->header->period_ns > silence_min_ns &&
         periods_without_signal > self->periods_sampled / 8;
}

void ts_signal_handler_count_lost(void) {
  const ts_thread *self = ts_this_thread;
  if (!self || !self->is_sampled) return;
  const uint64_t periods = count_lost_periods(self);
  if (periods == 0) return;
  const bool is_running = ts_clock_is_running(&self->source);
  if (is_running && !has_clock_stopped(self, periods)) return;
  ts_state_add_count(&ts_process_state->header->lost, periods);
  const char *reason = ts_process_state->header->kernel
                           ? "the signals of its clock no longer arrived"
                           : "the signals of its clock no longer arrived, or it ran kernel code";
  ts_record_write_note("thread %u: %s, so later samples are lost", self->number,
                       is_running ? reason : "the program closed its clock");
}
