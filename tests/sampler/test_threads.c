/* Tests with threads that are difficult to sample (cases/threads.c). The sampler must sample all of them and
 * must not disturb them. */
#include "sampler/sampled.h"

static sampled run(const char *how, const char *options) {
  char program[64];
  snprintf(program, sizeof program, "threads %s", how);
  sampled s = sampled_run("", options, program);
  cr_assert_eq(s.code, 0, "%s: code %d", how, s.code);
  return s;
}

/* Expects the samples to represent the CPU time that the program prints. */
static void check(const char *how, const char *options, int threads) {
  sampled s = run(how, options);
  const tb_sample_file *process = sampled_process(&s);
  cr_expect_eq(process->threads, threads, "%s: %d threads", how, process->threads);
  sampled_expect(process, strtod(s.output, NULL), threads);
  sampled_end(&s);
}

static bool has_note(const tb_sample_file *process, const char *part) {
  for (int n = 0; n < process->notes; n++)
    if (strstr(process->note[n]->text, part)) return true;
  return false;
}

Test(threads, all_are_sampled) {
  check("two", "", 2);
  check("c11", "", 2);
  check("errno", "", 2);
  check("pending", "", 2);
}

Test(threads, at_a_high_pace) { check("two", "--period 100us", 2); }

/* The first signal arrives before the system call that requests it returns. The samples must nevertheless be
 * complete. */
Test(threads, late_starts) {
  sampled s = sampled_run("", "--period 100us", "slow_system");
  cr_assert_eq(s.code, 0);
  cr_expect_geq(sampled_seconds(sampled_process(&s)), 0.95 * 0.05);
  cr_expect_eq(sampled_process(&s)->header->lost, 0);
  sampled_end(&s);
}

/* Runs many short threads. If the sampler started all of them at the same phase of the period, the samples of
 * their last periods would be missing. */
Test(threads, short_ones) {
  sampled s = run("short", "");
  const tb_sample_file *process = sampled_process(&s);
  cr_expect_eq(process->threads, 201);
  if (!sampled_coarsely(process)) cr_expect_geq(sampled_seconds(process), 0.95 * 0.2);
  cr_expect_eq(process->header->lost, 0);
  sampled_end(&s);
}

/* Runs threads of a fifth of a period each. Most of them have no sample, but the weights of the samples must
 * represent at least 80 % of the CPU time of all threads. */
Test(threads, brief_ones) {
  sampled s = run("brief", "");
  const tb_sample_file *process = sampled_process(&s);
  int64_t weight = 0;
  for (int i = 0; i < process->samples; i++)
    if (process->sample[i]->record.thread > 0) weight += process->sample[i]->weight;
  if (!sampled_coarsely(process))
    cr_expect_geq(1e-9 * (double)weight * (double)process->header->period_ns, 0.8 * 0.08);
  sampled_end(&s);
}

/* Each sample takes longer than a period. The program must nevertheless make progress and end. */
Test(threads, slow_samples) {
  sampled s = sampled_run("", "--period 1ms", "slow_handler");
  cr_expect_eq(s.code, 0, "code %d", s.code);
  cr_expect_eq(sampled_process(&s)->header->lost, 0);
  sampled_end(&s);
}

/* Each cancelled thread may lose less than one period. */
static void check_cancelled(const char *options) {
  sampled s = run("cancelled", options);
  const tb_sample_file *process = sampled_process(&s);
  cr_expect_eq(process->threads, 41);
  cr_expect_geq(sampled_seconds(process), 0.07, "the first thread alone uses 0.08 s");
  cr_expect_eq(process->damaged_blocks, 0);
  sampled_end(&s);
}

Test(threads, cancelled) {
  check_cancelled("");
  for (int k = 0; k < 2; k++) check_cancelled("--period 100us");
}

Test(threads, small_stacks) {
  check("small", "", 2);
  check("small", "--period 200us", 2);
  check("alternate", "", 1);
  check("alternate", "--period 200us", 1);
}

Test(threads, stacks_without_room) {
  sampled s = run("own", "");
  const tb_sample_file *process = sampled_process(&s);
  cr_expect_eq(process->threads, 1, "the thread on the small stack is not sampled");
  cr_expect(has_note(process, "stack"));
  sampled_expect(process, 0.1, 1);
  sampled_end(&s);
}

Test(threads, deep_stacks) {
  sampled s = run("deep", "");
  const tb_sample_file *process = sampled_process(&s);
  int full = 0;
  for (int i = 0; i < process->samples; i++) full += process->sample[i]->depth == TS_SAMPLER_DEPTH;
  cr_expect_gt(full, process->samples * 3 / 4);
  sampled_end(&s);
}

Test(threads, blocked_signals) { check("blocked", "", 3); }

Test(threads, own_handler) {
  sampled s = run("urgent", "");
  cr_expect(has_note(sampled_process(&s), "SIGURG"));
  sampled_expect(sampled_process(&s), strtod(s.output, NULL), 1);
  sampled_end(&s);
}

/* The program checks the signal mask and the flags of its handler, and changes its handler while signals
 * arrive. It must end successfully. */
Test(threads, own_actions) {
  sampled s = run("action", "");
  sampled_end(&s);
  s = run("changing", "");
  sampled_end(&s);
}

/* A program that blocks SIGURG loses samples. The sampler must count the lost samples and record a note. */
Test(threads, silent_clock) {
  sampled s = run("silent", "");
  const tb_sample_file *process = sampled_process(&s);
  const double lost_s = 1e-9 * (double)(process->header->lost * process->header->period_ns);
  cr_expect_geq(sampled_seconds(process), 0.95 * 0.03 - 0.01);
  cr_expect_geq(sampled_seconds(process) + lost_s, 0.95 * 0.15);
  cr_expect(has_note(process, "thread 0: the signals of its clock no longer arrived"));
  sampled_end(&s);
}

/* Forked children inherit the signal handler of the sampler. In a child, the handler must call only the
 * handlers of the program. The sampler must also sample a child that blocks signals. */
Test(threads, children_and_their_signals) {
  double found = 0.0;
  sampled s = run("urgent-children", "");
  sampled_end(&s);
  s = run("blocked-child", "");
  cr_assert_eq(s.samples->processes, 2);
  for (int p = 0; p < 2; p++) found += sampled_seconds(&s.samples->process[p]);
  cr_expect_geq(found, 0.03, "%g s of samples of 0.05 s", found);
  sampled_end(&s);
}

/* A thread that closes all descriptors by system calls ends its own sampling. The sampler must record a note
 * and continue to sample other threads. */
Test(threads, closed_descriptors) {
  sampled s = run("closing", "");
  const tb_sample_file *process = sampled_process(&s);
  cr_expect_eq(process->threads, 3);
  cr_expect_geq(sampled_seconds(process), 0.95 * 0.1);
  if (!sampled_coarsely(process)) {
    cr_expect_gt(process->header->lost, 0);
    cr_assert_eq(process->notes, 1);
    cr_expect_str_eq(process->note[0]->text,
                     "thread 0: the program closed its clock, so later samples are lost");
  }
  sampled_end(&s);
}

/* If the program closes all descriptors by functions of the C library, the sampler must lose no samples,
 * because it intercepts these functions. */
Test(threads, closed_descriptors_but_the_samplers) {
  sampled s = run("closing-range", "");
  const tb_sample_file *process = sampled_process(&s);
  cr_expect_eq(process->threads, 2);
  sampled_expect(process, 0.25, 2);
  cr_expect_eq(process->notes, 0);
  sampled_end(&s);
}
