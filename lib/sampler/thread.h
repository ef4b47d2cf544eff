/* Threads that are sampled. */
#ifndef TC_SAMPLER_THREAD_H
#define TC_SAMPLER_THREAD_H

#include <stdbool.h>
#include <stdint.h>

#include "sampler/block_writer.h"
#include "sampler/clock.h"
#include "sampler/unwind.h"

typedef struct ts_region_table ts_region_table;

typedef struct ts_thread {
  uint32_t number; /* 0: the one that the process began with */
  bool inside;     /* the handler runs */
  bool waiting;    /* for others of its team */
  bool sampled;    /* its clock runs */
  ts_clock_source source;
  uint64_t begun, counted; /* what its clock counts: where that began, periods since then that were seen */
  uint64_t left;           /* the same since then when the handler was done with the last sample */
  ts_block_writer samples;
  uint64_t spawn, boundary; /* of its samples (file_format.h, unwind.h) */
  ts_cached_stack trail;    /* of its samples */
  ts_readable_range ground; /* its stack */
  ts_region_table *spawns;  /* regions that it entered; NULL: none */
  void *(*run)(void *);     /* what it is for, once it is attached */
  int (*run_c11)(void *);   /* the same of one that thrd_create made; one of both is NULL */
  void *argument;
} ts_thread;

extern _Thread_local ts_thread *ts_self __attribute__((tls_model("initial-exec"))); /* NULL: not sampled */

/* For the process: what ends the sampling of threads. Once. */
bool ts_threads_prepare(void);

/* The calling thread is sampled from now on, until it ends; where its clock does not start only what it
 * allocates is known, and a note says why. */
void ts_thread_attach(void);

#endif
