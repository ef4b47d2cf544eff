#include "machine/bench_pattern.h"

#include <math.h>

#include "base/hash.h"
#include "base/memory.h"
#include "comm/shared_access.h"
#include "machine/bench_pointer.h"

enum {
  piece = 2 * TC_CACHE_LINES * TC_CACHE_LINE, /* elements of a rank */
  near_count = 4096,
  far_count = 64,
  longest = 256,
  few = 4,
  farthest = 8 /* elements from one of a sequence to the next */
};

const int tc_pattern_length[TC_PATTERN_LENGTHS] = {1, 16, longest};

typedef struct patterns {
  tc_bench *bench;
  tc_shared_array *array;
  tc_shared_access *plain, *private, *batched, *cached;
  int nears, fars;
  int32_t *near, *far; /* [nears], [fars] ranks of the node; that share no memory */
  int64_t index[2][near_count];
  uint64_t seed;
  double sum;
  tc_estimate *rate;
} patterns;

/* Accesses to a list of elements. */
typedef struct walk {
  patterns *p;
  tc_shared_access *access;
  const int64_t *index;
  int count, length; /* of the list; of one operation, 0: each element by itself */
  bool write, meet;  /* meet: ranks serve each other until all are done */
} walk;

static tc_status read_list(walk *w) {
  double value[longest];
  for (int i = 0; i < w->count && w->length == 0; i++) {
    TC_TRY(tc_shared_get(w->access, w->index[i], value));
    w->p->sum += value[0];
  }
  for (int i = 0; i < w->count && w->length > 0; i += w->length)
    TC_TRY(tc_shared_get_many(w->access, w->length, w->index + i, value));
  return TC_OK;
}

static tc_status write_list(walk *w) {
  static const double value[longest] = {0.0};
  for (int i = 0; i < w->count && w->length == 0; i++) TC_TRY(tc_shared_put(w->access, w->index[i], 0.0));
  for (int i = 0; i < w->count && w->length > 0; i += w->length)
    TC_TRY(tc_shared_put_many(w->access, w->length, w->index + i, value));
  return TC_OK;
}

static tc_status go(void *context) {
  walk *w = context;
  TC_TRY(w->write ? write_list(w) : read_list(w));
  return w->meet ? tc_window_barrier(w->p->array->window, NULL) : TC_OK;
}

/* ---- lists of elements ---- */

static int64_t below(patterns *p, int64_t n) {
  return (int64_t)((tc_hash_mix(p->seed++) >> 32) * (uint64_t)n >> 32);
}

/* Each rank's elements are one block. */
static int64_t element(int32_t rank, int64_t local) { return rank * (int64_t)piece + local % piece; }

static int64_t own(patterns *p, int64_t local) { return element(p->array->world->rank, local); }

static void draw_own(patterns *p, bool in_order, int64_t *index) {
  for (int i = 0; i < near_count; i++) index[i] = own(p, in_order ? i : below(p, piece));
}

static void draw_others(patterns *p, int ranks, const int32_t *rank, int count, int64_t *index) {
  for (int i = 0; i < count; i++) index[i] = element(rank[below(p, ranks)], below(p, piece));
}

/* Own ones and those of the node in turns; the same in random order. */
static void draw_mixed(patterns *p, int64_t *turns, int64_t *mixed) {
  draw_others(p, p->nears, p->near, near_count, turns);
  for (int i = 0; i < near_count; i += 2) turns[i] = own(p, below(p, piece));
  for (int i = 0; i < near_count; i++) {
    const int64_t other = below(p, i + 1);
    mixed[i] = mixed[other];
    mixed[other] = turns[i];
  }
}

/* Sequences of one rank each: consecutive, or with small strides. */
static void draw_sequences(patterns *p, int ranks, const int32_t *rank, int length, bool strides, int count,
                           int64_t *index) {
  for (int i = 0; i < count; i += length) {
    const int32_t of = rank[below(p, ranks)];
    int64_t local = below(p, piece - longest * farthest);
    for (int k = 0; k < length; k++) {
      index[i + k] = element(of, local);
      local += strides ? 1 + below(p, farthest) : 1;
    }
  }
}

/* ---- measuring ---- */

static const double least_s = 1e-12; /* said of what is known: nothing would count as not known */

static tc_estimate *rate_of(patterns *p, int param) { return &p->rate[param - TC_PATTERN_FIRST]; }

/* Seconds of an element of the list. */
static tc_status time_each(walk *w, tc_estimate *each) {
  TC_TRY(tc_bench_time(w->p->bench, go, w, each));
  *each = tc_estimate_each(w->count, *each);
  return TC_OK;
}

/* The same without the meeting that ends it. */
static tc_status time_far(walk *w, tc_estimate *each) {
  const int count = w->count;
  walk nothing = *w;
  nothing.count = 0;
  TC_TRY(tc_bench_time_beyond(w->p->bench, go, w, &nothing, each));
  *each = tc_estimate_each(count, *each);
  each->value = fmax(each->value, least_s);
  return TC_OK;
}

/* What pointers-to-shared take beyond private ones, on average of both orders. */
static tc_status measure_own(patterns *p, bool write, int private_param, int local_param) {
  tc_estimate private, beyond[2];
  for (int in_order = 0; in_order < 2; in_order++) {
    walk local = {.p = p, .access = p->plain, .index = p->index[0], .count = near_count, .write = write},
         cast = local;
    cast.access = p->private;
    draw_own(p, in_order, p->index[0]);
    TC_TRY(tc_bench_time_beyond(p->bench, go, &local, &cast, &beyond[in_order]));
    TC_TRY(time_each(&cast, &private));
  }
  *rate_of(p, private_param) = private;
  *rate_of(p, local_param) =
      (tc_estimate){private.value + (beyond[0].value + beyond[1].value) / 2.0 / near_count,
                    fmax(beyond[0].spread, beyond[1].spread)};
  return TC_OK;
}

static tc_status test_owners(void *context) {
  walk *w = context;
  const tc_distribution *d = w->p->array->distribution;
  int64_t found = 0;
  for (int i = 0; i < w->count; i++)
    found += tc_distribution_owner(d, w->index[i]) == w->p->array->world->rank;
  w->p->sum += (double)found;
  return TC_OK;
}

static tc_status measure_owner_test(patterns *p) {
  walk w = {.p = p, .index = p->index[0], .count = near_count};
  tc_estimate e;
  draw_own(p, true, p->index[0]);
  TC_TRY(tc_bench_time(p->bench, test_owners, &w, &e));
  *rate_of(p, TC_PARAM_owner_test_s) = tc_estimate_each(near_count, e);
  return TC_OK;
}

static tc_status measure_near(patterns *p, bool write, int param) {
  walk w = {.p = p, .access = p->plain, .index = p->index[0], .count = near_count, .write = write};
  draw_others(p, p->nears, p->near, near_count, p->index[0]);
  return time_each(&w, rate_of(p, param));
}

static tc_status measure_far(patterns *p, bool write, int param) {
  walk w =
      {.p = p, .access = p->plain, .index = p->index[0], .count = far_count, .write = write, .meet = true};
  draw_others(p, p->fars, p->far, far_count, p->index[0]);
  return time_far(&w, rate_of(p, param));
}

static tc_status measure_mixed(patterns *p) {
  walk turns = {.p = p, .access = p->plain, .index = p->index[0], .count = near_count}, mixed = turns;
  tc_estimate e;
  mixed.index = p->index[1];
  draw_mixed(p, p->index[0], p->index[1]);
  TC_TRY(tc_bench_time_beyond(p->bench, go, &mixed, &turns, &e));
  e = tc_estimate_each(near_count, e);
  e.value = fmax(e.value, least_s);
  *rate_of(p, TC_PARAM_mixed_s) = e;
  return TC_OK;
}

void tc_pattern_fit(const double seconds[TC_PATTERN_LENGTHS], double *op_s, double *value_s) {
  double aa = 0.0, ab = 0.0, bb = 0.0, a = 0.0, b = 0.0; /* of 1/t and n/t, which should add up to 1 */
  for (int i = 0; i < TC_PATTERN_LENGTHS; i++) {
    const double one = 1.0 / seconds[i], n = tc_pattern_length[i] / seconds[i];
    aa += one * one;
    ab += one * n;
    bb += n * n;
    a += one;
    b += n;
  }
  const double whole = aa * bb - ab * ab, op = (a * bb - b * ab) / whole;
  *op_s = op > 0.0 ? op : 0.0;
  *value_s = op > 0.0 ? (b * aa - a * ab) / whole : b / bb;
  if (*value_s > 0.0) return;
  *value_s = 0.0;
  *op_s = a / aa;
}

/* Which of both, and of whom. */
typedef struct sequences {
  int ranks;
  const int32_t *rank;
  bool strides, write, far;
  int param; /* of a value; the next one is that of an operation */
} sequences;

static tc_status measure_sequences(patterns *p, const sequences *s) {
  double seconds[TC_PATTERN_LENGTHS], spread = 0.0;
  for (int i = 0; i < TC_PATTERN_LENGTHS; i++) {
    const int length = tc_pattern_length[i], count = !s->far              ? near_count
                                                     : length < far_count ? far_count
                                                                          : few * length;
    walk w = {p, p->batched, p->index[0], count, length, s->write, s->far};
    tc_estimate each;
    draw_sequences(p, s->ranks, s->rank, length, s->strides, count, p->index[0]);
    TC_TRY(s->far ? time_far(&w, &each) : time_each(&w, &each));
    seconds[i] = fmax(each.value * length, least_s);
    spread = fmax(spread, each.spread);
  }
  tc_estimate *value = rate_of(p, s->param), *operation = value + 1;
  value->spread = operation->spread = spread;
  tc_pattern_fit(seconds, &operation->value, &value->value);
  value->value = fmax(value->value, least_s);
  return TC_OK;
}

static tc_status measure_patterns(patterns *p, bool far, int ranks, const int32_t *rank, int vector,
                                  int coalesce) {
  for (int write = 0; write < 2; write++)
    for (int strides = 0; strides < 2; strides++) {
      const sequences s = {ranks, rank, strides, write, far, (strides ? coalesce : vector) + 2 * write};
      TC_TRY(measure_sequences(p, &s));
    }
  return TC_OK;
}

/* Two lines that have the same place, in turns: none is ever there. Then some lines that always are. */
static tc_status measure_cache(patterns *p) {
  const int64_t apart = TC_CACHE_LINES * TC_CACHE_LINE;
  walk miss = {p, p->cached, p->index[0], far_count, 0, false, true},
       hit = {p, p->cached, p->index[0], near_count, 0, false, false};
  for (int i = 0; i < far_count; i++)
    p->index[0][i] = element(p->far[0], i % 2 * apart + i / 2 * TC_CACHE_LINE);
  TC_TRY(time_far(&miss, rate_of(p, TC_PARAM_cached_miss_s)));
  for (int i = 0; i < near_count; i++) p->index[0][i] = element(p->far[0], below(p, 16 * TC_CACHE_LINE));
  TC_TRY(go(&(walk){p, p->cached, p->index[0], near_count, 0, false,
                    true})); /* nobody is served while hits are timed */
  return time_each(&hit, rate_of(p, TC_PARAM_cached_hit_s));
}

/* ---- all of it ---- */

/* Every node has partners of the kind, or nobody looks. */
static tc_status find_ranks(patterns *p) {
  const tc_world *world = p->bench->world;
  TC_TRY(TC_WORLD_ALLOC(world, p->near, world->ranks));
  TC_TRY(TC_WORLD_ALLOC(world, p->far, world->ranks));
  for (int r = 0; r < world->ranks; r++) {
    if (p->array->kin[r] == TC_KIN_LOCAL) p->near[p->nears++] = r;
    if (p->array->kin[r] == TC_KIN_ABSENT) p->far[p->fars++] = r;
  }
  double least[2] = {p->nears, p->fars};
  TC_TRY(tc_world_min(world, least, 2));
  if (least[0] < 1.0) p->nears = 0;
  if (least[1] < 1.0) p->fars = 0;
  return TC_OK;
}

static tc_status open(patterns *p) {
  const tc_world *world = p->bench->world;
  const struct {
    const char *name;
    tc_shared_access **access;
  } layer[] = {{"plain", &p->plain},
               {"private", &p->private},
               {"batched", &p->batched},
               {"cached", &p->cached}};
  p->seed = UINT64_C(1000003) * (uint64_t)world->rank;
  TC_TRY(tc_shared_array_create(world, (int64_t)piece * world->ranks, piece, &p->array));
  for (int i = 0; i < 4; i++)
    TC_TRY(tc_shared_access_open(tc_access_layer_find(layer[i].name), p->array, layer[i].access));
  return find_ranks(p);
}

static void close(patterns *p) {
  tc_shared_access_close(&p->plain);
  tc_shared_access_close(&p->private);
  tc_shared_access_close(&p->batched);
  tc_shared_access_close(&p->cached);
  tc_shared_array_destroy(&p->array);
  tc_free(p->near);
  tc_free(p->far);
  tc_free(p);
}

static tc_status measure_node(patterns *p, bool all) {
  TC_TRY(measure_own(p, false, TC_PARAM_private_read_s, TC_PARAM_local_read_s));
  TC_TRY(measure_own(p, true, TC_PARAM_private_write_s, TC_PARAM_local_write_s));
  TC_TRY(measure_owner_test(p));
  TC_TRY(tc_bench_pointer(p->bench, rate_of(p, TC_PARAM_pointer_s)));
  if (p->nears == 0) return TC_OK;
  TC_TRY(measure_near(p, false, TC_PARAM_baseline_near_read_s));
  if (!all) return TC_OK;
  TC_TRY(measure_near(p, true, TC_PARAM_baseline_near_write_s));
  TC_TRY(measure_mixed(p));
  return measure_patterns(p, false, p->nears, p->near, TC_PARAM_vector_near_read_s,
                          TC_PARAM_coalesce_near_read_s);
}

/* Networks are waited for, which is no sign of a busy machine. */
static tc_status measure_nodes(patterns *p) {
  const bool before = p->bench->waits;
  tc_status status = TC_OK;
  p->bench->waits = true;
  TC_GUARD(status, measure_far(p, false, TC_PARAM_baseline_far_read_s));
  TC_GUARD(status, measure_far(p, true, TC_PARAM_baseline_far_write_s));
  TC_GUARD(status, measure_patterns(p, true, p->fars, p->far, TC_PARAM_vector_far_read_s,
                                    TC_PARAM_coalesce_far_read_s));
  TC_GUARD(status, measure_cache(p));
cleanup:
  p->bench->waits = before;
  return status;
}

tc_status tc_bench_patterns(tc_bench *bench, bool all, tc_estimate rate[TC_PATTERN_PARAMS]) {
  patterns *p = NULL;
  tc_status status = TC_OK;
  for (int i = 0; i < TC_PATTERN_PARAMS; i++) rate[i] = (tc_estimate){0};
  TC_TRY(TC_WORLD_ALLOC(bench->world, p, 1));
  p->bench = bench;
  p->rate = rate;
  TC_GUARD(status, open(p));
  TC_GUARD(status, measure_node(p, all));
  if (all && p->fars > 0) TC_GUARD(status, measure_nodes(p));
cleanup:
  close(p);
  return status;
}
