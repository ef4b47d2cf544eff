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
  uint32_t number; /* 0 for the main thread */
  bool inside;     /* true while the handler runs */
  bool waiting;    /* true while the thread waits for other threads of its team */
  bool sampled;    /* true while the clock of the thread runs */
  ts_clock_source source;
  uint64_t begun, counted; /* `begun`: reading of the thread's clock at the start; `counted`: number of
                              periods since then that samples already stand for */
  uint64_t left; /* clock reading, counted from `begun`, when the handler finished the last sample */
  ts_block_writer samples;
  uint64_t spawn,
      boundary; /* region tag and stack boundary for the thread's samples (file_format.h, unwind.h) */
  ts_cached_stack trail;    /* last stack walked by the handler */
  ts_readable_range ground; /* range of the thread's stack */
  ts_region_table *spawns;  /* regions that the thread has entered; NULL if there are none */
  void *(*run)(void *);     /* the program's thread function, called after attaching */
  int (*run_c11)(
      void *); /* thread function if thrd_create started the thread; either `run` or `run_c11` is NULL */
  void *argument;
} ts_thread;

extern _Thread_local ts_thread *ts_self
    __attribute__((tls_model("initial-exec"))); /* NULL if the thread is not sampled */

/* Creates the key that detaches threads. Call it once per process. Returns false if the system refuses. */
bool ts_threads_prepare(void);

/* Samples the calling thread until it ends. If its clock does not start, only its allocations are recorded,
 * and a note states the reason. */
void ts_thread_attach(void);

#endif
