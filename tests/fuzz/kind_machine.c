/* Machine files (YAML). */
#include "fuzz/kinds.h"
#include "io/machine/machine_file.h"

static const char *const texts[] = {
    "name: made up\nsource: 'a: b'\nhost: h\nnodes: 2\nranks_per_node: 16\nthreads: "
    "1\nprivate_bandwidth_Bps: 4.7e9\n"
    "remote_bandwidth_Bps: 6e9\nremote_latency_s: 3.4e-6\ncache_line_B: 64\nworking_set_B: [1, 2, 3, 4, 5, "
    "6, 7]\n"
    "row4_s: [1e-9, 1e-9, 1e-9, 1e-9, 1e-9, 1e-9, 1e-9]\nspread:\n  private_bandwidth_Bps: 0.1\n",
    "# short\nranks_per_node: 48\nprivate_bandwidth_Bps: 1e10 # B/s\ncache_line_B: 256\nspread: "
    "{cache_line_B: 0}\n",
    "ranks_per_node: 48\nprivate_bandwidth_Bps: 1e10\ncache_line_B: 64\nidentity: a-b\nnode_cores: 48\n"
    "node_memory_B: 3e10\ncurrency: EUR\nslurm:\n  partition: a\n  account: required\n  modules: [b/1, c]\n",
};

static const char *const words[] = {
    "9223372036854775807",
    "-1",
    "0",
    "1e308",
    "1e-308",
    "5.3",
    "1e999",
    "nan",
    "inf",
    "null",
    "[1, 2]",
    "[7, 6, 5, 4, 3, 2, 1]",
    "{a: 1}",
    "spread:",
    "&a",
    "*a",
    "!!int",
    "? ",
    "- ",
    "host:",
    "date: ",
    "row16_s: ",
    "barrier_s: 1",
    "account: ",
    "modules: ",
    "identity: ",
    "\"a\\n'\"",
    "---",
    "\"\\u0001\"",
    "ranks_per_node: 3",
    "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx",
    "\n  ",
    NULL,
};

static void begin(dice *d, mutant *m) { mutant_set(m, texts[roll(d, sizeof texts / sizeof *texts)]); }

static bool use(const mutant *m, uint64_t number) {
  (void)number;
  tc_machine machine;
  tc_status status = tc_machine_file_parse("m.yaml", m->text, &machine);
  if (!status) tc_machine_params(&machine, machine.ranks_per_node);
  return is_proper(&status, TC_USAGE, "m.yaml:");
}

const kind kind_machine = {"machine", 1, NULL, words, begin, use, .room = KIND_TREE};
