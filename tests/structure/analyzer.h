/* When clang-tidy checks a file, jobs/lint.sh includes this header before all others. The analyzer reads one
 * file at a time and does not know what functions in other files guarantee, so the macros below state three
 * guarantees. tc_status_create returns an error. An error of one rank is an error of all ranks. A successful
 * allocation returns memory. */
#ifndef TC_TESTS_ANALYZER_H
#define TC_TESTS_ANALYZER_H

#include "base/core/memory.h"
#include "base/core/pool.h"
#include "base/core/status.h"
#include "comm/world/world.h"

static inline tc_status analyzer_made(tc_status status) {
  if (!status) __builtin_unreachable();
  return status;
}

static inline tc_status analyzer_given(tc_status status, void *out) {
  if (!status && !*(void **)out) __builtin_unreachable();
  return status;
}

#define tc_status_create(...)                 analyzer_made(tc_status_create(__VA_ARGS__))
#define tc_alloc(count, size, what, out)      analyzer_given(tc_alloc(count, size, what, out), out)
#define tc_alloc_zero(count, size, what, out) analyzer_given(tc_alloc_zero(count, size, what, out), out)
#define tc_alloc_text(what, out, ...)         analyzer_given(tc_alloc_text(what, out, __VA_ARGS__), out)
#define tc_pool_alloc(pool, bytes, out)       analyzer_given(tc_pool_alloc(pool, bytes, out), out)
#define tc_pool_array(pool, zero, count, size, what, out)                                                    \
  analyzer_given(tc_pool_array(pool, zero, count, size, what, out), out)

static inline tc_status analyzer_agreed(const tc_world *world, tc_status own) {
  tc_status all = tc_world_agree(world, own);
  if (own && !all) __builtin_unreachable();
  return all;
}

#define tc_world_agree analyzer_agreed
#define tc_world_alloc(world, count, size, what, out)                                                        \
  analyzer_given(tc_world_alloc(world, count, size, what, out), out)

#endif
