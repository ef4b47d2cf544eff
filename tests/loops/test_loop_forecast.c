/* Tests of forecasts of the programs of Zhang and Seidel 2006. The paper prints no run times, so the expected
 * values are derived from its Table 1 and from the counts in tests/loops/test_reference_partition.c. */
#include "loops/loop_forecast.h"

#include <math.h>

#include "io/machine/machine_file.h"
#include "loops/loop_cases.h"
#include "pgas/shared_access.h"

/* Returns the capabilities of an access layer, as bits. */
static unsigned layer_can(const char *name) { return tc_access_layer_find(name)->capabilities; }

static const struct {
  const char *file, *layer;
} platforms[] = {{"mupc", "plain"},
                 {"mupc-cache", "cached"},
                 {"berkeley-upc", "batched"},
                 {"gcc-upc-t3e", "plain"}};

static tc_machine platform(int p) {
  char path[100];
  tc_machine m;
  snprintf(path, sizeof path, "configs/machines/%s-2006.yaml", platforms[p].file);
  expect_ok(tc_machine_file_read(path, &m));
  return m;
}

static void expect_near(double value, double wanted, double share) {
  cr_expect_lt(fabs(value - wanted), share * fabs(wanted), "%.17g, not %g", value, wanted);
}

static tc_loop_forecast predict(const loops_scene *s, const tc_params *m, const char *layer) {
  const tc_loop_forecast_input q = {.machine = m,
                                    .ranks = s->loops.ranks,
                                    .ranks_per_node = 1,
                                    .capabilities = layer_can(layer),
                                    .private_s = NAN};
  return tc_loop_forecast_compute(&q, &s->partitions, s->loops.intervals);
}

static double seconds(const char *name, int p, const char *layer) {
  loops_scene s = loops_shipped(name, 12, NULL);
  const tc_machine m = platform(p);
  const tc_loop_forecast f = predict(&s, &m.params, layer);
  cr_expect(f.barrier_s == 0.0 && isnan(f.speedup) && f.shared_s == f.total_s,
            "the machine has no costs of private accesses");
  loops_end(&s);
  return f.total_s;
}

/* Forecast seconds of two programs on the four platforms of the paper. The expected values have three
 * digits. */
Test(pattern, derived_from_table_1) {
  static const double histogram[] = {11.1, 22.1, 8.59, 0.35}, matrix[] = {88.4, 1.80, 70.5, 6.90};
  for (int p = 0; p < 4; p++) {
    expect_near(seconds("histogram", p, platforms[p].layer), histogram[p], 5e-3);
    expect_near(seconds("matrix", p, platforms[p].layer), matrix[p], 1e-3);
  }
  expect_near(seconds("matrix", 0, "cached"), 75.9,
              1e-3); /* forecast if the layer uses the vector accesses that the text of the paper mentions */
}

Test(pattern, gains) {
  static const double vector[] = {1.2, 71, 1.0, 1.1}, coalesce[] = {1.1, 5.9, 8.1, 1.0},
                      local[] = {692, 769, 444, 2.5};
  for (int p = 0; p < 4; p++) {
    const tc_machine m = platform(p);
    const double baseline =
        tc_access_cost_value_s(&m.params, TC_LOCATION_REMOTE, TC_PATTERN_BASELINE, TC_READS);
    expect_near(baseline / tc_access_cost_value_s(&m.params, TC_LOCATION_REMOTE, TC_PATTERN_VECTOR, TC_READS),
                vector[p], 0.05);
    expect_near(baseline /
                    tc_access_cost_value_s(&m.params, TC_LOCATION_REMOTE, TC_PATTERN_COALESCE, TC_READS),
                coalesce[p], 0.05);
    expect_near(baseline / tc_access_cost_local_s(&m.params, TC_READS), local[p], 2e-3);
    cr_expect(isnan(tc_access_cost_value_s(&m.params, TC_LOCATION_NODE, TC_PATTERN_VECTOR, TC_READS)));
    cr_expect(isnan(tc_access_cost_private_s(&m.params, 1.0, TC_READS)));
  }
}

/* ---- choice of the access pattern ---- */

static void expect_mix(const loops_scene *s, int partition, int machine, int pattern, double values,
                       double operations) {
  const tc_machine m = platform(machine);
  const tc_access_mix mix = tc_access_mix_init(&m.params, &s->partitions.item[partition], TC_READS, 1,
                                               layer_can(platforms[machine].layer));
  const tc_access_share *far = mix.share[TC_LOCATION_REMOTE];
  double all = mix.own;
  for (int p = 0; p < TC_PATTERNS; p++) all += far[p].values;
  cr_expect_eq(far[pattern].values, values);
  cr_expect_eq(far[pattern].operations, operations);
  cr_expect_eq(tc_access_mix_values(&mix), all);
}

/* Access patterns must be those that the paper assigns. In sobel, the reads of the row above are vector
 * accesses with the cache of MuPC, coalesced with Berkeley's compiler, and baseline with GCC. In the program
 * matrix, the reads of B within an iteration are not consecutive, so Berkeley's compiler does not coalesce
 * them. */
Test(pattern, as_the_paper_assigns_them) {
  loops_scene s = loops_shipped("sobel", 2, NULL);
  expect_mix(&s, 1, 1, TC_PATTERN_VECTOR, 5994, 3);
  expect_mix(&s, 1, 2, TC_PATTERN_COALESCE, 5994, 1998);
  expect_mix(&s, 1, 3, TC_PATTERN_BASELINE, 5994, 5994);
  loops_end(&s);
  s = loops_shipped("matrix", 12, NULL);
  expect_mix(&s, 3, 1, TC_PATTERN_VECTOR, 1056000, 4400);
  expect_mix(&s, 3, 2, TC_PATTERN_BASELINE, 1056000, 1056000);
  loops_end(&s);
  s = loops_shipped("neighbours", 4, NULL);
  expect_mix(&s, 0, 1, TC_PATTERN_VECTOR, 1998, 2);
  expect_mix(&s, 0, 2, TC_PATTERN_COALESCE, 1998, 999);
  expect_mix(&s, 0, 3, TC_PATTERN_BASELINE, 1998, 1998);
  loops_end(&s);
  const tc_constant set[] = {{"N", 1001}, {NULL, 0}};
  s = loops_shipped("neighbours-cyclic", 4, set);
  for (int p = 0; p < 4; p++) expect_mix(&s, 0, p, TC_PATTERN_BASELINE, 750, 750);
  loops_end(&s);
  s = loops_shipped("histogram", 4, NULL);
  for (int p = 0; p < 4; p++) expect_mix(&s, 0, p, TC_PATTERN_BASELINE, 104857 * 0.75, 104857 * 0.75);
  loops_end(&s);
}

/* The choice must be the cheapest pattern, by the rates of the machine, that the layer allows. Without a
 * machine, the first allowed pattern is chosen. A pattern with an unknown rate must not be skipped. */
Test(pattern, takes_the_cheapest) {
  loops_scene s = loops_shipped("neighbours", 4, NULL);
  tc_params m = {.baseline_far_read_s = 1e-6, .vector_far_read_s = 4e-7, .coalesce_far_read_s = 3e-7};
  const unsigned batched = layer_can("batched");
  const tc_reference_partition *p = &s.partitions.item[0];
  tc_access_mix mix = tc_access_mix_init(&m, p, TC_READS, 1, batched);
  cr_expect_eq(mix.share[TC_LOCATION_REMOTE][TC_PATTERN_COALESCE].values, 1998);
  m.coalesce_far_read_operation_s = 2e-7; /* for an operation that reads two values */
  mix = tc_access_mix_init(&m, p, TC_READS, 1, batched);
  cr_expect_eq(mix.share[TC_LOCATION_REMOTE][TC_PATTERN_VECTOR].operations, 2);
  m.baseline_far_read_s = 3e-7;
  mix = tc_access_mix_init(&m, p, TC_READS, 1, batched);
  cr_expect_eq(mix.share[TC_LOCATION_REMOTE][TC_PATTERN_BASELINE].operations, 1998);
  cr_expect_eq(mix.share[TC_LOCATION_REMOTE][TC_PATTERN_VECTOR].values, 0);
  m.vector_far_read_s = 0.0;
  mix = tc_access_mix_init(&m, p, TC_READS, 1, batched);
  cr_expect_eq(mix.share[TC_LOCATION_REMOTE][TC_PATTERN_VECTOR].values, 1998);
  mix = tc_access_mix_init(NULL, p, TC_READS, 1, batched);
  cr_expect_eq(mix.share[TC_LOCATION_REMOTE][TC_PATTERN_VECTOR].values, 1998);
  loops_end(&s);
}

/* ---- forecasts in seconds ---- */

static const tc_params made_up = {
    .baseline_near_read_s = 1e-8,
    .baseline_far_read_s = 1e-6,
    .baseline_far_read_operation_s = 2e-6,
    .baseline_far_write_s = 4e-6,
    .vector_far_read_s = 1e-7,
    .vector_far_read_operation_s = 3e-6,
    .coalesce_far_read_s = 2e-7,
    .private_read_s = 1e-9,
    .private_write_s = 2e-9,
    .local_read_s = 5e-9,
    .local_write_s = 6e-9,
    .mixed_s = 5e-10,
    .node_barrier_s = 1e-6,
    .remote_barrier_s = 2e-6,
};

Test(pattern, seconds) {
  tc_access_mix mix = {.own = 1000};
  cr_expect_eq(tc_access_mix_seconds(&made_up, &mix, TC_READS), 1000 * 5e-9);
  mix.share[TC_LOCATION_NODE][TC_PATTERN_BASELINE] = (tc_access_share){10, 10};
  expect_near(tc_access_mix_seconds(&made_up, &mix, TC_READS), 1000 * 5e-9 + 10 * 1e-8 + 20 * 5e-10, 1e-12);
  mix = (tc_access_mix){.own = 0.0};
  mix.share[TC_LOCATION_REMOTE][TC_PATTERN_BASELINE] = (tc_access_share){10, 10};
  mix.share[TC_LOCATION_REMOTE][TC_PATTERN_VECTOR] = (tc_access_share){100, 4};
  mix.share[TC_LOCATION_REMOTE][TC_PATTERN_COALESCE] = (tc_access_share){30, 10};
  expect_near(tc_access_mix_seconds(&made_up, &mix, TC_READS), 10 * 3e-6 + 100 * 1e-7 + 4 * 3e-6 + 30 * 2e-7,
              1e-12);
  cr_expect(isnan(tc_access_mix_seconds(&made_up, &mix, TC_WRITES)),
            "the rates of vector writes are unknown");
  expect_near(tc_access_cost_value_s(&made_up, TC_LOCATION_REMOTE, TC_PATTERN_BASELINE, TC_READS), 3e-6,
              1e-12);
  cr_expect_eq(tc_access_cost_value_s(&made_up, TC_LOCATION_REMOTE, TC_PATTERN_VECTOR, TC_READS), 1e-7);
}

/* Forecast of a program in which two ranks on two nodes read 1998 values of an array of rank 0 and call a
 * barrier. Rank 1 is the slowest, because its reads are remote. */
Test(pattern, readings) {
  loops_scene s = loops_shipped("neighbours", 2, NULL);
  tc_loop_forecast_input q = {.machine = &made_up,
                              .ranks = 2,
                              .ranks_per_node = 1,
                              .capabilities = layer_can("cached"),
                              .private_s = NAN};
  const double shared = 1998 * 1e-7 + 2 * 3e-6, private = 1998 * 1e-9;
  tc_loop_forecast f = tc_loop_forecast_compute(&q, &s.partitions, 1);
  cr_expect_eq(f.slowest, 1);
  expect_near(f.barrier_s, 3e-6, 1e-12);
  expect_near(f.shared_s, shared, 1e-12);
  expect_near(f.total_s, shared + 3e-6, 1e-12);
  expect_near(f.speedup, 2 * private / ((shared + 1998 * 5e-9) / 2), 1e-12);
  q.private_s = 1e-3;
  expect_near(tc_loop_forecast_compute(&q, &s.partitions, 1).total_s, 1e-3 + shared - private + 3e-6, 1e-12);
  q.variant = TC_LOOP_FORECAST_PRINTED;
  expect_near(tc_loop_forecast_compute(&q, &s.partitions, 1).total_s, 1e-3 + shared + 3e-6, 1e-12);
  q.private_s = NAN;
  expect_near(tc_loop_forecast_compute(&q, &s.partitions, 1).total_s, private + shared + 3e-6, 1e-12);
  tc_params less = made_up;
  less.vector_far_read_s = 0.0;
  q.machine = &less;
  cr_expect(isnan(tc_loop_forecast_compute(&q, &s.partitions, 1).total_s));
  loops_end(&s);
}

/* Checks a forecast with both ranks on one node. Their private work takes half as long as the updates. With
 * any layer, the updates must take the measured time. Speed-up (3) of the paper compares this time with the
 * private work of both ranks in sequence. With two intervals, private work and updates do not overlap. */
static void expect_updates_of_a_node(const loops_scene *s, tc_loop_forecast_input *q) {
  static const char *const layers[] = {"plain", "private"};
  tc_reference_partitions node;
  tc_pool pool = {NULL};
  expect_ok(tc_reference_partitions_create(&s->loops, 2, &pool, &node));
  const double updates_s = 104857 * 3e-8;
  q->ranks_per_node = 2;
  q->update_s = 3e-8;
  q->private_s = updates_s / 2.0;
  for (int l = 0; l < 2; l++) {
    q->capabilities = layer_can(layers[l]);
    const tc_loop_forecast f = tc_loop_forecast_compute(q, &node, 1);
    expect_near(f.total_s, updates_s + f.barrier_s, 1e-9);
    expect_near(f.speedup, 1.0, 1e-9);
  }
  const tc_loop_forecast f = tc_loop_forecast_compute(q, &node, 2);
  expect_near(f.total_s, q->private_s + 104857 * (3e-8 - 1e-9 - 2e-9) + f.barrier_s, 1e-9);
  tc_pool_free(&pool);
}

/* An update of an own element takes the measured time. An update on the other node takes the time of a read
 * and a write. The other work of the program overlaps with the updates of own elements, and only adds to the
 * forecast if it takes longer. */
Test(pattern, updates_at_random) {
  loops_scene s = loops_shipped("histogram", 2, NULL);
  tc_loop_forecast_input q = {.machine = &made_up,
                              .ranks = 2,
                              .ranks_per_node = 1,
                              .capabilities = layer_can("plain"),
                              .private_s = 1e-3,
                              .update_s = 3e-8};
  const double each = 104857 / 2.0, far_s = each * (3e-6 + 4e-6), private_s = each * (1e-9 + 2e-9);
  expect_near(tc_loop_forecast_compute(&q, &s.partitions, 1).total_s, each * 3e-8 + far_s + 3e-6, 1e-9);
  q.variant = TC_LOOP_FORECAST_PRINTED;
  expect_near(tc_loop_forecast_compute(&q, &s.partitions, 1).total_s, 1e-3 + each * 3e-8 + far_s + 3e-6,
              1e-9);
  q.variant = TC_LOOP_FORECAST_INCREMENTAL;
  q.private_s = 1.0;
  expect_near(tc_loop_forecast_compute(&q, &s.partitions, 1).total_s, 1.0 + far_s - private_s + 3e-6, 1e-9);
  q.private_s = NAN;
  expect_near(tc_loop_forecast_compute(&q, &s.partitions, 1).total_s, each * 3e-8 + far_s + 3e-6, 1e-9);
  q.private_s = 1.0;
  q.update_array = 1;
  expect_near(tc_loop_forecast_compute(&q, &s.partitions, 1).total_s,
              1.0 + each * 8e-9 + far_s - private_s + 3e-6, 1e-9);
  q.update_array = 0;
  q.update_s = 0.0;
  expect_near(tc_loop_forecast_compute(&q, &s.partitions, 1).total_s,
              1.0 + each * 8e-9 + far_s - private_s + 3e-6, 1e-9);
  expect_updates_of_a_node(&s, &q);
  loops_end(&s);
}

/* A fence writes back all lines in the cache with one operation. Each line that is evicted before the fence
 * needs a separate operation. */
Test(pattern, written_back) {
  tc_params m = made_up;
  m.cached_hit_s = 1e-8;
  m.cached_miss_s = 1e-5;
  tc_access_mix mix = {.cached = {100, 10}};
  expect_near(tc_access_mix_seconds(&m, &mix, TC_WRITES), 100 * 1e-8 + 10 * 1e-5, 1e-12);
  m.coalesce_far_write_s = 2e-7;
  m.coalesce_far_write_operation_s = 3e-5;
  expect_near(tc_access_mix_seconds(&m, &mix, TC_WRITES), 100 * 1e-8 + 100 * 2e-7 + 3e-5, 1e-12);
  mix.cached = (tc_access_share){1e5, 256 + 44};
  expect_near(tc_access_mix_seconds(&m, &mix, TC_WRITES), 1e5 * 1e-8 + 44 * 1e-5 + 256 * 16 * 2e-7 + 3e-5,
              1e-12);
  mix.cached = (tc_access_share){0, 0};
  cr_expect_eq(tc_access_mix_seconds(&m, &mix, TC_WRITES), 0.0);
}

/* If the machine has the costs of a hit and of a miss, reads with the layer `cached` must be counted in
 * lines. */
Test(pattern, cached) {
  loops_scene s = loops_shipped("neighbours", 2, NULL);
  const unsigned cached = layer_can("cached");
  tc_params m = made_up;
  m.cached_hit_s = 1e-8;
  const tc_reference_partition *p = s.partitions.item;
  tc_access_mix mix = tc_access_mix_init(&m, p, TC_READS, 1, cached);
  cr_expect(mix.cached.values == 0.0 && mix.share[TC_LOCATION_REMOTE][TC_PATTERN_VECTOR].values == 1998);
  m.cached_miss_s = 1e-5;
  mix = tc_access_mix_init(&m, p, TC_READS, 1, cached);
  const double lines = p->lines[TC_READS][1];
  cr_expect(lines > 0.0 && mix.cached.operations == lines && mix.cached.values == 1998);
  cr_expect_eq(tc_access_mix_values(&mix), tc_reference_partition_values(p, TC_READS, 1));
  expect_near(tc_access_mix_seconds(&m, &mix, TC_READS), (1998 - lines) * 1e-8 + lines * 1e-5, 1e-12);
  mix = tc_access_mix_init(&m, p, TC_READS, 1, layer_can("batched"));
  cr_expect_eq(mix.cached.values, 0.0, "the layer batched has no cache");
  loops_end(&s);
}

/* With the layer `private`, accesses to own elements cost as much as private accesses. */
Test(pattern, privatised) {
  loops_scene s = loops_shipped("neighbours", 2, NULL);
  tc_loop_forecast_input q = {.machine = &made_up,
                              .ranks = 2,
                              .ranks_per_node = 1,
                              .capabilities = layer_can("private"),
                              .private_s = NAN};
  const tc_access_mix mix = tc_access_mix_init(&made_up, s.partitions.item, TC_READS, 0, q.capabilities);
  cr_expect(mix.own == 0.0 && mix.privatised == 1998 && tc_access_mix_values(&mix) == 1998);
  expect_near(tc_loop_forecast_partition_s(&made_up, s.partitions.item, 0, q.capabilities), 1998 * 1e-9,
              1e-12);
  loops_end(&s);
}

Test(pattern, lacking) {
  loops_scene s = loops_shipped("neighbours", 2, NULL);
  tc_params less = made_up;
  tc_loop_forecast_input q = {.machine = &less,
                              .ranks = 2,
                              .ranks_per_node = 1,
                              .capabilities = layer_can("cached"),
                              .private_s = NAN};
  tc_line names = {0};
  cr_expect_eq(tc_loop_forecast_missing(&q, &s.partitions, &names), 0);
  less.vector_far_read_s = less.local_read_s = less.vector_far_read_operation_s = 0.0;
  cr_expect_eq(tc_loop_forecast_missing(&q, &s.partitions, &names), 2);
  cr_expect_str_eq(names.text, "local_read_s, vector_far_read_s");
  names = (tc_line){0};
  q.capabilities = layer_can("private");
  less.private_read_s = 0.0;
  cr_expect_eq(tc_loop_forecast_missing(&q, &s.partitions, &names), 1);
  cr_expect_str_eq(names.text, "private_read_s");
  loops_end(&s);
}

/* A single rank has only accesses to own elements, and its barriers must cost nothing. */
Test(pattern, one_rank) {
  loops_scene s = loops_shipped("neighbours", 1, NULL);
  const tc_loop_forecast f = predict(&s, &made_up, "plain");
  expect_near(f.total_s, 1998 * 5e-9, 1e-12);
  expect_near(f.speedup, 0.2, 1e-12);
  loops_end(&s);
}

Test(pattern, error) {
  cr_expect_eq(tc_loop_forecast_error(3.0, 4.0), -0.25);
  cr_expect_eq(tc_loop_forecast_error(5.0, 4.0), 0.25);
}
