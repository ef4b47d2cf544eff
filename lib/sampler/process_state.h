/* State of the sampled process, shared by its threads. attach.c allocates and initialises it. In forked
 * children the kernel zeroes its memory, so that children do not write to the parent's file. Children then
 * attach again (attach.c). The record lock (record_writer.h, member `lock_owner`) protects the members from
 * `shared_block` to `recent_allocation`. */
#ifndef TC_SAMPLER_PROCESS_STATE_H
#define TC_SAMPLER_PROCESS_STATE_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

#include "sampler/clock.h"
#include "sampler/file_format.h"
#include "sampler/record_writer.h"
#include "sampler/syscalls.h"

enum { TS_STATE_SPARE_BLOCKS = 256, TS_STATE_MODULES = 1024, TS_STATE_ALLOCATIONS = 4096 };

/* Entry in the table of the modules (mapped programs and libraries) that have a record in the output file.
 * `low` is the lowest address of the module. `identity` is a hash of its name and end address
 * (module_list.c). */
typedef struct ts_mapped_module {
  _Atomic uint64_t low, identity;
} ts_mapped_module;

/* Table entry of a recorded allocation (allocation_log.c): address, size and caller's return address.
 * `is_freed` is true if the program has freed the allocation and the sampler has not yet recorded this. */
typedef struct ts_allocation {
  uint64_t address, bytes, caller;
  bool is_freed;
} ts_allocation;

typedef struct ts_state {
  _Atomic bool is_attached;
  ts_file_header *header;
  /* CLOCK_MONOTONIC and CPU time of the process in ns when the process was attached. The CPU time may exceed
   * 0, because an earlier program of the process (before exec) may have used CPU time */
  uint64_t start_ns, start_cpu_ns;
  const ts_clock *clock;
  _Atomic int file;
  /* identity of the output file, to detect that the program closed or reused the descriptor `file` */
  ts_identity identity;
  char path[TS_SAMPLER_PATH + TS_SAMPLER_HOST + 64];
  /* number of blocks of the output file so far, the header included */
  _Atomic uint32_t blocks;
  /* index of a block for which the disk had no space and which the next request tries again; 0 if there is
   * none */
  _Atomic uint32_t retry_block;
  /* time in ns before which no further block is requested, because the disk was full */
  _Atomic uint64_t retry_time_ns;
  _Atomic uint32_t threads;     /* number of threads attached so far */
  _Atomic uint64_t region_tags; /* number of parallel regions that have got a tag */
  /* identifies the thread that holds the record lock; 0 if no thread holds it */
  _Atomic uintptr_t lock_owner;
  /* block that all threads share for the records that are not written by a signal handler */
  ts_block_writer shared_block;
  /* partly filled blocks of threads that have ended, which new threads continue to fill; the first
   * `spare_blocks` entries are used */
  ts_block_writer spare_block[TS_STATE_SPARE_BLOCKS];
  int spare_blocks;
  _Atomic int64_t allocation_calls; /* number of calls of ts_allocations_add so far */
  int64_t allocations_recorded;     /* number of allocations that have a record in the output file */
  ts_allocation recent_allocation[TS_STATE_ALLOCATIONS];
  ts_mapped_module recorded_module[TS_STATE_MODULES];
} ts_state;

extern ts_state *ts_process_state; /* NULL if the process is not attached */

static inline bool ts_process_is_attached(void) { return ts_process_state && ts_process_state->is_attached; }

/* Returns the time in ns since the process was attached. */
uint64_t ts_state_elapsed_ns(void);

/* Stores the wall time and the CPU time since the process was attached in the header of the output file. */
void ts_state_update_times(void);
/* Calls ts_state_update_times if half a sampling period has passed since the last update. Reading the times
 * is expensive in processes with many threads, because the kernel sums the times of all threads. */
void ts_state_update_times_if_due(void);

/* Adds `added` to *counter, a member of the file header. The addition is atomic, because several threads may
 * change the counter concurrently. */
static inline void ts_state_add_count(uint64_t *counter, uint64_t added) {
  __atomic_fetch_add(counter, added, __ATOMIC_RELAXED);
}

#endif
