/* Tests that apply to every strategy in strategies.def. A product must have the same bits as on one rank.
 * Its counts must equal the forecast. */
#include "comm/exchange/strategy.h"

#include <math.h>
#include <omp.h>
#include <stdio.h>
#include <unistd.h>

#include "base/core/memory.h"
#include "base/core/timer.h"
#include "linear/operator/operator.h"
#include "sparse/ell_kernels.h"
#include "support/parallel.h"
#include "support/problems.h"

enum { products = 5, most_threads = 3 };

/* Kinds of worlds. Kind 0 has the real nodes. In kinds 1 and 2 each rank or each pair of ranks counts as a
 * node. In kind 3 no ranks share memory. Each distribution of a mesh is tested in kind 0 and in one other
 * kind. */
enum { world_kinds = 4 };
static tc_world *world_of_kind(int kind) {
  tc_world *world = NULL;
  if (kind == 3) return torn_world();
  expect_ok(tc_world_create(MPI_COMM_WORLD, kind, &world));
  return world;
}

/* Value of x at a cell in product k. Each product has new values in all cells, so that a ghost of an
 * earlier product changes the result. Some values are zero and some are tiny. */
static double input_value(int k, tc_gid cell) {
  const uint64_t index = (uint64_t)k << 32 | (uint64_t)cell;
  return cell % 11 == k ? 0.0 : noise(index) * pow(10.0, (double)(index % 13) - 6.0);
}

/* Returns the expected results as [k][cell]. They are products on one rank with the input values above and
 * with rows of one form. */
static double *serial_products(const twin *t, tc_row_form form) {
  const tc_gid n = t->problem->space->cells;
  tc_ell rates = *t->problem->system->rates;
  double *wanted = NULL, *x = NULL;
  expect_ok(TC_ALLOC(wanted, products * (size_t)n));
  expect_ok(TC_ALLOC(x, n));
  if (form == TC_ROW_FORM_DIFFERENCE) tc_ell_use_differences(&rates, 0.0);
  for (int k = 0; k < products; k++) {
    for (tc_gid cell = 0; cell < n; cell++) x[cell] = input_value(k, cell);
    tc_ell_multiply(&rates, x, wanted + (size_t)k * (size_t)n);
  }
  tc_free(x);
  return wanted;
}

static void expect_same_counts(const tc_strategy *s, const tc_problem *p, const tc_world *world,
                               tc_counts *measured, const char *what) {
  tc_counts counted;
  problem_count(s, p, world->node_of_rank, &counted);
  for (int c = 0; c < TC_COUNT_COUNT; c++)
    cr_assert_eq(measured->by_index[c], counted.by_index[c], "%s, %s: %lld %s moved, %lld counted", s->name,
                 what, (long long)measured->by_index[c], tc_count_name(c), (long long)counted.by_index[c]);
}

/* A product must consist of the stages of its schedule. The measured time of other phases must be 0, and
 * the number of barriers must be that of the schedule. */
static void expect_schedule(const tc_strategy *s, const tc_ledger *ledger) {
  bool timed[TC_PHASE_COUNT] = {false};
  int barriers = 0;
  cr_assert_leq(tc_strategy_schedule(s)->stages, TC_PRODUCT_STAGES_MAX, "%s: no stage remains for a step",
                s->name);
  for (int i = 0; i < tc_strategy_schedule(s)->stages; i++) {
    const tc_stage *stage = &tc_strategy_schedule(s)->stage[i];
    cr_assert(stage->phase == TC_PHASE_wait || !timed[stage->phase], "%s: %s is timed twice", s->name,
              tc_phase_name(stage->phase));
    timed[stage->phase] = true;
    barriers += stage->phase == TC_PHASE_wait && stage->sync != TC_SYNC_NEIGHBOURS;
  }
  cr_assert_eq(ledger->count.barriers, barriers, "%s: %d barriers in its schedule", s->name, barriers);
  for (int phase = 0; phase < TC_PHASE_COUNT; phase++)
    cr_assert(timed[phase] || ledger->seconds.by_index[phase] == 0.0, "%s: %s is not in its schedule",
              s->name, tc_phase_name(phase));
}

/* Makes product k with another number of threads than product k - 1. Ranks begin at different times, and
 * overwrite x as soon as the product has ended. */
static void run_product(tc_operator *op, const tc_problem *p, const tc_world *world, int k,
                        const double *wanted, const char *what) {
  const char *name = op->options.strategy->name;
  tc_ledger ledger = {0};
  tc_vector *x = tc_operator_vector(op, k % 2), *y = tc_operator_vector(op, 1 - k % 2);
  omp_set_num_threads(world->ranks < 4
                          ? 1 + k % most_threads
                          : 1); /* many ranks with several threads would oversubscribe the cores */
  for (int32_t i = 0; i < p->space->owned; i++) x->value[i] = input_value(k, p->space->id[i]);
  if (k > 0 && world->rank == k % world->ranks) usleep(300);
  const double began = tc_now_s();
  expect_ok(tc_operator_apply(op, x, y, &ledger));
  const double took = tc_now_s() - began;
  for (int32_t i = 0; i < p->space->owned; i++) x->value[i] = NAN;
  for (int32_t i = 0; i < p->space->owned; i++)
    cr_assert_eq(y->value[i], wanted[(size_t)k * (size_t)p->space->cells + (size_t)p->space->id[i]],
                 "%s, %s: product %d, cell %d: %.17g, one rank %.17g", name, what, k, (int)p->space->id[i],
                 y->value[i], wanted[(size_t)k * (size_t)p->space->cells + (size_t)p->space->id[i]]);
  expect_same_counts(op->options.strategy, p, world, &ledger.count, what);
  expect_schedule(op->options.strategy, &ledger);
  for (int phase = 0; phase < TC_PHASE_COUNT; phase++) cr_assert_geq(ledger.seconds.by_index[phase], 0.0);
  cr_assert_leq(tc_seconds_total(&ledger.seconds), took + 1e-9, "phases do not overlap");
}

static void expect_products(const tc_strategy *s, const tc_format *format, const tc_problem *p,
                            tc_world *world, const double *wanted, const char *what) {
  const tc_operator_options choice = {s, format, 0.0, 1.0, 2, false};
  tc_operator *op = NULL;
  expect_ok(tc_operator_create(world, p->space->halo, p->system->rates, &choice, &op));
  for (int i = 0; i < 2; i++) {
    const tc_vector *v = tc_operator_vector(op, i);
    cr_assert_eq(v->owned, p->space->owned);
    for (int32_t row = 0; row < p->space->owned; row++)
      cr_assert_eq(v->value[row], 0.0, "%s: not zeroed", s->name);
  }
  for (int k = 0; k < products; k++) run_product(op, p, world, k, wanted, what);
  tc_operator_destroy(&op);
  cr_assert_null(op);
}

/* True if a strategy is tested with a storage format. A strategy with a transport is tested with all
 * formats in the first world, and only with the first format in others. A strategy with an access is
 * tested with the first format of each row form. */
static bool is_tested(const tc_strategy *s, int world, const tc_format *format) {
  if (!tc_strategy_supports(s, format->form)) return false;
  return (s->transport && world == 0) || format == tc_format_at(0) ||
         (s->access && format == tc_format_first(format->form));
}

/* Tests all strategies on one distribution of the mesh, in the real world and in world `other`. The
 * strategy `none` exchanges no ghosts, so its result is right only on one rank. */
static void expect_conformance(tc_world **worlds, int other, const cutting *how, tc_mesh *mesh,
                               double *const *wanted) {
  char what[100];
  tc_problem *p = problem_make(worlds[0], how, mesh);
  snprintf(what, sizeof what, "%s, %s blocks of %d", how->scheme, tc_distribution_name((int)how->kind),
           how->block_size);
  for (int i = 0; i < tc_strategy_count(); i++)
    for (int w = 0; w <= other; w += other)
      if (tc_strategy_is_valid(tc_strategy_at(i)) || worlds[0]->ranks == 1)
        for (int f = 0; f < tc_format_count(); f++)
          if (is_tested(tc_strategy_at(i), w, tc_format_at(f)))
            expect_products(tc_strategy_at(i), tc_format_at(f), p, worlds[w], wanted[tc_format_at(f)->form],
                            what);
  tc_problem_destroy(&p);
}

static void expect_conformance_everywhere(const char *scheme, tc_mesh *mesh) {
  const int32_t n = mesh->cells, sizes[] = {1, 7, 1000, n / 2, n};
  tc_world *worlds[world_kinds];
  twin t = twin_make(scheme, mesh);
  double *wanted[] = {serial_products(&t, TC_ROW_FORM_MATRIX), serial_products(&t, TC_ROW_FORM_DIFFERENCE)};
  for (int w = 0; w < world_kinds; w++) worlds[w] = world_of_kind(w);
  for (int b = 0; b < 5; b++)
    for (int kind = 0; kind < tc_distribution_kinds.count; kind++) {
      const cutting how = {scheme, b % 2 ? "rcm" : "none", (tc_distribution_kind)kind,
                           sizes[b] ? sizes[b] : 1};
      expect_conformance(worlds, 1 + (b + kind) % (world_kinds - 1), &how, mesh, wanted);
    }
  for (int w = 0; w < world_kinds; w++) tc_world_destroy(&worlds[w]);
  for (int form = 0; form < tc_row_forms.count; form++) tc_free(wanted[form]);
  twin_free(&t);
  tc_mesh_destroy(&mesh);
}

ParallelTest(strategy, conformance_two_point) {
  (void)world;
  expect_conformance_everywhere("two-point", mesh_box(4, 3, 3, 0.1));
}

ParallelTest(strategy, conformance_gradient) {
  (void)world;
  expect_conformance_everywhere("gradient", mesh_box(4, 3, 3, 0.1));
}

/* The strategies must also work on meshes of six cells and of one cell. There are more ranks than blocks, and
 * some ranks have no rows. */
ParallelTest(strategy, conformance_on_tiny_meshes) {
  (void)world;
  expect_conformance_everywhere("gradient", mesh_box(1, 1, 1, 0.0));
  expect_conformance_everywhere("gradient", mesh_single(1.0));
}

/* The sum over all ranks of the sent values must equal that of the received values. This must also hold if
 * ranks are assigned to nodes artificially. */
ParallelTest(strategy, what_is_sent_is_received) {
  tc_mesh *mesh = mesh_box(4, 3, 3, 0.1);
  const cutting how = {"gradient", "rcm", TC_DISTRIBUTION_METIS, 7};
  const tc_strategy *s = tc_strategy_find("condensed");
  int node_of_rank[64];
  cr_assert_leq(world->ranks, 64);
  for (int r = 0; r < 64; r++) node_of_rank[r] = r % 4 == 1 || r % 4 == 2;
  tc_counts counted;
  tc_problem *p = problem_make(world, &how, mesh);
  problem_count(s, p, node_of_rank, &counted);
  int64_t sums[4] = {counted.local_values, counted.remote_values, counted.local_values_out,
                     counted.remote_values_out};
  expect_ok(tc_world_sum_int64(world, sums, 4));
  cr_assert_eq(sums[0], sums[2]);
  cr_assert_eq(sums[1], sums[3]);
  cr_assert_eq(sums[0] + sums[1] > 0, world->ranks > 1);
  cr_assert_eq(counted.copied_values, p->space->owned);
  tc_problem_destroy(&p);
  tc_mesh_destroy(&mesh);
}

static void expect_sound_registry(void) {
  cr_assert_geq(tc_strategy_count(), 2);
  for (int i = 0; i < tc_strategy_count(); i++) {
    const tc_strategy *s = tc_strategy_at(i);
    cr_assert_eq(tc_strategy_find(s->name), s, "%s is listed twice", s->name);
    cr_assert_gt(strlen(s->summary), 10u);
    cr_assert((s->transport == NULL) != (s->access == NULL), "%s: needs a transport or an access, not both",
              s->name);
    cr_assert(!s->transport || !s->transport->all_values || s->copy, "%s needs private copies", s->name);
  }
  cr_assert_null(tc_strategy_find("no such strategy"));
}

/* The strategy `none` exchanges no ghosts. On several ranks the result is wrong in rows that read ghosts, so
 * the strategy must be marked as invalid. */
ParallelTest(strategy, registry_and_none) {
  expect_sound_registry();
  const tc_strategy *none = tc_strategy_find("none");
  cr_assert_not(tc_strategy_is_valid(none));
  tc_mesh *mesh = mesh_box(4, 3, 3, 0.1);
  const cutting how = {"gradient", "rcm", TC_DISTRIBUTION_METIS, 7};
  tc_problem *p = problem_make(world, &how, mesh);
  const tc_operator_options choice = {none, tc_format_at(0), 0.0, 1.0, 2, false};
  tc_ledger ledger = {0};
  tc_operator *op = NULL;
  expect_ok(tc_operator_create(world, p->space->halo, p->system->rates, &choice, &op));
  tc_vector *x = tc_operator_vector(op, 0), *y = tc_operator_vector(op, 1);
  tc_vector_fill(1.0, x);
  expect_ok(tc_operator_apply(op, x, y, &ledger));
  double most = 0.0; /* largest |R 1|, which is near 0 if every row has all its entries */
  for (int32_t i = 0; i < p->space->owned; i++) most = fmax(most, fabs(y->value[i]));
  cr_assert_eq(most > 1.0, world->ranks > 1);
  expect_same_counts(none, p, world, &ledger.count, "none");
  tc_operator_destroy(&op);
  tc_problem_destroy(&p);
  tc_mesh_destroy(&mesh);
}

static int compare_ids(const void *a, const void *b) {
  tc_gid x = *(const tc_gid *)a, y = *(const tc_gid *)b;
  return (x > y) - (x < y);
}

/* A dry run builds a pattern from the dual graph alone. Each row must have the columns of the assembled
 * matrix, so that every strategy has the same counts. */
static void expect_imagined(tc_world *world, const cutting *how, tc_mesh *mesh) {
  tc_problem *p = problem_make(world, how, mesh);
  tc_pattern *real = NULL, *imagined = NULL;
  tc_dual *dual = NULL;
  tc_graph *graph = NULL;
  tc_layout layout = {0};
  const tc_layout_options choice =
      {tc_order_find(how->order), 0, how->kind, how->block_size, TC_OBJECTIVE_CUT, TC_PARTITIONER_AUTO};
  const size_t width = (size_t)p->system->rates->width;
  int32_t *position = malloc((size_t)mesh->cells * sizeof *position);
  expect_ok(tc_dual_create(mesh, &dual));
  expect_ok(tc_graph_create(mesh->cells, 4, dual->neighbour, &graph));
  expect_ok(tc_layout_create(graph, NULL, world->ranks, &choice, &layout));
  for (int32_t i = 0; i < mesh->cells; i++) position[layout.order[i]] = i;
  expect_ok(tc_problem_pattern(p, &real));
  expect_ok(tc_pattern_create_from_graph(graph, layout.order, position, p->space->distribution, world->rank,
                                         p->scheme->rings, p->scheme->width, &imagined));
  cr_assert_eq(imagined->rows, real->rows);
  for (int32_t i = 0; i < real->rows; i++) {
    tc_gid a[64], b[64];
    for (size_t k = 0; k < width; k++) {
      a[k] = tc_pattern_at(real, (size_t)i * width + k);
      b[k] = tc_pattern_at(imagined, (size_t)i * width + k);
    }
    qsort(a, width, sizeof *a, compare_ids);
    qsort(b, width, sizeof *b, compare_ids);
    cr_assert_arr_eq(a, b, width * sizeof *a, "row %d", i);
  }
  for (int s = 0; s < tc_strategy_count(); s++) {
    tc_counts one, other;
    problem_count(tc_strategy_at(s), p, world->node_of_rank, &one);
    expect_ok(tc_strategy_count_traffic_collective(world, tc_strategy_at(s), imagined, p->space->distribution,
                                                   world->node_of_rank, &other));
    for (int c = 0; c < TC_COUNT_COUNT; c++) cr_assert_eq(one.by_index[c], other.by_index[c]);
  }
  tc_pattern_destroy(&real);
  tc_pattern_destroy(&imagined);
  tc_layout_destroy(&layout);
  tc_graph_destroy(&graph);
  tc_dual_destroy(&dual);
  tc_problem_destroy(&p);
  free(position);
}

ParallelTest(strategy, imagined_patterns_are_the_real_ones) {
  tc_mesh *mesh = mesh_box(4, 3, 3, 0.1);
  static const cutting hows[] = {{"gradient", "rcm", TC_DISTRIBUTION_METIS, 7},
                                 {"gradient", "metis", TC_DISTRIBUTION_CYCLIC, 10},
                                 {"two-point", "none", TC_DISTRIBUTION_CYCLIC, 7},
                                 {"two-point", "metis", TC_DISTRIBUTION_METIS, 1000}};
  for (size_t h = 0; h < sizeof hows / sizeof *hows; h++) expect_imagined(world, &hows[h], mesh);
  tc_mesh_destroy(&mesh);
}

/* The block size of a distribution can be changed without moving rows to other ranks. The counts must then
 * be those of a problem that was created with this block size. */
ParallelTest(strategy, block_size_can_change_without_moving_rows) {
  tc_mesh *mesh = mesh_box(4, 3, 3, 0.1);
  const cutting how = {"gradient", "rcm", TC_DISTRIBUTION_METIS, 1000},
                fine_cut = {"gradient", "rcm", TC_DISTRIBUTION_METIS, 5};
  const tc_strategy *block = tc_strategy_find("block");
  tc_problem *p = problem_make(world, &how, mesh), *wanted = problem_make(world, &fine_cut, mesh);
  tc_counts before, after, fresh;
  problem_count(block, p, world->node_of_rank, &before);
  expect_ok(tc_space_set_block_size(p->space, 5));
  problem_count(block, p, world->node_of_rank, &after);
  problem_count(block, wanted, world->node_of_rank, &fresh);
  cr_assert_gt(after.local_blocks, before.local_blocks);
  for (int c = 0; c < TC_COUNT_COUNT; c++) cr_assert_eq(after.by_index[c], fresh.by_index[c]);
  tc_problem_destroy(&p);
  tc_problem_destroy(&wanted);
  tc_mesh_destroy(&mesh);
}
