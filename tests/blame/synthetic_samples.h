/* Sample files in memory. Tests add the records of artificial processes to them. */
#ifndef TC_TESTS_BLAME_SYNTHETIC_SAMPLES_H
#define TC_TESTS_BLAME_SYNTHETIC_SAMPLES_H

#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

#include "blame/samples/samples.h"

enum { MADE_RECORDS = 4096, MADE_PROCESSES = 4 };

typedef struct made_process {
  ts_file_header header;
  const ts_file_sample *sample[MADE_RECORDS];
  const ts_file_region *region[MADE_RECORDS];
  const ts_file_allocation *allocation[MADE_RECORDS];
  const ts_file_free *free[MADE_RECORDS];
  const ts_file_module *module[MADE_RECORDS];
} made_process;

typedef struct made_samples {
  tb_samples samples;
  tb_sample_file process[MADE_PROCESSES];
  made_process *made[MADE_PROCESSES];
} made_samples;

/* Adds an artificial process and returns its number. */
static inline int made_process_add(made_samples *all, int pid, int parent, uint64_t start_ns) {
  const int number = all->samples.processes++;
  tb_sample_file *process = &all->process[number];
  made_process *made = all->made[number] = calloc(1, sizeof *made);
  cr_assert(number < MADE_PROCESSES && made);
  made->header.pid = pid;
  made->header.parent = parent;
  made->header.rank = number;
  made->header.start_ns = start_ns;
  made->header.period_ns = 1999993;
  strcpy(made->header.host, "host");
  strcpy(made->header.program, "/bin/made");
  *process = (tb_sample_file){.path = "made.tcb", .header = &made->header};
  process->sample = made->sample;
  process->region = made->region;
  process->allocation = made->allocation;
  process->free = made->free;
  process->module = made->module;
  all->samples.process = all->process;
  return number;
}

/* Allocates a record. It consists of `head_bytes` bytes of `head` and `depth` stack addresses. */
static inline void *made_record(const void *head, size_t head_bytes, const uint64_t *stack, uint32_t depth) {
  char *record = calloc(1, head_bytes + depth * sizeof *stack);
  cr_assert(record);
  memcpy(record, head, head_bytes);
  if (depth > 0) memcpy(record + head_bytes, stack, depth * sizeof *stack);
  return record;
}

static inline void made_sample(made_samples *all, int process, const ts_file_sample *head,
                               const uint64_t *stack, uint32_t depth) {
  ts_file_sample sample = *head;
  tb_sample_file *of = &all->process[process];
  sample.record.kind = TS_SAMPLER_SAMPLE;
  sample.depth = depth;
  if (sample.region_tag == 0) sample.region_depth = depth;
  all->made[process]->sample[of->samples++] = made_record(&sample, sizeof sample, stack, depth);
}

static inline void made_region(made_samples *all, int process, uint64_t tag, uint64_t outer,
                               const uint64_t *stack, uint32_t depth) {
  const ts_file_region head = {{.kind = TS_SAMPLER_REGION}, tag, outer, depth, 0};
  tb_sample_file *of = &all->process[process];
  all->made[process]->region[of->regions++] = made_record(&head, sizeof head, stack, depth);
}

static inline void made_allocation(made_samples *all, int process, uint64_t time_ns, uint64_t address,
                                   uint64_t bytes, uint32_t mapped, const uint64_t *stack, uint32_t depth) {
  const ts_file_allocation head = {{.kind = TS_SAMPLER_ALLOCATE, .time_ns = time_ns},
                                   address,
                                   bytes,
                                   depth,
                                   mapped};
  tb_sample_file *of = &all->process[process];
  all->made[process]->allocation[of->allocations++] = made_record(&head, sizeof head, stack, depth);
}

static inline void made_free(made_samples *all, int process, uint64_t time_ns, uint64_t address,
                             uint64_t bytes) {
  const ts_file_free head = {{.kind = TS_SAMPLER_FREE, .time_ns = time_ns}, address, bytes};
  tb_sample_file *of = &all->process[process];
  all->made[process]->free[of->frees++] = made_record(&head, sizeof head, NULL, 0);
}

/* Adds a record that the program or library `path` is mapped to the addresses [bias, bias + bytes). */
static inline void made_module(made_samples *all, int process, uint64_t time_ns, const char *path,
                               uint64_t bias, uint64_t bytes) {
  ts_file_module head = {.record = {.kind = TS_SAMPLER_MODULE, .time_ns = time_ns},
                         .bias = bias,
                         .low = bias,
                         .high = bias + bytes};
  tb_sample_file *of = &all->process[process];
  strncpy(head.path, path, sizeof head.path - 1);
  all->made[process]->module[of->modules++] = made_record(&head, sizeof head, NULL, 0);
}

#define MADE_FREE_ALL(records, count)                                                                        \
  for (int made_i = 0; made_i < (count); made_i++) free((void *)(uintptr_t)(records)[made_i])

static inline void made_destroy(made_samples *all) {
  for (int p = 0; p < all->samples.processes; p++) {
    tb_sample_file *process = &all->process[p];
    MADE_FREE_ALL(process->sample, process->samples);
    MADE_FREE_ALL(process->region, process->regions);
    MADE_FREE_ALL(process->allocation, process->allocations);
    MADE_FREE_ALL(process->free, process->frees);
    MADE_FREE_ALL(process->module, process->modules);
    free(all->made[p]);
  }
  memset(all, 0, sizeof *all);
}

#endif
