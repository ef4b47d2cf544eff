/* Tests of every layer of access_layers.def, which are implementations of accesses to a shared array. After a
 * fence, all ranks must get the values that a rank has put before it. The counts must equal those of a
 * simulation of the same accesses. */
#include "pgas/shared_access.h"

#include <stdlib.h>

#include "support/problems.h"

enum { elements = 600, longest = 40, most_ranks = 8, line_values = 64, places = 256 };

static double value_of(int64_t index, int round) { return (double)(index * 7 + round * 100000) + 0.5; }

static int64_t noise_below(uint64_t seed, int64_t below) {
  return (int64_t)(fabs(noise(seed)) * 1e6) % below;
}

/* ---- simulated counts ---- */

/* Simulated direct-mapped cache. For each line, `there` marks the valid values, and `dirty` is true if a
 * value was written. */
typedef struct tags {
  int64_t line[places]; /* rank * 2^32 + number of the line, or -1 if the place is empty */
  bool there[places][line_values], dirty[places];
} tags;

typedef struct by_hand {
  const tc_world *world;
  const tc_access_layer *layer;
  int32_t block;
  tags *cache;
  tc_access_counts reads, writes;
} by_hand;

static int owner_of(const by_hand *h, int64_t index) {
  return h->block == 0 ? 0 : (int)(index / h->block % h->world->ranks);
}

static int64_t local_of(const by_hand *h, int64_t index) {
  return h->block == 0 ? index : index / h->block / h->world->ranks * h->block + index % h->block;
}

static bool is_remote(const by_hand *h, int owner) {
  const tc_world *w = h->world;
  return w->node_of_rank[owner] != w->node || w->shm_group_of_rank[owner] != w->shm_group_of_rank[w->rank];
}

/* Counts an access. Returns true if the element is remote. */
static bool add_access(const by_hand *h, int64_t index, tc_access_counts *c) {
  const int owner = owner_of(h, index);
  const bool far = is_remote(h, owner);
  *(owner == h->world->rank ? &c->own : far ? &c->remote : &c->node_local) += 1;
  return far;
}

static int place_of(const by_hand *h, int64_t index, int64_t *line) {
  const int64_t number = local_of(h, index) / line_values;
  *line = ((int64_t)owner_of(h, index) << 32) + number;
  return (int)((number + 37 * owner_of(h, index)) % places);
}

static int load_line(by_hand *h, int64_t index) {
  int64_t line;
  const int p = place_of(h, index, &line);
  if (h->cache->line[p] == line) return p;
  h->writes.lines += h->cache->dirty[p];
  h->cache->line[p] = line;
  h->cache->dirty[p] = false;
  memset(h->cache->there[p], 0, sizeof h->cache->there[p]);
  return p;
}

static void read_by_hand(by_hand *h, int64_t index) {
  if (!add_access(h, index, &h->reads) || strcmp(h->layer->name, "cached") != 0) return;
  const int p = load_line(h, index);
  if (h->cache->there[p][local_of(h, index) % line_values]) return;
  h->reads.lines++;
  memset(h->cache->there[p], 1, sizeof h->cache->there[p]);
}

static void write_by_hand(by_hand *h, int64_t index) {
  if (!add_access(h, index, &h->writes) || strcmp(h->layer->name, "cached") != 0) return;
  const int p = load_line(h, index);
  h->cache->there[p][local_of(h, index) % line_values] = h->cache->dirty[p] = true;
}

static void fence_by_hand(by_hand *h) {
  for (int p = 0; p < places; p++) {
    h->writes.lines += h->cache->dirty[p];
    h->cache->dirty[p] = false;
    h->cache->line[p] = -1;
  }
}

/* Adds to *c the number of other ranks that a sequence of elements accesses, separately for ranks on this
 * node and on other nodes. */
static void owners_by_hand(const by_hand *h, int count, const int64_t *index, tc_access_counts *c) {
  bool is_counted[most_ranks] = {false};
  for (int i = 0; i < count; i++) {
    const int owner = owner_of(h, index[i]);
    if (owner == h->world->rank || is_counted[owner]) continue;
    is_counted[owner] = true;
    *(is_remote(h, owner) ? &c->remote_operations : &c->node_operations) += 1;
  }
}

/* Adds the operations of the accesses since `before` to *c. The layer batched performs one operation for each
 * rank in a sequence. Other layers perform one for each value. */
static void operations_by_hand(const by_hand *h, int count, const int64_t *index,
                               const tc_access_counts *before, tc_access_counts *c) {
  if (strcmp(h->layer->name, "batched") == 0) {
    owners_by_hand(h, count, index, c);
    return;
  }
  c->node_operations += c->node_local - before->node_local;
  c->remote_operations += c->remote - before->remote;
}

/* ---- measured accesses ---- */

static void put(tc_shared_access *a, by_hand *h, int64_t index, int round) {
  const tc_access_counts before = h->writes;
  expect_ok(tc_shared_put(a, index, value_of(index, round)));
  write_by_hand(h, index);
  operations_by_hand(h, 1, &index, &before, &h->writes);
}

static void expect_element(tc_shared_access *a, by_hand *h, int64_t index, int round) {
  const tc_access_counts before = h->reads;
  double value = NAN;
  expect_ok(tc_shared_get(a, index, &value));
  read_by_hand(h, index);
  operations_by_hand(h, 1, &index, &before, &h->reads);
  cr_assert_eq(value, value_of(index, round), "%s, blocks of %d: element %lld is %g", h->layer->name,
               h->block, (long long)index, value);
}

static void put_sequence(tc_shared_access *a, by_hand *h, int count, const int64_t *index, int round) {
  double value[longest];
  const tc_access_counts before = h->writes;
  for (int i = 0; i < count; i++) value[i] = value_of(index[i], round);
  expect_ok(tc_shared_put_many(a, count, index, value));
  for (int i = 0; i < count; i++) write_by_hand(h, index[i]);
  operations_by_hand(h, count, index, &before, &h->writes);
}

static void expect_sequence(tc_shared_access *a, by_hand *h, int count, const int64_t *index, int round) {
  double value[longest];
  const tc_access_counts before = h->reads;
  expect_ok(tc_shared_get_many(a, count, index, value));
  for (int i = 0; i < count; i++) {
    read_by_hand(h, index[i]);
    cr_assert_eq(value[i], value_of(index[i], round));
  }
  operations_by_hand(h, count, index, &before, &h->reads);
}

static void expect_counts(const tc_shared_access *a, by_hand *h) {
  tc_access_counts reads, writes;
  tc_shared_counts(a, &reads, &writes);
  if (strcmp(h->layer->name, "cached") == 0) {
    h->reads.remote_operations = h->reads.lines;
    h->writes.remote_operations = h->writes.lines;
  }
  cr_assert_arr_eq(&reads, &h->reads, sizeof reads, "%s, blocks of %d: reads", h->layer->name, h->block);
  cr_assert_arr_eq(&writes, &h->writes, sizeof writes, "%s, blocks of %d: writes", h->layer->name, h->block);
}

/* Puts the elements first, first + stride, .. in sequences of at most `longest` elements. */
static void put_all(tc_shared_access *a, by_hand *h, int64_t first, int64_t stride, int round) {
  int64_t index[longest];
  int count = 0;
  for (int64_t i = first; i < elements; i += stride) {
    index[count++] = i;
    if (count < longest && i + stride < elements) continue;
    put_sequence(a, h, count, index, round);
    count = 0;
  }
}

/* Each rank puts the elements with one remainder modulo the number of ranks twice, in different orders. A
 * rank must get its own values even before the fence. After the fence, all ranks get all elements. */
static void run_round(tc_shared_access *a, by_hand *h, int round) {
  const int ranks = h->world->ranks, mine = (h->world->rank + round) % ranks;
  put_all(a, h, mine, ranks, round + 1);
  for (int64_t i = mine; i < elements; i += 5 * ranks) put(a, h, i, round);
  for (int64_t i = mine; i < elements; i += 5 * ranks) expect_element(a, h, i, round);
  for (int64_t i = mine; i < elements; i += ranks) put(a, h, i, round);
  expect_ok(tc_shared_fence(a));
  fence_by_hand(h);
  for (int64_t i = 0; i < elements; i += 1 + round) expect_element(a, h, i, round);
  for (int n = 0; n < 60; n++) expect_element(a, h, noise_below((uint64_t)n * 31 + 7, elements), round);
}

/* Gets sequences of random elements, and sequences of elements with a stride of up to 4. */
static void sequences(tc_shared_access *a, by_hand *h, int round) {
  int64_t index[longest];
  for (int s = 0; s < 30; s++) {
    const int count = s % (longest + 1);
    for (int i = 0; i < count; i++)
      index[i] = s % 2 ? noise_below((uint64_t)(100 * s + i), elements)
                       : (int64_t)(s * 37 + i * (1 + s % 4)) % elements;
    expect_sequence(a, h, count, index, round);
  }
}

static void expect_layer(const tc_access_layer *layer, tc_world *world, int32_t block) {
  tc_shared_array *array = NULL;
  tc_shared_access *a = NULL;
  by_hand h = {.world = world, .layer = layer, .block = block, .cache = calloc(1, sizeof *h.cache)};
  fence_by_hand(&h);
  expect_ok(tc_shared_array_create(world, elements, block, &array));
  expect_ok(tc_shared_access_create(layer, array, &a));
  for (int64_t i = 0; i < elements; i += 11)
    cr_assert_eq(tc_distribution_owner(array->distribution, i), owner_of(&h, i));
  for (int round = 0; round < 3; round++) {
    run_round(a, &h, round);
    expect_ok(tc_shared_fence(a)); /* all ranks must have read the values before a rank overwrites them */
    fence_by_hand(&h);
    tc_shared_array_progress(array);
  }
  if (world->rank == world->ranks - 1) put_all(a, &h, 0, 1, 3);
  expect_ok(tc_shared_fence(a));
  fence_by_hand(&h);
  sequences(a, &h, 3);
  expect_ok(tc_shared_fence(a));
  fence_by_hand(&h);
  expect_counts(a, &h);
  tc_shared_access_destroy(&a);
  tc_shared_array_destroy(&array);
  cr_assert(!a && !array);
  free(h.cache);
}

static void expect_all(tc_world *world) {
  const int32_t block[] = {1, 7, elements / world->ranks, 0};
  cr_assert_leq(world->ranks, most_ranks);
  for (int l = 0; l < tc_access_layer_count(); l++)
    for (size_t b = 0; b < sizeof block / sizeof *block; b++)
      expect_layer(tc_access_layer_at(l), world, block[b]);
}

ParallelTest(shared_access, one_node) { expect_all(world); }

ParallelTest(shared_access, imagined_nodes) {
  tc_world_set_ranks_per_node(world, 1);
  expect_all(world);
  tc_world_set_ranks_per_node(world, 2);
  expect_all(world);
}

ParallelTest(shared_access, no_memory_is_shared) {
  (void)world;
  tc_world *torn = torn_world();
  expect_all(torn);
  tc_world_destroy(&torn);
}

/* A write to a line must not evict the line. Values that other ranks have written to the same line must be
 * preserved. */
ParallelTest(shared_access, two_ranks_write_into_a_line) {
  tc_world *torn = torn_world();
  tc_shared_array *array = NULL;
  tc_shared_access *a = NULL;
  expect_ok(tc_shared_array_create(torn, 64, 0, &array));
  expect_ok(tc_shared_access_create(tc_access_layer_find("cached"), array, &a));
  for (int64_t i = torn->rank; i < 64; i += torn->ranks) expect_ok(tc_shared_put(a, i, value_of(i, 0)));
  expect_ok(tc_shared_fence(a));
  for (int64_t i = 0; i < 64; i++) {
    double value;
    expect_ok(tc_shared_get(a, i, &value));
    cr_assert_eq(value, value_of(i, 0));
  }
  expect_ok(tc_shared_fence(a));
  tc_shared_access_destroy(&a);
  tc_shared_array_destroy(&array);
  tc_world_destroy(&torn);
  (void)world;
}

ParallelTest(shared_access, registry) {
  (void)world;
  for (int l = 0; l < tc_access_layer_count(); l++) {
    const tc_access_layer *layer = tc_access_layer_at(l);
    cr_assert_eq(tc_access_layer_find(layer->name), layer);
    cr_assert_gt(strlen(layer->summary), 10u);
  }
}

/* Creates an array without elements, which must succeed, and one that is too long for a rank, which must be
 * an error. */
ParallelTest(shared_access, sizes) {
  tc_shared_array *array = NULL;
  expect_ok(tc_shared_array_create(world, 0, 0, &array));
  tc_shared_array_destroy(&array);
  expect_error(tc_shared_array_create(world, INT64_C(1) << 32, 0, &array), TC_USAGE,
               "distribute them in blocks");
  cr_assert_null(array);
}
