/* Keys of tensors, boundary conditions, initial fields and contents of snapshots. They accept formulas of
 * x, y and z. */
#include "io/config/configs.h"
#include "support/expect_formula.h"

#define XYZ "direction: [\"1\", y, z]"

/* Parsing stores the formulas. A run checks their values later, in every cell. */
Test(config_physics, tensors_with_formulas) {
  tc_config *c = parse(MINIMAL "diffusion: {tensor: \"1+x\"}\n", 0, NULL);
  expect_formula(c->diffusion.tensor.component[0].formula, "1+x");
  cr_expect_not(tc_tensor_is_constant(&c->diffusion.tensor));
  tc_config_destroy(&c);
  c = parse(MINIMAL "diffusion: {tensor: [1, y, -2]}\n", 0, NULL);
  expect_formula(c->diffusion.tensor.component[1].formula, "y");
  cr_expect(c->diffusion.tensor.component[2].number == -2 && !c->diffusion.tensor.component[2].formula);
  tc_config_destroy(&c);
  c = parse(MINIMAL "diffusion: {tensor: [1, \"1+1\", 2]}\n", 0, NULL);
  cr_expect(c->diffusion.tensor.component[1].number == 2 && tc_tensor_is_constant(&c->diffusion.tensor));
  tc_config_destroy(&c);
  refuse("diffusion: {tensor: \"1/0\"}\n", "diffusion.tensor: component 1 is not finite");
  refuse("diffusion: {tensor: \"1+q\"}\n", "diffusion.tensor: unknown name \"q\"");
  refuse("diffusion: {tensor: [1, 2, \"t\"]}\n", "diffusion.tensor: unknown name \"t\"");
}

Test(config_physics, regions) {
  tc_config *c = parse(MINIMAL "diffusion:\n  fibres: {file: f}\n  regions:\n  - {region: -2, tensor: x}\n"
                               "  - {region: 7, tensor: {along: 9, across: \"1+x\"}}\n",
                       0, NULL);
  cr_assert_eq(c->diffusion.regions.count, 2);
  const tc_region_tensor *r = c->diffusion.regions.item;
  cr_expect(r[0].region.number == -2 && r[0].tensor.form == TC_TENSOR_SCALAR);
  cr_expect_str_eq(r[0].where, "run.yaml:6: diffusion.regions, item 1");
  cr_expect(r[1].region.number == 7 && r[1].tensor.form == TC_TENSOR_FIBRES);
  cr_expect(r[1].tensor.component[0].number == 9 && r[1].tensor.component[2].formula, "a sheet as across");
  tc_config_destroy(&c);
  static const char *const refused[] =
      {MINIMAL "diffusion: {regions: [{region: 2}]}\n",
       MINIMAL "diffusion: {regions: [{tensor: 2}]}\n",
       MINIMAL "diffusion: {regions: [{region: 1.5, tensor: 2}]}\n",
       MINIMAL "diffusion: {regions: [{region: 1, tensor: -2}]}\n",
       MINIMAL "diffusion: {regions: [{region: 1, tensor: {along: 2}}]}\n",
       MINIMAL "diffusion: {regions: [{region: 1, tensor: {along: 2, across: 0}}]}\n",
       MINIMAL "diffusion: {regions: [{region: 1, tensor: {along: 2, across: 1}}]}\n",
       MINIMAL "diffusion: {regions: 7}\n"};
  expect_messages("config_physics_regions.txt", refused, sizeof refused / sizeof *refused);
}

Test(config_physics, fibres) {
  tc_config *c = parse(MINIMAL "diffusion: {fibres: {" XYZ ", tensor: {along: 9, across: x}}}\n", 0, NULL);
  cr_assert_eq(c->diffusion.fibres.direction.count, 3);
  expect_formula(c->diffusion.fibres.direction.item[1], "y");
  cr_expect_eq(c->diffusion.fibres.tensor.along.number, 9);
  expect_formula(c->diffusion.fibres.tensor.across.formula, "x");
  tc_config_destroy(&c);
  const char *off[] = {"diffusion.fibres=null", "diffusion.fibres.tensor.along=2"};
  expect_ok(outcome(MINIMAL "diffusion: {fibres: {file: a, tensor: {along: 9, across: 1}}}\n", 1, off));
  expect_ok(outcome(MINIMAL "diffusion: {fibres: {file: a, tensor: {along: 9, across: 1}}}\n", 1, off + 1));
  accept("diffusion: {fibres: {file: a, sheet: [x, \"0\", 1], tensor: {along: 9, across: 1, sheet: 2}}}\n");
}

Test(config_physics, fibres_with_mistakes) {
  static const char *const refused[] =
      {MINIMAL "diffusion: {fibres: {direction: [x, y], tensor: {along: 9, across: 1}}}\n",
       MINIMAL "diffusion: {fibres: {direction: x, tensor: {along: 9, across: 1}}}\n",
       MINIMAL "diffusion: {fibres: {" XYZ ", file: a, tensor: {along: 9, across: 1}}}\n",
       MINIMAL "diffusion: {fibres: {" XYZ ", dataset: /d, tensor: {along: 9, across: 1}}}\n",
       MINIMAL "diffusion: {fibres: {sheet: [x, y, z]}}\n",
       MINIMAL "diffusion: {fibres: {" XYZ "}}\n",
       MINIMAL "diffusion: {fibres: {file: a}}\n",
       MINIMAL "diffusion: {fibres: {" XYZ ", tensor: {along: 9}}}\n",
       MINIMAL "diffusion: {fibres: {" XYZ ", tensor: {across: 9}}}\n",
       MINIMAL "diffusion: {fibres: {tensor: {along: 9, across: 1}}}\n",
       MINIMAL "diffusion: {fibres: {" XYZ ", tensor: {along: 9, across: 1, sheet: 2}}}\n",
       MINIMAL "diffusion: {tensor: 2, fibres: {file: a, tensor: {along: 9, across: 1}}}\n",
       MINIMAL "diffusion: {fibres: {file: a, tensor: {along: -9, across: 1}}}\n",
       MINIMAL "diffusion: {fibres: {file: a, tensor: {along: x, across: \"1-1\"}}}\n",
       MINIMAL "diffusion: {fibres: {file: a, tensor: {along: q, across: 1}}}\n"};
  expect_messages("config_physics_fibres_with_mistakes.txt", refused, sizeof refused / sizeof *refused);
}

Test(config_physics, boundaries) {
  tc_config *c = parse(MINIMAL "boundary:\n  default: {kind: exchange, h: \"1+x\", outside: \"sin(t)\"}\n"
                               "  markers:\n  - {marker: -3, kind: value, value: \"x*t\"}\n"
                               "  - {marker: 1, kind: flux}\n",
                       0, NULL);
  const tc_boundary_rule *rule = c->boundary.markers.item, *common = &c->boundary.common;
  cr_assert_eq(c->boundary.markers.count, 2);
  cr_expect(rule[0].marker.number == -3 && rule[0].kind == TC_BOUNDARY_VALUE && !rule[0].h &&
            !rule[0].outside);
  expect_formula(rule[0].value, "x*t");
  cr_expect_str_eq(rule[0].where, "run.yaml:6: boundary.markers, item 1");
  cr_expect(rule[1].marker.number == 1 && rule[1].kind == TC_BOUNDARY_FLUX && !rule[1].value);
  cr_expect(common->kind == TC_BOUNDARY_EXCHANGE && !common->value);
  cr_expect_str_eq(common->where, "run.yaml:4: boundary.default.kind");
  expect_formula(common->h, "1+x");
  expect_formula(common->outside, "sin(t)");
  tc_config_destroy(&c);
  c = parse(MINIMAL, 0, NULL);
  cr_expect(c->boundary.common.kind == TC_BOUNDARY_FLUX && !c->boundary.common.value);
  tc_config_destroy(&c);
}

Test(config_physics, boundaries_with_mistakes) {
  static const char *const refused[] =
      {MINIMAL "boundary: {markers: [{marker: 1}]}\n",
       MINIMAL "boundary: {markers: [{kind: flux}]}\n",
       MINIMAL "boundary: {markers: [{marker: 1, kind: valve}]}\n",
       MINIMAL "boundary: {markers: [{marker: 1, kind: value}]}\n",
       MINIMAL "boundary: {markers: [{marker: 1, kind: exchange, h: 1}]}\n",
       MINIMAL "boundary: {markers: [{marker: 1, kind: exchange, outside: 1}]}\n",
       MINIMAL "boundary: {markers: [{marker: 1, kind: exchange, value: 1}]}\n",
       MINIMAL "boundary: {markers: [{marker: 1, kind: flux, value: 1, h: 2}]}\n",
       MINIMAL "boundary: {markers: [{marker: 1, kind: value, value: v}]}\n",
       MINIMAL "boundary: {markers: [{marker: 1, kind: exchange, h: t, outside: 0}]}\n",
       MINIMAL "boundary: {default: {kind: value}}\n",
       MINIMAL "boundary: {default: {h: 1}}\n"};
  expect_messages("config_physics_boundaries_with_mistakes.txt", refused, sizeof refused / sizeof *refused);
}

Test(config_physics, initial_from_a_snapshot) {
  tc_config *c = parse("mesh: {file: a}\ninitial: {file: a.h5, step: 7}\n", 0, NULL);
  cr_expect(!c->initial.formula && c->initial.step == 7);
  cr_expect_str_eq(c->initial.file, "a.h5");
  tc_config_destroy(&c);
  c = parse("mesh: {file: a}\ninitial:\n  file: a.h5\n", 0, NULL);
  cr_expect_eq(c->initial.step, -1);
  tc_config_destroy(&c);
  accept_with("initial={file: b, step: last}");
  expect_message(outcome_with("initial={step: 7}"), "-s initial={step: 7}: the key file is missing: add it");
  expect_error(outcome_with("initial={file: b, step: -1}"), TC_USAGE, "step: -1 is out of range");
  expect_error(outcome_with("initial=[1]"), TC_USAGE,
               "expected a number, a formula in quotes or {file: .., step: ..}");
}

Test(config_physics, states_in_snapshots) {
  refuse("states: {region: {initial: 0, rate: \"0\"}}\n", "states: the name region is reserved");
  accept("states: {regions: {initial: 0, rate: \"0\"}}\n");
}

Test(config_physics, what_is_in_snapshots) {
  tc_config *c = parse(MINIMAL "snapshots: {file: a, tensor: true}\n", 0, NULL);
  cr_expect(c->snapshots.tensor && !c->snapshots.fibres);
  tc_config_destroy(&c);
  accept(
      "diffusion: {fibres: {file: a, tensor: {along: 2, across: 1}}}\nsnapshots: {file: a, fibres: true}\n");
  static const char *const refused[] =
      {MINIMAL "snapshots: {file: a, fibres: true}\n",
       MINIMAL "snapshots: {tensor: true}\n",
       MINIMAL "snapshots: {fibres: true}\n",
       MINIMAL "diffusion: {fibres: {direction: [1, 0, 0]}}\nsnapshots: {file: a, fibres: true}\n",
       MINIMAL "snapshots: {file: a, tensor: yes}\n",
       MINIMAL "snapshots: {file: a, tensor: \"true\"}\n"};
  expect_messages("config_physics_what_is_in_snapshots.txt", refused, sizeof refused / sizeof *refused);
}
