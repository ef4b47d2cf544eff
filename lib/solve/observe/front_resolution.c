/* Computes the median over cells of the ratio of the longest edge to sqrt(K / slope), a length proportional
 * to the front width. Each rank computes the ratios of its cells. The lower median over the cells of all
 * ranks is then determined, eight bits at a time, from histograms of the ratios' bits that are summed over
 * the ranks. */
#include "solve/observe/front_resolution.h"

#include <math.h>
#include <string.h>

#include "base/core/memory.h"
#include "base/core/print.h"
#include "comm/world/mpi_world.h"
#include "mesh/tetrahedron.h"

#define TC_PHASE "comparing fronts with cells"

/* ---- ratio in each cell ---- */

/* Returns the length of the longest edge of an owned cell and stores this edge as a vector in along[3]. */
static double longest_edge(const tc_space *space, int32_t cell, double along[3]) {
  double longest = -1.0, edge[3];
  for (int i = 0; i < 3; i++)
    for (int j = i + 1; j < 4; j++) {
      tc_subtract(tc_geometry_point(space->geometry, cell, j), tc_geometry_point(space->geometry, cell, i),
                  edge);
      if (tc_norm(edge) <= longest) continue;
      longest = tc_norm(edge);
      memcpy(along, edge, sizeof edge);
    }
  return longest;
}

/* Returns n.K n, the conductivity in the direction of the unit vector n. */
static double normal_conductivity(const double tensor[6], const double n[3]) {
  double flux[3];
  tc_diffusion_apply(tensor, n, flux);
  return tc_dot3(n, flux);
}

typedef struct cell_front {
  double edge, scale; /* `edge` is the longest edge. `scale` is sqrt(n.K n / slope), where n is the unit
                         vector along that edge; 0 if the slope is not positive. */
} cell_front;

static cell_front measure_front(const tc_space *space, const tc_physics *physics, double slope,
                                int32_t cell) {
  double along[3] = {0.0, 0.0, 0.0};
  cell_front f = {longest_edge(space, cell, along), 0.0};
  if (!(slope > 0.0) || !isfinite(slope)) return f;
  for (int i = 0; i < 3; i++) along[i] /= f.edge;
  f.scale = sqrt(normal_conductivity(tc_physics_tensor(physics, cell), along) / slope);
  return f;
}

static double compute_ratio(const cell_front *f) { return f->scale > 0.0 ? f->edge / f->scale : 0.0; }

/* ---- the median of all ranks' positive values ---- */

/* Returns the bits of a positive double as an integer. A larger double has a larger integer. */
static uint64_t to_bits(double value) {
  uint64_t bits;
  memcpy(&bits, &value, sizeof bits);
  return bits;
}

enum { digit = 8, bins = 1 << digit };

/* Collective. Determines the next eight bits of the median. Among the values whose leading bits are *prefix,
 * in ascending order, value number *rank (from 0) is the median. Appends the next eight bits of this value to
 * *prefix. *rank becomes the number of the median among the values that begin with the new prefix. */
static tc_status select_digit(const tc_world *world, int32_t count, const double *value, int shift,
                              uint64_t *prefix, int64_t *rank) {
  int64_t counts[bins] = {0};
  int bin = 0;
  for (int32_t i = 0; i < count; i++) {
    const uint64_t bits = to_bits(value[i]);
    const bool has_prefix = shift + digit == 64 || bits >> (shift + digit) == *prefix;
    if (value[i] > 0.0 && has_prefix) counts[bits >> shift & (bins - 1)]++;
  }
  TC_TRY(tc_world_sum_int64(world, counts, bins));
  while (bin < bins - 1 && *rank >= counts[bin]) *rank -= counts[bin++];
  *prefix = *prefix << digit | (uint64_t)bin;
  return TC_OK;
}

/* Collective. Finds the lower median of the positive values of all ranks. `total` is the number of
 * positive values on all ranks and must be above 0. */
static tc_status find_median(const tc_world *world, int32_t count, const double *value, int64_t total,
                             double *out) {
  uint64_t prefix = 0;
  int64_t rank = (total - 1) / 2;
  for (int shift = 64 - digit; shift >= 0; shift -= digit)
    TC_TRY(select_digit(world, count, value, shift, &prefix, &rank));
  memcpy(out, &prefix, sizeof *out);
  return TC_OK;
}

/* ---- cell with the median ratio ---- */

static void fill_ratios(const tc_space *space, const tc_physics *physics, const double *slope, double *ratio,
                        tc_front *out) {
  for (int32_t i = 0; i < space->owned; i++) {
    const cell_front f = measure_front(space, physics, slope[i], i);
    ratio[i] = compute_ratio(&f);
    out->cells += ratio[i] > 0.0;
  }
}

/* Collective. Finds the cell with the lowest number among those with the median ratio, its longest edge and
 * its front width. The owner of the cell contributes these lengths and the other ranks contribute 0, so an
 * MPI maximum yields them on all ranks. */
static tc_status describe_front(const tc_space *space, const tc_physics *physics, const double *slope,
                                const double *ratio, tc_front *out) {
  int32_t row = -1;
  double lengths[2] = {0.0, 0.0};
  out->cell = TC_GID_NONE;
  for (int32_t i = 0; i < space->owned; i++)
    if (ratio[i] == out->ratio && space->id[i] < out->cell) out->cell = space->id[row = i];
  const tc_gid own = out->cell;
  TC_TRY(TC_MPI(space->world, MPI_Allreduce(MPI_IN_PLACE, &out->cell, 1, TC_MPI_GID, MPI_MIN,
                                            tc_world_comm(space->world))));
  if (row >= 0 && own == out->cell) {
    const cell_front f = measure_front(space, physics, slope[row], row);
    lengths[0] = f.edge;
    lengths[1] = sqrt(13.0 / 6.0) * f.scale;
  }
  TC_TRY(tc_world_max(space->world, lengths, 2));
  out->edge = lengths[0];
  out->width = lengths[1];
  return TC_OK;
}

static tc_status find_front(const tc_space *space, const tc_physics *physics, const double *slope,
                            double *ratio, tc_front *out) {
  fill_ratios(space, physics, slope, ratio, out);
  TC_TRY(tc_world_sum_int64(space->world, &out->cells, 1));
  if (out->cells == 0) return TC_OK;
  TC_TRY(find_median(space->world, space->owned, ratio, out->cells, &out->ratio));
  return describe_front(space, physics, slope, ratio, out);
}

tc_status tc_front_find(const tc_space *space, const tc_physics *physics, const double *slope,
                        tc_front *out) {
  double *ratio = NULL;
  *out = (tc_front){0};
  TC_TRY(TC_WORLD_ALLOC(space->world, ratio, space->owned));
  const tc_status status = find_front(space, physics, slope, ratio, out);
  tc_free(ratio);
  return status;
}

/* ---- report and warning ---- */

static const struct {
  double ratio, percent;
} delays[] = {{1.426, 4.0}, {2.851, 9.0}, {5.702, 27.0}, {11.404, 96.0}};

double tc_front_delay(double ratio) {
  enum { last = sizeof delays / sizeof *delays - 1 };
  int i = 1;
  while (i < last && ratio > delays[i].ratio) i++;
  const double steepness =
      log(delays[i].percent / delays[i - 1].percent) / log(delays[i].ratio / delays[i - 1].ratio);
  return fmin(100.0, delays[i].percent * pow(ratio / delays[i].ratio, steepness));
}

/* If a wave is expected to be too slow by at least this percentage, the warning states that it practically
 * stops. */
static const double standstill_percent = 90.0;

static void warn_front(const tc_front *f, const char *where, int32_t base, const tc_log *log) {
  char observed[80] = "did not move";
  const double delay = tc_front_delay(f->ratio);
  if (delay < standstill_percent)
    tc_snprintf(observed, sizeof observed, "were about %.0f %% too slow", delay);
  tc_log_warn(log,
              "%s: the mesh is too coarse for the fronts of this source: a front is about %.2g wide, but the "
              "longest edge of a typical cell is %.2g (median, cell %lld); in test runs such fronts "
              "%s: use a mesh with edges below %.2g",
              where, f->width, f->edge, (long long)f->cell + base, observed,
              f->edge * TC_FRONT_COARSE / f->ratio);
}

void tc_front_report(const tc_front *f, const char *where, int32_t base, const tc_log *log) {
  if (f->cells == 0) return;
  tc_log_write(log, TC_LOG_VERBOSE,
               "wave fronts caused by the source: width about %.3g; longest cell edge %.3g = %.3g sqrt(K / "
               "slope) (cell with the median ratio of %lld cells; slope = largest ds/dv)",
               f->width, f->edge, f->ratio, (long long)f->cells);
  if (f->ratio >= TC_FRONT_COARSE) warn_front(f, where, base, log);
}
