/* Tests of smoothed aggregation. Small levels on all distributions must have the bits of a dense serial
 * reference (serial_levels.h). The reference itself is compared with products of matrices. */
#include "linear/multigrid/smoothed.h"

#include <string.h>

#include "comm/layout/neighbour_exchange.h"
#include "linear/multigrid/graphs.h"
#include "linear/multigrid/prolongation.h"
#include "linear/multigrid/serial_levels.h"

typedef double dense[serial_most][serial_most];

/* ---- random levels ---- */

static double random_number(int seed, int i, int k) {
  return graph_random((uint64_t)(seed * 1000000 + i * 1000 + k));
}

/* Returns a level with groups of four rows as aggregates. Its couplings differ by a factor of up to 1000.
 * `excluded` is the fraction of rows without an aggregate, `negative` the fraction of couplings that are
 * negative, and `excess` the fraction of rows with an excess. */
static serial_level random_level(int seed, int rows, double excluded, double negative, double excess) {
  serial_level s = {.rows = rows};
  for (int i = 0; i < rows; i++) {
    for (int k = 0; k < 3; k++) {
      const int j = (i + 1 + (int)(9 * random_number(seed, i, k))) % rows;
      const double size = pow(10.0, -3.0 * random_number(seed, i, 10 + k));
      serial_couple(&s, i, j, random_number(seed, i, 20 + k) < negative ? -0.1 * size : size);
    }
    s.excess[i] = random_number(seed, i, 30) < excess ? random_number(seed, i, 31) : 0.0;
  }
  for (int i = 0, first = -1; i < rows; i++) {
    if (i % 4 == 0) first = -1;
    const bool has_aggregate = random_number(seed, i, 32) >= excluded;
    if (first < 0 && has_aggregate) first = i;
    s.aggregate[i] = has_aggregate ? first : -1;
  }
  return s;
}

/* ---- comparison with the serial reference ---- */

/* Collective. Sums matrices in which each rank has set other rows. */
static void add_ranks(dense *matrix) {
  MPI_Allreduce(MPI_IN_PLACE, matrix, serial_most * serial_most, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
}

static void expect_graph(const tc_level_graph *graph, const tc_aggregation *aggregation) {
  tc_gid *id = NULL;
  cr_assert_eq(graph->rows, aggregation->contracted->rows);
  cr_assert_eq(graph->all_rows, aggregation->contracted->all_rows);
  expect_ok(TC_ALLOC(id, graph->rows + graph->ghosts));
  for (int32_t i = 0; i < graph->rows; i++) id[i] = aggregation->contracted->id[i];
  expect_ok(tc_neighbour_exchange_ghosts(graph->world, graph->halo, sizeof *id, id));
  for (int32_t i = 0; i < graph->rows + graph->ghosts; i++) cr_assert_eq(graph->id[i], id[i]);
  for (int32_t i = 0; i < graph->rows; i++) {
    cr_assert_eq(graph->diagonal_sum[i], tc_level_graph_diagonal(graph, i));
    for (int64_t k = graph->begin[i] + 1; k < graph->begin[i + 1]; k++)
      cr_assert_lt(id[graph->column[k - 1]], id[graph->column[k]], "entries are not sorted by id");
  }
  tc_free(id);
}

/* Collective. Expects the couplings and excesses of the reference, with the same bits. */
static void expect_matrix(const tc_level_graph *graph, const serial_level *s, const serial_result *wanted) {
  static dense coupling, excess;
  memset(coupling, 0, sizeof coupling);
  memset(excess, 0, sizeof excess);
  for (int32_t i = 0; i < graph->rows; i++) {
    const int I = serial_row(graph->id[i]);
    excess[0][I] = graph->excess[i];
    for (int64_t k = graph->begin[i]; k < graph->begin[i + 1]; k++)
      coupling[I][serial_row(graph->id[graph->column[k]])] = (double)graph->coupling[k];
  }
  add_ranks(&coupling);
  add_ranks(&excess);
  for (int I = 0; I < s->rows; I++) {
    cr_assert_eq(excess[0][I], wanted->coarse.excess[I], "row %d: excess %.17g, not %.17g", I, excess[0][I],
                 wanted->coarse.excess[I]);
    for (int J = 0; J < s->rows; J++) {
      cr_assert_eq(coupling[I][J], (double)wanted->coarse.coupling[I][J], "coupling %d, %d: %.9g, not %.9g",
                   I, J, coupling[I][J], (double)wanted->coarse.coupling[I][J]);
      cr_assert_eq(coupling[I][J], coupling[J][I]);
    }
  }
}

/* Collective. Returns the ids of the rows and ghosts of a halo. The caller frees them. */
static tc_gid *ids_of(tc_world *world, const tc_halo *halo, const tc_gid *own) {
  tc_gid *id = NULL;
  expect_ok(TC_ALLOC(id, halo->owned + halo->ghosts));
  for (int32_t i = 0; i < halo->owned; i++) id[i] = own[i];
  expect_ok(tc_neighbour_exchange_ghosts(world, halo, sizeof *id, id));
  return id;
}

/* Collective. Sets *value to the entries of the rows as a dense matrix, and *order to the position of each
 * entry in its row, counted from 1. */
static void gather_rows(const tc_transfer_rows *rows, const tc_gid *row_id, const tc_gid *column_id,
                        dense *value, dense *order) {
  memset(value, 0, sizeof *value);
  memset(order, 0, sizeof *order);
  for (int32_t i = 0; i < rows->rows; i++)
    for (int64_t k = rows->begin[i]; k < rows->begin[i + 1]; k++) {
      const int row = serial_row(row_id[i]), column = serial_row(column_id[rows->column[k]]);
      cr_assert_eq((*order)[row][column], 0.0, "row %d has two entries in column %d", row, column);
      (*value)[row][column] = (double)rows->value[k];
      (*order)[row][column] = (double)(k - rows->begin[i] + 1);
    }
  add_ranks(value);
  add_ranks(order);
}

/* Collective. Expects the entries of P in the order of the reference, and those of P^T in the order of their
 * ids. */
static void expect_transfer(const tc_transfer *transfer, const tc_level_graph *level, const tc_gid *coarse_id,
                            const serial_level *s, const serial_result *wanted) {
  static dense P, P_order, transposed, transposed_order;
  tc_gid *coarse = ids_of(level->world, transfer->correction_halo, coarse_id),
         *fine = ids_of(level->world, transfer->residual_halo, level->id);
  cr_assert_eq(transfer->prolongation.rows, level->rows);
  cr_assert_eq(transfer->residual_halo->owned, level->rows);
  cr_assert_eq(transfer->restriction.rows, transfer->correction_halo->owned);
  gather_rows(&transfer->prolongation, level->id, coarse, &P, &P_order);
  gather_rows(&transfer->restriction, coarse, fine, &transposed, &transposed_order);
  for (int I = 0; I < s->rows; I++)
    for (int i = 0, position = 0; i < s->rows; i++) {
      cr_assert_eq(P[i][I], (double)wanted->P[i][I]);
      cr_assert_eq(P_order[i][I], (double)wanted->order[i][I]);
      cr_assert_eq(transposed[I][i], P[i][I]);
      cr_assert_eq(transposed_order[I][i], P_order[i][I] > 0.0 ? ++position : 0);
    }
  tc_free(coarse);
  tc_free(fine);
}

/* Collective. Expects the result of the reference on a distribution. Returns the hash of the coarse level. */
static uint64_t expect_reference(tc_world *world, const serial_level *s, serial_cut cut,
                                 const serial_result *wanted) {
  tc_level_graph *level = serial_distribute(world, s, cut), *coarse = NULL;
  tc_aggregation aggregation = serial_aggregate(level, s, cut);
  tc_transfer *transfer = NULL;
  expect_ok(tc_smoothed_create(level, &aggregation, &transfer, &coarse));
  expect_graph(coarse, &aggregation);
  expect_matrix(coarse, s, wanted);
  expect_transfer(transfer, level, aggregation.contracted->id, s, wanted);
  const uint64_t hash = graph_hash(coarse);
  tc_transfer_destroy(&transfer);
  tc_level_graph_destroy(&coarse);
  serial_aggregation_free(&aggregation);
  tc_level_graph_destroy(&level);
  return hash;
}

/* Collective. Expects the result of the reference, and the same hash, on all distributions. */
static void expect_everywhere(tc_world *world, const serial_level *s) {
  serial_result *wanted = serial_smooth(s);
  uint64_t hash = 0;
  for (int c = 0; c < serial_cut_count; c++) {
    const uint64_t own = expect_reference(world, s, serial_cuts[c], wanted);
    cr_assert(c == 0 || own == hash, "cut %d has another hash", c);
    hash = own;
  }
  tc_free(wanted);
}

/* ---- comparison of the serial reference with products of matrices ---- */

/* Returns entry (i, j) of I - omega F^-1 K_F, the smoothing matrix. If f_i is 0, row i is that of I. */
static double smoothing_entry(const serial_level *s, int i, int j) {
  double f = s->excess[i];
  for (int k = 0; k < s->rows; k++)
    if (serial_is_strong(s, i, k)) f += (double)s->coupling[i][k];
  if (f == 0.0) return i == j;
  if (i == j) return 1.0 - 2.0 / 3.0;
  return serial_is_strong(s, i, j) ? 2.0 / 3.0 / f * (double)s->coupling[i][j] : 0.0;
}

static double matrix_entry(const serial_level *s, int i, int j) {
  return i == j ? serial_diagonal(s, i) : -(double)s->coupling[i][j];
}

/* Returns the entry of P^T K P in row I and column J. */
static double triple_entry(const serial_level *s, const serial_result *r, int I, int J) {
  long double sum = 0.0L;
  for (int i = 0; i < s->rows; i++)
    for (int j = 0; j < s->rows; j++)
      sum += (long double)r->P[i][I] * (long double)matrix_entry(s, i, j) * (long double)r->P[j][J];
  return (double)sum;
}

ParallelTest(smoothed, reference_equals_products_of_matrices) {
  (void)world;
  const serial_level s = random_level(9, 30, 0.1, 0.1, 0.3);
  serial_result *r = serial_smooth(&s);
  for (int i = 0; i < s.rows; i++) {
    double row_sum = 0.0;
    for (int I = 0; I < s.rows; I++) {
      double sum = 0.0;
      for (int j = 0; j < s.rows; j++) sum += smoothing_entry(&s, i, j) * (s.aggregate[j] == I);
      cr_assert_float_eq((double)r->P[i][I], sum, 1e-7);
      row_sum += (double)r->P[i][I];
    }
    cr_assert_float_eq(r->g[i], 1.0 - row_sum, 1e-6);
  }
  for (int I = 0; I < s.rows; I++) {
    double row_sum = 0.0;
    for (int J = 0; J < s.rows; J++) {
      const double wanted = triple_entry(&s, r, I, J);
      if (I != J) cr_assert_float_eq((double)-r->coarse.coupling[I][J], wanted, 1e-6);
      row_sum += wanted;
    }
    cr_assert_float_eq(r->coarse.excess[I], fmax(0.0, row_sum), 1e-5);
  }
  tc_free(r);
}

/* ---- tests ---- */

ThreadedTest(smoothed, equals_a_serial_reference) {
  const double excluded[] = {0.0, 0.15, 0.5}, negative[] = {0.0, 0.1, 0.4};
  for (int c = 0; c < 3; c++) {
    const serial_level s = random_level(c, 61, excluded[c], negative[c], 0.3);
    expect_everywhere(world, &s);
  }
}

/* If no row has an excess and all rows have aggregates, the excesses of the coarse level must be exactly
 * 0. */
ParallelTest(smoothed, row_sums_remain_zero) {
  const serial_level s = random_level(4, 64, 0.0, 0.1, 0.0);
  serial_result *wanted = serial_smooth(&s);
  for (int i = 0; i < s.rows; i++) {
    cr_assert_eq(wanted->g[i], 0.0);
    cr_assert_eq(wanted->coarse.excess[i], 0.0);
  }
  tc_free(wanted);
  expect_everywhere(world, &s);
}

/* The sum of the coarse excesses must be the sum of all entries of P^T K P. */
ParallelTest(smoothed, excess_is_conserved) {
  const serial_level s = random_level(5, 32, 0.0, 0.0, 0.2);
  serial_result *r = serial_smooth(&s);
  double sum = 0.0, wanted = 0.0;
  for (int I = 0; I < s.rows; I++) {
    sum += r->coarse.excess[I];
    for (int J = 0; J < s.rows; J++) wanted += triple_entry(&s, r, I, J);
  }
  cr_assert_float_eq(sum, wanted, 1e-5 * wanted);
  tc_free(r);
  expect_everywhere(world, &s);
}

/* Rows 12 to 19 have no strong couplings, and rows 4 and 7 have a negative excess. In rows with f <= 0, P
 * must equal T, the prolongation without smoothing. */
ParallelTest(smoothed, rows_without_strong_couplings) {
  serial_level s = {.rows = 20};
  for (int i = 0; i < 20; i++) s.aggregate[i] = i < 12 ? i - i % 3 : i;
  for (int i = 0; i + 1 < 12; i++) serial_couple(&s, i, i + 1, 1.0 + i);
  for (int i = 13; i < 16; i++) serial_couple(&s, i, i - 12, -0.25); /* negative couplings only */
  s.aggregate[15] = s.aggregate[16] = -1;
  s.excess[17] = s.excess[14] = 0.5;
  s.excess[4] = s.excess[7] = -50.0;
  s.aggregate[7] = -1;
  s.aggregate[18] = s.aggregate[19] = 6; /* isolated members of a larger aggregate */
  serial_result *r = serial_smooth(&s);
  const float third = (float)(1.0 - 2.0 / 3.0);
  cr_assert(r->P[12][12] == 1.0f && r->P[13][13] == 1.0f && r->P[18][6] == 1.0f);
  cr_assert(r->P[4][3] == 1.0f && r->P[4][6] == 0.0f && r->g[4] == 0.0 && r->g[7] == 1.0);
  cr_assert(r->P[14][14] == third && r->P[17][17] == third && r->g[17] == 2.0 / 3.0);
  cr_assert(r->g[12] == 0.0 && r->g[15] == 1.0 && r->order[15][15] == 0);
  tc_free(r);
  expect_everywhere(world, &s);
}

/* Row 0 is coupled to all other rows, so rows of P, of K P and of the coarse matrix are long. */
ParallelTest(smoothed, star) {
  serial_level s = {.rows = 64};
  s.excess[7] = 1e-3;
  for (int i = 0; i < 64; i++) {
    s.aggregate[i] = i < 4 ? 0 : i;
    if (i > 0) serial_couple(&s, 0, i, 1.0 + random_number(6, i, 0));
  }
  expect_everywhere(world, &s);
}

/* ---- several levels in sequence ---- */

enum { chain_levels = 3 };

/* Collective. Sets hash[] to the hashes of the coarse levels 1 to chain_levels. */
static void hash_levels(tc_world *world, const graph_input *in, const graph_cut *cut, int64_t rows_per_rank,
                        bool smooths_all, uint64_t hash[chain_levels]) {
  graph_system system;
  graph_system_create(world, in, cut, 0.01, &system);
  tc_level_graph *level = graph_level(&system);
  for (int l = 0; l < chain_levels; l++) {
    tc_aggregation *aggregation = NULL;
    tc_transfer *transfer = NULL;
    tc_level_graph *coarse = NULL;
    const tc_level_owners above = {world->ranks, level->ranks};
    expect_ok(tc_aggregation_create(level, 0.08, above, rows_per_rank, &aggregation));
    expect_ok(tc_aggregation_find_ids(level, aggregation));
    if (l > 0 || smooths_all) {
      expect_ok(tc_smoothed_create(level, aggregation, &transfer, &coarse));
    } else {
      coarse = aggregation->contracted;
      aggregation->contracted = NULL;
    }
    hash[l] = graph_hash(coarse);
    tc_transfer_destroy(&transfer);
    tc_aggregation_destroy(&aggregation);
    tc_level_graph_destroy(&level);
    level = coarse;
  }
  tc_level_graph_destroy(&level);
  graph_system_free(&system);
}

/* The hashes on one rank must equal those on all ranks. Tests every second distribution, starting with
 * `first`. */
static void expect_chain(tc_world *world, const graph_input *in, int first, bool smooths_all) {
  const int64_t rows_per_rank[] = {1, 64, 4096};
  uint64_t wanted[chain_levels], hash[chain_levels];
  tc_world *self = NULL;
  expect_ok(tc_world_create(MPI_COMM_SELF, 0, &self));
  hash_levels(self, in, &graph_cuts[0], 1, smooths_all, wanted);
  tc_world_destroy(&self);
  for (int c = first; c < graph_cut_count; c += 2) {
    hash_levels(world, in, &graph_cuts[c], rows_per_rank[c % 3], smooths_all, hash);
    for (int l = 0; l < chain_levels; l++) cr_assert_eq(hash[l], wanted[l], "cut %d, level %d", c, l + 1);
  }
}

ThreadedTest(smoothed, same_bits_on_any_ranks) {
  graph_input ties = graph_grid(9, 8, 7, 0.0, 1.0), jumps = graph_grid(7, 8, 9, 8.0, 0.0);
  expect_chain(world, &ties, 0, false);
  expect_chain(world, &jumps, 1, true);
  graph_input_free(&ties);
  graph_input_free(&jumps);
}
