/* Configs (YAML) with overrides of the command line. */
#include <string.h>

#include "fuzz/kinds.h"
#include "io/config/config_solver.h"

static const char *const texts[] = {
    "title: \"A\\u00e9\"   # c\nmesh:\n  file: meshes/ventricle\norder: {method: metis, block: 0}\n"
    "diffusion:\n  tensor: [1, 2, 3, 0.1, -0.1, 1e-1]\n  regions: [{region: 2, tensor: {along: 9, across: "
    "x}}]\n  fibres: {direction: [y, \"-x\", 1]}\nboundary:\n  default: {kind: flux, "
    "value: 0}\n"
    "initial: \"exp(-((x-8)^2+y^2+z^2)/4)\"\nexact: |\n  x +\n  t\ntime: {steps: 10, dt: auto, end: null}\n",
    "mesh: {file: L.1}\ninitial: \"x < 2 ? max(x, y) : 1\"\ntime: {end: 1e-3, safety: 0.5}\nstrategy: "
    "auto\nthreads: 2\n"
    "snapshots: {file: out/L.h5, every: 1e2, compress: 3}\nmachine: auto\nmodel: refined\n"
    "report:\n  json: a.json\n  csv: 'b''.csv'\ndistribution: {kind: cyclic, block_size: "
    "100}\nranks_per_node: 1\n",
    "mesh: {file: m}\ninitial: 0\ntime: {method: implicit, theta: 0.5, multiple: 1e2, steps: 3}\nsolver:\n  "
    "method: gmres\n  restart: 20\n  tolerance: 1e-8\n  relative_to: start\n  preconditioner: {name: ssor, "
    "scope: "
    "rank}\n  "
    "relaxation: 1.5\n  accept: null\n  history: r.csv\n",
    "%YAML 1.1\n---\n? mesh\n: {file: >-\n   a\n   b}\n\"initial\": 0\ncheckpoint: {file: ~, every: "
    "0}\n...\n",
};

static const char *const overrides[] = {
    "time.steps=200",
    "diffusion.tensor=[2, 1, 1]",
    "time={steps: 10, dt: 1e-3}",
    "snapshots=null",
    "initial=1/(x<0.6)",
    "title=a: b",
    "mesh.file=km",
    "mesh.components=refuse",
    "order={method: metis, block: 9}",
    "solver={method: cg, iterations: 5, preconditioner: null}",
};

static const char *const words[] = {
    "9223372036854775807",
    "-9223372036854775808",
    "99999999999999999999",
    "-1",
    "0",
    "1e308",
    "1e-320",
    "1e999",
    "nan",
    "-.inf",
    "0x10",
    "1_0",
    "null",
    "~",
    "yes",
    "\"\"",
    "''",
    "&a",
    "*a",
    "!!str",
    "? ",
    "- ",
    "<<: *a",
    "|",
    ">-",
    "---",
    "...",
    "%TAG ! x",
    "\xef\xbb\xbf",
    "\\e[31m",
    "\"\\u009b\"",
    "time:",
    "steps",
    "{steps: 1}",
    "[1, 2, 3]",
    "[[[[[[[[",
    "{{{{",
    "title",
    "mesh.file",
    "file",
    "sin(x)^2",
    "diffusion",
    "tensor",
    "[1e200, 1e-200, 1]",
    "# ",
    "\r\n",
    "a: ",
    NULL,
};

enum { CONFIG, FIRST, SECOND, parts };

static const char *const names[parts] = {"config", "-s", "-s"};

/* Sets a config and its overrides. An empty text means that there is no override. */
static void begin(dice *d, mutant m[parts]) {
  mutant_set(&m[CONFIG], texts[roll(d, sizeof texts / sizeof *texts)]);
  for (int i = FIRST; i < parts; i++)
    mutant_set(&m[i], roll(d, 2) ? overrides[roll(d, sizeof overrides / sizeof *overrides)] : "");
}

static bool use(const mutant m[parts], uint64_t number) {
  (void)number;
  const char *given[parts];
  int count = 0;
  for (int i = FIRST; i < parts; i++)
    if (m[i].length > 0) given[count++] = m[i].text;
  tc_config *config = NULL;
  tc_status status = tc_config_parse("run.yaml", m[CONFIG].text, count, given, &config);
  const char *start = status && strncmp(tc_status_text(status), "-s", 2) == 0 ? "-s" : "run.yaml";
  const bool one = (status == NULL) != (config == NULL);
  if (config) tc_config_location(config, "initial");
  if (config) {
    tc_status together =
        tc_config_check_unused(config, tc_solver_set_single(config->solver.method,
                                                            config->solver.preconditioner.name));
    if (!together) together = tc_config_check_pair(config);
    tc_status_free(&together);
  }
  tc_config_destroy(&config);
  return is_proper(&status, TC_USAGE, start) && one;
}

/* The config and each override are parsed to separate YAML trees, which exist at the same time. */
const kind kind_config = {"config", parts, names, words, begin, use, .room = 3 * KIND_TREE};
