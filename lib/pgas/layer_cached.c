/* Layer `cached`, modelled on MuPC with its cache. Elements of other nodes are cached in lines, and a line
 * can be stored in only one slot (direct mapped). The modified elements of a line are written back at a
 * fence, and when another line needs the slot. Elements that are not modified are not written. A fence also
 * empties the cache, so that later reads get the values of other ranks. */
#include "base/core/memory.h"
#include "pgas/shared_access.h"

typedef struct line {
  /* owner of the elements, and number of the line among the lines of this owner; both are -1 if the slot is
   * empty */
  int32_t rank, number;
  /* one bit per value: `valid` is set if the value is in the cache, `dirty` if this rank has modified it */
  uint64_t valid, dirty;
  double value[TC_CACHE_LINE];
} line;

typedef struct cached {
  tc_shared_access base;
  line *lines; /* [TC_CACHE_LINES] slots */
} cached;

static void empty_line(line *l) { l->rank = l->number = -1; }

static void destroy_cached(tc_shared_access *access) { tc_free(((cached *)access)->lines); }

static tc_status create_cached(tc_shared_access *access) {
  cached *c = (cached *)access;
  TC_TRY(TC_ALLOC_ZERO(c->lines, TC_CACHE_LINES));
  for (int i = 0; i < TC_CACHE_LINES; i++) empty_line(&c->lines[i]);
  return TC_OK;
}

/* Starts to write the modified values of a line to their owner, with one put per contiguous run. */
static tc_status write_back_line(cached *c, const line *l) {
  const tc_window *w = c->base.array->window;
  const int64_t begin = (int64_t)l->number * TC_CACHE_LINE;
  c->base.write.lines++;
  c->base.write.remote_operations++;
  for (int k = 0, end; k < TC_CACHE_LINE; k = end + 1) {
    for (end = k; end < TC_CACHE_LINE && l->dirty >> end & 1;) end++;
    if (end > k) TC_TRY(tc_window_put_atomic(w, l->rank, begin + k, l->value + k, end - k));
  }
  return TC_OK;
}

/* Returns the cache line of an element. If the slot contains another line, writes that line back and empties
 * the slot. */
static tc_status claim_line(cached *c, tc_location element, line **out) {
  line *l = &c->lines[tc_cache_slot(element)];
  const int32_t number = element.local / TC_CACHE_LINE;
  *out = l;
  if (l->rank == element.rank && l->number == number) return TC_OK;
  if (l->dirty) {
    TC_TRY(write_back_line(c, l));
    TC_TRY(tc_window_get_end(c->base.array->window, l->rank, NULL));
  }
  l->rank = element.rank;
  l->number = number;
  l->valid = l->dirty = 0;
  return TC_OK;
}

/* Fetches a line from the owner. Values that this rank has modified remain unchanged. */
static tc_status fetch_line(cached *c, line *l) {
  const tc_shared_array *a = c->base.array;
  const int64_t begin = (int64_t)l->number * TC_CACHE_LINE,
                rest = tc_distribution_owned(a->distribution, l->rank) - begin;
  double received[TC_CACHE_LINE];
  c->base.read.lines++;
  c->base.read.remote_operations++;
  TC_TRY(tc_window_get_atomic(a->window, l->rank, begin, received,
                              (int)(rest < TC_CACHE_LINE ? rest : TC_CACHE_LINE)));
  TC_TRY(tc_window_get_end(a->window, l->rank, NULL));
  for (int k = 0; k < TC_CACHE_LINE && k < rest; k++)
    if (!(l->dirty >> k & 1)) l->value[k] = received[k];
  l->valid = UINT64_MAX;
  return TC_OK;
}

/* Reads an element of another node through the cache. The function is not inlined, because otherwise each
 * access within the node would have to save registers for this code. */
__attribute__((noinline)) static tc_status get_through_cache(tc_shared_access *access, int64_t index,
                                                             double *value) {
  const tc_location location = tc_distribution_locate(access->array->distribution, index);
  const int k = location.local % TC_CACHE_LINE;
  line *l;
  TC_TRY(claim_line((cached *)access, location, &l));
  if (!(l->valid >> k & 1)) TC_TRY(fetch_line((cached *)access, l));
  *value = l->value[k];
  return TC_OK;
}

static tc_status get_cached(tc_shared_access *access, int64_t index, double *value) {
  const double *const address = tc_shared_pointer_address(&access->read.pointer, index);
  if (!address) return get_through_cache(access, index, value);
  tc_shared_load(address, value);
  return TC_OK;
}

__attribute__((noinline)) static tc_status put_through_cache(tc_shared_access *access, int64_t index,
                                                             double value) {
  const tc_location location = tc_distribution_locate(access->array->distribution, index);
  const uint64_t bit = (uint64_t)1 << location.local % TC_CACHE_LINE;
  line *l;
  TC_TRY(claim_line((cached *)access, location, &l));
  l->value[location.local % TC_CACHE_LINE] = value;
  l->valid |= bit;
  l->dirty |= bit;
  return TC_OK;
}

static tc_status put_cached(tc_shared_access *access, int64_t index, double value) {
  double *const address = tc_shared_pointer_address(&access->write.pointer, index);
  if (!address) return put_through_cache(access, index, value);
  tc_shared_store(address, value);
  return TC_OK;
}

static tc_status write_back_lines(tc_shared_access *access) {
  cached *c = (cached *)access;
  for (int i = 0; i < TC_CACHE_LINES; i++)
    if (c->lines[i].dirty) TC_TRY(write_back_line(c, &c->lines[i]));
  TC_TRY(tc_window_flush(access->array->window));
  for (int i = 0; i < TC_CACHE_LINES; i++) {
    empty_line(&c->lines[i]);
    c->lines[i].valid = c->lines[i].dirty = 0;
  }
  return TC_OK;
}

const tc_access_layer tc_access_layer_cached = {
    .name = "cached",
    .summary = "elements of other nodes in a cache of lines, written back at fences: MuPC with its cache",
    .capabilities = TC_CAN_VECTOR | TC_CAN_COALESCE | TC_CAN_CACHE,
    .size = sizeof(cached),
    .create = create_cached,
    .destroy = destroy_cached,
    .get = get_cached,
    .put = put_cached,
    .get_many = tc_shared_get_loop,
    .put_many = tc_shared_put_loop,
    .flush = write_back_lines,
};
