/* Forecasts of the programs of Zhang and Seidel 2006. The paper prints no run times: what stands here is
 * derived from its Table 1 and the counts of tests/model/test_partition.c. */
#include "model/pattern.h"

#include <math.h>

#include "io/loops.h"
#include "io/machine_file.h"

enum { both = TC_PATTERN_CAN_VECTOR | TC_PATTERN_CAN_COALESCE, coalesces = TC_PATTERN_CAN_COALESCE };

static const struct {
  const char *file;
  unsigned can;
} platforms[] = {{"mupc", 0}, {"mupc-cache", both}, {"berkeley-upc", coalesces}, {"gcc-upc-t3e", 0}};

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

static tc_pattern_forecast predict(const loops_scene *s, const tc_params *m, unsigned can) {
  const tc_pattern_question q = {m, s->loops.ranks, 1, can, NAN, TC_READING_BEYOND};
  return tc_pattern_predict(&q, &s->partitions, s->loops.intervals);
}

static double seconds(const char *name, int p, unsigned can) {
  loops_scene s = loops_shipped(name, 12, NULL);
  const tc_machine m = platform(p);
  const tc_pattern_forecast f = predict(&s, &m.params, can);
  cr_expect(f.barrier_s == 0.0 && isnan(f.speedup) && f.shared_s == f.total_s,
            "private accesses are not known");
  loops_end(&s);
  return f.total_s;
}

/* Three digits. */
Test(pattern, derived_from_table_1) {
  static const double histogram[] = {11.1, 22.1, 8.59, 0.35}, matrix[] = {88.4, 1.80, 70.5, 6.90};
  for (int p = 0; p < 4; p++) {
    expect_near(seconds("histogram", p, platforms[p].can), histogram[p], 5e-3);
    expect_near(seconds("matrix", p, platforms[p].can), matrix[p], 1e-3);
  }
  expect_near(seconds("matrix", 0, both), 75.9, 1e-3); /* with the vectors that the text speaks of */
}

Test(pattern, gains) {
  static const double vector[] = {1.2, 71, 1.0, 1.1}, coalesce[] = {1.1, 5.9, 8.1, 1.0},
                      local[] = {692, 769, 444, 2.5};
  for (int p = 0; p < 4; p++) {
    const tc_machine m = platform(p);
    const double baseline = tc_pattern_value_s(&m.params, TC_PLACE_FAR, TC_PATTERN_BASELINE, TC_READS);
    expect_near(baseline / tc_pattern_value_s(&m.params, TC_PLACE_FAR, TC_PATTERN_VECTOR, TC_READS),
                vector[p], 0.05);
    expect_near(baseline / tc_pattern_value_s(&m.params, TC_PLACE_FAR, TC_PATTERN_COALESCE, TC_READS),
                coalesce[p], 0.05);
    expect_near(baseline / tc_pattern_local_s(&m.params, TC_READS), local[p], 2e-3);
    cr_expect(isnan(tc_pattern_value_s(&m.params, TC_PLACE_NEAR, TC_PATTERN_VECTOR, TC_READS)));
    cr_expect(isnan(tc_pattern_private_s(&m.params, 1.0, TC_READS)));
  }
}

/* ---- which pattern ---- */

static void expect_mix(const loops_scene *s, int partition, unsigned can, int pattern, double values,
                       double operations) {
  const tc_pattern_mix mix = tc_pattern_mix_of(&s->partitions.of[partition], TC_READS, 1, can);
  const tc_pattern_share *far = mix.of[TC_PLACE_FAR];
  double all = mix.own;
  for (int p = 0; p < TC_PATTERNS; p++) all += far[p].values;
  cr_expect_eq(far[pattern].values, values);
  cr_expect_eq(far[pattern].operations, operations);
  cr_expect_eq(tc_pattern_mix_values(&mix), all);
}

/* Sobel's rows above: a vector with MuPC's cache, coalesced by Berkeley's compiler, baseline with GCC's. B of
 * the matrices is no sequence in an iteration, so Berkeley's compiler leaves it. */
Test(pattern, as_the_paper_assigns_them) {
  loops_scene s = loops_shipped("sobel", 2, NULL);
  expect_mix(&s, 1, both, TC_PATTERN_VECTOR, 5994, 3);
  expect_mix(&s, 1, coalesces, TC_PATTERN_COALESCE, 5994, 1998);
  expect_mix(&s, 1, 0, TC_PATTERN_BASELINE, 5994, 5994);
  loops_end(&s);
  s = loops_shipped("matrix", 12, NULL);
  expect_mix(&s, 3, both, TC_PATTERN_VECTOR, 1056000, 4400);
  expect_mix(&s, 3, coalesces, TC_PATTERN_BASELINE, 1056000, 1056000);
  loops_end(&s);
  s = loops_shipped("neighbours", 4, NULL);
  expect_mix(&s, 0, both, TC_PATTERN_VECTOR, 1998, 2);
  expect_mix(&s, 0, coalesces, TC_PATTERN_COALESCE, 1998, 999);
  expect_mix(&s, 0, 0, TC_PATTERN_BASELINE, 1998, 1998);
  loops_end(&s);
  const tc_constant set[] = {{"N", 1001}, {NULL, 0}};
  s = loops_shipped("neighbours-cyclic", 4, set);
  for (unsigned can = 0; can < 4; can++) expect_mix(&s, 0, can, TC_PATTERN_BASELINE, 750, 750);
  loops_end(&s);
  s = loops_shipped("histogram", 4, NULL);
  for (unsigned can = 0; can < 4; can++)
    expect_mix(&s, 0, can, TC_PATTERN_BASELINE, 104857 * 0.75, 104857 * 0.75);
  loops_end(&s);
}

/* ---- what it takes ---- */

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
  tc_pattern_mix mix = {.own = 1000};
  cr_expect_eq(tc_pattern_seconds(&made_up, &mix, TC_READS), 1000 * 5e-9);
  mix.of[TC_PLACE_NEAR][TC_PATTERN_BASELINE] = (tc_pattern_share){10, 10};
  expect_near(tc_pattern_seconds(&made_up, &mix, TC_READS), 1000 * 5e-9 + 10 * 1e-8 + 20 * 5e-10, 1e-12);
  mix = (tc_pattern_mix){.own = 0.0};
  mix.of[TC_PLACE_FAR][TC_PATTERN_BASELINE] = (tc_pattern_share){10, 10};
  mix.of[TC_PLACE_FAR][TC_PATTERN_VECTOR] = (tc_pattern_share){100, 4};
  mix.of[TC_PLACE_FAR][TC_PATTERN_COALESCE] = (tc_pattern_share){30, 10};
  expect_near(tc_pattern_seconds(&made_up, &mix, TC_READS), 10 * 3e-6 + 100 * 1e-7 + 4 * 3e-6 + 30 * 2e-7,
              1e-12);
  cr_expect(isnan(tc_pattern_seconds(&made_up, &mix, TC_WRITES)), "vectors are not known");
  expect_near(tc_pattern_value_s(&made_up, TC_PLACE_FAR, TC_PATTERN_BASELINE, TC_READS), 3e-6, 1e-12);
  cr_expect_eq(tc_pattern_value_s(&made_up, TC_PLACE_FAR, TC_PATTERN_VECTOR, TC_READS), 1e-7);
}

/* Two ranks on two nodes, 1998 reads of one's array, a barrier: the other is the slowest. */
Test(pattern, readings) {
  loops_scene s = loops_shipped("neighbours", 2, NULL);
  tc_pattern_question q = {&made_up, 2, 1, both, NAN, TC_READING_BEYOND};
  const double shared = 1998 * 1e-7 + 2 * 3e-6, private = 1998 * 1e-9;
  tc_pattern_forecast f = tc_pattern_predict(&q, &s.partitions, 1);
  cr_expect_eq(f.slowest, 1);
  expect_near(f.barrier_s, 3e-6, 1e-12);
  expect_near(f.shared_s, shared, 1e-12);
  expect_near(f.total_s, shared + 3e-6, 1e-12);
  expect_near(f.speedup, 2 * private / ((shared + 1998 * 5e-9) / 2), 1e-12);
  q.private_s = 1e-3;
  expect_near(tc_pattern_predict(&q, &s.partitions, 1).total_s, 1e-3 + shared - private + 3e-6, 1e-12);
  q.reading = TC_READING_PRINTED;
  expect_near(tc_pattern_predict(&q, &s.partitions, 1).total_s, 1e-3 + shared + 3e-6, 1e-12);
  q.private_s = NAN;
  expect_near(tc_pattern_predict(&q, &s.partitions, 1).total_s, private + shared + 3e-6, 1e-12);
  tc_params less = made_up;
  less.vector_far_read_s = 0.0;
  q.machine = &less;
  cr_expect(isnan(tc_pattern_predict(&q, &s.partitions, 1).total_s));
  loops_end(&s);
}

/* What private pointers are worth, and what has to be known for that. */
Test(pattern, privatised) {
  loops_scene s = loops_shipped("neighbours", 2, NULL);
  tc_pattern_question q = {&made_up, 2, 1, TC_PATTERN_CAN_PRIVATISE, NAN, TC_READING_BEYOND};
  const tc_pattern_mix mix = tc_pattern_mix_of(s.partitions.of, TC_READS, 0, q.can);
  cr_expect(mix.own == 0.0 && mix.privatised == 1998 && tc_pattern_mix_values(&mix) == 1998);
  expect_near(tc_pattern_partition_s(&made_up, s.partitions.of, 0, q.can), 1998 * 1e-9, 1e-12);
  loops_end(&s);
}

Test(pattern, lacking) {
  loops_scene s = loops_shipped("neighbours", 2, NULL);
  tc_params less = made_up;
  tc_pattern_question q = {&less, 2, 1, both, NAN, TC_READING_BEYOND};
  tc_line names = {0};
  cr_expect_eq(tc_pattern_lacking(&q, &s.partitions, &names), 0);
  less.vector_far_read_s = less.local_read_s = less.vector_far_read_operation_s = 0.0;
  cr_expect_eq(tc_pattern_lacking(&q, &s.partitions, &names), 2);
  cr_expect_str_eq(names.text, "local_read_s, vector_far_read_s");
  names = (tc_line){0};
  q.can = TC_PATTERN_CAN_PRIVATISE;
  less.private_read_s = 0.0;
  cr_expect_eq(tc_pattern_lacking(&q, &s.partitions, &names), 1);
  cr_expect_str_eq(names.text, "private_read_s");
  loops_end(&s);
}

/* On one rank nothing is shared with others, and there is nobody to wait for. */
Test(pattern, one_rank) {
  loops_scene s = loops_shipped("neighbours", 1, NULL);
  const tc_pattern_forecast f = predict(&s, &made_up, 0);
  expect_near(f.total_s, 1998 * 5e-9, 1e-12);
  expect_near(f.speedup, 0.2, 1e-12);
  loops_end(&s);
}

Test(pattern, error) {
  cr_expect_eq(tc_pattern_error(3.0, 4.0), -0.25);
  cr_expect_eq(tc_pattern_error(5.0, 4.0), 0.25);
}
