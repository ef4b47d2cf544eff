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
typedef struct tb_sample_file {
  const char *path;
  const ts_file_header *header;
  int samples, spawns, allocations, frees, modules, threads, notes;
  const ts_file_sample *const *sample;
  const ts_file_region *const *spawn;
  const ts_file_allocation *const *allocation;
  const ts_file_free *const *free;
  const ts_file_module *const *module;
  const ts_file_thread *const *thread;
  const ts_file_note *const *note;
  int torn; /* blocks whose end was cut off or makes no sense; what stands before is used */
} tb_sample_file;

typedef struct tb_samples {
  int processes;
  tb_sample_file
      *process; /* by rank, then host, pid, start; those without a sample, such as shells, among them */
  int empty;    /* files of processes that had no room on the disk, not even for a header */
  tc_pool *pool;
} tb_samples;

/* All files *.tcb of a folder. A file that grows meanwhile is read as far as it was. Errors: TC_INPUT: no
 * folder, no file in it, a file of something else or another version, none with a sample ("static program?
 * .."), samples of several periods. */
tc_status tb_samples_open(const char *folder, tb_samples **out);
void tb_samples_close(tb_samples **samples);

/* Whether a file of that name, without its folder, is one of samples. */
bool tb_samples_is_file_name(const char *name);

/* Why there may be none, for messages: ends a sentence. */
extern const char tb_samples_why_none[];

#endif
