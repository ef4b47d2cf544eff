/* Messages about mistakes in configs. */
#include "io/config/configs.h"

Test(config, messages) {
  static const char *const text[] = {MINIMAL "stratgy: none\n",
                                     MINIMAL "\ntime:\n  stps: 3\n",
                                     MINIMAL "steps: 3\n",
                                     MINIMAL "tme: {}\n",
                                     MINIMAL "time: {wibble: 3}\n",
                                     MINIMAL "wibble: 3\n",
                                     MINIMAL "time: {steps: 1000.5}\n",
                                     MINIMAL "time: 5\n",
                                     MINIMAL "distribution: {kind: block}\n",
                                     MINIMAL "time: {steps: 1, end: 2}\n",
                                     "initial: 0\n",
                                     "mesh: {file: a}\n",
                                     MINIMAL "time: {steps: 1}\nthreads: 2\ntime: {dt: 2}\n",
                                     MINIMAL "time.steps: 5\n",
                                     MINIMAL "exact: x+\n"};
  expect_messages("config_messages.txt", text, sizeof text / sizeof *text);
  refuse("time: {method: leap}\n", "time.method: expected one of euler");
}

/* The config has a colon and a question mark in a comment. A message about formulas would mislead the
 * user, because the comment is not a formula. */
Test(config, questions_in_comments) {
  const tc_status status = outcome_of(MINIMAL "time: {steps: 1}} # why: this?\n");
  cr_assert_eq(tc_status_code(status), TC_USAGE);
  cr_expect_null(strstr(tc_status_text(status), "formula"));
  tc_status_free((tc_status *)&status);
}

Test(config, wrong_types) {
  static const char *const text[] = {MINIMAL "time: {steps: abc}\n",
                                     MINIMAL "time: {steps: '100'}\n",
                                     MINIMAL "time:\n  steps: 1,000\n",
                                     MINIMAL "time: {steps: [1]}\n",
                                     MINIMAL "time: {steps: {a: 1}}\n",
                                     MINIMAL "time: {steps: 10 20}\n",
                                     MINIMAL "time: {steps: 0x10}\n",
                                     MINIMAL "time: {steps: 1e-3}\n",
                                     MINIMAL "time: {steps: 1e-1}\n",
                                     MINIMAL "time: {steps: nan}\n",
                                     MINIMAL "time: {steps: true}\n",
                                     MINIMAL "time: {dt: fast}\n",
                                     MINIMAL "time: {dt: 1,5}\n",
                                     MINIMAL "time: {safety: 0.9x}\n",
                                     MINIMAL "title: [a]\n",
                                     MINIMAL "snapshots: {file: ''}\n",
                                     MINIMAL "exact: [x]\n",
                                     MINIMAL "distribution: {kind: block}\n"};
  expect_messages("config_wrong_types.txt", text, sizeof text / sizeof *text);
  refuse("strategy: [none]\n", "strategy: expected one of ");
  refuse("strategy: fine-grained\n", "strategy: expected one of ");
  refuse("storage: \"two\\nlines\"\n", "storage: expected one of ell, ");
  refuse("diffusion: {scheme: tpfa}\n", "diffusion.scheme: expected one of ");
}

Test(config, ranges) {
  static const char *const text[] = {MINIMAL "time: {steps: -1}\n",
                                     MINIMAL "time: {steps: 1e20}\n",
                                     MINIMAL "time: {steps: 1e300}\n",
                                     MINIMAL "time: {steps: 99999999999999999999}\n",
                                     MINIMAL "snapshots: {file: a, every: 1e16}\n",
                                     MINIMAL "threads: -1e20\n",
                                     MINIMAL "time: {dt: 0}\n",
                                     MINIMAL "time: {dt: inf}\n",
                                     MINIMAL "time: {dt: -1e-3}\n",
                                     MINIMAL "time: {safety: 1.1}\n",
                                     MINIMAL "time: {safety: 0}\n",
                                     MINIMAL "diffusion: {stabilisation: -1}\n",
                                     MINIMAL "diffusion: {stabilisation: .nan}\n",
                                     MINIMAL "diffusion: {stabilisation: much}\n",
                                     MINIMAL "time: {end: 0}\n",
                                     MINIMAL "threads: 0\n",
                                     MINIMAL "order: {block: -1}\n",
                                     MINIMAL "order: {block: 2147483648}\n",
                                     MINIMAL "order: {objective: edges}\n",
                                     MINIMAL "distribution: {block_size: 0}\n",
                                     MINIMAL "distribution: {grid: [3]}\n",
                                     MINIMAL "distribution: {grid: [3, 0]}\n",
                                     MINIMAL "snapshots: {compress: 10}\n",
                                     MINIMAL "snapshots: {every: -5}\n"};
  expect_messages("config_ranges.txt", text, sizeof text / sizeof *text);
  accept("time: {steps: 0}\norder: {block: 2147483647}\nsnapshots: {every: 0, compress: 9}\n");
  accept("distribution: {grid: [2, 3]}\n");
  accept("time: {end: 0.5}\n");
}

/* Only orders that divide the graph with METIS use order.block. Other orders accept only 0. */
Test(config, blocks_that_an_order_does_not_have) {
  refuse("order: {method: rcm, block: 64}\n", "order.block: is used only by order.method metis");
  refuse("order: {method: random, block: 1}\n", "order.block: is used only by order.method metis");
  accept("order: {method: rcm, block: 0}\n");
  accept("order: {method: blocks, block: 64}\n");
}

Test(config, an_objective_without_metis) {
  refuse("order: {objective: volume, method: rcm}\ndistribution: {kind: cyclic}\n",
         "order.objective: is used only by METIS");
  refuse("order: {objective: cut, method: random}\ndistribution: {kind: cyclic}\n",
         "order.objective: is used only by METIS");
  accept("order: {objective: volume, method: blocks}\ndistribution: {kind: cyclic}\n");
  accept("order: {objective: volume, method: none}\n");
  accept("order: {objective: null, method: none}\ndistribution: {kind: cyclic}\n");
}

Test(config, partitioners) {
  refuse("distribution: {partitioner: stored}\n",
         "distribution.partitioner: expected one of auto, metis, chunks, curve, found 'stored'");
  refuse("distribution: {partitioner: ptscotch}\n",
         "distribution.partitioner: expected one of auto, metis, chunks, curve, found 'ptscotch'");
  refuse("distribution: {partitioner: chunks, kind: cyclic}\n",
         "distribution.partitioner: is used only by distribution.kind metis");
  refuse("order: {objective: volume, method: rcm}\ndistribution: {partitioner: chunks}\n",
         "order.objective: is used only by distribution.partitioner metis");
  refuse("order: {objective: cut, method: none}\ndistribution: {partitioner: curve}\n",
         "order.objective: is used only by distribution.partitioner metis");
  accept("distribution: {partitioner: auto, kind: cyclic}\n");
  accept("distribution: {partitioner: chunks}\norder: {objective: cut, method: rcm}\n");
  accept("distribution: {partitioner: curve}\norder: {objective: volume, method: blocks}\n");
  accept("distribution: {partitioner: metis}\norder: {objective: volume, method: rcm}\n");
}

Test(config, defaults_spelled_out) {
  accept("diffusion: {regions: [], fibres: null}\nboundary: {default: {kind: flux, value: 0}, markers: "
         "[]}\n"
         "checkpoint: {file: null, every: 0, wall: ~}\nmachine: auto\n");
  accept("boundary: {default: {kind: flux, value: 0.0}}\n");
  refuse("boundary: {default: flux}\n", "boundary.default: expected a mapping, for example {kind: flux}; its "
                                        "keys are kind, value, h, outside");
}

Test(config, checkpoints) {
  accept("checkpoint: {file: c.h5, every: 3, seconds: 600, wall: 3000, keep: 1}\n");
  refuse("checkpoint: {every: 10}\n", "checkpoint.every: requires checkpoint.file, which is missing: add it");
  refuse("checkpoint: {seconds: 10}\n",
         "checkpoint.seconds: requires checkpoint.file, which is missing: add it");
  refuse("checkpoint: {wall: 60}\n", "checkpoint.wall: requires checkpoint.file, which is missing: add it");
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

/* Expects that a config which consists of MINIMAL and `lines` is refused with a message that contains
 * `part`. */
static void refuse_lines(const char *lines, const char *part) {
  char text[400];
  snprintf(text, sizeof text, MINIMAL "%s", lines);
  expect_error(outcome_of(text), TC_USAGE, part);
}

/* YAML separates the values of a list at each comma, so the decimal comma in 1,5 gives two values. The
 * message points this out if the other commas are followed by a blank. */
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
               "found a list of 6 values: commas separate values, write decimals with a point");
  refuse_lines("diffusion: {tensor: [1, 2]}\n", "a formula in x, y, z, found 2 values");
  accept("diffusion: {tensor: [1,5,\n 2]}\n");
  accept("diffusion: {tensor: [1,5,2]}\nprobes: [[0.1,0.2, 0.3], [1, 2 ,3], [0,0.5, 1]]\n");
}

Test(config, formulas_that_a_comma_cuts) {
  static const char advice[] = "' was cut at a comma inside parentheses: write the formula in quotes";
  static const char *const cut[] = {"diffusion: {tensor: [max(x, 1), 2, 3]}\n",
                                    "diffusion: {tensor: [1, 2, 2+min(x,atan2(y, 1))]}\n",
                                    "boundary: {default: {kind: value, value: max(x, 0)}}\n"};
  for (size_t k = 0; k < sizeof cut / sizeof *cut; k++) refuse_lines(cut[k], advice);
  expect_message(outcome_of(MINIMAL "diffusion:\n  tensor: [1, max(x, 1), 2]\n"),
                 "run.yaml:4: the value 'max(x' was cut at a comma inside parentheses: write the formula in "
                 "quotes");
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

/* The spellings of YAML's core schema are valid (true, True, TRUE, ..). Others are refused, such as those
 * of YAML 1.1 (yes, on). */
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
