/* State of the sampled process, shared by its threads. attach.c allocates and initialises it.
 * The kernel zeroes its memory in forked children, so that they do not write to the parent's file. Children
 * then attach again (attach.c). `holder` is the lock for the members from `events` to `place`. */
#ifndef TC_SAMPLER_PROCESS_STATE_H
#define TC_SAMPLER_PROCESS_STATE_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

#include "sampler/block_writer.h"
#include "sampler/clock.h"
#include "sampler/file_format.h"
#include "sampler/syscalls.h"

enum { TS_STATE_SPARE = 256, TS_STATE_MODULES = 1024, TS_STATE_ALLOCATIONS = 4096 };

/* A mapped module (module_list.c). */
typedef struct ts_mapped_module {
  _Atomic uint64_t low, identity;
} ts_mapped_module;

/* A live object, or a freed one whose removal is not written yet if `gone` (allocation_log.c). */
typedef struct ts_allocation {
  uint64_t at, bytes, caller;
  bool gone;
} ts_allocation;

typedef struct ts_state {
  _Atomic bool attached;
  ts_file_header *header;
  uint64_t start_ns, start_cpu_ns; /* CLOCK_MONOTONIC and CPU time at the start; an earlier program of the
                                      process (before exec) may have used CPU time */
  const ts_clock *clock;
  _Atomic int file;
  ts_identity identity; /* of the file, because the program may close descriptors */
  char path[TS_SAMPLER_PATH + TS_SAMPLER_HOST + 64];
  _Atomic uint32_t blocks;     /* number of allocated blocks, including the header */
  _Atomic uint32_t unfound;    /* index of a block that had no disk space and is tried again; 0: none */
  _Atomic uint64_t patient_ns; /* time before which no block is requested after the disk was full */
  _Atomic uint32_t threads;    /* number of threads so far */
  _Atomic uint64_t spawns;     /* number of tags so far */
  _Atomic uintptr_t holder;    /* thread that holds the record lock; 0: none */
  ts_block_writer events;      /* for records that no handler writes */
  ts_block_writer spare[TS_STATE_SPARE]; /* blocks of threads that ended */
  int spares;
  _Atomic int64_t objects; /* allocations so far */
  int64_t recorded;        /* allocations with a record */
  ts_allocation place[TS_STATE_ALLOCATIONS];
  ts_mapped_module module[TS_STATE_MODULES];
} ts_state;

extern ts_state *ts_state_now; /* NULL: not attached */

static inline bool ts_attached(void) { return ts_state_now && ts_state_now->attached; }

/* Returns the time in ns since the process was attached. */
uint64_t ts_state_time(void);

/* Updates the times of the process in the header. */
void ts_state_update_times(void);
/* Updates the times unless they were updated less than half a period ago. Reading them is expensive in
 * processes with many threads, because the kernel adds up the times of all. */
void ts_state_update_times_if_due(void);

/* Adds `more` to a counter of the header. */
static inline void ts_state_count(uint64_t *counter, uint64_t more) {
  __atomic_fetch_add(counter, more, __ATOMIC_RELAXED);
}

#endif
