/* libgomp, by standing in front of its functions (gomp.def): it has no interface for tools. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stddef.h>
#include <stdint.h>

#include "sampler/next_symbol.h"
#include "sampler/parallel_region.h"
#include "sampler/process_state.h"
#include "sampler/thread.h"

/* Where libgomp is mapped. */
static uint64_t low, high;

static void find_library(const void *function) {
  struct dl_find_object object;
  if (high != 0 || _dl_find_object((void *)(uintptr_t)function, &object) != 0) return;
  low = (uint64_t)(uintptr_t)object.dlfo_map_start;
  high = (uint64_t)(uintptr_t)object.dlfo_map_end;
}

bool tc_gomp_waits(const tc_thread *self, uint64_t ip) { return self->waiting && ip >= low && ip < high; }

static void set_waiting(bool waiting) {
  if (tc_self) tc_self->waiting = waiting;
}

/* A region: what each thread of its team does, and whom it helps. */
typedef struct region {
  void (*function)(void *data);
  void *data;
  const tc_thread *entered; /* by this thread, which has all on its own stack */
  uint64_t tag;
} region;

/* Between its work in one region and that in the next a thread waits. */
static void work(void *data) {
  const region *r = data;
  const uint64_t frame = (uint64_t)(uintptr_t)__builtin_frame_address(0) + 2 * sizeof(void *);
  if (tc_self != r->entered) tc_spawn_help(r->tag, frame);
  set_waiting(false);
  r->function(r->data);
  set_waiting(true);
}

#define TC_ENTER(name, ...)                                                                                  \
  {                                                                                                          \
    TC_NEXT(name);                                                                                           \
    const uint64_t code = (uint64_t)(uintptr_t)__builtin_return_address(0);                                  \
    if (!tc_attached() || !tc_self) {                                                                        \
      next(function, data, __VA_ARGS__);                                                                     \
      return;                                                                                                \
    }                                                                                                        \
    region r = {function, data, tc_self,                                                                     \
                tc_spawn_tag(code, (uint64_t)(uintptr_t)__builtin_frame_address(0))};                        \
    find_library((const void *)(uintptr_t)next);                                                             \
    next(work, &r, __VA_ARGS__);                                                                             \
    set_waiting(false);                                                                                      \
  }

#define TC_GOMP_PARALLEL(name)                                                                               \
  void name(void (*function)(void *), void *data, unsigned threads, unsigned flags);                         \
  TC_EXPORT void name(void (*function)(void *), void *data, unsigned threads, unsigned flags)                \
      TC_ENTER(name, threads, flags)

#define TC_GOMP_SECTIONS(name)                                                                               \
  void name(void (*function)(void *), void *data, unsigned threads, unsigned count, unsigned flags);         \
  TC_EXPORT void name(void (*function)(void *), void *data, unsigned threads, unsigned count,                \
                      unsigned flags) TC_ENTER(name, threads, count, flags)

#define TC_GOMP_LOOP(name)                                                                                   \
  void name(void (*function)(void *), void *data, unsigned threads, long first, long end, long by,           \
            long chunk, unsigned flags);                                                                     \
  TC_EXPORT void name(void (*function)(void *), void *data, unsigned threads, long first, long end, long by, \
                      long chunk, unsigned flags) TC_ENTER(name, threads, first, end, by, chunk, flags)

#define TC_GOMP_RUNTIME(name)                                                                                \
  void name(void (*function)(void *), void *data, unsigned threads, long first, long end, long by,           \
            unsigned flags);                                                                                 \
  TC_EXPORT void name(void (*function)(void *), void *data, unsigned threads, long first, long end, long by, \
                      unsigned flags) TC_ENTER(name, threads, first, end, by, flags)

#define TC_GOMP_WAIT(name)                                                                                   \
  void name(void);                                                                                           \
  TC_EXPORT void name(void) {                                                                                \
    TC_NEXT(name);                                                                                           \
    set_waiting(true);                                                                                       \
    next();                                                                                                  \
    set_waiting(false);                                                                                      \
  }

#include "sampler/gomp.def"
