#include "count/distribution.h"

#include <string.h>

#include "base/core/memory.h"

static const tc_named_item kinds[] = {
#define TC_DISTRIBUTION(kind, name, summary) [TC_DISTRIBUTION_##kind] = {name, summary},
#include "count/distributions.def"
#undef TC_DISTRIBUTION
};

TC_REGISTRY_NAMED_ITEMS(tc_distribution_kinds, kinds);

const char *tc_distribution_name(int kind) { return kinds[kind].name; }

static tc_fast_divisor create_divisor(int32_t number) {
  __extension__ typedef unsigned __int128 wide;
  tc_fast_divisor d = {.shift = 0};
  while (number >> (d.shift + 1) > 0) d.shift++;
  d.reciprocal = (uint64_t)(((wide)1 << (63 + d.shift)) / (uint32_t)number) + 1;
  return d;
}

/* Returns the number of rows of a rank in a cyclic distribution. A round has one block for each rank. The
 * result is the sum of the rank's rows in all complete rounds and in the last, incomplete round. */
static int64_t count_cyclic_rows(const tc_distribution *d, int32_t rank) {
  int64_t round = (int64_t)d->block_size * d->ranks;
  int64_t last_round_rows = d->rows % round - (int64_t)rank * d->block_size;
  if (last_round_rows < 0) last_round_rows = 0;
  if (last_round_rows > d->block_size) last_round_rows = d->block_size;
  return d->rows / round * d->block_size + last_round_rows;
}

static int64_t count_owned_rows(const tc_distribution *d, int32_t rank) {
  return d->kind == TC_DISTRIBUTION_CYCLIC ? count_cyclic_rows(d, rank) : d->first[rank + 1] - d->first[rank];
}

static tc_status check_owned(const tc_distribution *d) {
  for (int32_t rank = 0; rank < d->ranks; rank++)
    if (count_owned_rows(d, rank) > INT32_MAX)
      return tc_status_create(TC_USAGE,
                              "rank %d of %d would own %lld rows, but at most %d are possible: use more "
                              "ranks",
                              (int)rank, (int)d->ranks, (long long)count_owned_rows(d, rank), INT32_MAX);
  return TC_OK;
}

tc_status tc_distribution_create(tc_distribution_kind kind, tc_gid rows, int32_t ranks, int32_t block_size,
                                 const tc_gid *first, tc_distribution **out) {
  tc_distribution *d = NULL;
  tc_status status = TC_OK;
  TC_TRY(TC_ALLOC_ZERO(d, 1));
  *d = (tc_distribution){.kind = kind, .rows = rows, .ranks = ranks, .block_size = block_size};
  d->grid = tc_grid_squarest(ranks);
  d->per_block = create_divisor(block_size);
  d->per_rank = create_divisor(ranks);
  if (kind == TC_DISTRIBUTION_METIS) status = TC_POOL_ARRAY(&d->memory, d->first, (size_t)ranks + 1);
  if (d->first) memcpy(d->first, first, ((size_t)ranks + 1) * sizeof *first);
  if (!status) status = check_owned(d);
  TC_RETURN_CREATED(status, d, tc_distribution_destroy(&d), out);
}

void tc_distribution_destroy(tc_distribution **distribution) { TC_POOL_DESTROY_OWNER(distribution); }

int32_t tc_distribution_owned(const tc_distribution *d, int32_t rank) {
  return (int32_t)count_owned_rows(d, rank);
}

int32_t tc_distribution_owner(const tc_distribution *d, tc_gid position) {
  return tc_distribution_locate(d, position).rank;
}

int32_t tc_distribution_local(const tc_distribution *d, tc_gid position) {
  return tc_distribution_locate(d, position).local;
}

tc_gid tc_distribution_position(const tc_distribution *d, int32_t rank, int32_t local) {
  if (d->kind == TC_DISTRIBUTION_METIS) return d->first[rank] + local;
  int64_t block = (int64_t)(local / d->block_size) * d->ranks + rank;
  return block * d->block_size + local % d->block_size;
}

int32_t tc_distribution_blocks(const tc_distribution *d, int32_t rank) {
  int32_t owned = tc_distribution_owned(d, rank);
  return owned / d->block_size + (owned % d->block_size != 0);
}

int32_t tc_distribution_block_rows(const tc_distribution *d, int32_t rank, int32_t block) {
  int64_t remaining = tc_distribution_owned(d, rank) - (int64_t)block * d->block_size;
  return remaining < d->block_size ? (int32_t)remaining : d->block_size;
}
