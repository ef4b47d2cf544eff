#include "solve/problem/forcing_change.h"

#include <math.h>
#include <string.h>

#include "solve/space/field.h"

static tc_status alloc_change(size_t cells, bool data, bool source, tc_forcing_change *d) {
  if (data) TC_TRY(TC_POOL_ARRAY_ZERO(&d->memory, d->data, cells));
  if (source) TC_TRY(TC_POOL_ARRAY_ZERO(&d->memory, d->source, cells));
  if (source) TC_TRY(TC_POOL_ARRAY_ZERO(&d->memory, d->last, cells));
  return TC_OK;
}

tc_status tc_forcing_change_init(const tc_space *space, bool data, bool source, tc_forcing_change *out) {
  *out = (tc_forcing_change){.space = space};
  return tc_world_agree(space->world, alloc_change((size_t)space->owned, data, source, out));
}

void tc_forcing_change_free(tc_forcing_change *drift) {
  tc_pool_free(&drift->memory);
  *drift = (tc_forcing_change){0};
}

static void reset_change(tc_forcing_change *d) {
  const size_t bytes = (size_t)d->space->owned * sizeof *d->data;
  d->steps = 0;
  d->strongest = 0.0;
  if (d->data) memset(d->data, 0, bytes);
  if (d->source) memset(d->source, 0, bytes);
}

void tc_forcing_change_begin(tc_forcing_change *d, const double *source) {
  reset_change(d);
  for (int32_t i = 0; source && i < d->space->owned; i++) d->last[i] = source[i];
}

void tc_forcing_change_add_step(tc_forcing_change *d, double dt) {
  d->dt = dt;
  d->steps++;
}

void tc_forcing_change_add_data(tc_forcing_change *d, const tc_boundary_data *in, const double *before) {
#pragma omp parallel for schedule(static)
  for (int32_t r = 0; r < in->rows; r++) {
    double b = 0.0;
    for (int32_t k = in->begin[r]; k < in->begin[r + 1]; k++)
      b += in->factor[k] * (in->datum[in->face[k]] - before[in->face[k]]);
    d->data[in->row[r]] += b * b;
  }
}

void tc_forcing_change_add_source(tc_forcing_change *d, const double *source) {
  double strongest = d->strongest;
#pragma omp parallel for simd schedule(static) reduction(max : strongest)
  for (int32_t i = 0; i < d->space->owned; i++) {
    const double size = fabs(source[i]), change = source[i] - d->last[i];
    d->source[i] += change * change;
    d->last[i] = source[i];
    /* A conditional is used because compilers vectorise it, unlike fmax. */
    strongest = size > strongest ? size : strongest;
  }
  d->strongest = strongest;
}

/* Adds to *change a bound of the sum of the norms of the changes in k steps. square[owned] contains the sum
 * of the squared changes of each cell. By the Cauchy-Schwarz inequality, the sum of k norms is at most sqrt(k
 * * sum of their squares). */
static tc_status sum_change(const tc_forcing_change *d, const double *square, double *change) {
  double sum;
  if (!square) return TC_OK;
  TC_TRY(tc_field_integral(d->space, square, &sum));
  *change += d->dt * sqrt((double)d->steps * sum);
  return TC_OK;
}

tc_status tc_forcing_change_take(tc_forcing_change *d, double *change, double *push) {
  *change = 0.0;
  TC_TRY(sum_change(d, d->data, change));
  TC_TRY(sum_change(d, d->source, change));
  TC_TRY(tc_world_max(d->space->world, &d->strongest, 1));
  *push = (double)d->steps * d->dt * d->strongest;
  reset_change(d);
  return TC_OK;
}
