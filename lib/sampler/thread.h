/* State of each sampled thread. attach.c attaches (begins to sample) the first thread of a process. The
 * sampler's versions of pthread_create and thrd_create attach all other threads. A destructor of
 * thread-specific data detaches a thread when the thread ends. Each thread's signal handler reads and changes
 * the struct of its thread. */
#ifndef TC_SAMPLER_THREAD_H
#define TC_SAMPLER_THREAD_H

#include <stdbool.h>
#include <stdint.h>

#include "sampler/clock.h"
#include "sampler/record_writer.h"
#include "sampler/unwind.h"

typedef struct ts_region_table ts_region_table;

typedef struct ts_thread {
  uint32_t number;    /* number of the thread in order of its start; 0 for the main thread */
  bool is_in_handler; /* true while the signal handler takes a sample in the thread */
  /* Used for libgomp only. True between the functions of two parallel regions, and during libgomp calls that
   * wait, such as a barrier. If this is true and the current instruction of the thread is in libgomp, the
   * thread waits for other threads. */
  bool is_waiting;
  bool is_sampled; /* true if the clock of the thread was started, so that the handler takes samples */
  ts_clock_source source;
  /* `begin_ns`: clock reading in ns one period before the thread's first signal; `periods_sampled`: number of
   * periods since then for which samples were taken */
  uint64_t begin_ns, periods_sampled;
  uint64_t last_sample_end_ns; /* time in ns, counted from `begin_ns`, at which the handler finished the last
                                  sample */
  ts_block_writer sample_block;
  /* `region_tag`: number (tag) of the OpenMP parallel region in which the thread works as a helper, which
   * means that another thread started the region. `region_boundary`: stack address at and above which frames
   * belong to the OpenMP runtime. Both are 0 outside parallel regions. */
  uint64_t region_tag, region_boundary;
  /* result of the signal handler's last stack walk; the next walk copies unchanged frames from it */
  ts_cached_stack cached_stack;
  ts_readable_range readable; /* addresses of the thread's stack, which are always readable */
  /* table of the parallel regions that the thread has entered; NULL if there are none */
  ts_region_table *region_table;
  /* the program's thread function, which the sampler calls after it has attached the thread */
  void *(*thread_function)(void *);
  /* thread function if thrd_create started the thread; either `thread_function` or `thread_function_c11` is
   * NULL */
  int (*thread_function_c11)(void *);
  void *argument;
} ts_thread;

/* state of the calling thread; NULL if the sampler has not attached the thread */
extern _Thread_local ts_thread *ts_this_thread __attribute__((tls_model("initial-exec")));

/* Creates the key of the thread-specific data whose destructor detaches a thread. Call it once per process.
 * Returns false if the system refuses. */
bool ts_threads_init(void);

/* Samples the calling thread until it ends. If its clock does not start, only its allocations are recorded,
 * and a note states the reason. */
void ts_thread_attach(void);

#endif
