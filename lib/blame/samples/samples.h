/* What one or more processes left when they were sampled (sampler/file_format.h), read back. */
#ifndef TC_BLAME_SAMPLES_SAMPLES_H
#define TC_BLAME_SAMPLES_SAMPLES_H

#include <stdbool.h>

#include "base/core/pool.h"
#include "base/core/status.h"
#include "sampler/file_format.h"

/* A process: its file in memory, records sorted by kind, in the order of time, regions by their tags.
 * Pointers are into the file's map. Of each record all is checked that it says of itself: numbers are within
 * their limits, texts end within the record, `outer` is smaller than `spawn`, `low` than `high`. Addresses
 * are whatever the process had. */
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
      *process; /* by rank, then host, pid, start; those without a sample, such as shells, among them */
  int empty;    /* files of processes that had no room on the disk, not even for a header */
  tc_pool *pool;
} tc_samples;

/* All files *.tcb of a folder. A file that grows meanwhile is read as far as it was. Errors: TC_INPUT: no
 * folder, no file in it, a file of something else or another version, none with a sample ("static program?
 * .."), samples of several periods. */
tc_status tc_samples_open(const char *folder, tc_samples **out);
void tc_samples_close(tc_samples **samples);

/* Whether a file of that name, without its folder, is one of samples. */
bool tc_samples_are(const char *name);

/* Why there may be none, for messages: ends a sentence. */
extern const char tc_samples_why_none[];

#endif
