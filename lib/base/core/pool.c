/* Pool of blocks. Small allocations share blocks whose size doubles from 256 bytes to 64 KiB; a large one has
 * a block of its own. Each block lists the objects that were registered while it was the current one.
 * tc_pool_free destroys these objects first and then frees the blocks, both from the latest to the first. */
#include "base/core/pool.h"

#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "base/core/memory.h"
#include "base/core/print.h"

/* Sizes of the blocks that small allocations share, in bytes. With sanitizers, which check whole blocks only,
 * each allocation has a block of its own, so that writes beyond it are detected. */
enum { smallest = 256, largest = 1 << 16 };
#ifdef __SANITIZE_ADDRESS__
enum { shares = 0 };
#else
enum { shares = 1 };
#endif

/* An object that is destroyed with its block. */
typedef struct owned {
  struct owned *before;
  void *thing;
  void (*destroy)(void *thing);
} owned;

typedef struct tc_pool_block {
  struct tc_pool_block *before;
  owned *last;
  size_t capacity, used; /* capacity: number of allocated bytes of `data`; used: number of bytes in use */
  max_align_t data[];
} block;

static tc_status create_block(size_t room, block **out) {
  TC_TRY(tc_alloc_zero(sizeof **out + room, 1, "a pool", out));
  (*out)->capacity = room;
  return TC_OK;
}

/* Adds a block. If the block is for one large allocation, it does not become pool->last, so small allocations
 * continue to use the present last block. */
static tc_status add_block(tc_pool *pool, size_t bytes, block **out) {
  block *last = pool->last;
  const size_t next = !last ? smallest : 2 * last->capacity < largest ? 2 * last->capacity : largest;
  const bool own = !shares || 4 * bytes > next;
  TC_TRY(create_block(own ? bytes : next, out));
  block **before = own && shares && last ? &last->before : &pool->last;
  (*out)->before = *before;
  *before = *out;
  return TC_OK;
}

/* Two allocations never have the same address, even if they have 0 bytes. */
tc_status tc_pool_alloc(tc_pool *pool, size_t bytes, void *out) {
  const size_t step = sizeof(max_align_t), whole = bytes ? (bytes + step - 1) / step * step : step;
  block *at = pool->last;
  if (bytes > SIZE_MAX / 8)
    return tc_status_create(TC_INTERNAL, "out of memory: %zu bytes for a pool", bytes);
  if (!at || !shares || at->capacity - at->used < whole) TC_TRY(add_block(pool, whole, &at));
  void *data = (char *)at->data + at->used;
  at->used += whole;
  memcpy(out, &data, sizeof data);
  return TC_OK;
}

tc_status tc_pool_add_owned(tc_pool *pool, void *thing, void (*destroy)(void *thing)) {
  owned *new = NULL;
  tc_status status = tc_pool_alloc(pool, sizeof *new, &new);
  if (status) {
    destroy(thing);
    return status;
  }
  *new = (owned){pool->last->last, thing, destroy};
  pool->last->last = new;
  return TC_OK;
}

tc_status tc_pool_array(tc_pool *pool, bool zero, size_t count, size_t size, const char *what, void *out) {
  void *array = NULL;
  TC_TRY(zero ? tc_alloc_zero(count, size, what, &array) : tc_alloc(count, size, what, &array));
  TC_TRY(tc_pool_add_owned(pool, array, tc_free));
  memcpy(out, &array, sizeof array);
  return TC_OK;
}

tc_status tc_pool_vprintf(tc_pool *pool, const char **out, const char *format, va_list arguments) {
  va_list again;
  char *text = NULL;
  va_copy(again, arguments);
  const int length = tc_vsnprintf(NULL, 0, format, arguments);
  tc_status status = tc_pool_alloc(pool, (size_t)length + 1, &text);
  if (!status) {
    tc_vsnprintf(text, (size_t)length + 1, format, again);
    *out = text;
  }
  va_end(again);
  return status;
}

tc_status tc_pool_printf(tc_pool *pool, const char **out, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  tc_status status = tc_pool_vprintf(pool, out, format, arguments);
  va_end(arguments);
  return status;
}

/* Destroys all objects before any block is freed, because objects may be stored in the pool themselves. */
void tc_pool_free(tc_pool *pool) {
  for (const block *b = pool->last; b; b = b->before)
    for (const owned *o = b->last; o; o = o->before) o->destroy(o->thing);
  while (pool->last) {
    block *last = pool->last;
    pool->last = last->before;
    tc_free(last);
  }
}

void tc_pool_destroy_owner(void *address, size_t memory) {
  char *owner = NULL;
  memcpy(&owner, address, sizeof owner);
  if (!owner) return;
  tc_pool_free((tc_pool *)(void *)(owner + memory));
  tc_free(owner);
  memset(address, 0, sizeof owner);
}
