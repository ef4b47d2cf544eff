#include "io/config.h"

#include <locale.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "io/config_keys.h"
#include "model/model.h"
#include "support/expect.h"

/* The smallest config, to which lines are added: they start at line 3. */
#define MINIMAL "mesh: {file: meshes/cube}\ninitial: 0\n"

static tc_config *parse(const char *text, int overrides, const char *const *override) {
  tc_config *config = NULL;
  expect_ok(tc_config_parse("run.yaml", text, overrides, override, &config));
  return config;
}

/* The error of a config, none when it is accepted. */
static tc_status outcome(const char *text, int overrides, const char *const *override) {
  tc_config *config = NULL;
  tc_status status = tc_config_parse("run.yaml", text, overrides, override, &config);
  cr_assert((status == NULL) != (config == NULL), "exactly one of error and config");
  tc_config_destroy(&config);
  return status;
}

static tc_status outcome_of(const char *text) { return outcome(text, 0, NULL); }

static tc_status outcome_with(const char *override) { return outcome(MINIMAL, 1, &override); }

static size_t message_length(const char *override) {
  tc_status status = outcome_with(override);
  const size_t length = strlen(tc_status_text(status));
  tc_status_free(&status);
  return length;
}

/* The whole message, so that a test shows what users read. */
static void expect_message(tc_status status, const char *message) {
  cr_assert_not_null(status, "accepted, but should say: %s", message);
  cr_expect_eq(tc_status_code(status), TC_USAGE);
  cr_expect_str_eq(tc_status_text(status), message);
  tc_status_free(&status);
}

#define refuse(lines, part) expect_error(outcome_of(MINIMAL lines), TC_USAGE, "run.yaml:3: " part)
#define accept(lines)       expect_ok(outcome_of(MINIMAL lines))
#define accept_with(text)   expect_ok(outcome_with(text))

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
  cr_expect_eq(c->distribution.kind, TC_DISTRIBUTION_METIS);
  cr_expect_eq(c->distribution.block_size, 65536);
  cr_expect_eq(c->diffusion.scheme, tc_scheme_find("gradient"));
  for (int i = 0; i < 6; i++) cr_expect_eq(c->diffusion.tensor[i], i < 3 ? 1.0 : 0.0);
  cr_expect_str_eq(c->initial, "0");
  cr_expect_null(c->exact);
  cr_expect_eq(c->time.steps, 1000);
  cr_expect_eq(c->time.dt, 0.0);
  cr_expect_eq(c->time.safety, 0.9);
  cr_expect_eq(c->diffusion.stabilisation, -1.0);
  cr_expect_eq(c->time.end, 0.0);
  cr_expect_eq(c->strategy, tc_strategy_find("condensed"));
  cr_expect_null(c->storage, "auto is no format yet");
  cr_expect_eq(c->threads, 0);
  cr_expect_null(c->snapshots.file);
  cr_expect_eq(c->snapshots.every, 0);
  cr_expect_eq(c->snapshots.compress, 0);
  cr_expect_null(c->report.json);
  cr_expect_null(c->report.csv);
  cr_expect_str_eq(c->path, "run.yaml");
  cr_expect_str_eq(c->text, MINIMAL);
  cr_expect_str_eq(c->physics, "");
  cr_expect_str_eq(c->overrides, "");
  tc_config_destroy(&c);
  cr_assert_null(c);
  tc_config_destroy(&c);
}

Test(config, every_field_is_read) {
  tc_config *c = parse("title: 'Heart: left'\n"
                       "mesh: {file: a/b}\n"
                       "order: {method: rcm, block: 256}\n"
                       "distribution: {kind: cyclic, block_size: 1024}\n"
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
  cr_expect_str_eq(c->order.method->name, "rcm");
  cr_expect_eq(c->order.block, 256);
  cr_expect_eq(c->distribution.kind, TC_DISTRIBUTION_CYCLIC);
  cr_expect_eq(c->distribution.block_size, 1024);
  cr_expect_str_eq(c->diffusion.scheme->name, "two-point");
  for (int i = 0; i < 6; i++) cr_expect_eq(c->diffusion.tensor[i], tensor[i]);
  cr_expect_str_eq(c->exact, "exp(-t)*x");
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
  cr_expect(c->diffusion.tensor[2] == 2.5 && c->diffusion.tensor[3] == 0);
  tc_config_destroy(&c);
  c = parse(MINIMAL "diffusion:\n  tensor:\n  - 1\n  - 2\n  - 3\n", 0, NULL);
  cr_expect(c->diffusion.tensor[2] == 3 && c->diffusion.tensor[5] == 0);
  tc_config_destroy(&c);
  refuse("diffusion: {tensor: [1, 2]}\n", "diffusion.tensor: expected a number, [kx, ky, kz] or");
  refuse("diffusion: {tensor: []}\n", "diffusion.tensor: expected");
  refuse("diffusion: {tensor: [1, 2, x]}\n", "diffusion.tensor: expected numbers, found 'x'");
  refuse("diffusion: {tensor: [1, 2, null]}\n", "diffusion.tensor: expected numbers, found nothing");
  refuse("diffusion: {tensor: [1, 1, 1, 2, 0, 0]}\n", "diffusion.tensor: the tensor [1, 1, 1, 2, 0, 0]");
  refuse("diffusion: {tensor: -1}\n", "diffusion.tensor: the tensor [-1,");
  c = parse(MINIMAL "diffusion: {tensor: 1e-110}\n", 0, NULL);
  cr_expect_eq(c->diffusion.tensor[2], 1e-110);
  tc_config_destroy(&c);
  c = parse(MINIMAL "diffusion: {tensor: 1e+110}\n", 0, NULL);
  tc_config_destroy(&c);
  refuse("diffusion: {tensor: 1e200}\n", "diffusion.tensor: 1e+200 is too large");
  refuse("diffusion: {tensor: [1, 1, 1e-200]}\n", "diffusion.tensor: 1e-200 is too small");
  refuse("diffusion: {tensor: 1e-308}\n", "diffusion.tensor: 1e-308 is too small");
  refuse("diffusion: {tensor: [1, 1, 1, 1e308, 0, 0]}\n", "diffusion.tensor: the tensor [");
  refuse("diffusion: {tensor: nan}\n", "diffusion.tensor: component 1 is not finite");
  refuse("diffusion: {tensor: 1e999}\n", "diffusion.tensor: component 1 is not finite");
  refuse("diffusion: {tensor: \"1+x\"}\n",
         "diffusion.tensor: the quoted text '1+x': a tensor that is a formula");
  refuse("diffusion: {tensor: {along: 1, across: 2}}\n", "diffusion.tensor: a mapping");
}

Test(config, messages) {
  expect_message(outcome_of(MINIMAL "stratgy: none\n"),
                 "run.yaml:3: unknown key 'stratgy' (did you mean 'strategy'?)");
  expect_message(outcome_of(MINIMAL "\ntime:\n  stps: 3\n"),
                 "run.yaml:5: unknown key 'time.stps' (did you mean 'time.steps'?)");
  expect_message(outcome_of(MINIMAL "steps: 3\n"),
                 "run.yaml:3: unknown key 'steps' (did you mean 'time.steps'?)");
  expect_message(outcome_of(MINIMAL "tme: {}\n"), "run.yaml:3: unknown key 'tme' (did you mean 'time'?)");
  expect_message(outcome_of(MINIMAL "time: {wibble: 3}\n"),
                 "run.yaml:3: unknown key 'time.wibble' (known in time: steps, dt, safety, end)");
  expect_message(outcome_of(MINIMAL "wibble: 3\n"),
                 "run.yaml:3: unknown key 'wibble' (known: title, mesh, order, distribution, diffusion, "
                 "boundary, "
                 "initial, source, exact, time, strategy, storage, ranks_per_node, threads, snapshots, "
                 "checkpoint, "
                 "machine, model, report)");
  expect_message(outcome_of(MINIMAL "time: {steps: 1000.5}\n"),
                 "run.yaml:3: time.steps: expected an integer, found '1000.5'");
  expect_message(outcome_of(MINIMAL "time: 5\n"),
                 "run.yaml:3: time: expected the keys steps, dt, safety, end with their values");
  expect_message(outcome_of(MINIMAL "distribution: {kind: block}\n"),
                 "run.yaml:3: distribution.kind: expected one of metis, cyclic, found 'block'");
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

Test(config, wrong_types) {
  refuse("time: {steps: abc}\n", "time.steps: expected an integer, found 'abc'");
  refuse("time: {steps: '100'}\n", "time.steps: expected an integer, found the quoted text '100'");
  refuse("time: {steps: [1]}\n", "time.steps: expected an integer, found a list");
  refuse("time: {steps: {a: 1}}\n", "time.steps: expected an integer, found a mapping");
  refuse("time: {steps: 10 20}\n", "time.steps: expected an integer");
  refuse("time: {steps: 0x10}\n", "time.steps: expected an integer");
  refuse("time: {steps: 1e-3}\n", "time.steps: expected an integer");
  refuse("time: {steps: 1e-1}\n", "time.steps: expected an integer");
  refuse("time: {steps: nan}\n", "time.steps: expected an integer");
  refuse("time: {steps: true}\n", "time.steps: expected an integer");
  refuse("time: {dt: fast}\n", "time.dt: expected auto or a number, found 'fast'");
  refuse("time: {dt: 1,5}\n", "unknown key 'time.5'");
  refuse("time: {safety: 0.9x}\n", "time.safety: expected a number");
  refuse("title: [a]\n", "title: expected a text");
  refuse("snapshots: {file: ''}\n", "snapshots.file: expected the name of a file, found an empty text");
  refuse("exact: [x]\n", "exact: expected a number or a formula in quotes, found a list");
  refuse("strategy: [none]\n", "strategy: expected one of ");
  refuse("strategy: fine-grained\n", "strategy: expected one of ");
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
  refuse("distribution: {block_size: 0}\n", "distribution.block_size: 0 is out of range");
  refuse("snapshots: {compress: 10}\n",
         "snapshots.compress: 10 is out of range: expected an integer from 0 to 9");
  refuse("snapshots: {every: -5}\n", "snapshots.every: -5 is out of range");
  accept("time: {steps: 0}\norder: {block: 2147483647}\nsnapshots: {every: 0, compress: 9}\n");
  accept("time: {end: 0.5}\n");
}

/* Recognised, but not there yet: the default spelled out is fine, all else is refused. */
Test(config, not_supported_yet) {
  accept("diffusion: {regions: [], fibres: null}\nboundary: {default: {kind: flux, value: 0}, markers: "
         "[]}\nsource: 0\n"
         "checkpoint: {file: null, every: 0, wall: ~}\nmachine: auto\n");
  accept("boundary: {default: {kind: flux, value: 0.0}}\nsource: 0.0\n");
  expect_message(outcome_of(MINIMAL "diffusion: {regions: [{region: 2, tensor: 1}]}\n"),
                 "run.yaml:3: diffusion.regions: not supported in this version; leave it out or write []");
  refuse("diffusion: {fibres: f.txt}\n", "diffusion.fibres: not supported in this version");
  refuse("diffusion: {fibres: {file: f}}\n", "diffusion.fibres: not supported in this version");
  refuse("boundary: {markers: [{marker: 1}]}\n", "boundary.markers: not supported in this version");
  refuse("boundary: {default: {kind: value}}\n", "boundary.default.kind: not supported in this version");
  refuse("boundary: {default: {value: 1}}\n", "boundary.default.value: not supported in this version");
  refuse("boundary: {default: {h: 1}}\n", "boundary.default.h: not supported in this version");
  refuse("boundary: {default: flux}\n", "boundary.default: expected the keys kind, value, h, outside");
  refuse("source: x\n", "source: not supported in this version; leave it out or write 0");
  refuse("checkpoint: {file: c.h5}\n", "checkpoint.file: not supported in this version");
  refuse("checkpoint: {every: 10}\n", "checkpoint.every: not supported in this version");
  refuse("checkpoint: {wall: 60}\n", "checkpoint.wall: not supported in this version");
}

Test(config, files_that_are_no_configs) {
  expect_message(outcome_of(""), "run.yaml: is empty: a config needs at least mesh.file and initial");
  expect_message(outcome_of("# nothing\n"),
                 "run.yaml: is empty: a config needs at least mesh.file and initial");
  expect_error(outcome_of("- a\n- b\n"), TC_USAGE, "run.yaml:1: expected the keys title, mesh");
  expect_error(outcome_of("just text\n"), TC_USAGE, "run.yaml:1: expected the keys title, mesh");
  expect_error(outcome_of("a: 1\nb: \xff\xfe\n"), TC_USAGE, "run.yaml:2: is not UTF-8");
  expect_error(outcome_of("\x7f"
                          "ELF\x02\x01"),
               TC_USAGE, "run.yaml:1: holds a control character");
  expect_error(outcome_of("mesh:\n\tfile: a\n"), TC_USAGE, "run.yaml:2: bad YAML at column 1: tab");
  expect_error(outcome_of(MINIMAL "---\na: 1\n"), TC_USAGE, "several YAML documents");
  expect_error(outcome_of(MINIMAL "title: &a x\nexact: *a\n"), TC_USAGE, "run.yaml:4: aliases");
  expect_error(outcome_of(MINIMAL "title: !!str x\n"), TC_USAGE, "run.yaml:3: tags");
  expect_error(outcome_of(MINIMAL "title: \"a\\0b\"\n"), TC_USAGE, "run.yaml:3: holds a control character");
  expect_error(outcome_of(MINIMAL "[a]: 1\n"), TC_USAGE, "a key must be a word");
  expect_error(outcome_of(MINIMAL "title: 'open\n"), TC_USAGE, "run.yaml:3: bad YAML");
  accept("time:\n  steps:\nboundary:\ntitle: ~\nthreads: null\n");
  expect_ok(outcome_of("\xef\xbb\xbfmesh: {file: a}\r\ninitial: 0\r\ntitle: \xc3\xa9\r\n"));
}

Test(config, overrides) {
  const char *const override[] = {"time.steps=5",
                                  "title=a b: 'c'",
                                  "time.steps=7",
                                  "initial=exp(-((x-8)^2+y^2+z^2)/4)",
                                  "diffusion.tensor=[2, 1, 1]",
                                  "order={method: rcm, block: 9}",
                                  "mesh.file=other",
                                  "threads=2"};
  tc_config *c = NULL;
  expect_error(outcome(MINIMAL, 2, override), TC_USAGE, "-s title=a b: 'c': expected a text (in quotes");
  const char *fixed[8];
  memcpy(fixed, override, sizeof fixed);
  fixed[1] = "title='a: b'";
  c = parse(MINIMAL "title: file's\ntime: {steps: 3}\n", 8, fixed);
  cr_expect_str_eq(c->title, "a: b");
  cr_expect_eq(c->time.steps, 7);
  cr_expect_str_eq(c->initial, "exp(-((x-8)^2+y^2+z^2)/4)");
  cr_expect_eq(c->diffusion.tensor[0], 2.0);
  cr_expect_eq(c->order.block, 9);
  cr_expect_str_eq(c->order.method->name, "rcm");
  cr_expect_str_eq(c->mesh.file, "other");
  cr_expect_str_eq(c->overrides,
                   "time.steps=5\ntitle='a: b'\ntime.steps=7\ninitial=exp(-((x-8)^2+y^2+z^2)/4)\n"
                   "diffusion.tensor=[2, 1, 1]\norder={method: rcm, block: 9}\nmesh.file=other\nthreads=2\n");
  cr_expect_str_eq(c->physics, "time.steps=5\ntime.steps=7\ninitial=exp(-((x-8)^2+y^2+z^2)/4)\n"
                               "diffusion.tensor=[2, 1, 1]\nmesh.file=other\n");
  cr_expect_str_eq(c->text, MINIMAL "title: file's\ntime: {steps: 3}\n");
  tc_config_destroy(&c);
}

Test(config, override_messages) {
  expect_message(outcome_with("time.steps=abc"), "-s time.steps=abc: expected an integer, found 'abc'");
  expect_message(outcome_with("time={steps: abc}"),
                 "-s time={steps: abc}: time.steps: expected an integer, found 'abc'");
  expect_message(outcome_with("time.stps=5"),
                 "-s time.stps=5: unknown key 'time.stps' (did you mean 'time.steps'?)");
  expect_message(outcome_with("time={stps: 5}"),
                 "-s time={stps: 5}: unknown key 'time.stps' (did you mean 'time.steps'?)");
  accept_with("boundary={default.kind: flux}");
  expect_message(outcome_with("time={'': 5}"), "-s time={'': 5}: a key must be a word");
  expect_message(outcome_with("time.steps"),
                 "-s time.steps: expected key=value, for example -s time.steps=100");
  expect_message(outcome_with("=5"), "-s =5: expected key=value, for example -s time.steps=100");
  expect_message(outcome_with("time.steps="),
                 "-s time.steps=: the value is missing; write null for the default");
  expect_message(outcome_with("title=[a"), "-s title=[a: bad YAML: flow sequence without a closing bracket");
  expect_message(outcome_with("time=5"),
                 "-s time=5: expected the keys steps, dt, safety, end with their values");
  expect_message(outcome_with("model=best"),
                 "-s model=best: expected one of paper, refined, auto, found 'best'");
  expect_message(outcome_with("title=a\nb"), "-s: the value must be on one line");
  char text[5000];
  memset(text, 'q', sizeof text - 1);
  text[sizeof text - 1] = '\0';
  expect_error(outcome_with(text), TC_USAGE, "qqqq..: expected key=value");
  cr_expect_lt(message_length(text), 300);
  memcpy(text, "exact=", 6);
  cr_expect_lt(message_length(text), 500);
  expect_message(outcome_with("title\n"), "-s: the value must be on one line");
  expect_message(outcome_with("exact=q"),
                 "-s exact=q: unknown name \"q\" (known: x, y, z, t, pi, e and functions in the "
                 "form sin(x), exp(x), sqrt(x), max(x,1)) at position 1 in the formula \"q\"");
}

Test(config, keys_that_are_no_words) {
  refuse("? [a, b]\n: 1\n", "a key must be a word");
  refuse("? {a: [{b: c}]}\n: 1\n", "a key must be a word");
  refuse("\"\": 6\n", "a key must be a word");
  refuse("\"two\\nlines\": 6\n", "a key must be a word");
  expect_error(outcome_of(MINIMAL "time:\n  steps: 1\n  ? - - x\n  : 1\n"), TC_USAGE,
               "run.yaml:5: a key must be a word");
}

/* However they are written: what is printed later must not reach the terminal as a command. */
Test(config, control_characters) {
  refuse("title: \"a\\e[31mb\"\n", "holds a control character");
  refuse("title: \"a\\x7f\"\n", "holds a control character");
  refuse("title: \"a\\u009b31m\"\n", "holds a control character");
  refuse("title: \"a\\0\"\n", "holds a control character");
  refuse("title: a\xc2\x9b\n", "holds a control character");
  accept("title: \"tab\\tand\\nline, \\u00a0\\u00e9\"\n");
}

Test(config, snapshots_without_a_file) {
  expect_message(outcome_of(MINIMAL "snapshots: {every: 2}\n"),
                 "run.yaml:3: snapshots.every: says how often, but snapshots.file does not say where: add "
                 "it");
  accept("snapshots: {every: 2, file: null}\n");
  accept("snapshots: {every: 0}\n");
  const char *off[] = {"snapshots=null", "snapshots.every=2"};
  expect_error(outcome(MINIMAL, 1, off + 1), TC_USAGE, "-s snapshots.every=2: says how often");
  expect_ok(outcome(MINIMAL, 2, off));
}

static char *repeated(const char *before, const char *format, int times, const char *after) {
  char *text = malloc((size_t)times * 32 + 256);
  size_t n = (size_t)sprintf(text, "%s", before);
  for (int i = 0; i < times; i++) n += (size_t)sprintf(text + n, format, i);
  sprintf(text + n, "%s", after);
  return text;
}

/* The one directive that says nothing. */
Test(config, yaml_version) {
  expect_ok(outcome_of("%YAML 1.1\n---\n" MINIMAL));
  expect_ok(outcome_of("%YAML 1.2\r\n---\n" MINIMAL));
  expect_error(outcome_of("%YAML 1.1 # mine\n---\n%TAG ! x\n" MINIMAL), TC_USAGE, "run.yaml:1: directives");
}

/* Texts that would keep the parser busy for minutes, as it compares every key with every other one. */
Test(config, endless_texts) {
  static const struct {
    const char *before, *format, *after, *why;
  } hostile[] = {
      {MINIMAL, "k%d: 1\n", "", "more than 5000 keys and values"},
      {MINIMAL "time: {", "k%d: 1, ", "}\n", "more than 5000 keys and values"},
      {MINIMAL "title:\n", "- &a%d 1\n", "", "more than 5000 keys and values"},
      {MINIMAL "title:\n", "- %d\n", "", "more than 5000 keys and values"},
      {MINIMAL "? {", "k%d: 1, ", "}\n: 1\n", "more than 5000 keys and values"},
      {"", "%%TAG !a%d! tag:x\n", "---\na: 1\n", "directives"},
      {"", "%%%%%%%%%%%%%%%%", "\na: 1\n", "directives"},
      {"%YAML 1.1", "%%%%%%%%%%%%%%%%", "\na: 1\n", "directives"},
      {"", "---\na%d: 1\n", "", "more than 5000 keys and values"},
  };
  for (size_t i = 0; i < sizeof hostile / sizeof *hostile; i++) {
    char *text = repeated(hostile[i].before, hostile[i].format, 60000, hostile[i].after);
    expect_error(outcome_of(text), TC_USAGE, hostile[i].why);
    free(text);
  }
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

/* The file's value is only read when nothing replaces it. */
Test(config, override_heals_the_file) {
  const char *override = "strategy=none";
  expect_ok(outcome(MINIMAL "strategy: fastest\n", 1, &override));
  override = "checkpoint=null";
  expect_ok(outcome(MINIMAL "checkpoint: {file: c.h5, every: 3}\n", 1, &override));
  const char *const both[] = {"time.steps=5", "time.end=null"};
  expect_error(outcome(MINIMAL "time: {end: 1}\n", 1, both), TC_USAGE,
               "run.yaml:3: time.end: cannot stand beside time.steps (-s time.steps=5)");
  expect_ok(outcome(MINIMAL "time: {end: 1}\n", 2, both));
}

/* Overrides of how a run is computed leave no trace in physics; all others do. */
Test(config, physics) {
  static const char *const running[] = {"title=a",          "order.method=rcm",
                                        "order.block=4",    "distribution.kind=cyclic",
                                        "order={block: 3}", "strategy=none",
                                        "threads=2",        "snapshots.file=a.h5",
                                        "storage=ell",      "report.json=r",
                                        "machine=m.yaml",   "model=refined",
                                        "strategy=auto",    "checkpoint.every=0"};
  for (size_t i = 0; i < sizeof running / sizeof *running; i++) {
    tc_config *c = parse(MINIMAL, 1, &running[i]);
    cr_expect_str_eq(c->physics, "", "%s", running[i]);
    tc_config_destroy(&c);
  }
  static const char *const solution[] = {"mesh.file=b",
                                         "diffusion.scheme=two-point",
                                         "diffusion.tensor=2",
                                         "initial=x",
                                         "exact=x",
                                         "time.steps=2",
                                         "time={dt: 1}",
                                         "time.safety=0.5",
                                         "boundary.default.value=0",
                                         "boundary=null",
                                         "source=0",
                                         "time.end=2"};
  for (size_t i = 0; i < sizeof solution / sizeof *solution; i++) {
    tc_config *c = parse(MINIMAL, 1, &solution[i]);
    cr_expect_eq(strncmp(c->physics, solution[i], strlen(solution[i])), 0, "%s", solution[i]);
    tc_config_destroy(&c);
  }
}

Test(config, where) {
  const char *const override[] = {"time.dt=0.5", "snapshots={every: 3, file: null}"};
  tc_config *c = parse(MINIMAL "time:\n  steps: 5\n\n  safety: 0.5\n", 2, override);
  cr_expect_str_eq(tc_config_where(c, "mesh.file"), "run.yaml:1: mesh.file");
  cr_expect_str_eq(tc_config_where(c, "time.safety"), "run.yaml:6: time.safety");
  cr_expect_str_eq(tc_config_where(c, "time.dt"), "-s time.dt=0.5");
  cr_expect_str_eq(tc_config_where(c, "snapshots.every"),
                   "-s snapshots={every: 3, file: null}: snapshots.every");
  cr_expect_str_eq(tc_config_where(c, "threads"), "run.yaml: threads (default)");
  cr_expect_str_eq(tc_config_where(c, "no.such"), "run.yaml");
  tc_config_destroy(&c);
}

/* Where a comma is the decimal sign, numbers are still read with a point. */
Test(config, locale) {
  static const char *const comma[] = {"de_DE.UTF-8", "fr_FR.UTF-8", "de_DE"};
  size_t i = 0;
  while (i < 3 && !setlocale(LC_ALL, comma[i])) i++;
  if (i == 3) cr_skip_test("no locale with a decimal comma is installed");
  tc_config *c = parse(MINIMAL "time: {dt: 1.5}\nexact: \"x*1.5\"\n", 0, NULL);
  cr_expect_eq(c->time.dt, 1.5);
  tc_config_destroy(&c);
}

/* A rich text cut at every byte, and with every byte replaced: an error of one line or a config, never a
 * crash. */
static const char *const sample = "title: \"A\\u00e9\"   # c\n"
                                  "mesh:\n  file: meshes/ventricle\n"
                                  "order: {method: metis, block: 0}\n"
                                  "diffusion:\n  tensor: [1, 2, 3, 0.1, -0.1, 1e-1]\n  regions: []\n"
                                  "boundary:\n  default: {kind: flux, value: 0}\n"
                                  "initial: \"exp(-((x-8)^2+y^2+z^2)/4)\"\n"
                                  "exact: |\n  x +\n  t\n"
                                  "time: {steps: 10, dt: auto, end: null}\n";

static void try_text(const char *text) {
  tc_status status = outcome_of(text);
  if (status) {
    cr_assert_eq(tc_status_code(status), TC_USAGE, "%s", tc_status_text(status));
    cr_assert_eq(strncmp(tc_status_text(status), "run.yaml", 8), 0, "%s", tc_status_text(status));
    cr_assert(!strchr(tc_status_text(status), '\n'), "%s", tc_status_text(status));
  }
  tc_status_free(&status);
}

Test(config, truncations) {
  expect_ok(outcome_of(sample));
  char text[1024];
  for (size_t cut = 0; cut < strlen(sample); cut++) {
    snprintf(text, sizeof text, "%.*s", (int)cut, sample);
    try_text(text);
  }
}

Test(config, mutations) {
  static const char bytes[] = "\n\t [{]}:'\"#-&*!|>%@`.,0\xc3\x01";
  char text[1024];
  for (size_t at = 0; at < strlen(sample); at++)
    for (size_t b = 0; b < sizeof bytes - 1; b++) {
      snprintf(text, sizeof text, "%s", sample);
      text[at] = bytes[b];
      try_text(text);
    }
}

Test(config, override_truncations) {
  const char *whole = "diffusion={tensor: [1, 2, \"3\"], scheme: 'two-point'}";
  for (size_t cut = 0; cut <= strlen(whole); cut++) {
    char text[128];
    const char *override = text;
    snprintf(text, sizeof text, "%.*s", (int)cut, whole);
    tc_status status = outcome(MINIMAL, 1, &override);
    cr_assert_not_null(status);
    cr_assert_eq(strncmp(tc_status_text(status), "-s", 2), 0, "%s", tc_status_text(status));
    tc_status_free(&status);
  }
}

/* Deep nesting must not exhaust the stack. */
Test(config, depth) {
  enum { n = 100000 };
  char *text = malloc(n + 32);
  memcpy(text, "title: ", 7);
  memset(text + 7, '[', n);
  text[7 + n] = '\0';
  expect_error(outcome_of(text), TC_USAGE, "run.yaml:1: holds more than 5000");
  memset(text + 7 + 1000, ']', 1000);
  text[7 + 2000] = '\0';
  expect_error(outcome_of(text), TC_USAGE, "run.yaml:1: bad YAML at column 70: Max depth");
  free(text);
}

/* The files that ship are accepted, and the table in configs/README.md names every key with its default. */
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

Test(config, readme_names_every_key) {
  char *readme = read_file("configs/README.md");
  for (int k = 0; k < tc_config_keys.count; k++) {
    const tc_key *key = &tc_config_keys.key[k];
    char start[128], standard[64];
    snprintf(start, sizeof start, "\n| `%s` | ", key->name);
    const char *row = strstr(readme, start);
    cr_assert_not_null(row, "configs/README.md has no row for %s", key->name);
    if (key->standard)
      snprintf(standard, sizeof standard, " | `%s` | ", key->standard);
    else
      snprintf(standard, sizeof standard, " | required | ");
    const char *found = strstr(row, standard), *end = strchr(row + 1, '\n');
    cr_expect(found && found < end, "configs/README.md: the default of %s is %s", key->name, standard);
  }
  free(readme);
}
