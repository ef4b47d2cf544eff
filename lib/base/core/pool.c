/* Pool of blocks. Small allocations share blocks whose size doubles from 256 bytes to 64 KiB; a large one has
 * a block of its own. Each block lists the objects that were registered while it was the current one.
 * tc_pool_free destroys these objects first and then frees the blocks, both from the latest to the first. */
#include "base/core/pool.h"

#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "base/core/memory.h"
#include "base/core/print.h"

/* Sizes of the blocks that small allocations share, in bytes. With AddressSanitizer, each allocation has its
 * own block, because the sanitizer detects only writes beyond a whole block. */
enum { block_min = 256, block_max = 1 << 16 };
#ifdef __SANITIZE_ADDRESS__
enum { shares_blocks = 0 };
#else
enum { shares_blocks = 1 };
#endif

/* An object that tc_pool_free destroys before it frees the block. */
typedef struct owned {
  struct owned *previous;
  void *object;
  void (*destroy)(void *object);
} owned;

typedef struct tc_pool_block {
  struct tc_pool_block *previous;
  owned *last_owned;
  size_t capacity, used; /* number of bytes of `data` that are allocated and that are in use */
  max_align_t data[];
} block;

static tc_status create_block(size_t bytes, block **out) {
  TC_TRY(tc_alloc_zero(sizeof **out + bytes, 1, "a pool", out));
  (*out)->capacity = bytes;
  return TC_OK;
}

/* Adds a block. A block for one large allocation is inserted before pool->last, so small allocations continue
 * to use the present last block. */
static tc_status add_block(tc_pool *pool, size_t bytes, block **out) {
  block *last = pool->last;
  const size_t next = !last ? block_min : 2 * last->capacity < block_max ? 2 * last->capacity : block_max;
  const bool is_separate = !shares_blocks || 4 * bytes > next;
  TC_TRY(create_block(is_separate ? bytes : next, out));
  block **previous = is_separate && shares_blocks && last ? &last->previous : &pool->last;
  (*out)->previous = *previous;
  *previous = *out;
  return TC_OK;
}

/* Two allocations never have the same address, even if they have 0 bytes. */
tc_status tc_pool_alloc(tc_pool *pool, size_t bytes, void *out) {
  const size_t step = sizeof(max_align_t), padded_bytes = bytes ? (bytes + step - 1) / step * step : step;
  block *current = pool->last;
  if (bytes > SIZE_MAX / 8)
    return tc_status_create(TC_INTERNAL,
                            "cannot allocate %zu bytes for a pool: reduce the size of the problem", bytes);
  if (!current || !shares_blocks || current->capacity - current->used < padded_bytes)
    TC_TRY(add_block(pool, padded_bytes, &current));
  void *data = (char *)current->data + current->used;
  current->used += padded_bytes;
  memcpy(out, &data, sizeof data);
  return TC_OK;
}

tc_status tc_pool_add_owned(tc_pool *pool, void *object, void (*destroy)(void *object)) {
  owned *new = NULL;
  tc_status status = tc_pool_alloc(pool, sizeof *new, &new);
  if (status) {
    destroy(object);
    return status;
  }
  *new = (owned){pool->last->last_owned, object, destroy};
  pool->last->last_owned = new;
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
  va_list arguments_copy;
  char *text = NULL;
  va_copy(arguments_copy, arguments);
  const int length = tc_vsnprintf(NULL, 0, format, arguments);
  tc_status status = tc_pool_alloc(pool, (size_t)length + 1, &text);
  if (!status) {
    tc_vsnprintf(text, (size_t)length + 1, format, arguments_copy);
    *out = text;
  }
  va_end(arguments_copy);
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
  for (const block *b = pool->last; b; b = b->previous)
    for (const owned *o = b->last_owned; o; o = o->previous) o->destroy(o->object);
  while (pool->last) {
    block *last = pool->last;
    pool->last = last->previous;
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
