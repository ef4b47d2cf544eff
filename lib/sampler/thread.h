/* Threads that are sampled. attach.c attaches the first thread, and the intercepted pthread_create and
 * thrd_create attach the others. A thread-specific key detaches a thread at its end. The struct of a thread
 * is read and changed by its own signal handler. */
#ifndef TC_SAMPLER_THREAD_H
#define TC_SAMPLER_THREAD_H

#include <stdbool.h>
#include <stdint.h>

#include "sampler/block_writer.h"
#include "sampler/clock.h"
#include "sampler/unwind.h"

typedef struct ts_region_table ts_region_table;

typedef struct ts_thread {
  uint32_t number; /* 0: main thread */
  bool inside;     /* the handler runs */
  bool waiting;    /* the thread waits for others of its team */
  bool sampled;    /* its clock runs */
  ts_clock_source source;
  uint64_t begun, counted; /* begun: reading of its clock at the start; counted: periods since then that
                              samples stand for */
  uint64_t left;           /* reading since then when the handler finished the last sample */
  ts_block_writer samples;
  uint64_t spawn, boundary; /* tag and boundary for its samples (file_format.h, unwind.h) */
  ts_cached_stack trail;    /* last stack walked by the handler */
  ts_readable_range ground; /* range of its stack */
  ts_region_table *spawns;  /* regions that it entered; NULL: none */
  void *(*run)(void *);     /* the program's thread function, called after attaching */
  int (*run_c11)(void *);   /* thread function of thrd_create; one of the two is NULL */
  void *argument;
} ts_thread;

extern _Thread_local ts_thread *ts_self __attribute__((tls_model("initial-exec"))); /* NULL: not sampled */

/* Creates the key that detaches threads. Call it once per process. False if the system refuses. */
bool ts_threads_prepare(void);

/* Samples the calling thread until it ends. If its clock does not start, only its allocations are recorded
 * and a note states the reason. */
void ts_thread_attach(void);

#endif
