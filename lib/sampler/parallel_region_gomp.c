/* Parallel regions of libgomp. This library has no interface for tools, so the sampler intercepts its
 * functions (gomp.def). The intercepting functions pass run_region to libgomp instead of the program's
 * function for the region. run_region marks helper threads, then calls the program's function. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdint.h>

#include "sampler/next_symbol.h"
#include "sampler/parallel_region.h"
#include "sampler/process_state.h"
#include "sampler/thread.h"

/* Range of addresses, [low, high), in which the library libgomp is mapped. */
static uint64_t libgomp_low, libgomp_high;

static void find_libgomp(const void *function) {
  struct dl_find_object object;
  if (libgomp_high != 0 || _dl_find_object((void *)(uintptr_t)function, &object) != 0) return;
  libgomp_low = (uint64_t)(uintptr_t)object.dlfo_map_start;
  libgomp_high = (uint64_t)(uintptr_t)object.dlfo_map_end;
}

bool ts_gomp_is_waiting(const ts_thread *self, uint64_t ip) {
  return self->is_waiting && ip >= libgomp_low && ip < libgomp_high;
}

static void set_waiting(bool waiting) {
  if (ts_this_thread) ts_this_thread->is_waiting = waiting;
}

/* Arguments that run_region receives in each thread of a parallel region: the function to execute with its
 * data, the thread that entered the region, and the region's tag. */
typedef struct region {
  void (*function)(void *data);
  void *data;
  /* thread that started the region; it is not marked as a helper, because its own stack is complete */
  const ts_thread *entering_thread;
  uint64_t tag;
} region;

/* Runs the function of a parallel region in one thread of the team. When this function has ended, the thread
 * counts as waiting until it runs the function of another region. */
static void run_region(void *data) {
  const region *region_call = data;
  const uint64_t frame = (uint64_t)(uintptr_t)__builtin_frame_address(0) + 2 * sizeof(void *);
  if (ts_this_thread != region_call->entering_thread) ts_region_enter_as_helper(region_call->tag, frame);
  set_waiting(false);
  region_call->function(region_call->data);
  set_waiting(true);
}

#define TS_CALL_REGION(name, ...)                                                                            \
  {                                                                                                          \
    TS_NEXT(name);                                                                                           \
    const uint64_t code = (uint64_t)(uintptr_t)__builtin_return_address(0);                                  \
    if (!ts_process_is_attached() || !ts_this_thread) {                                                      \
      next(function, data, __VA_ARGS__);                                                                     \
      return;                                                                                                \
    }                                                                                                        \
    region region_call = {function, data, ts_this_thread,                                                    \
                          ts_region_tag(code, (uint64_t)(uintptr_t)__builtin_frame_address(0))};             \
    find_libgomp((const void *)(uintptr_t)next);                                                             \
    next(run_region, &region_call, __VA_ARGS__);                                                             \
    set_waiting(false);                                                                                      \
  }

#define TS_GOMP_PARALLEL(name)                                                                               \
  void name(void (*function)(void *), void *data, unsigned threads, unsigned flags);                         \
  TS_EXPORT void name(void (*function)(void *), void *data, unsigned threads, unsigned flags)                \
      TS_CALL_REGION(name, threads, flags)

#define TS_GOMP_SECTIONS(name)                                                                               \
  void name(void (*function)(void *), void *data, unsigned threads, unsigned count, unsigned flags);         \
  TS_EXPORT void name(void (*function)(void *), void *data, unsigned threads, unsigned count,                \
                      unsigned flags) TS_CALL_REGION(name, threads, count, flags)

#define TS_GOMP_LOOP(name)                                                                                   \
  void name(void (*function)(void *), void *data, unsigned threads, long first, long end, long by,           \
            long chunk, unsigned flags);                                                                     \
  TS_EXPORT void name(void (*function)(void *), void *data, unsigned threads, long first, long end, long by, \
                      long chunk, unsigned flags)                                                            \
      TS_CALL_REGION(name, threads, first, end, by, chunk, flags)

#define TS_GOMP_RUNTIME(name)                                                                                \
  void name(void (*function)(void *), void *data, unsigned threads, long first, long end, long by,           \
            unsigned flags);                                                                                 \
  TS_EXPORT void name(void (*function)(void *), void *data, unsigned threads, long first, long end, long by, \
                      unsigned flags) TS_CALL_REGION(name, threads, first, end, by, flags)

#define TS_GOMP_WAIT(name)                                                                                   \
  void name(void);                                                                                           \
  TS_EXPORT void name(void) {                                                                                \
    TS_NEXT(name);                                                                                           \
    set_waiting(true);                                                                                       \
    next();                                                                                                  \
    set_waiting(false);                                                                                      \
  }

#include "sampler/gomp.def"
