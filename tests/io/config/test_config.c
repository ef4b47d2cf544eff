#include "io/config/config.h"

#include <stdio.h>
#include <stdlib.h>

#include "io/config/config_check.h"
#include "io/config/configs.h"
#include "model/step/model.h"
#include "support/comma.h"
#include "support/expect_formula.h"

static char *read_file(const char *path) {
  FILE *file = fopen(path, "rb");
  cr_assert_not_null(file, "%s", path);
  char *text = calloc(1, 1 << 16);
  cr_assert_gt(fread(text, 1, (1 << 16) - 1, file), 0);
  fclose(file);
  return text;
}

Test(config, defaults) {
  tc_config *c = parse(MINIMAL, 0, NULL);
  cr_expect_null(c->title);
  cr_expect_str_eq(c->mesh.file, "meshes/cube");
  cr_expect_eq(c->order.method, tc_order_find("metis"));
  cr_expect_eq(c->order.block, 0);
  cr_expect_eq(c->order.objective, TC_OBJECTIVE_CUT);
  cr_expect_eq(c->distribution.kind, TC_DISTRIBUTION_METIS);
  cr_expect_eq(c->distribution.block_size, 65536);
  cr_expect_eq(c->distribution.grid.rows, 0);
  cr_expect_eq(c->diffusion.scheme, tc_scheme_find("gradient"));
  cr_expect(c->diffusion.tensor.form == TC_TENSOR_SCALAR && c->diffusion.tensor.component[0].number == 1.0);
  cr_expect(!c->diffusion.regions.count && !c->diffusion.fibres.file && !c->diffusion.fibres.direction.count);
  expect_formula(c->initial.formula, "0");
  cr_expect_null(c->exact);
  cr_expect_eq(c->time.method, tc_integrator_find("euler"));
  cr_expect_eq(c->time.steps, 1000);
  cr_expect_eq(c->time.dt, 0.0);
  cr_expect_eq(c->time.safety, 0.9);
  cr_expect_eq(c->diffusion.stabilisation, -1.0);
  cr_expect_eq(c->time.end, 0.0);
  cr_expect(c->time.theta == 1.0 && c->time.multiple == 100.0 && c->time.stages == 200);
  cr_expect_eq(c->strategy, tc_strategy_find("condensed"));
  cr_expect_null(c->storage, "auto is no format yet");
  cr_expect_eq(c->threads, 0);
  cr_expect_null(c->snapshots.file);
  cr_expect_eq(c->snapshots.every, 0);
  cr_expect_eq(c->snapshots.compress, 0);
  cr_expect(!c->history.file && c->history.every == 0 && c->probes.count == 0);
  cr_expect_null(c->report.json);
  cr_expect_null(c->report.csv);
  cr_expect_str_eq(c->path, "run.yaml");
  cr_expect_str_eq(c->text, MINIMAL);
  cr_expect_str_eq(c->solution_overrides, "");
  cr_expect_str_eq(c->overrides, "");
  tc_config_destroy(&c);
  cr_assert_null(c);
  tc_config_destroy(&c);
}

Test(config, every_field_is_read) {
  tc_config *c = parse("title: 'Heart: left'\n"
                       "mesh: {file: a/b}\n"
                       "order: {method: blocks, block: 256}\n"
                       "distribution: {kind: cyclic, block_size: 1024, grid: [2, 3]}\n"
                       "diffusion: {scheme: two-point, tensor: [3, 2, 1, 0.5, -0.25, 1e-1]}\n"
                       "initial: x\n"
                       "exact: \"exp(-t)*x\"\n"
                       "time: {steps: 1e3, dt: 1e-3, safety: 1}\n"
                       "strategy: none\n"
                       "storage: ell16\n"
                       "threads: 3\n"
                       "snapshots: {file: o.h5, every: 7, compress: 9}\n"
                       "report: {json: r.json, csv: r.csv}\n",
                       0, NULL);
  const double tensor[] = {3, 2, 1, 0.5, -0.25, 0.1};
  cr_expect_str_eq(c->title, "Heart: left");
  cr_expect_str_eq(c->order.method->name, "blocks");
  cr_expect_eq(c->order.block, 256);
  cr_expect_eq(c->distribution.kind, TC_DISTRIBUTION_CYCLIC);
  cr_expect_eq(c->distribution.block_size, 1024);
  cr_expect(c->distribution.grid.rows == 2 && c->distribution.grid.cols == 3);
  cr_expect_str_eq(c->diffusion.scheme->name, "two-point");
  for (int i = 0; i < 6; i++) cr_expect_eq(c->diffusion.tensor.component[i].number, tensor[i]);
  cr_expect_eq(c->diffusion.tensor.form, TC_TENSOR_FULL);
  expect_formula(c->exact, "exp(-t)*x");
  cr_expect_eq(c->time.steps, 1000);
  cr_expect_eq(c->time.dt, 1e-3);
  cr_expect_eq(c->time.safety, 1.0);
  cr_expect_str_eq(c->strategy->name, "none");
  cr_expect_eq(c->storage, tc_format_find("ell16"));
  cr_expect_eq(c->threads, 3);
  cr_expect_str_eq(c->snapshots.file, "o.h5");
  cr_expect_eq(c->snapshots.every, 7);
  cr_expect_eq(c->snapshots.compress, 9);
  cr_expect_str_eq(c->report.json, "r.json");
  cr_expect_str_eq(c->report.csv, "r.csv");
  tc_config_destroy(&c);
}

Test(config, tensor_forms) {
  tc_config *c = parse(MINIMAL "diffusion: {tensor: 2.5}\n", 0, NULL);
  cr_expect(c->diffusion.tensor.form == TC_TENSOR_SCALAR && c->diffusion.tensor.component[0].number == 2.5);
  cr_expect_str_eq(c->diffusion.tensor.where, "run.yaml:3: diffusion.tensor");
  tc_config_destroy(&c);
  c = parse(MINIMAL "diffusion:\n  tensor:\n  - 1\n  - 2\n  - 3\n", 0, NULL);
  cr_expect(c->diffusion.tensor.form == TC_TENSOR_DIAGONAL && c->diffusion.tensor.component[2].number == 3);
  tc_config_destroy(&c);
  refuse("diffusion: {tensor: [1, 2]}\n", "diffusion.tensor: expected a number, [kx, ky, kz] or");
  refuse("diffusion: {tensor: []}\n", "diffusion.tensor: expected");
  refuse("diffusion: {tensor: [1, 2, null]}\n",
         "diffusion.tensor: expected numbers or formulas, found nothing");
  refuse("diffusion: {tensor: [1, 1, 1, 2, 0, 0]}\n", "diffusion.tensor: the tensor [1, 1, 1, 2, 0, 0]");
  refuse("diffusion: {tensor: -1}\n", "diffusion.tensor: the tensor [-1,");
  c = parse(MINIMAL "diffusion: {tensor: 1e-110}\n", 0, NULL);
  cr_expect_eq(c->diffusion.tensor.component[0].number, 1e-110);
  tc_config_destroy(&c);
  c = parse(MINIMAL "diffusion: {tensor: 1e+110}\n", 0, NULL);
  tc_config_destroy(&c);
  refuse("diffusion: {tensor: 1e200}\n", "diffusion.tensor: 1e+200 is too large");
  refuse("diffusion: {tensor: [1, 1, 1e-200]}\n", "diffusion.tensor: 1e-200 is too small");
  refuse("diffusion: {tensor: 1e-308}\n", "diffusion.tensor: 1e-308 is too small");
  refuse("diffusion: {tensor: [1, 1, 1, 1e308, 0, 0]}\n", "diffusion.tensor: the tensor [");
  refuse("diffusion: {tensor: nan}\n", "diffusion.tensor: component 1 is not finite");
  refuse("diffusion: {tensor: 1e999}\n", "diffusion.tensor: component 1 is not finite");
  refuse("diffusion: {tensor: {along: 1, across: 2}}\n", "diffusion.tensor: expected a number, [kx,");
}

Test(config, histories_and_probes) {
  tc_config *c =
      parse(MINIMAL "history: {file: h.csv, every: 3}\nprobes:\n  - [1, 2.5, -3e-1]\n  - [0, 0, 0]\n", 0,
            NULL);
  const double first[] = {1.0, 2.5, -0.3};
  cr_expect_str_eq(c->history.file, "h.csv");
  cr_expect_eq(c->history.every, 3);
  cr_assert_eq(c->probes.count, 2);
  for (int i = 0; i < 3; i++) cr_expect_eq(c->probes.item[0].position[i], first[i]);
  cr_expect_str_eq(c->probes.item[1].where, "run.yaml:6: probes, item 2");
  tc_config_destroy(&c);
  refuse("probes: [1, 2, 3]\n", "probes, item 1: expected a point [x, y, z], found '1'");
  refuse("probes: [[1, 2]]\n", "probes, item 1: expected a point [x, y, z], found a list");
  refuse("probes: [[1, 2, x]]\n", "probes, item 1: expected a point [x, y, z] of numbers, found 'x'");
  expect_message(outcome_of(MINIMAL "history: {every: 2}\n"),
                 "run.yaml:3: history.every: requires history.file or snapshots.file, but both are missing: "
                 "add one");
  accept("history: {every: 2, file: null}\n");
  accept("history: {every: 2}\nsnapshots: {file: s.h5}\n");
}

/* `history.remaining` adds a column with the remaining time to the history. The history is in history.file
 * or, if this key is missing, in snapshots.file. One of the two is therefore required. */
Test(config, remaining_time_without_a_history) {
  expect_message(outcome_of(MINIMAL "history: {remaining: true}\n"),
                 "run.yaml:3: history.remaining: requires history.file or snapshots.file, but both are "
                 "missing: add one");
  accept("history: {remaining: false}\n");
  accept("history: {remaining: true, file: h.csv}\n");
  tc_config *c = parse(MINIMAL "history: {remaining: true}\nsnapshots: {file: s.h5}\n", 0, NULL);
  cr_expect(tc_config_has_history(c));
  tc_config_destroy(&c);
}

Test(config, snapshots_without_a_file) {
  expect_message(outcome_of(MINIMAL "snapshots: {every: 2}\n"),
                 "run.yaml:3: snapshots.every: requires snapshots.file, which is missing: add it");
  accept("snapshots: {every: 2, file: null}\n");
  accept("snapshots: {every: 0}\n");
  const char *off[] = {"snapshots=null", "snapshots.every=2"};
  expect_error(outcome(MINIMAL, 1, off + 1), TC_USAGE, "-s snapshots.every=2: requires snapshots.file");
  expect_ok(outcome(MINIMAL, 2, off));
}

Test(config, machine_model_and_automatic_strategy) {
  tc_config *c = NULL;
  expect_ok(
      tc_config_parse("run.yaml", MINIMAL "strategy: auto\nmachine: m.yaml\nmodel: refined\n", 0, NULL, &c));
  cr_expect_null(c->strategy, "auto is no strategy yet");
  cr_expect_str_eq(c->machine, "m.yaml");
  cr_expect_str_eq(tc_model_at(c->model)->name, "refined");
  tc_config_destroy(&c);
  expect_ok(tc_config_parse("run.yaml", MINIMAL, 0, NULL, &c));
  cr_expect_str_eq(c->machine, "auto");
  cr_expect_eq(c->model, TC_MODEL_AUTO);
  tc_config_destroy(&c);
}

Test(config, where) {
  const char *const override[] = {"time.dt=0.5", "snapshots={every: 3, file: null}"};
  tc_config *c = parse(MINIMAL "time:\n  steps: 5\n\n  safety: 0.5\n", 2, override);
  cr_expect_str_eq(tc_config_location(c, "mesh.file"), "run.yaml:1: mesh.file");
  cr_expect_str_eq(tc_config_location(c, "time.safety"), "run.yaml:6: time.safety");
  cr_expect_str_eq(tc_config_location(c, "time.dt"), "-s time.dt=0.5");
  cr_expect_str_eq(tc_config_location(c, "snapshots.every"),
                   "-s snapshots={every: 3, file: null}: snapshots.every");
  cr_expect_str_eq(tc_config_location(c, "threads"), "run.yaml: threads (default)");
  cr_expect_str_eq(tc_config_location(c, "no.such"), "run.yaml");
  tc_config_destroy(&c);
}

/* In a locale with a decimal comma, numbers are still parsed with a point. */
Test(config, locale) {
  set_comma();
  tc_config *c = parse(MINIMAL "time: {dt: 1.5}\nexact: \"x*1.5\"\n", 0, NULL);
  const double at[] = {2.0, 0.0, 0.0, 0.0};
  double value = 0.0;
  expect_ok(tc_expression_value(c->exact, at, &value));
  cr_expect_eq(value, 3.0);
  cr_expect_eq(c->time.dt, 1.5);
  tc_config_destroy(&c);
}

/* Configs that ship with Tetracast are valid. */
Test(config, shipped_files) {
  static const char *const path[] = {"configs/ventricle.yaml", "configs/cube.yaml"};
  for (size_t i = 0; i < sizeof path / sizeof *path; i++) {
    char *text = read_file(path[i]);
    tc_config *c = NULL;
    expect_ok(tc_config_parse(path[i], text, 0, NULL, &c));
    tc_config_destroy(&c);
    free(text);
  }
}

Test(config, formulas_are_ready) {
  const double at[] = {1.0, 2.0, 3.0, 4.0};
  double value = 0.0;
  tc_config *c = parse("mesh: {file: a}\ninitial: x+10*y+100*z\nexact: \"x*t\"\n", 0, NULL);
  expect_ok(tc_expression_value(c->initial.formula, at, &value));
  cr_expect_eq(value, 321.0);
  expect_ok(tc_expression_value(c->exact, at, &value));
  cr_expect_eq(value, 4.0);
  cr_expect_str_eq(tc_expression_where(c->exact), "run.yaml:3: exact");
  tc_config_destroy(&c);
}

/* Each name that a key accepts is found at its own index and has a summary. It differs from the key's
 * extra word, which is also accepted. */
Test(config, every_name_is_found) {
  for (int k = 0; k < tc_config_keys.count; k++) {
    const tc_registry *names = tc_config_keys.key[k].names;
    const char *extra_word = tc_config_keys.key[k].extra_word;
    for (int i = 0; names && i < names->count; i++) {
      cr_expect_eq(tc_registry_find(names, names->name(i)), i, "%s", names->name(i));
      cr_expect_gt(strlen(names->summary(i)), 10, "%s", names->name(i));
    }
    cr_expect(!names || !extra_word || tc_registry_find(names, extra_word) < 0, "%s", extra_word);
  }
}

/* configs/README.md has a row with name, default and summary for each key. */
Test(config, readme_names_every_key) {
  char *readme = read_file("configs/README.md");
  for (int k = 0; k < tc_config_keys.count; k++) {
    const tc_key *key = &tc_config_keys.key[k];
    char row[400];
    const char *standard = key->default_value;
    cr_assert_not_null(key->summary, "%s has no summary", key->name);
    snprintf(row, sizeof row, "\n| `%s` | %s%s%s | %s\n", key->name, standard ? "`" : "",
             standard ? standard : "required", standard ? "`" : "", key->summary);
    cr_expect_not_null(strstr(readme, row), "configs/README.md has no row%s", row);
    cr_expect(!key->alias || strstr(key->summary, key->alias), "%s: the summary does not name %s", key->name,
              key->alias);
  }
  free(readme);
}
