/* Ranks of a node may access the same elements between two fences. This must not be a data race in C. Threads
 * represent the ranks, so that ThreadSanitizer detects races (preset tsan). The test makes no MPI call. */
#include <criterion/criterion.h>
#include <pthread.h>

#include "pgas/shared_access.h"
#include "support/expect.h"

enum { most_threads = 2, elements = 64, rounds = 200 };

typedef struct rank {
  const tc_access_layer *layer;
  tc_shared_array array;
  int number;
} rank;

static double memory[elements];

static void open_all(rank *r, tc_shared_access *a) {
  a->layer = r->layer;
  a->array = &r->array;
  a->read.pointer = a->write.pointer =
      (tc_shared_pointer){r->array.distribution, r->array.node_pointer, r->array.affinity, {0}};
  if (r->layer->create) expect_ok(r->layer->create(a));
}

/* Body of a thread that represents a rank. Accesses consecutive elements in even rounds and scattered
 * elements in odd rounds. */
static void *access_elements(void *of_rank) {
  rank *r = of_rank;
  int64_t index[2][elements];
  double value[elements], found[elements];
  tc_shared_access *a = calloc(1, r->layer->size);
  open_all(r, a);
  for (int k = 0; k < elements; k++) {
    index[0][k] = k;
    index[1][k] = (k * 5) % elements;
    value[k] = 1.0 + r->number;
  }
  for (int n = 0; n < rounds; n++) {
    const int64_t *const which = index[n % 2];
    expect_ok((n + r->number) / 2 % 2 ? tc_shared_put_many(a, elements, which, value)
                                      : tc_shared_get_many(a, elements, which, found));
  }
  if (r->layer->destroy) r->layer->destroy(a);
  free(a);
  return NULL;
}

static void expect_layer(const tc_access_layer *layer) {
  tc_world world = {.ranks = 2};
  tc_window window = {.world = &world, .local = memory};
  double *near[] = {memory, memory};
  uint8_t affinity[] = {TC_AFFINITY_NODE, TC_AFFINITY_NODE};
  tc_distribution *distribution = NULL;
  pthread_t thread[most_threads];
  rank r[most_threads];
  expect_ok(tc_distribution_create(TC_DISTRIBUTION_CYCLIC, elements, 2, elements, NULL, &distribution));
  for (int t = 0; t < most_threads; t++) {
    r[t] = (rank){layer, {&world, distribution, &window, near, affinity, 0.0, {NULL}}, t};
    cr_assert_eq(pthread_create(&thread[t], NULL, access_elements, &r[t]), 0);
  }
  for (int t = 0; t < most_threads; t++) pthread_join(thread[t], NULL);
  tc_distribution_destroy(&distribution);
}

Test(shared_race, ranks_of_a_node_meet) {
  for (int l = 0; l < tc_access_layer_count(); l++) expect_layer(tc_access_layer_at(l));
}
