/* Access `fine` (Lagraviere 2019, Listing 3, UPCv1). Each rank computes its owned rows through private
 * pointers. Every matrix entry whose column another rank owns causes an individual access: a load from memory
 * shared by the node, or one MPI_Get of one value, which is completed before the value is used. Only the
 * thread that initialised MPI may call MPI_Get, so that thread computes the rows that read another node. All
 * threads then compute the other rows. */
#include "base/core/pool.h"
#include "comm/access/access.h"
#include "comm/access/epoch.h"
#include "comm/access/row_reach.h"
#include "count/count_exchange.h"
#include "sparse/row_sum.h"

typedef struct fine {
  const tc_arena *arena;
  const tc_ell *M;
  tc_world *world;
  tc_rows_by_reach *rows;
  /* [width] scratch of the thread that computes rows that read other nodes: locations and values of the
   * columns of a row */
  tc_location *location;
  double *column_value;
  tc_pool memory; /* owns `location` and `column_value` */
} fine;

static void destroy_fine(void *context) {
  fine *self = context;
  tc_rows_by_reach_destroy(&self->rows);
  TC_POOL_DESTROY_OWNER(&self);
}

static tc_status build_fine(const tc_halo *halo, fine *self) {
  TC_TRY(TC_POOL_ARRAY(&self->memory, self->location, self->M->width));
  TC_TRY(TC_POOL_ARRAY(&self->memory, self->column_value, self->M->width));
  return tc_rows_by_reach_create(self->world, halo, self->M, false, &self->rows);
}

static tc_status create_fine(tc_world *world, const tc_halo *halo, const tc_arena *arena, const tc_ell *M,
                             void **context) {
  fine *self = NULL;
  TC_TRY(TC_WORLD_ALLOC(world, self, 1));
  *self = (fine){.arena = arena, .M = M, .world = world};
  TC_RETURN_CREATED(tc_world_agree(world, build_fine(halo, self)), self, destroy_fine(self), context);
}

static tc_status compute_remote_row(const fine *self, tc_rows_by_reach_input *r, tc_access_epoch *epoch,
                                    int32_t i, double *y) {
  const tc_ell *M = r->M;
  const size_t begin = tc_ell_begin(M, i);
  const int length = tc_ell_length(M, i);
  tc_location *const location = self->location;
  double *const x = self->column_value;
  for (int k = 0; k < length; k++)
    location[k] = tc_rows_by_reach_location(r->rows, M->column[begin + (size_t)k]);
  /* Counts the row in pointer_rows if it reads no value of another node (tc_world.node_of_rank). This happens
   * only with virtual nodes, when ranks of the same virtual node share no memory, so their values must be
   * read with MPI. */
  r->count.pointer_rows += tc_rows_by_reach_count_row(r, length, location);
  for (int k = 0; k < length; k++)
    if (r->node_pointer[location[k].rank])
      x[k] = r->node_pointer[location[k].rank][location[k].local];
    else
      TC_TRY(tc_access_epoch_load(epoch, location[k], &x[k]));
  y[i] = tc_ell_leading_factor(M, i) * r->own[i] +
         tc_row_sum(length, M->value + begin, x, tc_ell_subtrahend(M, r->own[i]));
  return TC_OK;
}

static tc_status compute_remote_rows(const fine *self, tc_rows_by_reach_input *r, tc_access_epoch *epoch,
                                     double *y) {
  const tc_rows_by_reach *rows = r->rows;
  for (int32_t k = 0; k < rows->runs; k++) {
    if (rows->run[k].reach != TC_ROW_REACH_REMOTE) continue;
    for (int32_t i = rows->run[k].begin; i < rows->run[k].end; i++)
      TC_TRY(compute_remote_row(self, r, epoch, i, y));
  }
  return TC_OK;
}

static tc_status multiply_fine(void *context, const tc_vector *x, tc_vector *y, tc_ledger *ledger) {
  const fine *self = context;
  tc_access_epoch epoch;
  tc_rows_by_reach_input input =
      {self->world, self->rows, self->M, x->value, tc_arena_node_pointers(self->arena, x), {{0}}};
  TC_TRY(tc_access_epoch_begin(self->arena, x, ledger, &epoch));
  TC_TRY(compute_remote_rows(self, &input, &epoch, y->value));
  tc_rows_by_reach_multiply(&input, &epoch, y->value);
  tc_counts_add(&ledger->count, &input.count);
  return tc_access_epoch_end(&epoch);
}

const tc_access tc_access_fine = {
    .name = "fine",
    .summary = "own rows, each value of another rank read individually when needed (Lagraviere 2019, Listing "
               "3, UPCv1)",
    .shared = true,
    .schedule = TC_SCHEDULE(TC_SYNC(BARRIER), TC_STAGE(transfer), TC_STAGE(compute), TC_SYNC(GUARD)),
    .create = create_fine,
    .destroy = destroy_fine,
    .multiply = multiply_fine,
    .count = tc_count_individual,
};
