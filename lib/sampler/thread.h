/* Threads that are sampled. attach.c attaches the first thread, and the intercepted pthread_create and
 * thrd_create attach the others. A thread-specific key detaches a thread at its end. Each thread's signal
 * handler reads and changes the struct of its thread. */
#ifndef TC_SAMPLER_THREAD_H
#define TC_SAMPLER_THREAD_H

#include <stdbool.h>
#include <stdint.h>

#include "sampler/block_writer.h"
#include "sampler/clock.h"
#include "sampler/unwind.h"

typedef struct ts_region_table ts_region_table;

typedef struct ts_thread {
  uint32_t number; /* number of the thread in order of its start; 0 for the main thread */
  bool inside;     /* true while the signal handler takes a sample in the thread */
  /* for libgomp: true from the end of a region's function to the start of the next one, and during calls that
   * wait, such as a barrier. The thread then waits for other threads if its current instruction is in libgomp
   */
  bool waiting;
  bool sampled; /* true if the clock of the thread was started, so that the handler takes samples */
  ts_clock_source source;
  /* `begun`: clock reading in ns one period before the thread's first signal; `counted`: number of periods
   * since then for which samples were taken */
  uint64_t begun, counted;
  uint64_t left; /* time in ns, counted from `begun`, at which the handler finished the last sample */
  ts_block_writer samples;
  /* tag of the parallel region in which the thread is a helper (file_format.h), and the stack address from
   * which on its frames belong to the OpenMP runtime (unwind.h); both 0 outside regions */
  uint64_t spawn, boundary;
  ts_cached_stack trail;    /* last call stack that the signal handler walked */
  ts_readable_range ground; /* addresses of the thread's stack, which are always readable */
  /* table of the parallel regions that the thread has entered; NULL if there are none */
  ts_region_table *spawns;
  void *(*run)(void *); /* the program's thread function, called after attaching */
  int (*run_c11)(
      void *); /* thread function if thrd_create started the thread; either `run` or `run_c11` is NULL */
  void *argument;
} ts_thread;

extern _Thread_local ts_thread *ts_self
    __attribute__((tls_model("initial-exec"))); /* the calling thread; NULL if it is not attached */

/* Creates the key that detaches threads. Call it once per process. Returns false if the system refuses. */
bool ts_threads_prepare(void);

/* Samples the calling thread until it ends. If its clock does not start, only its allocations are recorded,
 * and a note states the reason. */
void ts_thread_attach(void);

#endif
