/* Finds the cells of probes in three passes. First every rank searches its owned cells for all points, with a
 * bounding box as the first test. Then the ranks agree on the lowest cell number for each point. Points that
 * no cell contains are then located one by one with tc_nearest_cell_find, and an error is returned for the
 * first one that is too far outside. */
#include "solve/space/probe.h"

#include <math.h>
#include <string.h>

#include "base/text/line.h"
#include "comm/world/mpi_world.h"
#include "solve/space/nearest_cell.h"

#define TC_PHASE "evaluating probes"

/* Relative tolerance of the coordinate and length comparisons that decide if a cell contains a point. */
static const double rounding = 1e-12;

/* Largest allowed distance of a point from the mesh, relative to the longest edge of the nearest cell. Plane
 * faces deviate from a curved surface by up to about this distance. */
static const double max_outside_edges = 0.1;

/* Largest distance of a point from the mesh that counts as rounding of the user's coordinates, relative to
 * the longest edge of the nearest cell. */
static const double outside_rounding = 1e-9;

/* True if point d is on the plane through a, b and c or on the inner side of it. a, b and c are vertices of a
 * face, in their order in a right-handed cell. */
static bool is_inside(const double *a, const double *b, const double *c, const double *d) {
  double u[3], v[3], w[3];
  for (int i = 0; i < 3; i++) {
    u[i] = b[i] - a[i];
    v[i] = c[i] - a[i];
    w[i] = d[i] - a[i];
  }
  const double volume = (u[1] * v[2] - u[2] * v[1]) * w[0] + (u[2] * v[0] - u[0] * v[2]) * w[1] +
                        (u[0] * v[1] - u[1] * v[0]) * w[2];
  const double squares = (u[0] * u[0] + u[1] * u[1] + u[2] * u[2]) *
                         (v[0] * v[0] + v[1] * v[1] + v[2] * v[2]) *
                         (w[0] * w[0] + w[1] * w[1] + w[2] * w[2]);
  return volume >= -rounding * sqrt(squares);
}

/* True if the point is in the bounding box of the cell. This test is cheap and excludes most cells. */
static bool is_in_box(const double *const p[4], const double *at) {
  for (int i = 0; i < 3; i++) {
    const double low = fmin(fmin(p[0][i], p[1][i]), fmin(p[2][i], p[3][i]));
    const double high = fmax(fmax(p[0][i], p[1][i]), fmax(p[2][i], p[3][i]));
    const double margin = rounding * (high - low);
    if (!(at[i] >= low - margin && at[i] <= high + margin)) return false;
  }
  return true;
}

/* True if the cell contains the point. Requires right-handed cells. */
static bool contains_point(const double *const p[4], const double *at) {
  return is_in_box(p, at) && is_inside(p[0], p[1], p[2], at) && is_inside(p[0], p[3], p[1], at) &&
         is_inside(p[0], p[2], p[3], at) && is_inside(p[1], p[3], p[2], at);
}

/* Sets the cell of each probe to the lowest owned cell that contains it. */
static void search_owned_cells(const tc_space *space, tc_probes *probes) {
#pragma omp parallel for schedule(static)
  for (int32_t i = 0; i < space->owned; i++) {
    const double *p[4];
    for (int k = 0; k < 4; k++) p[k] = tc_geometry_point(space->geometry, i, k);
    for (int n = 0; n < probes->count; n++) {
      if (!contains_point(p, probes->probe[n].position)) continue;
#pragma omp critical(tc_probe_found)
      if (space->id[i] < probes->cell[n]) {
        probes->cell[n] = space->id[i];
        probes->row[n] = i;
      }
    }
  }
}

/* Collective. Returns the same error on all ranks: the point is too far outside the mesh. */
static tc_status outside_error(const tc_space *space, const tc_probe *probe, const tc_nearest_cell *nearest) {
  const tc_submesh *s = space->submesh;
  double box[6]; /* Highest coordinates, then the negated lowest coordinates, so that one MPI maximum reduces
                    both. */
  for (int i = 0; i < 6; i++) box[i] = -INFINITY;
  for (int32_t node = 0; node < s->nodes; node++)
    for (int i = 0; i < 3; i++) {
      const double x = s->points[3 * (size_t)node + (size_t)i];
      box[i] = fmax(box[i], x);
      box[3 + i] = fmax(box[3 + i], -x);
    }
  TC_TRY(tc_world_max(space->world, box, 6));
  tc_line distance = {0};
  if (isfinite(nearest->distance))
    tc_line_add(&distance, " by %.3g, more than a tenth of the longest edge (%.3g) of the nearest cell %lld",
                nearest->distance, nearest->edge, (long long)nearest->cell + space->base);
  return tc_status_create(TC_USAGE,
                          "%s: the point (%.15g, %.15g, %.15g) is outside the mesh%s; the bounding box "
                          "of the mesh is (%.15g, %.15g, %.15g) to (%.15g, %.15g, %.15g): move the probe",
                          probe->where, probe->position[0], probe->position[1], probe->position[2],
                          distance.text, -box[3], -box[4], -box[5], box[0], box[1], box[2]);
}

static tc_status alloc_probes(int count, tc_probes *probes) {
  TC_TRY(TC_POOL_ARRAY(&probes->memory, probes->probe, count));
  TC_TRY(TC_POOL_ARRAY(&probes->memory, probes->cell, count));
  TC_TRY(TC_POOL_ARRAY_ZERO(&probes->memory, probes->outside, count));
  return TC_POOL_ARRAY(&probes->memory, probes->row, count);
}

/* Collective. Assigns the nearest cell to a probe outside all cells. */
static tc_status locate_outside(const tc_space *space, tc_probes *probes, int n) {
  tc_nearest_cell nearest;
  TC_TRY(tc_nearest_cell_find(space, probes->probe[n].position, &nearest));
  if (!(nearest.distance <= max_outside_edges * nearest.edge))
    return outside_error(space, &probes->probe[n], &nearest);
  probes->cell[n] = nearest.cell;
  probes->row[n] = nearest.row;
  probes->outside[n] =
      (tc_probe_outside){nearest.distance, nearest.distance <= outside_rounding * nearest.edge};
  return TC_OK;
}

static tc_status locate_probes(const tc_space *space, tc_probes *probes) {
  for (int n = 0; n < probes->count; n++) {
    probes->cell[n] = TC_GID_NONE;
    probes->row[n] = -1;
  }
  search_owned_cells(space, probes);
  TC_TRY(TC_MPI(space->world, MPI_Allreduce(MPI_IN_PLACE, probes->cell, probes->count, TC_MPI_GID, MPI_MIN,
                                            tc_world_comm(space->world))));
  for (int n = 0; n < probes->count; n++) {
    if (probes->cell[n] == TC_GID_NONE)
      TC_TRY(locate_outside(space, probes, n));
    else if (probes->row[n] >= 0 && space->id[probes->row[n]] != probes->cell[n])
      probes->row[n] = -1;
  }
  return TC_OK;
}

tc_status tc_probes_create(const tc_space *space, int count, const tc_probe *probe, tc_probes **out) {
  tc_probes *probes = NULL;
  TC_TRY(TC_WORLD_ALLOC(space->world, probes, 1));
  tc_status status = tc_world_agree(space->world, alloc_probes(count, probes));
  if (!status) {
    probes->count = count;
    if (count) memcpy(probes->probe, probe, (size_t)count * sizeof *probe);
    status = locate_probes(space, probes);
  }
  TC_RETURN_CREATED(status, probes, tc_probes_destroy(&probes), out);
}

void tc_probes_destroy(tc_probes **probes) { TC_POOL_DESTROY_OWNER(probes); }

void tc_probes_log(const tc_probes *probes, int32_t base, const tc_log *log) {
  for (int n = 0; n < probes->count; n++) {
    const tc_probe_outside *outside = &probes->outside[n];
    const double *at = probes->probe[n].position;
    if (!(outside->distance > 0.0)) continue;
    tc_line text = {0};
    tc_line_add(&text,
                "the probe (%.15g, %.15g, %.15g) is outside the mesh by %.3g and reads the nearest cell %lld",
                at[0], at[1], at[2], outside->distance, (long long)probes->cell[n] + base);
    if (outside->is_rounding)
      tc_log_write(log, TC_LOG_NORMAL, "%s", text.text);
    else
      tc_log_warn(log, "%s", text.text);
  }
}

/* Combines the values of all ranks with a bitwise OR (MPI_BOR). Only the owner of a cell contributes non-zero
 * bits. In contrast to a sum, this preserves the bits of a NaN. */
tc_status tc_probes_evaluate(const tc_world *world, const tc_probes *probes, const double *value,
                             double *out) {
  for (int n = 0; n < probes->count; n++) out[n] = probes->row[n] >= 0 ? value[probes->row[n]] : 0.0;
  return TC_MPI(world,
                MPI_Allreduce(MPI_IN_PLACE, out, probes->count, MPI_UINT64_T, MPI_BOR, tc_world_comm(world)));
}
