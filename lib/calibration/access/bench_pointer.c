#include "calibration/access/bench_pointer.h"

#include "base/core/memory.h"
#include "base/core/pool.h"
#include "base/numeric/hash.h"
#include "comm/access/shared_pointer.h"

enum { block_length = 2048, rows = 256, width = 16, owned_arrays = 4, row_accesses = width + owned_arrays };

typedef struct pointers {
  tc_shared_pointer pointer;
  double **node_pointer;
  uint8_t *affinity;
  double *block;
  tc_gid index[rows * width];
  double sum;
  tc_pool memory; /* owns the arrays of this struct */
} pointers;

static tc_status load_value(pointers *p, tc_gid index, double *value) {
  const double *const at = tc_shared_pointer_address(&p->pointer, index);
  if (!at)
    return tc_status_create(TC_INTERNAL, "a value of this rank is not in the shared memory of the node: "
                                         "please report this as a bug");
  *value = *at;
  return TC_OK;
}

/* Makes the accesses of `rows` rows of a product as the strategy naive does. Each row reads its values of x
 * through pointers-to-shared. For each of the other arrays, it computes the local row again from the global
 * index. */
static tc_status run_rows(void *context) {
  pointers *p = context;
  double x[width];
  for (int row = 0; row < rows; row++) {
    const tc_gid *const index = p->index + row * width;
    for (int k = 0; k < width; k++) TC_TRY(load_value(p, index[k], &x[k]));
    for (int k = 0; k < owned_arrays; k++)
      p->sum += p->block[tc_shared_pointer_local_row(&p->pointer, index[k])];
    for (int k = 0; k < width; k++) p->sum += x[k];
  }
  return TC_OK;
}

static tc_status fill_pointers(const tc_world *world, pointers *p, tc_distribution **distribution) {
  TC_TRY(TC_POOL_ARRAY(&p->memory, p->node_pointer, world->ranks));
  TC_TRY(TC_POOL_ARRAY(&p->memory, p->affinity, world->ranks));
  TC_TRY(TC_POOL_ARRAY_ZERO(&p->memory, p->block, block_length));
  TC_TRY(tc_distribution_create(TC_DISTRIBUTION_CYCLIC, (tc_gid)block_length * world->ranks, world->ranks,
                                block_length, NULL, distribution));
  tc_affinity_fill(world, p->affinity);
  for (int r = 0; r < world->ranks; r++) p->node_pointer[r] = p->block;
  for (int i = 0; i < rows * width; i++)
    p->index[i] = (tc_gid)world->rank * block_length + (tc_gid)(tc_hash_mix((uint64_t)i) % block_length);
  p->pointer = (tc_shared_pointer){*distribution, p->node_pointer, p->affinity, {0}};
  return TC_OK;
}

tc_status tc_bench_pointer(tc_bench *bench, tc_estimate *access) {
  pointers *p = NULL;
  tc_distribution *distribution = NULL;
  tc_status status = TC_OK;
  TC_TRY(TC_WORLD_ALLOC(bench->world, p, 1));
  TC_GUARD(status, tc_world_agree(bench->world, fill_pointers(bench->world, p, &distribution)));
  TC_GUARD(status, tc_bench_time(bench, run_rows, p, access));
  *access = tc_estimate_per_unit(rows * row_accesses, *access);
cleanup:
  tc_distribution_destroy(&distribution);
  tc_pool_free(&p->memory);
  tc_free(p);
  return status;
}
