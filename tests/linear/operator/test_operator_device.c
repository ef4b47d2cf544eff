/* Tests of operators on a device. The expected results are those of an operator with the same strategy on the
 * CPU. */
#include "linear/operator/operator_device.h"

#include "linear/systems.h"
#include "support/device.h"

static tc_operator *make(const scene *s, const tc_strategy *strategy, tc_row_form form) {
  const tc_operator_options choice = {strategy, tc_format_first(form), s->system.shift, s->system.scale, 2,
                                      false};
  tc_operator *op = NULL;
  expect_ok(tc_operator_create(s->system.world, s->system.halo, s->system.R, &choice, &op));
  tc_vector_load(s->b, tc_operator_vector(op, 0));
  return op;
}

static void step(tc_operator *op, tc_ledger *ledger) {
  expect_ok(tc_operator_apply(op, tc_operator_vector(op, 0), tc_operator_vector(op, 1), ledger));
  tc_vector_swap(tc_operator_vector(op, 0), tc_operator_vector(op, 1));
}

/* Runs several steps on the device and downloads only the last result. The bits and the counts must be those
 * of the CPU. */
static void expect_same(const scene *s, const tc_strategy *strategy, tc_row_form form,
                        const tc_device_config *use) {
  enum { steps = 4 };
  tc_operator *here = make(s, strategy, form), *there = make(s, strategy, form);
  const tc_vector *right = tc_operator_vector(here, 0), *got = tc_operator_vector(there, 0);
  tc_ledger own = {0}, device = {0};
  expect_ok(tc_operator_set_device(there, s->system.R, use));
  for (int i = 0; i < steps; i++) {
    step(here, &own);
    step(there, &device);
  }
  tc_operator_download(there, got);
  expect_ok(tc_operator_check_device(there));
  cr_assert_eq(memcmp(got->value, right->value, (size_t)right->owned * sizeof *right->value), 0, "%s, %s, %d",
               strategy->name, tc_stagings.name((int)use->staging), use->tile);
  for (int c = 0; c < TC_COUNT_COUNT; c++)
    cr_expect_eq(device.count.by_index[c], own.count.by_index[c], "%s: %s", strategy->name, tc_count_name(c));
  tc_operator_destroy(&there);
  tc_operator_destroy(&here);
}

ThreadedTest(operator_device, same_bits_with_all_strategies) {
  const char *schemes[] = {"two-point", "gradient"};
  tc_device *device = device_of(world->rank);
  for (int k = 0; device && k < 2; k++) {
    const cutting how = {schemes[k], "rcm", TC_DISTRIBUTION_METIS, 7};
    scene s = scene_make(world, &how, 0.1);
    for (int i = 0; i < tc_strategy_count(); i++) {
      if (!tc_strategy_at(i)->transport) continue;
      expect_same(&s, tc_strategy_at(i), TC_ROW_FORM_MATRIX,
                  &(tc_device_config){device, TC_STAGING_SHARED, 0});
      expect_same(&s, tc_strategy_at(i), TC_ROW_FORM_MATRIX,
                  &(tc_device_config){device, TC_STAGING_DIRECT, 64});
      if (k == 0)
        expect_same(&s, tc_strategy_at(i), TC_ROW_FORM_DIFFERENCE,
                    &(tc_device_config){device, TC_STAGING_SHARED, 64});
    }
    scene_free(&s);
  }
  tc_device_close(&device);
}

/* A device fails on one rank during a step. The next check must return the first error on all ranks, and only
 * once. */
ParallelTest(operator_device, a_failure_is_kept_until_ranks_meet) {
  const cutting how = {"two-point", "rcm", TC_DISTRIBUTION_METIS, 7};
  tc_device *device = device_of(world->rank);
  if (!device) return;
  scene s = scene_make(world, &how, 0.1);
  tc_operator *op = make(&s, tc_strategy_find("condensed"), TC_ROW_FORM_MATRIX);
  tc_ledger ledger = {0};
  expect_ok(tc_operator_set_device(op, s.system.R, &(tc_device_config){device, TC_STAGING_SHARED, 0}));
  if (world->rank == world->ranks - 1) {
    tc_device_mirrors_set_error(op->mirrors, tc_status_create(TC_INTERNAL, "device x:7 has burnt"));
    tc_device_mirrors_set_error(op->mirrors, tc_status_create(TC_INTERNAL, "and another thing"));
  }
  step(op, &ledger);
  expect_error(tc_operator_check_device(op), TC_INTERNAL, "x:7 has burnt");
  expect_ok(tc_operator_check_device(op));
  tc_operator_destroy(&op);
  scene_free(&s);
  tc_device_close(&device);
}

/* The test uploads a slightly different matrix to the device, to simulate a device that rounds differently.
 * The check before the first step must return an error. */
ParallelTest(operator_device, other_bits_are_refused_before_the_first_step) {
  const cutting how = {"two-point", "rcm", TC_DISTRIBUTION_METIS, 7};
  tc_device *device = device_of(world->rank);
  if (!device) return;
  scene s = scene_make(world, &how, 0.1);
  tc_operator *op = make(&s, tc_strategy_find("condensed"), TC_ROW_FORM_MATRIX);
  tc_ell *other = NULL;
  expect_ok(tc_ell_combine(s.system.R, 0.0, 1.0, &other));
  for (int32_t e = 0; e < other->rows * other->width; e++) other->value[e] = nextafter(other->value[e], 9.0);
  expect_error(tc_operator_set_device(op, other, &(tc_device_config){device, TC_STAGING_SHARED, 0}),
               TC_INTERNAL, "results differ from those of the CPU (row ");
  tc_ell_destroy(&other);
  tc_operator_destroy(&op);
  scene_free(&s);
  tc_device_close(&device);
}

ParallelTest(operator_device, a_tile_too_large_is_refused_on_all_ranks) {
  const cutting how = {"gradient", "rcm", TC_DISTRIBUTION_METIS, 7};
  tc_device *device = device_of(world->rank);
  if (!device) return;
  scene s = scene_make(world, &how, 0.1);
  tc_operator *op = make(&s, tc_strategy_find("neighbour"), TC_ROW_FORM_MATRIX);
  expect_error(tc_operator_set_device(op, s.system.R,
                                      &(tc_device_config){device, TC_STAGING_SHARED, 1 << 20}),
               TC_USAGE, "device_tile 1048576: ");
  tc_operator_destroy(&op);
  scene_free(&s);
  tc_device_close(&device);
}
