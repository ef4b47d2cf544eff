/* The process that is sampled. Its memory is zeroed in forked children, so that nothing of theirs gets into
 * the parent's file; they attach anew (attach.c). */
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

/* Who is mapped where (module_list.c). */
typedef struct ts_mapped_module {
  _Atomic uint64_t low, identity;
} ts_mapped_module;

/* Where an object is, or was when `gone` and nobody has been told yet (allocation_log.c). */
typedef struct ts_allocation {
  uint64_t at, bytes, caller;
  bool gone;
} ts_allocation;

typedef struct ts_state {
  _Atomic bool attached;
  ts_file_header *header;
  uint64_t start_ns, start_cpu_ns; /* CLOCK_MONOTONIC, and of the process: a program before it in its place
                                      (exec) used some */
  const ts_clock *clock;
  _Atomic int file;
  ts_identity identity; /* of the file: the program may close descriptors */
  char path[TS_SAMPLER_PATH + TS_SAMPLER_HOST + 64];
  _Atomic uint32_t blocks;               /* handed out, the header among them */
  _Atomic uint32_t unfound;              /* one of those that had no room, to be tried again; 0: none */
  _Atomic uint64_t patient_ns;           /* there was no room: not before that time */
  _Atomic uint32_t threads;              /* numbers that are taken */
  _Atomic uint64_t spawns;               /* tags that are taken */
  _Atomic uintptr_t holder;              /* of the lock on what follows; 0: nobody */
  ts_block_writer events;                /* for records that no handler writes */
  ts_block_writer spare[TS_STATE_SPARE]; /* blocks of threads that ended */
  int spares;
  _Atomic int64_t objects; /* allocations so far */
  int64_t recorded;        /* of them, those that have a record */
  ts_allocation place[TS_STATE_ALLOCATIONS];
  ts_mapped_module module[TS_STATE_MODULES];
} ts_state;

extern ts_state *ts_state_now; /* NULL: nothing was attached yet */

static inline bool ts_attached(void) { return ts_state_now && ts_state_now->attached; }

/* Since the process was attached. */
uint64_t ts_state_time(void);

/* The times of the process in the header are those of now. */
void ts_state_update_times(void);
/* So they are, unless that was less than half a period ago: of a process with many threads the system adds up
 * the times of all. */
void ts_state_update_times_if_due(void);

/* Adds to a counter of the header. */
static inline void ts_state_count(uint64_t *counter, uint64_t more) {
  __atomic_fetch_add(counter, more, __ATOMIC_RELAXED);
}

#endif
