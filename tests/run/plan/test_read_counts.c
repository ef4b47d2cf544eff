/* Tests of forecasts for a mesh whose reads of x are local (ordering rcm) or scattered (ordering random). In
 * contrast to the model `refined`, the model `hierarchy` adds the cost of reads in excess of those of the
 * benchmark. */
#include "run/plan/read_counts.h"

#include <stdlib.h>

#include "count/dry_run_counts.h"
#include "fv/scheme/scheme.h"
#include "io/mesh/tetgen.h"
#include "model/step/model.h"
#include "support/meshes.h"

/* ---- reads of a mesh ---- */

/* Reads of x of one rank by reuse distance. `all` counts all reads, and `excess` those that exceed the reads
 * in the benchmark of rows. */
typedef struct reads {
  tc_reuse all, excess;
} reads;

static void read_beyond(const tc_graph *dual, const char *order, const tc_scheme *scheme, int ranks,
                        reads *out) {
  const tc_layout_options choice = {.order = tc_order_find(order), .kind = TC_DISTRIBUTION_METIS};
  int32_t *position = calloc((size_t)dual->vertices, sizeof *position);
  int *node_of_rank = calloc((size_t)ranks, sizeof *node_of_rank);
  tc_reuse *reuse = calloc((size_t)ranks, sizeof *reuse);
  tc_layout layout = {0};
  tc_distribution *d = NULL;
  expect_ok(tc_layout_create(dual, NULL, ranks, &choice, &layout));
  expect_ok(tc_distribution_create(TC_DISTRIBUTION_METIS, dual->vertices, ranks, 1, layout.first, &d));
  for (int32_t p = 0; p < dual->vertices; p++) position[layout.order[p]] = p;
  const tc_dry_run_layout run = {dual,         layout.order,  position,      d,
                                 node_of_rank, scheme->rings, scheme->width, {.data_faces = NULL}};
  expect_ok(tc_dry_run_count_strategies(&run, 0, NULL, NULL, reuse));
  for (int r = 0; r < ranks; r++) {
    out[r].all = reuse[r];
    expect_ok(tc_read_counts_subtract_usual(1, scheme->width, &reuse[r], &out[r].excess));
  }
  tc_distribution_destroy(&d);
  tc_layout_destroy(&layout);
  free(position);
  free(node_of_rank);
  free(reuse);
}

/* ---- costs of reads on a machine ---- */

/* Returns a machine on which a single read takes 0.05 ns if the reads are spread over 32 KiB, and 4 ns for 8
 * MiB. A random factor between 1/1.4 and 1.4 disturbs each value, as on a busy machine. */
static tc_params machine_make(unsigned seed) {
  tc_params m = {.spread_B = {0}};
  for (int w = 0; w < TC_WORKING_SETS; w++) {
    m.working_set_B[w] = 1 << (20 + w);
    m.row_s[0][0][w] = 3e-9;
    m.row_s[0][1][w] = 9e-9;
  }
  for (int i = 0; i < TC_SPREADS; i++) {
    const double disturbed = exp2(0.5 * noise(100 * seed + (unsigned)i));
    m.spread_B[i] = (16 << 10) << i;
    m.gather4_s[i] = m.gather16_s[i] = disturbed * 5e-11 * pow(1.75, i - 1);
  }
  return m;
}

static double computing(int model, const tc_params *machine, int width, const reads *m) {
  const tc_rank_load load = {.rows = (int32_t)m->all.rows, .width = width, .reuse = &m->excess};
  const tc_stage stage = {.phase = TC_PHASE_compute};
  return tc_model_at(model)->stage_cost(machine, 1, &load, &stage).own.memory;
}

/* Returns by how much the model `hierarchy` exceeds the model `refined` in the forecast of the product,
 * relative to `refined`. The result is the maximum over all ranks. */
static double relative_excess(const tc_params *machine, int width, int ranks, const reads *rank) {
  double most = 0.0;
  for (int r = 0; r < ranks; r++)
    most = fmax(most, computing(TC_MODEL_hierarchy, machine, width, &rank[r]) /
                              computing(TC_MODEL_refined, machine, width, &rank[r]) -
                          1.0);
  return most;
}

/* With the reverse Cuthill-McKee ordering, the excess must be below 3 % for any costs of reads. With a random
 * ordering the excess must be larger, and on one rank it must exceed 3 %. */
static void expect_refined_for_good_order(tc_mesh *mesh) {
  enum { most_ranks = 3, machines = 20 };
  const double little = 0.03;
  tc_graph *dual = dual_of(mesh);
  for (int s = 0; s < tc_scheme_count(); s++)
    for (int ranks = 1; ranks <= most_ranks; ranks += 2) {
      const tc_scheme *scheme = tc_scheme_at(s);
      reads good[most_ranks], bad[most_ranks];
      read_beyond(dual, "rcm", scheme, ranks, good);
      read_beyond(dual, "random", scheme, ranks, bad);
      for (unsigned seed = 0; seed < machines; seed++) {
        const tc_params machine = machine_make(seed);
        const double with_good = relative_excess(&machine, scheme->width, ranks, good),
                     with_bad = relative_excess(&machine, scheme->width, ranks, bad);
        cr_expect_lt(with_good, little, "%s, %d ranks, machine %u: %g %%", scheme->name, ranks, seed,
                     100.0 * with_good);
        cr_expect_gt(with_bad, ranks == 1 ? little : with_good, "%s, %d ranks, machine %u: %g %%",
                     scheme->name, ranks, seed, 100.0 * with_bad);
      }
    }
  tc_graph_destroy(&dual);
}

Test(reads, of_a_mesh_of_tetgen) {
  tc_mesh *mesh = NULL;
  expect_ok(tc_tetgen_read("meshes/ventricle", NULL, &mesh));
  expect_refined_for_good_order(mesh);
  tc_mesh_destroy(&mesh);
}

Test(reads, of_a_box) {
  tc_mesh *mesh = mesh_box(20, 20, 20, 0.1);
  expect_refined_for_good_order(mesh);
  tc_mesh_destroy(&mesh);
}

/* The reads of the benchmark that are subtracted depend only on the number of rows of a rank. This number is
 * rounded to one of 128 values between two powers of two. Ranks with 30000 and 30010 rows must therefore have
 * the same benchmark reads per row. Other ranks must have no influence. */
Test(reads, usual_for_about_as_many_rows) {
  static const int32_t rows[] = {100, 0, 100, 30000, 30010, 30500, 300};
  enum { count = sizeof rows / sizeof *rows };
  tc_reuse reuse[count], together[count], alone[count];
  for (int i = 0; i < count; i++) {
    reuse[i] = (tc_reuse){.rows = rows[i]};
    expect_ok(tc_read_counts_subtract_usual(1, 4, &reuse[i], &alone[i]));
  }
  expect_ok(tc_read_counts_subtract_usual(count, 4, reuse, together));
  for (int i = 0; i < count; i++)
    cr_assert_eq(memcmp(&together[i], &alone[i], sizeof(tc_reuse)), 0, "%d rows", rows[i]);
  cr_assert_eq(together[1].cold, 0.0);
  cr_assert_lt(together[0].scattered[0], 0.0);
  const tc_reuse *a = &together[3], *b = &together[4], *c = &together[5];
  cr_assert_float_eq(a->scattered[0] / 30000, b->scattered[0] / 30010, 1e-12);
  cr_assert_gt(fabs(a->scattered[0] / 30000 - c->scattered[0] / 30500), 1e-12);
}
