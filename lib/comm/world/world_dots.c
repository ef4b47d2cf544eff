#include <string.h>

#include "comm/world/mpi_world.h"

#define TC_PHASE "summing dot products"

/* Data of one dot product for the reduction: its limbs, and the step of the window (base/numeric/dot.h) that
 * contains the largest term. A window has TC_DOT_WINDOW = 4 steps of 8 binary digits, counted from the top.
 * The step is encoded in `high` and `low` so that the sums of these two members over all ranks determine the
 * largest step. One reduction with MPI_SUM therefore suffices. */
typedef struct packed_dot {
  int64_t limb[TC_DOT_LIMBS];
  /* Before the reduction, `high` is 2^32 if the largest term of this rank is above the window, 1 if the term
   * is in the first step of the window, and otherwise 0. `low` is 2^32 if the term is in the second or third
   * step, 1 if it is in the last step, and otherwise 0. */
  int64_t high, low;
} packed_dot;

_Static_assert(sizeof(packed_dot) == TC_WORLD_DOT_NUMBERS * sizeof(int64_t), "members of packed_dot");

static const int64_t large_weight = INT64_C(1) << 32;

static packed_dot pack_dot(const tc_dot *dot) {
  const int step = dot->top - dot->largest_bin;
  packed_dot p = {.high = step < 0 ? large_weight : step == 0,
                  .low = step == 1 || step == 2 ? large_weight : step == TC_DOT_WINDOW - 1};
  memcpy(p.limb, dot->limb, sizeof p.limb);
  return p;
}

/* Returns the step of the window, counted from the top, that contains the largest term of all ranks. Returns
 * 1 for both middle steps, which the callers of dot products treat equally. */
static int find_step(const packed_dot *p) {
  if (p->high > 0) return 0;
  return p->low >= large_weight ? 1 : TC_DOT_WINDOW - 1;
}

/* Stores the limbs, which are sums over all ranks, in *dot and normalises them. Returns true if the largest
 * term of all ranks is in the window. */
static bool unpack_dot(const packed_dot *p, tc_dot *dot) {
  const bool is_in_window = p->high < large_weight && p->high + p->low > 0;
  tc_dot sum = {.top = dot->top, .largest_bin = is_in_window ? dot->top - find_step(p) : dot->largest_bin};
  memcpy(sum.limb, p->limb, sizeof sum.limb);
  tc_dot_init(dot->top, dot);
  tc_dot_merge(dot, &sum);
  return is_in_window;
}

static tc_status reduce_largest_bins(const tc_world *world, int count, tc_dot *dot) {
  int bin[TC_WORLD_DOTS];
  for (int k = 0; k < count; k++) bin[k] = dot[k].largest_bin;
  TC_TRY(TC_MPI(world, MPI_Allreduce(MPI_IN_PLACE, bin, count, MPI_INT, MPI_MAX, tc_world_comm(world))));
  for (int k = 0; k < count; k++) dot[k].largest_bin = bin[k];
  return TC_OK;
}

static tc_status sum_batch(const tc_world *world, int count, tc_dot *dot) {
  packed_dot packed[TC_WORLD_DOTS];
  bool is_in_window = true;
  for (int k = 0; k < count; k++) packed[k] = pack_dot(&dot[k]);
  TC_TRY(tc_world_sum_int64(world, packed[0].limb, count * (int)(sizeof *packed / sizeof(int64_t))));
  for (int k = 0; k < count; k++) is_in_window = unpack_dot(&packed[k], &dot[k]) && is_in_window;
  return is_in_window ? TC_OK : reduce_largest_bins(world, count, dot);
}

tc_status tc_world_dots(const tc_world *world, int count, tc_dot *dot) {
  if (world->ranks == 1) return TC_OK;
  for (int from = 0; from < count; from += TC_WORLD_DOTS)
    TC_TRY(sum_batch(world, count - from < TC_WORLD_DOTS ? count - from : TC_WORLD_DOTS, dot + from));
  return TC_OK;
}
