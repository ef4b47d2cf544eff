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
  d->rate_count = 0;
  d->is_rate = false;
  d->dt = d->time = d->strongest = 0.0;
  if (d->data) memset(d->data, 0, bytes);
  if (d->source) memset(d->source, 0, bytes);
  if (d->rates) memset(d->rates, 0, bytes);
}

void tc_forcing_change_begin(tc_forcing_change *d, const double *source) {
  reset_change(d);
  for (int32_t i = 0; source && i < d->space->owned; i++) d->last[i] = source[i];
}

void tc_forcing_change_add_step(tc_forcing_change *d, double dt) {
  d->dt = fmax(d->dt, dt);
  d->steps++;
  d->time += dt;
}

tc_status tc_forcing_change_begin_stages(tc_forcing_change *d) {
  if (d->rates || (!d->data && !d->source)) return TC_OK;
  return TC_POOL_ARRAY_ZERO(&d->memory, d->rates, (size_t)d->space->owned);
}

void tc_forcing_change_add_evaluation(tc_forcing_change *d, bool is_rate) {
  d->dt = 1.0;
  d->is_rate = is_rate;
  d->steps += !is_rate;
  d->rate_count += is_rate;
}

void tc_forcing_change_add_time(tc_forcing_change *d, double dt) { d->time += dt; }

void tc_forcing_change_add_data(tc_forcing_change *d, const tc_boundary_data *in, const double *before) {
  double *const square = d->is_rate ? d->rates : d->data;
#pragma omp parallel for schedule(static)
  for (int32_t r = 0; r < in->rows; r++) {
    double b = 0.0;
    for (int32_t k = in->begin[r]; k < in->begin[r + 1]; k++)
      b += in->factor[k] * (in->datum[in->face[k]] - before[in->face[k]]);
    square[in->row[r]] += b * b;
  }
}

void tc_forcing_change_add_source(tc_forcing_change *d, const double *source) {
  double strongest = d->strongest, *const square = d->is_rate ? d->rates : d->source;
#pragma omp parallel for simd schedule(static) reduction(max : strongest)
  for (int32_t i = 0; i < d->space->owned; i++) {
    const double size = fabs(source[i]), change = source[i] - d->last[i];
    square[i] += change * change;
    d->last[i] = source[i];
    /* Compilers vectorise this conditional expression, but not fmax. */
    strongest = size > strongest ? size : strongest;
  }
  d->strongest = strongest;
}

/* Adds to *change a bound of the sum of the norms of the changes in `count` steps. square[owned] contains the
 * sum of the squared changes of each cell. By the Cauchy-Schwarz inequality, the sum of `count` norms is at
 * most sqrt(count * sum of their squares). */
static tc_status sum_change(const tc_forcing_change *d, const double *square, int64_t count, double *change) {
  double sum;
  if (!square) return TC_OK;
  TC_TRY(tc_field_integral(d->space, square, &sum));
  *change += d->dt * sqrt((double)count * sum);
  return TC_OK;
}

tc_status tc_forcing_change_take(tc_forcing_change *d, double *change, double *push) {
  *change = 0.0;
  TC_TRY(sum_change(d, d->data, d->steps, change));
  TC_TRY(sum_change(d, d->source, d->steps, change));
  TC_TRY(tc_world_max(d->space->world, &d->strongest, 1));
  *push = d->time * d->strongest;
  reset_change(d);
  return TC_OK;
}

tc_status tc_forcing_change_compute_stages(tc_forcing_change *d, double *rates, double *stages,
                                           double *push) {
  *rates = 0.0;
  /* Each evaluation of the forcing adds two squares to `rates`, those of the changes of b and of s. */
  TC_TRY(sum_change(d, d->rates, 2 * d->rate_count, rates));
  return tc_forcing_change_take(d, stages, push);
}
