/* Keys of machine files that users set by hand, such as the identity. They are parsed, checked and
 * written, and a calibration that replaces the file retains them. */
#include "io/machine/machine_site_keys.h"

#include <math.h>

#include "base/numeric/hash.h"
#include "base/program/log_stream.h"
#include "io/machine/machine_file.h"
#include "io/mesh/mesh_files.h"
#include "support/expect.h"
#include "support/refusals.h"

/* The smallest valid machine file, which has three lines. Lines that a test appends therefore begin at
 * line 4. */
#define MINIMAL "ranks_per_node: 2\nprivate_bandwidth_Bps: 3e9\ncache_line_B: 64\n"

static tc_machine parse(const char *text) {
  tc_machine m;
  memset(&m, 0x5a, sizeof m);
  expect_ok(tc_machine_file_parse("m.yaml", text, &m));
  return m;
}

static tc_status parse_status(const char *text) {
  tc_machine m;
  return tc_machine_file_parse("m.yaml", text, &m);
}

/* ---- reading machine files ---- */

Test(machine_site, every_key) {
  const tc_machine m =
      parse(MINIMAL "identity: lumi-standard_2.1\n"
                    "node_cores: 128\n"
                    "node_memory_B: 240e9 # of 256 GB\n"
                    "node_power_W: 400.5\n"
                    "price_per_node_hour: 0.75\n"
                    "currency: EUR\n"
                    "slurm:\n"
                    "  partition: standard,small\n"
                    "  account: project_465000001\n"
                    "  modules: [LUMI/24.03, partition/C, \"cray-hdf5-parallel/1.12.2.9\"]\n");
  cr_expect_str_eq(m.site.identity, "lumi-standard_2.1");
  cr_expect_eq(m.site.node_cores, 128);
  cr_expect_eq(m.site.node_memory_B, 240e9);
  cr_expect_eq(m.site.node_power_W, 400.5);
  cr_expect_eq(m.site.price_per_node_hour, 0.75);
  cr_expect_str_eq(m.site.currency, "EUR");
  cr_expect_str_eq(m.site.slurm.partition, "standard,small");
  cr_expect_str_eq(m.site.slurm.account, "project_465000001");
  cr_expect_not(m.site.slurm.requires_account);
  cr_assert_eq(m.site.slurm.modules, 3);
  cr_expect_str_eq(m.site.slurm.module[0], "LUMI/24.03");
  cr_expect_str_eq(m.site.slurm.module[1], "partition/C");
  cr_expect_str_eq(m.site.slurm.module[2], "cray-hdf5-parallel/1.12.2.9");
}

static void expect_unset(const char *text) {
  const tc_machine m = parse(text);
  const tc_machine_site unset = {.identity = ""};
  cr_expect_eq(memcmp(&m.site, &unset, sizeof unset), 0, "%s", text);
}

Test(machine_site, unset_keys) {
  expect_unset(MINIMAL);
  expect_unset(MINIMAL "identity:\nnode_cores: null\nnode_memory_B: ~\ncurrency: ''\nslurm:\n");
  expect_unset(MINIMAL "slurm: {}\n");
  expect_unset(MINIMAL "slurm: {partition: null, account: '', modules: []}\n");
}

/* Messages about a parameter name its line, also if the file has keys that users set by hand. The test
 * reads the recorded line numbers. */
Test(machine_site, lines_of_parameters) {
  const tc_machine m = parse("ranks_per_node: 2\nnode_cores: 4\nslurm:\n  partition: a\n"
                             "private_bandwidth_Bps: 3e9\njob: {assemble_two_point_row_s: 1e-6}\n"
                             "cache_line_B: 64\n");
  cr_expect_eq(m.line[TC_PARAM_private_bandwidth_Bps], 5);
  cr_expect_eq(m.line[TC_PARAM_assemble_two_point_row_s], 6);
  cr_expect_eq(m.line[TC_PARAM_cache_line_B], 7);
}

Test(machine_site, required_account) {
  tc_machine m = parse(MINIMAL "slurm: {account: required}\n");
  cr_expect(m.site.slurm.requires_account);
  cr_expect_str_eq(m.site.slurm.account, "");
  m = parse(MINIMAL "slurm: {account: required2}\n");
  cr_expect_not(m.site.slurm.requires_account);
  cr_expect_str_eq(m.site.slurm.account, "required2");
}

#define MODULES_16 "a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p"
#define TEXT_16    "0123456789abcdef"
#define TEXT_127   TEXT_16 TEXT_16 TEXT_16 TEXT_16 TEXT_16 TEXT_16 TEXT_16 "0123456789abcde"

Test(machine_site, limits) {
  tc_machine m = parse(MINIMAL "slurm: {modules: [" MODULES_16 "], account: " TEXT_127 "}\n");
  cr_expect_eq(m.site.slurm.modules, 16);
  cr_expect_str_eq(m.site.slurm.module[15], "p");
  cr_expect_str_eq(m.site.slurm.account, TEXT_127);
  m = parse(MINIMAL "identity: " TEXT_127 "\ncurrency: 123456789012345\nnode_memory_B: 1e7\n");
  cr_expect_str_eq(m.site.identity, TEXT_127);
  cr_expect_str_eq(m.site.currency, "123456789012345");
  m = parse(MINIMAL "currency: \xe2\x82\xac\nnode_cores: 1000000\nnode_power_W: 1e6\n");
  cr_expect_str_eq(m.site.currency, "\xe2\x82\xac");
}

Test(machine_site, refusals) {
  static const char *const refused[] = {
      MINIMAL "identity: lumi standard\n",
      MINIMAL "identity: ../other\n",
      MINIMAL "identity: K\xc3\xb6ln\n",
      MINIMAL "identity: [a]\n",
      MINIMAL "identity: \"a\\nb\"\n",
      MINIMAL "identity: " TEXT_127 "x\n",
      MINIMAL "identty: a\n",
      MINIMAL "node_cores: 0\n",
      MINIMAL "node_cores: -4\n",
      MINIMAL "node_cores: 1.5\n",
      MINIMAL "node_cores: many\n",
      MINIMAL "node_cores: 1000001\n",
      MINIMAL "node_memory_B: 256\n",
      MINIMAL "node_memory_B: 256 GB\n",
      MINIMAL "node_memory_B: nan\n",
      MINIMAL "node_memory_B: inf\n",
      MINIMAL "node_power_W: 0\n",
      MINIMAL "node_power_W: -400\n",
      MINIMAL "node_power_W: 1e999\n",
      MINIMAL "price_per_node_hour: -1\n",
      MINIMAL "price_per_node_hour: 0\n",
      MINIMAL "price_per_node_hour: 0,75\n",
      MINIMAL "price_per_node_hour: 0.75 EUR\n",
      MINIMAL "currency: node hours\n",
      MINIMAL "currency: \"EUR\\t\"\n",
      MINIMAL "currency: 1234567890123456\n",
      MINIMAL "slurm: standard\n",
      MINIMAL "slurm: [a]\n",
      MINIMAL "slurm: {partitions: a}\n",
      MINIMAL "slurm: {module: [a]}\n",
      MINIMAL "slurm: {time: 1}\n",
      MINIMAL "slurm:\n  partition: a\n  partition: b\n",
      MINIMAL "slurm: {partition: a b}\n",
      MINIMAL "slurm: {partition: \"a\\n#SBATCH --nodes=9\"}\n",
      MINIMAL "slurm: {account: \"a'b\"}\n",
      MINIMAL "slurm: {account: \"a\\\\b\"}\n",
      MINIMAL "slurm: {account: [required]}\n",
      MINIMAL "slurm: {modules: gcc}\n",
      MINIMAL "slurm: {modules: {gcc: 12}}\n",
      MINIMAL "slurm: {modules: [gcc, null]}\n",
      MINIMAL "slurm: {modules: [gcc, '']}\n",
      MINIMAL "slurm:\n  modules:\n  - gcc\n  - hdf5 openmpi\n",
      MINIMAL "slurm: {modules: [\"a\\x07\"]}\n",
      MINIMAL "slurm: {modules: [\"a\\x7f\"]}\n",
      MINIMAL "slurm: {modules: [[a]]}\n",
      MINIMAL "slurm: {modules: [" TEXT_127 "x]}\n",
      MINIMAL "slurm: {modules: [" MODULES_16 ", q]}\n",
  };
  expect_refusals("io", "machine_site_refusals.txt", parse_status, MINIMAL, refused,
                  sizeof refused / sizeof *refused);
}

/* ---- writing machine files ---- */

static tc_machine make_machine(void) {
  return (tc_machine){.ranks_per_node = 1, .params = {.private_bandwidth_Bps = 1e9, .cache_line_B = 64}};
}

static const tc_machine_site full = {.identity = "lumi-standard",
                                     .node_cores = 128,
                                     .node_memory_B = 240e9,
                                     .node_power_W = 400.5,
                                     .price_per_node_hour = 0.75,
                                     .currency = "EUR",
                                     .slurm = {.partition = "standard",
                                               .account = "project_1",
                                               .modules = 2,
                                               .module = {"LUMI/24.03", "#:{x}"}}};

static void expect_round_trip(const tc_machine_site *site) {
  folder f = folder_make();
  char path[400];
  tc_machine m = make_machine(), back;
  memset(&back, 0x5a, sizeof back);
  m.site = *site;
  file_path(&f, "m.yaml", path);
  expect_ok(tc_machine_file_write(&m, path));
  expect_ok(tc_machine_file_read(path, &back));
  cr_expect_eq(memcmp(&back.site, site, sizeof *site), 0, "%s", site->identity);
  cr_expect_eq(memcmp(&back.params, &m.params, sizeof m.params), 0);
  folder_remove(&f);
}

Test(machine_site, round_trip) {
  expect_round_trip(&full);
  expect_round_trip(&(tc_machine_site){.identity = ""});
  expect_round_trip(&(tc_machine_site){.identity = "null", .currency = "3.5"});
  expect_round_trip(&(tc_machine_site){.slurm = {.requires_account = true}});
  expect_round_trip(&(tc_machine_site){.slurm = {.partition = "true"}});
  expect_round_trip(&(tc_machine_site){.slurm = {.modules = 1, .module = {"-a"}}});
  tc_machine_site most = {.slurm = {.modules = TC_SITE_MODULES}};
  memset(most.identity, 'x', sizeof most.identity - 1);
  for (int k = 0; k < TC_SITE_MODULES; k++) memset(most.slurm.module[k], '0' + k, TC_SITE_TEXT - 1);
  expect_round_trip(&most);
}

static double random_number(uint64_t seed, double low, double high) {
  const double share = (double)(tc_hash_mix(seed) >> 11) / 9007199254740992.0;
  return fmin(high, fmax(low, low * pow(high / low, share)));
}

Test(machine_site, round_trip_of_random_numbers) {
  for (uint64_t seed = 0; seed < 12; seed++)
    expect_round_trip(&(tc_machine_site){.node_cores = 1 + (int)(tc_hash_mix(seed) % 1000000),
                                         .node_memory_B = random_number(4 * seed, 1e7, 1e16),
                                         .node_power_W = random_number(4 * seed + 1, 1.0, 1e6),
                                         .price_per_node_hour = random_number(4 * seed + 2, 1e-9, 1e9)});
}

/* Compares the text of a machine file up to its first parameter, which is the part with the keys that
 * users set. */
Test(machine_site, file) {
  folder f = folder_make();
  char path[400];
  tc_machine m = make_machine();
  m.site = full;
  file_path(&f, "m.yaml", path);
  expect_ok(tc_machine_file_write(&m, path));
  char *text = file_text(&f, "m.yaml"), *const params = strstr(text, "private_bandwidth_Bps");
  cr_assert_not_null(params);
  *params = '\0';
  expect_golden("io", "machine_site_file.txt", text);
  free(text);
  folder_remove(&f);
}

/* ---- machine files that a calibration replaces ---- */

/* A log that writes to memory, so that the test can read it. */
typedef struct heard {
  tc_log log;
  tc_log_stream sink;
  char *text;
  size_t length;
} heard;

static void heard_begin(heard *h) {
  *h = (heard){.text = NULL};
  h->log =
      (tc_log){tc_log_stream_init(&h->sink, open_memstream(&h->text, &h->length)), TC_LOG_NORMAL, NULL, NULL};
}

static void expect_former(const char *path, const tc_machine_site *site, const char *line) {
  heard h;
  tc_machine_site found;
  memset(&found, 0x5a, sizeof found);
  heard_begin(&h);
  expect_ok(tc_machine_file_read_site(path, &h.log, &found));
  fclose(h.sink.out);
  cr_expect_eq(memcmp(&found, site, sizeof found), 0);
  const char *const at = strstr(h.text, "m.yaml: ");
  cr_expect_str_eq(at ? at : h.text, line);
  free(h.text);
}

Test(machine_site, former_file) {
  static const tc_machine_site unset;
  folder f = folder_make();
  char path[400];
  tc_machine m = make_machine();
  file_path(&f, "m.yaml", path);
  expect_former(path, &unset, "");
  file_write(&f, "m.yaml", "");
  expect_former(path, &unset, "");
  file_write(&f, "m.yaml", "# by hand\nnode_cores: 3\n");
  expect_former(path, &unset, "");
  expect_ok(tc_machine_file_write(&m, path));
  expect_former(path, &unset, "");
  m.site.node_cores = 3;
  m.site.slurm.requires_account = true;
  expect_ok(tc_machine_file_write(&m, path));
  expect_former(path, &m.site, "m.yaml: retaining the keys set by hand: node_cores, slurm\n");
  m.site = full;
  expect_ok(tc_machine_file_write(&m, path));
  expect_former(path, &full,
                "m.yaml: retaining the keys set by hand: identity, node_cores, node_memory_B, node_power_W, "
                "price_per_node_hour, currency, slurm\n");
  folder_remove(&f);
}

/* A mistake in the existing file is an error, because a calibration would otherwise discard the lines of the
 * user. */
Test(machine_site, former_file_with_a_mistake) {
  folder f = folder_make();
  char path[400];
  tc_machine m = make_machine();
  tc_machine_site site;
  m.site = full;
  file_path(&f, "m.yaml", path);
  expect_ok(tc_machine_file_write(&m, path));
  char *text = file_text(&f, "m.yaml"), *const key = strstr(text, "node_power_W: 4");
  cr_assert_not_null(key);
  memcpy(key, "nude", 4);
  file_write(&f, "m.yaml", text);
  expect_error(tc_machine_file_read_site(path, NULL, &site), TC_USAGE,
               "unknown key 'nude_power_W' (did you mean 'node_power_W'?)");
  free(text);
  folder_remove(&f);
}
