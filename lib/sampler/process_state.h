/* State of the sampled process, shared by its threads. attach.c allocates and initialises it. In forked
 * children the kernel zeroes its memory, so that children do not write to the parent's file. Children then
 * attach again (attach.c). The record lock (record_writer.h, member `holder`) protects the members from
 * `events` to `place`. */
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

/* Table entry of a mapped program or library whose record is written: lowest address, and hash of name and
 * end address (module_list.c). */
typedef struct ts_mapped_module {
  _Atomic uint64_t low, identity;
} ts_mapped_module;

/* Table entry of a recorded allocation (allocation_log.c): address, size and caller's return address. `gone`
 * is true if the allocation is freed and the record of its removal is not written yet. */
typedef struct ts_allocation {
  uint64_t at, bytes, caller;
  bool gone;
} ts_allocation;

typedef struct ts_state {
  _Atomic bool attached;
  ts_file_header *header;
  /* CLOCK_MONOTONIC and CPU time of the process in ns when it was attached. The CPU time may exceed 0,
   * because an earlier program of the process (before exec) may have used some */
  uint64_t start_ns, start_cpu_ns;
  const ts_clock *clock;
  _Atomic int file;
  /* identity of the output file, to detect that the program closed the descriptor `file` or reused its number
   */
  ts_identity identity;
  char path[TS_SAMPLER_PATH + TS_SAMPLER_HOST + 64];
  /* number of blocks of the output file that were requested so far, including the header */
  _Atomic uint32_t blocks;
  _Atomic uint32_t unfound; /* index of a block that could not be allocated on a full disk and is tried again;
                               0 if there is none */
  /* time in ns until which no block of the file is requested, because the disk was full */
  _Atomic uint64_t patient_ns;
  _Atomic uint32_t threads; /* number of threads attached so far */
  _Atomic uint64_t spawns;  /* number of region tags assigned so far */
  _Atomic uintptr_t holder; /* identifies the thread that holds the record lock; 0 if none does */
  /* block that all threads share for records that are written outside signal handlers */
  ts_block_writer events;
  /* [spares used] partly filled blocks of threads that have ended, in which new threads continue */
  ts_block_writer spare[TS_STATE_SPARE];
  int spares;
  _Atomic int64_t objects; /* number of calls of ts_allocations_add so far */
  int64_t recorded;        /* number of these allocations that got a record */
  ts_allocation place[TS_STATE_ALLOCATIONS];
  ts_mapped_module module[TS_STATE_MODULES];
} ts_state;

extern ts_state *ts_state_now; /* NULL if the process is not attached */

static inline bool ts_attached(void) { return ts_state_now && ts_state_now->attached; }

/* Returns the time in ns since the process was attached. */
uint64_t ts_state_time(void);

/* Stores the current wall time and CPU time of the process in the header of the output file. */
void ts_state_update_times(void);
/* Calls ts_state_update_times if half a sampling period has passed since the last update. Reading the times
 * is expensive in processes with many threads, because the kernel sums the times of all threads. */
void ts_state_update_times_if_due(void);

/* Adds `more` to *counter, which is a member of the file header. Other threads may do the same at the same
 * time. */
static inline void ts_state_count(uint64_t *counter, uint64_t more) {
  __atomic_fetch_add(counter, more, __ATOMIC_RELAXED);
}

#endif
