/* What one or more processes left when they were sampled (sampler/format.h), read back. */
#ifndef TC_BLAME_SAMPLES_H
#define TC_BLAME_SAMPLES_H

#include "base/pool.h"
#include "base/status.h"
#include "sampler/format.h"

/* A process: its file in memory, records sorted by kind, in the order of time. Pointers are into the file's
 * map. */
typedef struct tc_process {
  const char *path;
  const tc_sampler_header *header;
  int samples, spawns, allocations, frees, modules, threads, notes;
  const tc_sampler_sample *const *sample;
  const tc_sampler_spawn *const *spawn;
  const tc_sampler_allocate *const *allocation;
  const tc_sampler_free *const *free;
  const tc_sampler_module *const *module;
  const tc_sampler_thread *const *thread;
  const tc_sampler_note *const *note;
  int torn; /* blocks whose end was cut off or makes no sense; what stands before is used */
} tc_process;

typedef struct tc_samples {
  int processes;
  tc_process
      *process; /* by rank, then host, pid, n; processes without a sample, such as shells, among them */
  tc_pool *pool;
} tc_samples;

/* Errors: TC_INPUT: no folder, no file in it, none with a sample ("static program? .."). */
tc_status tc_samples_open(const char *folder, tc_samples **out);
void tc_samples_close(tc_samples **samples);

#endif
