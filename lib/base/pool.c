#include "base/pool.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "base/memory.h"

typedef struct tc_pool_block {
  struct tc_pool_block *before;
  void *thing; /* what is destroyed with the block, if destroy is there */
  void (*destroy)(void *thing);
  max_align_t data[];
} block;

tc_status tc_pool_alloc(tc_pool *pool, size_t bytes, void *out) {
  block *new = NULL;
  TC_TRY(tc_alloc_zero(sizeof *new + bytes, 1, "a pool", &new));
  new->before = pool->last;
  pool->last = new;
  void *data = new->data;
  memcpy(out, &data, sizeof data);
  return TC_OK;
}

tc_status tc_pool_own(tc_pool *pool, void *thing, void (*destroy)(void *thing)) {
  void *nothing;
  tc_status status = tc_pool_alloc(pool, 0, &nothing);
  if (status) {
    destroy(thing);
    return status;
  }
  pool->last->thing = thing;
  pool->last->destroy = destroy;
  return TC_OK;
}

tc_status tc_pool_print(tc_pool *pool, const char **out, const char *format, ...) {
  va_list arguments, again;
  char *text = NULL;
  va_start(arguments, format);
  va_copy(again, arguments);
  const int length = vsnprintf(NULL, 0, format, arguments);
  tc_status status = tc_pool_alloc(pool, (size_t)length + 1, &text);
  if (!status) {
    vsnprintf(text, (size_t)length + 1, format, again);
    *out = text;
  }
  va_end(again);
  va_end(arguments);
  return status;
}

void tc_pool_empty(tc_pool *pool) {
  while (pool->last) {
    block *last = pool->last;
    pool->last = last->before;
    if (last->destroy) last->destroy(last->thing);
    tc_free(last);
  }
}
