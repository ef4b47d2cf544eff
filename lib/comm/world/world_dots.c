#include <string.h>

#include "comm/world/mpi_world.h"

#define TC_PHASE "summing dot products"

/* Data of one dot product for the reduction: its limbs, and the step of the window (base/numeric/dot.h) that
 * contains the largest term. The step is encoded in `high` and `low` so that the sums of these two members
 * over all ranks determine the largest step. One reduction with MPI_SUM therefore suffices. */
typedef struct parcel {
  int64_t limb[TC_DOT_LIMBS];
  /* Before the reduction, `high` is 2^32 if the largest term of this rank is above the window, 1 if the term
   * is in the first step of the window, and otherwise 0. `low` is 2^32 if the term is in the second or third
   * step, 1 if it is in the last step, and otherwise 0. */
  int64_t high, low;
} parcel;

static const int64_t half = INT64_C(1) << 32;

static parcel pack_dot(const tc_dot *dot) {
  const int below = dot->top - dot->largest_bin;
  parcel p = {.high = below < 0 ? half : below == 0,
              .low = below == 1 || below == 2 ? half : below == TC_DOT_WINDOW - 1};
  memcpy(p.limb, dot->limb, sizeof p.limb);
  return p;
}

/* Returns the step of the window, counted from the top, that contains the largest term of all ranks. Returns
 * 1 for both middle steps, which the callers of dot products treat equally. */
static int step_of(const parcel *p) {
  if (p->high > 0) return 0;
  return p->low >= half ? 1 : TC_DOT_WINDOW - 1;
}

/* Stores the limbs, which are sums over all ranks, in *dot and normalises them. Returns true if the largest
 * term of all ranks is in the window. */
static bool unpack_dot(const parcel *p, tc_dot *dot) {
  const bool right = p->high < half && p->high + p->low > 0;
  tc_dot all = {.top = dot->top, .largest_bin = right ? dot->top - step_of(p) : dot->largest_bin};
  memcpy(all.limb, p->limb, sizeof all.limb);
  tc_dot_init(dot->top, dot);
  tc_dot_merge(dot, &all);
  return right;
}

static tc_status agree_on_found(const tc_world *world, int count, tc_dot *dot) {
  int found[TC_WORLD_DOTS];
  for (int k = 0; k < count; k++) found[k] = dot[k].largest_bin;
  TC_TRY(TC_MPI(world, MPI_Allreduce(MPI_IN_PLACE, found, count, MPI_INT, MPI_MAX, tc_world_comm(world))));
  for (int k = 0; k < count; k++) dot[k].largest_bin = found[k];
  return TC_OK;
}

static tc_status sum_some(const tc_world *world, int count, tc_dot *dot) {
  parcel all[TC_WORLD_DOTS];
  bool right = true;
  for (int k = 0; k < count; k++) all[k] = pack_dot(&dot[k]);
  TC_TRY(tc_world_sum_int64(world, all[0].limb, count * (int)(sizeof *all / sizeof(int64_t))));
  for (int k = 0; k < count; k++) right = unpack_dot(&all[k], &dot[k]) && right;
  return right ? TC_OK : agree_on_found(world, count, dot);
}

tc_status tc_world_dots(const tc_world *world, int count, tc_dot *dot) {
  if (world->ranks == 1) return TC_OK;
  for (int from = 0; from < count; from += TC_WORLD_DOTS)
    TC_TRY(sum_some(world, count - from < TC_WORLD_DOTS ? count - from : TC_WORLD_DOTS, dot + from));
  return TC_OK;
}
