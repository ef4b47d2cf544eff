/* Runs programs of cases/ with `tcblame run` and opens the recorded samples. A test calls sampled_run, then
 * sampled_end. */
#ifndef TC_TESTS_SAMPLER_SAMPLED_H
#define TC_TESTS_SAMPLER_SAMPLED_H

#include <inttypes.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include "blame/samples/samples.h"
#include "support/expect.h"

typedef struct sampled {
  char folder[64];
  char output[2048]; /* text that the program wrote to stdout */
  int code;
  tb_samples *samples;
} sampled;

static inline const char *sampled_variable(const char *name) {
  const char *value = getenv(name);
  cr_assert_not_null(value, "%s is not set: run it by ctest", name);
  return value;
}

/* Runs a case with the variables `environment` ("A=1 B=2") and opens its samples. A run that hangs is killed
 * after 120 s. */
static inline sampled sampled_run(const char *environment, const char *options, const char *program) {
  sampled s = {.folder = "/tmp/tcblame-test-XXXXXX"};
  char command[4096];
  cr_assert_not_null(mkdtemp(s.folder));
  snprintf(command, sizeof command,
           "%s timeout -s KILL 120 '%s' run -o %s %s -- %s/sampler_case_%s 2> %s/stderr", environment,
           sampled_variable("TCBLAME"), s.folder, options, sampled_variable("TETRACAST_TESTS"), program,
           s.folder);
  FILE *pipe = popen(command, "r");
  cr_assert_not_null(pipe);
  const size_t bytes = fread(s.output, 1, sizeof s.output - 1, pipe);
  s.output[bytes] = 0;
  const int state = pclose(pipe);
  s.code = WIFEXITED(state) ? WEXITSTATUS(state) : 128 + WTERMSIG(state);
  expect_ok(tb_samples_open(s.folder, &s.samples));
  return s;
}

static inline void sampled_end(sampled *s) {
  char command[128];
  tb_samples_close(&s->samples);
  snprintf(command, sizeof command, "rm -rf %s", s->folder);
  cr_assert_eq(system(command), 0);
}

/* Returns the only process of a run. */
static inline const tb_sample_file *sampled_process(const sampled *s) {
  cr_assert_eq(s->samples->processes, 1);
  return &s->samples->process[0];
}

static inline int64_t sampled_weight(const tb_sample_file *process) {
  int64_t weight = 0;
  for (int i = 0; i < process->samples; i++) weight += process->sample[i]->weight;
  return weight;
}

/* Returns the CPU time in s that the samples represent, including time in kernel code if the system does not
 * allow samples there. */
static inline double sampled_seconds(const tb_sample_file *process) {
  const ts_file_header *h = process->header;
  return 1e-9 * ((double)sampled_weight(process) + (double)h->unsampled) * (double)h->period_ns;
}

/* True if the system does not allow perf events, so that the sampler uses a coarser clock. The period is then
 * five times as long, and short threads may have no samples. */
static inline bool sampled_coarsely(const tb_sample_file *process) {
  return strcmp(process->header->clock, "task") != 0;
}

/* Expects the samples to represent at least cpu_s seconds, except for the last period of each thread. They
 * must not represent more than the CPU time of the whole process, which includes the start of the sampler and
 * its signal handlers. */
static inline void sampled_expect(const tb_sample_file *process, double cpu_s, int threads) {
  const double found = sampled_seconds(process), period_s = 1e-9 * (double)process->header->period_ns,
               used_s = 1e-9 * (double)process->header->cpu_ns;
  cr_expect_eq(process->header->lost, 0, "%s: %d lost", process->path, (int)process->header->lost);
  cr_expect_eq(process->damaged_blocks, 0);
  cr_expect_eq((int64_t)process->header->samples, sampled_weight(process));
  cr_expect_geq(found + threads * period_s, 0.95 * cpu_s, "%g s of samples, %g s of CPU", found, cpu_s);
  cr_expect_leq(found, 1.05 * (used_s + 0.03) + threads * period_s,
                "%g s of samples, %g s of CPU time of the process", found, used_s);
}

#endif
