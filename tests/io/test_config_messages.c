/* What users read when a config is not as it should be. */
#include "io/configs.h"

Test(config, messages) {
  expect_message(outcome_of(MINIMAL "stratgy: none\n"),
                 "run.yaml:3: unknown key 'stratgy' (did you mean 'strategy'?)");
  expect_message(outcome_of(MINIMAL "\ntime:\n  stps: 3\n"),
                 "run.yaml:5: unknown key 'time.stps' (did you mean 'time.steps'?)");
  expect_message(outcome_of(MINIMAL "steps: 3\n"),
                 "run.yaml:3: unknown key 'steps' (did you mean 'time.steps'?)");
  expect_message(outcome_of(MINIMAL "tme: {}\n"), "run.yaml:3: unknown key 'tme' (did you mean 'time'?)");
  expect_message(outcome_of(MINIMAL "time: {wibble: 3}\n"),
                 "run.yaml:3: unknown key 'time.wibble' (known in "
                 "time: method, steps, dt, safety, theta, multiple, "
                 "end, steady)");
  expect_message(outcome_of(MINIMAL "wibble: 3\n"),
                 "run.yaml:3: unknown key 'wibble' (known: title, mesh, order, distribution, diffusion, "
                 "boundary, "
                 "initial, states, source, exact, time, solver, strategy, kernel, storage, ranks_per_node, "
                 "placement, device, device_kernel, device_tile, threads, "
                 "snapshots, "
                 "history, probes, checkpoint, "
                 "machine, model, report)");
  expect_message(outcome_of(MINIMAL "time: {steps: 1000.5}\n"),
                 "run.yaml:3: time.steps: expected an integer, found '1000.5'");
  expect_message(outcome_of(MINIMAL "time: 5\n"), "run.yaml:3: time: expected the keys method, steps, dt, "
                                                  "safety, theta, multiple, end, steady with their values");
  expect_message(outcome_of(MINIMAL "distribution: {kind: block}\n"),
                 "run.yaml:3: distribution.kind: expected one of metis, cyclic, found 'block'");
  refuse("time: {method: leap}\n", "time.method: expected one of euler");
  expect_message(outcome_of(MINIMAL "time: {steps: 1, end: 2}\n"),
                 "run.yaml:3: time.end: cannot stand beside time.steps (run.yaml:3: time.steps): keep one "
                 "and set the "
                 "other to null");
  expect_message(outcome_of("initial: 0\n"),
                 "run.yaml: the key mesh.file is missing: add it, or give -s mesh.file=..");
  expect_message(outcome_of("mesh: {file: a}\n"),
                 "run.yaml: the key initial is missing: add it, or give -s initial=..");
  expect_message(outcome_of(MINIMAL "time: {steps: 1}\nthreads: 2\ntime: {dt: 2}\n"),
                 "run.yaml:5: bad YAML at column 1: duplicate key");
  expect_message(outcome_of(MINIMAL "time.steps: 5\n"), "run.yaml:3: time.steps: dotted keys are for -s; in "
                                                        "a file write the key inside its section");
  expect_message(outcome_of(MINIMAL "exact: x+\n"),
                 "run.yaml:3: exact: unexpected end of expression at position 2 in the formula \"x+\"");
}

/* A question in a comment is no formula. */
Test(config, questions_in_comments) {
  const tc_status status = outcome_of(MINIMAL "time: {steps: 1}} # why: this?\n");
  cr_assert_eq(tc_status_code(status), TC_USAGE);
  cr_expect_null(strstr(tc_status_text(status), "formula"));
  tc_status_free((tc_status *)&status);
}

Test(config, wrong_types) {
  refuse("time: {steps: abc}\n", "time.steps: expected an integer, found 'abc'");
  refuse("time: {steps: '100'}\n", "time.steps: expected an integer, found the quoted text '100'");
  expect_message(outcome_of(MINIMAL "time:\n  steps: 1,000\n"),
                 "run.yaml:4: time.steps: expected an integer, found '1,000': write the number without "
                 "separators");
  refuse("time: {steps: [1]}\n", "time.steps: expected an integer, found a list");
  refuse("time: {steps: {a: 1}}\n", "time.steps: expected an integer, found a mapping");
  refuse("time: {steps: 10 20}\n", "time.steps: expected an integer");
  refuse("time: {steps: 0x10}\n", "time.steps: expected an integer");
  refuse("time: {steps: 1e-3}\n", "time.steps: expected an integer");
  refuse("time: {steps: 1e-1}\n", "time.steps: expected an integer");
  refuse("time: {steps: nan}\n", "time.steps: expected an integer");
  refuse("time: {steps: true}\n", "time.steps: expected an integer");
  refuse("time: {dt: fast}\n", "time.dt: expected auto or a number, found 'fast'");
  refuse("time: {dt: 1,5}\n", "unknown key 'time.5', the part after a decimal comma: write a decimal point");
  refuse("time: {safety: 0.9x}\n", "time.safety: expected a number");
  refuse("title: [a]\n", "title: expected a text");
  refuse("snapshots: {file: ''}\n", "snapshots.file: expected the name of a file, found an empty text");
  refuse("exact: [x]\n", "exact: expected a number or a formula in quotes, found a list");
  refuse("strategy: [none]\n", "strategy: expected one of ");
  refuse("strategy: fine-grained\n", "strategy: expected one of ");
  refuse("storage: \"two\\nlines\"\n", "storage: expected one of ell, ");
  refuse("distribution: {kind: block}\n", "distribution.kind: expected one of metis, cyclic");
  refuse("diffusion: {scheme: tpfa}\n", "diffusion.scheme: expected one of ");
}

Test(config, ranges) {
  refuse("time: {steps: -1}\n", "time.steps: -1 is out of range: expected an integer from 0 to");
  refuse("time: {steps: 1e20}\n", "time.steps: 1e20 is out of range: expected an integer from 0 to");
  refuse("time: {steps: 1e300}\n", "time.steps: 1e300 is out of range");
  refuse("time: {steps: 99999999999999999999}\n", "time.steps: 99999999999999999999 is out of range");
  refuse("snapshots: {file: a, every: 1e16}\n", "snapshots.every: 1e16 is out of range");
  refuse("threads: -1e20\n", "threads: -1e20 is out of range");
  refuse("time: {dt: 0}\n", "time.dt: 0 is out of range: expected a finite number above 0");
  refuse("time: {dt: inf}\n", "time.dt: inf is out of range");
  refuse("time: {dt: -1e-3}\n", "time.dt: -1e-3 is out of range");
  refuse("time: {safety: 1.1}\n",
         "time.safety: 1.1 is out of range: expected a finite number above 0, at most 1");
  refuse("time: {safety: 0}\n", "time.safety: 0 is out of range");
  refuse("diffusion: {stabilisation: -1}\n",
         "diffusion.stabilisation: -1 is out of range: expected auto or a number from 0 to 1e+06");
  refuse("diffusion: {stabilisation: .nan}\n", "diffusion.stabilisation: expected auto or a number");
  refuse("diffusion: {stabilisation: much}\n", "diffusion.stabilisation: expected auto or a number");
  refuse("time: {end: 0}\n", "time.end: 0 is out of range");
  refuse("threads: 0\n", "threads: 0 is out of range: expected an integer from 1 to 4096");
  refuse("order: {block: -1}\n", "order.block: -1 is out of range: expected an integer from 0 to 2147483647");
  refuse("order: {block: 2147483648}\n", "order.block: 2147483648 is out of range");
  refuse("order: {objective: edges}\n", "order.objective: expected one of cut, volume, found 'edges'");
  refuse("distribution: {block_size: 0}\n", "distribution.block_size: 0 is out of range");
  refuse("distribution: {grid: [3]}\n",
         "distribution.grid: expected a list of 2 numbers, rows and columns of ranks");
  refuse("distribution: {grid: [3, 0]}\n", "distribution.grid: 0 is out of range");
  refuse("snapshots: {compress: 10}\n",
         "snapshots.compress: 10 is out of range: expected an integer from 0 to 9");
  refuse("snapshots: {every: -5}\n", "snapshots.every: -5 is out of range");
  accept("time: {steps: 0}\norder: {block: 2147483647}\nsnapshots: {every: 0, compress: 9}\n");
  accept("distribution: {grid: [2, 3]}\n");
  accept("time: {end: 0.5}\n");
}

/* Whatever it says: METIS has nothing to split there. */
Test(config, blocks_that_an_order_does_not_have) {
  refuse("order: {method: rcm, block: 64}\n", "order.block: nothing reads it here, only order.method metis");
  refuse("order: {method: random, block: 1}\n", "order.block: nothing reads it here");
  accept("order: {method: rcm, block: 0}\n");
  accept("order: {method: blocks, block: 64}\n");
}

Test(config, an_objective_without_metis) {
  refuse("order: {objective: volume, method: rcm}\ndistribution: {kind: cyclic}\n",
         "order.objective: nothing reads it here");
  refuse("order: {objective: cut, method: random}\ndistribution: {kind: cyclic}\n",
         "order.objective: nothing reads it here");
  accept("order: {objective: volume, method: blocks}\ndistribution: {kind: cyclic}\n");
  accept("order: {objective: volume, method: none}\n");
  accept("order: {objective: null, method: none}\ndistribution: {kind: cyclic}\n");
}

Test(config, defaults_spelled_out) {
  accept("diffusion: {regions: [], fibres: null}\nboundary: {default: {kind: flux, value: 0}, markers: "
         "[]}\n"
         "checkpoint: {file: null, every: 0, wall: ~}\nmachine: auto\n");
  accept("boundary: {default: {kind: flux, value: 0.0}}\n");
  refuse("boundary: {default: flux}\n", "boundary.default: expected the keys kind, value, h, outside");
}

Test(config, checkpoints) {
  accept("checkpoint: {file: c.h5, every: 3, seconds: 600, wall: 3000, keep: 1}\n");
  refuse("checkpoint: {every: 10}\n",
         "checkpoint.every: says how often, but checkpoint.file does not say where: add it");
  refuse("checkpoint: {seconds: 10}\n",
         "checkpoint.seconds: says how often, but checkpoint.file does not say where: add it");
  refuse("checkpoint: {wall: 60}\n",
         "checkpoint.wall: says when, but checkpoint.file does not say where: add it");
  refuse("checkpoint: {file: c.h5, keep: 0}\n", "checkpoint.keep: 0 is out of range");
  refuse("checkpoint: {file: c.h5, wall: 0}\n", "checkpoint.wall");
}

Test(config, decimal_commas_and_fortran_exponents) {
  expect_message(outcome_of(MINIMAL "time:\n  dt: 0,001\n"),
                 "run.yaml:4: time.dt: expected auto or a number, found '0,001': it has a decimal comma: "
                 "write a "
                 "decimal point");
  expect_message(outcome_with("time={steps: 3, dt: 0,001}"),
                 "-s time={steps: 3, dt: 0,001}: unknown key 'time.001', the part after a decimal comma: "
                 "write a "
                 "decimal point");
  expect_message(outcome_with("time.dt=1.0D-3"), "-s time.dt=1.0D-3: expected auto or a number, found "
                                                 "'1.0D-3': write the exponent with the letter "
                                                 "E");
}

/* The lines follow those that every config needs. */
static void refuse_lines(const char *lines, const char *part) {
  char text[400];
  snprintf(text, sizeof text, MINIMAL "%s", lines);
  expect_error(outcome_of(text), TC_USAGE, part);
}

/* YAML separates the values of a list at each comma. */
Test(config, decimal_commas_in_lists) {
  static const char *const mixed[] = {"diffusion: {tensor: [1,5, 2]}\n", "probes: [[0.5, 1,5, 2]]\n",
                                      "diffusion:\n  tensor: [1,5,\n    2, 3]\n",
                                      "diffusion: {tensor: [2,5e-3, 1,5, 2]}\n"};
  for (size_t k = 0; k < sizeof mixed / sizeof *mixed; k++)
    refuse_lines(mixed[k], " in a list is two values, but other commas have a blank: write ");
  expect_message(outcome_of(MINIMAL "diffusion: {tensor: [1,5, 2]}\n"),
                 "run.yaml:3: '1,5' in a list is two values, but other commas have a blank: write 1.5, or a "
                 "blank after each comma");
  expect_message(outcome_with("diffusion.tensor=[-1, 0,25e2]"),
                 "-s diffusion.tensor=[-1, 0,25e2]: '0,25e2' in a list is two values, but other commas have "
                 "a "
                 "blank: write 0.25e2, or a blank after each comma");
  refuse_lines("diffusion: {tensor: [1,5]}\n",
               "found 2 values: commas separate values, write decimals with a point");
  refuse_lines("probes: [[0,5,0,5,0,5]]\n",
               "found a list: commas separate values, write decimals with a point");
  refuse_lines("diffusion: {tensor: [1, 2]}\n", "a formula in x, y, z, found 2 values");
  accept("diffusion: {tensor: [1,5,2]}\nprobes: [[0.1,0.2, 0.3], [1, 2 ,3], [0,0.5, 1]]\n");
}

Test(config, formulas_that_a_comma_cuts) {
  static const char advice[] = "' ends at a comma inside parentheses: write the formula in quotes";
  static const char *const cut[] = {"diffusion: {tensor: [max(x, 1), 2, 3]}\n",
                                    "diffusion: {tensor: [1, 2, 2+min(x,atan2(y, 1))]}\n",
                                    "boundary: {default: {kind: value, value: max(x, 0)}}\n"};
  for (size_t k = 0; k < sizeof cut / sizeof *cut; k++) refuse_lines(cut[k], advice);
  expect_message(outcome_of(MINIMAL "diffusion:\n  tensor: [1, max(x, 1), 2]\n"),
                 "run.yaml:4: 'max(x' ends at a comma inside parentheses: write the formula in quotes");
  refuse_lines("diffusion: {tensor: [sin(x), 2]}\n", "a formula in x, y, z, found 2 values");
  accept("diffusion: {tensor: [2+sin(x), 'max(x, 1)', 3]}\nexact: max(x, 0)\ntitle: a (b\n");
}

Test(config, formulas_without_quotes) {
  static const char advice[] =
      ": write a formula with ':' in quotes, on the command line as -s 'KEY=\"FORMULA\"'";
  static const char *const files[] =
      {"mesh: {file: a}\ninitial: x<0.5 ? 1 : 0\n", "mesh: {file: a}\ninitial: 0\nsource: x<0.5 ? 1 : 0\n",
       "mesh: {file: a}\ninitial: 0\nboundary: {default: {kind: value, value: x<0.5 ? 1 : 0}}\n"};
  static const char *const overrides[] = {"initial=x<0.5 ? 1 : 0", "source=x<0.5 ? 1 : 0",
                                          "diffusion.tensor=x<0.5 ? 1 : 2"};
  for (int i = 0; i < 3; i++) {
    expect_error(outcome_of(files[i]), TC_USAGE, advice);
    expect_error(outcome_with(overrides[i]), TC_USAGE, advice);
  }
}

/* The spellings of YAML's core schema. */
Test(config, booleans_and_null_in_all_spellings) {
  static const char *const yes[] = {"true", "True", "TRUE"}, *const no[] = {"false", "False", "FALSE"};
  static const char *const refused[] = {"yes", "on", "1", "tRUE", "'true'", "[true]"};
  char text[200];
  for (int i = 0; i < 6; i++) {
    snprintf(text, sizeof text, MINIMAL "snapshots: {file: a.h5, every: 5, tensor: %s}\n",
             i < 3 ? yes[i] : no[i - 3]);
    tc_config *config = parse(text, 0, NULL);
    cr_assert_eq(config->snapshots.tensor, i < 3, "%s", text);
    tc_config_destroy(&config);
    snprintf(text, sizeof text, MINIMAL "snapshots: {file: a.h5, every: 5, tensor: %s}\n", refused[i]);
    expect_error(outcome_of(text), TC_USAGE, "snapshots.tensor: expected true or false, found ");
  }
  accept("time: {steps: Null, end: 1}\n");
  accept("time: {steps: NULL, end: 1}\n");
}
