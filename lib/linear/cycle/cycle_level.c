/* Storage of a level for the cycle. Each operation is one parallel region, in which barriers separate sweeps
 * and exchanges; the master thread exchanges ghosts. Small levels use one thread. Vectors are stored by slots
 * (sliced_rows.h), and the ghosts of the iterate follow the slots. Each sweep writes its result to the
 * array `spare`, which then becomes the iterate. Pre-smoothing also computes the residual, because two
 * consecutive sweeps need little more time than one (sweep_pair.h). The residual is then in `spare`, in
 * the order of the rows and followed by the ghosts of the transfer. */
#include "linear/cycle/cycle_level.h"

#include <omp.h>
#include <string.h>

#include "base/core/memory.h"
#include "linear/cycle/sliced_sums.h"
#include "linear/cycle/sweep_pair.h"
#include "sparse/matrix.h"

struct tc_cycle_level {
  bool has_coarser;      /* true if there is a coarser level */
  int32_t coarse_rows;   /* rows of the coarser level on this rank */
  int degree;            /* number of steps of a smoothing sequence */
  double spectrum_bound; /* upper bound of the spectrum of D^-1 K, the maximum over all ranks */
  tc_sliced_rows *rows;
  tc_sliced_sums *restriction;  /* sums that restrict the residual; NULL if there is no coarser level */
  tc_sliced_sums *prolongation; /* sums that prolong the correction; NULL if `aggregate` is used instead */
  float *b;                     /* [slots] right-hand side */
  float *x, *spare;     /* [zero + 1] iterate, and result of the next sweep; the last element of both is 0 */
  float *row_b, *row_x; /* [rows] b and x in the order of the rows, if slots have another order */
  size_t zero;
  int32_t *aggregate; /* [rows] element of the correction that each row reads. Used if each row of P has at
                         most one entry, which is 1, and slot i contains row i. */
  /* [columns + 1] coarse rows, their ghosts, and a 0 for padded terms and rows without an aggregate; NULL if
   * the cycle reads the corrections of the coarse level directly */
  float *correction;
  tc_level_exchange *iterate_exchange, *residual_exchange, *correction_exchange;
  size_t bytes;   /* bytes of the arrays that `memory` owns */
  tc_pool memory; /* owns the arrays */
};

static tc_sums_source sums_of(const tc_transfer_rows *rows) {
  return (tc_sums_source){rows->rows, rows->begin, rows->column, rows->value};
}

/* Sets [*begin, *end) to the part of `count` items that the calling thread processes. */
static void get_thread_part(int32_t count, int32_t *begin, int32_t *end) {
  tc_matrix_thread_rows(count, omp_get_thread_num(), omp_get_num_threads(), begin, end);
}

static int32_t slice_end_row(const tc_cycle_level *l, int32_t slice) {
  const int32_t slot = slice * TC_SLICE_ROWS;
  return slot < l->rows->rows ? slot : l->rows->rows;
}

/* ---- creation of a level ---- */

/* Allocates `count` zeros, which the threads that use them touch first. */
static tc_status add_vector(tc_cycle_level *l, size_t count, float **out) {
  TC_TRY(tc_pool_array(&l->memory, false, count, sizeof **out, "vector of a level", out));
  float *const vector = *out;
#pragma omp parallel for schedule(static) if (l->rows->is_threaded)
  for (size_t i = 0; i < count; i++) vector[i] = 0.0F;
  l->bytes += count * sizeof *vector;
  return TC_OK;
}

/* Creates the vectors of the level. The last element of x and of `spare` remains 0, because padded terms of
 * the restriction read it. */
static tc_status create_vectors(tc_cycle_level *l, int32_t ghosts, const tc_transfer *t) {
  const size_t rows = (size_t)l->rows->rows, slots = (size_t)l->rows->slots;
  const size_t residual_ghosts = t ? (size_t)t->residual_halo->ghosts : 0;
  l->zero = slots + (size_t)ghosts;
  if (rows + residual_ghosts > l->zero) l->zero = rows + residual_ghosts;
  if (l->zero > INT32_MAX)
    return tc_status_create(TC_INTERNAL,
                            "multigrid: a rank has 2^31 rows and ghosts or more: use more ranks");
  TC_TRY(add_vector(l, slots, &l->b));
  TC_TRY(add_vector(l, l->zero + 1, &l->x));
  TC_TRY(add_vector(l, l->zero + 1, &l->spare));
  if (!l->rows->order) return TC_OK;
  TC_TRY(add_vector(l, rows, &l->row_b));
  return add_vector(l, rows, &l->row_x);
}

/* Creates the array `aggregate`. Rows without an aggregate read the element after the last column, which is
 * 0. */
static tc_status create_aggregates(tc_cycle_level *l, const tc_transfer_rows *p, int32_t columns) {
  TC_TRY(TC_POOL_ARRAY(&l->memory, l->aggregate, p->rows));
  l->bytes += (size_t)p->rows * sizeof *l->aggregate;
#pragma omp parallel for schedule(static) if (l->rows->is_threaded)
  for (int32_t i = 0; i < p->rows; i++)
    l->aggregate[i] = p->begin[i] < p->begin[i + 1] ? p->column[p->begin[i]] : columns;
  return TC_OK;
}

/* Creates the prolongation. The cycle reads the corrections of the coarse level directly if there are no
 * ghosts and no row needs an element that is 0. */
static tc_status create_prolongation(tc_cycle_level *l, const tc_transfer *t, const int32_t *slot_of) {
  const tc_transfer_rows *p = &t->prolongation;
  const tc_sums_source source = sums_of(p);
  const int32_t ghosts = t->correction_halo->ghosts, columns = l->coarse_rows + ghosts;
  const bool is_one = !p->value && !slot_of;
  TC_TRY(is_one ? create_aggregates(l, p, columns)
                : tc_sliced_sums_create(&source, slot_of, columns, &l->prolongation));
  if (ghosts == 0 && (p->value || (is_one && p->begin[p->rows] == p->rows))) return TC_OK;
  return add_vector(l, (size_t)columns + 1, &l->correction);
}

static tc_status create_transfers(tc_cycle_level *l, const tc_transfer *t, const int32_t *slot_of) {
  const tc_sums_source source = sums_of(&t->restriction);
  l->has_coarser = true;
  l->coarse_rows = source.rows;
  TC_TRY(tc_sliced_sums_create(&source, NULL, (int32_t)l->zero, &l->restriction));
  TC_TRY(create_prolongation(l, t, slot_of));
  TC_TRY(tc_level_exchange_create(t->world, t->residual_halo, NULL, &l->residual_exchange));
  return tc_level_exchange_create(t->world, t->correction_halo, NULL, &l->correction_exchange);
}

static tc_status create_parts(tc_cycle_level *l, const tc_level_graph *graph, const tc_transfer *transfer) {
  const tc_sliced_source source = {graph->rows, graph->begin, graph->column, graph->coupling, graph->excess};
  int32_t *slot_of = NULL;
  tc_status status = TC_OK;
  TC_TRY(tc_sliced_rows_create(&source, &l->rows));
  l->spectrum_bound = l->rows->spectrum_bound;
  TC_TRY(create_vectors(l, graph->ghosts, transfer));
  TC_TRY(tc_sliced_rows_find_slots(l->rows, &slot_of));
  TC_GUARD(status, tc_level_exchange_create(graph->world, graph->halo, slot_of, &l->iterate_exchange));
  if (transfer) TC_GUARD(status, create_transfers(l, transfer, slot_of));
cleanup:
  tc_free(slot_of);
  return status;
}

tc_status tc_cycle_level_create(const tc_level_graph *graph, const tc_transfer *transfer, int degree,
                                tc_cycle_level **out) {
  tc_cycle_level *l = NULL;
  TC_TRY(TC_WORLD_ALLOC(graph->world, l, 1));
  l->degree = degree;
  tc_status status = tc_world_agree(graph->world, create_parts(l, graph, transfer));
  if (!status) status = tc_world_max(graph->world, &l->spectrum_bound, 1);
  TC_RETURN_CREATED(status, l, tc_cycle_level_destroy(&l), out);
}

void tc_cycle_level_destroy(tc_cycle_level **level) {
  tc_cycle_level *l = *level;
  if (!l) return;
  tc_level_exchange_destroy(&l->iterate_exchange);
  tc_level_exchange_destroy(&l->residual_exchange);
  tc_level_exchange_destroy(&l->correction_exchange);
  tc_sliced_sums_destroy(&l->restriction);
  tc_sliced_sums_destroy(&l->prolongation);
  tc_sliced_rows_destroy(&l->rows);
  TC_POOL_DESTROY_OWNER(level);
}

/* ---- access to vectors ---- */

float *tc_cycle_level_b(tc_cycle_level *level) { return level->row_b ? level->row_b : level->b; }

float *tc_cycle_level_x(tc_cycle_level *level) {
  const int32_t *const order = level->rows->order;
  const float *const x = level->x;
  float *const row_x = level->row_x;
  if (!order) return level->x;
#pragma omp parallel for schedule(static) if (level->rows->is_threaded)
  for (int32_t s = 0; s < level->rows->rows; s++) row_x[order[s]] = x[s];
  return row_x;
}

/* Copies the calling thread's part of the right-hand side b from the order of the rows to the order of the
 * slots. */
static void load_b(const tc_cycle_level *l, int32_t begin, int32_t end) {
  if (!l->rows->order) return;
  for (int32_t s = begin * TC_SLICE_ROWS; s < slice_end_row(l, end); s++)
    l->b[s] = l->row_b[l->rows->order[s]];
}

/* Moves the residual from the order of the slots to the order of the rows. Each thread reads and writes only
 * its own part of the array, because rows are sorted within windows and a window belongs to one thread. */
static void reorder_residual(const tc_cycle_level *l, float *r, int32_t begin, int32_t end) {
  float window[TC_SLICE_WINDOW];
  if (!l->rows->order) return;
  for (int32_t slot = begin * TC_SLICE_ROWS; slot < slice_end_row(l, end); slot += TC_SLICE_WINDOW) {
    const int32_t rest = l->rows->rows - slot, count = rest < TC_SLICE_WINDOW ? rest : TC_SLICE_WINDOW;
    memcpy(window, r + slot, (size_t)count * sizeof *window);
    for (int32_t k = 0; k < count; k++) r[l->rows->order[slot + k]] = window[k];
  }
}

/* ---- smoothing ---- */

/* Returns the array that sweep number `stage` reads. The sweep before it has written this array. */
static float *array_before(const tc_cycle_level *l, int stage) { return stage % 2 == 1 ? l->x : l->spare; }

/* Returns sweep number `stage`, counted from 1, of a smoothing sequence. The sweep after the last smoothing
 * step computes the residual. A sweep overwrites the iterate before the one that it reads. */
static tc_sweep_stage get_stage(const tc_cycle_level *l, bool from_zero, int stage) {
  float *const x = array_before(l, stage), *const other = array_before(l, stage + 1);
  tc_sweep_stage out = {TC_SWEEP_NEXT,
                        {l->b, x, other, other, tc_smoother_coefficients(stage, l->spectrum_bound)}};
  if (stage > l->degree)
    out.kind = TC_SWEEP_RESIDUAL;
  else if (stage == 1)
    out.kind = from_zero ? TC_SWEEP_START : TC_SWEEP_FIRST;
  else if (stage == 2 && from_zero)
    out.kind = TC_SWEEP_SECOND;
  return out;
}

/* Computes sweep number `stage` together with the next one if an even number of sweeps remains, otherwise
 * alone. Returns the number of the next sweep. */
static int run_stages(const tc_cycle_level *l, bool from_zero, int stage, int last, tc_status *status) {
  const tc_sweep_stage first = get_stage(l, from_zero, stage);
  int32_t begin, end;
  float *const x = array_before(l, stage);
  if (first.kind != TC_SWEEP_START) tc_level_exchange_run(l->iterate_exchange, x, x + l->rows->slots, status);
  if (*status) return stage;
  if ((last - stage) % 2 == 1) {
    const tc_sweep_stage second = get_stage(l, from_zero, stage + 1);
    tc_sweep_pair_run(l->rows, &first, &second, l->iterate_exchange, status);
    return stage + 2;
  }
  tc_sliced_rows_thread_slices(l->rows, &begin, &end);
  tc_smoother_sweep(l->rows, first.kind, &first.sweep, begin, end);
#pragma omp barrier
  return stage + 1;
}

static void smooth_on_thread(const tc_cycle_level *l, bool from_zero, tc_status *status) {
  const bool needs_residual = from_zero && l->has_coarser;
  const int last = l->degree + needs_residual;
  float *const x = array_before(l, l->degree + 1), *const other = array_before(l, l->degree);
  int32_t begin, end;
  tc_sliced_rows_thread_slices(l->rows, &begin, &end);
  if (from_zero) load_b(l, begin, end);
  for (int stage = 1; stage <= last && !*status;) stage = run_stages(l, from_zero, stage, last, status);
  tc_smoother_solve_isolated(l->rows, l->b, x, needs_residual ? other : NULL, begin, end);
  if (needs_residual) reorder_residual(l, other, begin, end);
}

tc_status tc_cycle_level_smooth(tc_cycle_level *level, bool from_zero) {
  tc_status status = TC_OK;
#pragma omp parallel if (level->rows->is_threaded)
  smooth_on_thread(level, from_zero, &status);
  if (level->degree % 2 == 1) {
    float *const old = level->x;
    level->x = level->spare;
    level->spare = old;
  }
  return status;
}

/* ---- restriction ---- */

static void restrict_on_thread(const tc_cycle_level *l, float *coarse_b, tc_status *status) {
  int32_t begin, end;
  tc_level_exchange_run(l->residual_exchange, l->spare, l->spare + l->rows->rows, status);
  if (*status) return;
  get_thread_part(l->restriction->slices, &begin, &end);
  tc_sliced_sums_set(l->restriction, l->spare, coarse_b, begin, end);
}

tc_status tc_cycle_level_restrict(tc_cycle_level *level, float *coarse_b) {
  tc_status status = TC_OK;
#pragma omp parallel if (level->rows->is_threaded)
  restrict_on_thread(level, coarse_b, &status);
  return status;
}

/* ---- prolongation ---- */

/* Copies the corrections and their ghosts to level->correction, if the level has this array. */
static void gather_correction(const tc_cycle_level *l, const float *coarse_x, tc_status *status) {
  if (l->correction) {
#pragma omp for schedule(static)
    for (int32_t i = 0; i < l->coarse_rows; i++) l->correction[i] = coarse_x[i];
  }
  float *const ghost = l->correction ? l->correction + l->coarse_rows : NULL;
  tc_level_exchange_run(l->correction_exchange, coarse_x, ghost, status);
}

static void prolong_on_thread(const tc_cycle_level *l, const float *coarse_x, float factor,
                              tc_status *status) {
  const float *const correction = l->correction ? l->correction : coarse_x;
  int32_t begin, end;
  gather_correction(l, coarse_x, status);
  if (*status) return;
  if (l->aggregate) {
    get_thread_part(l->rows->rows, &begin, &end);
    tc_sliced_sums_add_one(l->aggregate, correction, factor, l->x, begin, end);
  } else {
    get_thread_part(l->prolongation->slices, &begin, &end);
    tc_sliced_sums_add(l->prolongation, correction, factor, l->x, begin, end);
  }
}

tc_status tc_cycle_level_prolong(tc_cycle_level *level, const float *coarse_x, float factor) {
  tc_status status = TC_OK;
#pragma omp parallel if (level->rows->is_threaded)
  prolong_on_thread(level, coarse_x, factor, &status);
  return status;
}

/* ---- memory and messages ---- */

static size_t bytes_of(const tc_level_exchange *exchange) {
  return exchange ? tc_level_exchange_bytes(exchange) : 0;
}

size_t tc_cycle_level_bytes(const tc_cycle_level *level) {
  return level->rows->bytes + level->bytes + (level->restriction ? level->restriction->bytes : 0) +
         (level->prolongation ? level->prolongation->bytes : 0) + bytes_of(level->iterate_exchange) +
         bytes_of(level->residual_exchange) + bytes_of(level->correction_exchange);
}

static void add_exchanges(const tc_level_exchange *exchange, int64_t times, tc_cycle_counts *counts) {
  if (!exchange) return;
  const tc_cycle_counts one = tc_level_exchange_counts(exchange);
  tc_cycle_counts_add(counts, times, &one);
}

tc_cycle_counts tc_cycle_level_counts(const tc_cycle_level *level) {
  tc_cycle_counts counts = {0, 0, 0, 0};
  add_exchanges(level->iterate_exchange, tc_cycle_level_sweep_exchanges(level->degree, level->has_coarser),
                &counts);
  add_exchanges(level->residual_exchange, 1, &counts);
  add_exchanges(level->correction_exchange, 1, &counts);
  return counts;
}
