/* Tests that the sample file of a process is complete, however the process ends. */
#include "sampler/sampled.h"

typedef struct end {
  const char *how;
  int code;
  int ended[2];    /* for the two processes in the order of their start: 1 if the file records the end, 0 if
                    * not, -1 if there is no process */
  double cpu_s[2]; /* lower limit for each process */
} end;

static const end ends[] = {
    {"exit", 3, {1, -1}, {0.05}},         {"_exit", 4, {1, -1}, {0.05}},
    {"quick", 5, {1, -1}, {0.05}},        {"abort", 134, {0, -1}, {0.05}},
    {"kill", 137, {0, -1}, {0.05}},       {"fault", 139, {0, -1}, {0.05}},
    {"fork", 9, {1, 1}, {0.1, 0.05}},     {"vfork", 0, {1, -1}, {0.1}},
    {"execve", 3, {1, 1}, {0.05, 0.05}},  {"execl", 3, {1, 1}, {0.05, 0.05}},
    {"execle", 21, {1, 1}, {0.05, 0.05}}, {"failure", 22, {1, -1}, {0.1}},
    {"system", 13, {1, 1}, {0.05, 0.05}}, {"spawn", 23, {1, 1}, {0.05, 0.05}},
    {"without", 7, {1, -1}, {0.1}},       {"waits", 137, {0, -1}, {0.1}},
};

static int by_start(const void *a, const void *b) {
  const tb_sample_file *one = a, *other = b;
  return one->header->start_ns < other->header->start_ns ? -1 : 1;
}

static void check(const end *e, const char *options) {
  char program[64];
  snprintf(program, sizeof program, "ends %s", e->how);
  sampled s = sampled_run("", options, program);
  const int wanted = e->ended[1] < 0 ? 1 : 2;
  cr_expect_eq(s.code, e->code, "%s: code %d, not %d", e->how, s.code, e->code);
  cr_assert_eq(s.samples->processes, wanted, "%s: %d processes", e->how, s.samples->processes);
  qsort(s.samples->process, (size_t)wanted, sizeof *s.samples->process, by_start);
  for (int p = 0; p < wanted; p++) {
    const tb_sample_file *process = &s.samples->process[p];
    cr_expect_eq(process->header->end_ns != 0, e->ended[p], "%s: process %d", e->how, p);
    sampled_expect(process, e->cpu_s[p], 2);
    /* For a killed process the file contains the CPU time at the last sample. The last periods may have been
     * in kernel code without samples. */
    const uint64_t periods = process->header->kernel ? 2 : 8;
    cr_expect_geq(1e-9 * (double)(process->header->cpu_ns + periods * process->header->period_ns),
                  e->cpu_s[p], "%s: %g s of CPU time recorded", e->how,
                  1e-9 * (double)process->header->cpu_ns);
  }
  sampled_end(&s);
}

Test(ends, all_ways) {
  for (size_t e = 0; e < sizeof ends / sizeof *ends; e++) check(&ends[e], "");
}

/* With a short period, a signal of the sampler may be pending when a process executes another program. This
 * signal must not end the new program. */
Test(ends, at_a_high_pace) {
  for (size_t e = 0; e < sizeof ends / sizeof *ends; e++)
    if (ends[e].ended[1] >= 0) check(&ends[e], "--period 100us");
}

/* Threads that still run when the process exits must have samples up to the exit. */
Test(ends, with_threads) {
  sampled s = sampled_run("", "", "ends threads");
  const tb_sample_file *process = sampled_process(&s);
  cr_expect_eq(s.code, 6);
  cr_expect_neq(process->header->end_ns, 0);
  cr_expect_eq(process->threads, 3);
  sampled_expect(process, 1e-9 * (double)process->header->cpu_ns, 3);
  sampled_end(&s);
}
