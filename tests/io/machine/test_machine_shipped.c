/* Machine files that ship with Tetracast, and their description in configs/machines/README.md. */
#include <glob.h>
#include <math.h>

#include "io/machine/machine_file.h"
#include "io/mesh/mesh_files.h"
#include "support/expect.h"

Test(machine_shipped, shipped) {
  glob_t found;
  cr_assert_eq(glob("configs/machines/*.yaml", 0, NULL, &found), 0);
  cr_expect_geq(found.gl_pathc, 4);
  for (size_t i = 0; i < found.gl_pathc; i++) {
    tc_machine m;
    expect_ok(tc_machine_file_read(found.gl_pathv[i], &m));
    cr_expect(*m.name && *m.source, "%s: name and source", found.gl_pathv[i]);
    const bool all_four = m.params.remote_bandwidth_Bps > 0 && m.params.remote_latency_s > 0;
    const bool levels = m.params.level_Bps[0] > 0 || m.params.device_bandwidth_Bps > 0;
    const bool alone = m.params.fit_cg_flop_s > 0 || m.params.baseline_far_read_s > 0;
    cr_expect(all_four || levels || alone, "%s: all four of the paper", found.gl_pathv[i]);
    cr_expect_null(strchr(m.name, '"'));
  }
  globfree(&found);
}

/* abel.yaml describes the cluster Abel of Lagravière et al. 2019. The forecasts in Table 5 of that paper
 * require a bandwidth of 75 * 1024 * 1024 * 1000 B/s per node of 16 ranks. The file explains the reason. */
Test(machine_shipped, abel) {
  tc_machine m;
  expect_ok(tc_machine_file_read("configs/machines/abel.yaml", &m));
  tc_params paper = {.private_bandwidth_Bps = 75.0 * 1024 * 1024 * 1000 / 16,
                     .remote_bandwidth_Bps = 6e9,
                     .remote_latency_s = 3.4e-6,
                     .cache_line_B = 64};
  cr_expect_eq(m.ranks_per_node, 16);
  cr_expect_eq(memcmp(&m.params, &paper, sizeof paper), 0);
}

/* The files of the Sandy Bridge core and of the GPU K20 contain the values of Langguth et al. 2015, and no
 * others. */
Test(machine_shipped, sandybridge_core_and_k20) {
  tc_machine m;
  expect_ok(tc_machine_file_read("configs/machines/sandybridge-core.yaml", &m));
  const tc_params core = {.private_bandwidth_Bps = 17.16e9,
                          .cache_line_B = 64,
                          .level_cache_B = {8 * 140, 8 * 4000, 8 * 32000, 8 * 2500000},
                          .level_Bps = {35.31e9, 35.14e9, 30.22e9, 17.16e9}};
  cr_expect_eq(memcmp(&m.params, &core, sizeof core), 0);
  cr_expect_eq(m.ranks_per_node, 1);
  expect_ok(tc_machine_file_read("configs/machines/k20.yaml", &m));
  const tc_params k20 = {.device_bandwidth_Bps = 171.17e9,
                         .device_cache_Bps = 394.1e9,
                         .device_cache_B = 8 * 160000,
                         .device_sector_B = 32,
                         .device_tile = 64};
  cr_expect_eq(memcmp(&m.params, &k20, sizeof k20), 0);
}

/* ap3000.yaml contains the values of Table 2 of Blanco et al. 2000. All other parameters are unknown. */
Test(machine_shipped, ap3000) {
  tc_machine m;
  expect_ok(tc_machine_file_read("configs/machines/ap3000.yaml", &m));
  const tc_params wanted = {.fit_cg_flop_s = 0.419e-6,
                            .fit_cg_s = 0.0013,
                            .fit_sor_flop_s = 0.637e-6,
                            .fit_sor_s = 0.0014,
                            .fit_jacobi_flop_s = 0.726e-6,
                            .fit_jacobi_s = 0.0006,
                            .fit_qmr_flop_s = 0.375e-6,
                            .fit_qmr_s = 0.0012,
                            .fit_send_short_s = 7.63e-5,
                            .fit_receive_short_s = 4.59e-5,
                            .fit_send_middle_s = 1.15e-4,
                            .fit_receive_middle_double_s = 7.44e-8,
                            .fit_receive_middle_s = 7.41e-5,
                            .fit_send_long_double_s = 8.02e-8,
                            .fit_send_long_s = 8.91e-5,
                            .fit_receive_long_double_s = 1.40e-7,
                            .fit_receive_long_s = 9.75e-5};
  cr_expect_eq(memcmp(&m.params, &wanted, sizeof wanted), 0);
}

/* Rates of reads and writes of shared arrays, in thousands per second. The four numbers of an array are
 * the access patterns baseline, vector and coalesce, and the rate of local elements. */
typedef struct rates {
  const char *file;                 /* name of the machine file without ".yaml" */
  double read[4], write[4];         /* rates with 12 threads */
  double few_read[4], few_write[4]; /* rates with 2 threads */
} rates;

/* Expects that an access time of value_s seconds is equivalent to `rate` thousand accesses per second. */
static void expect_rate(const char *file, double value_s, double rate) {
  cr_expect_lt(fabs(1e-3 / value_s / rate - 1.0), 1e-6, "%s: %g K/s, not %g", file, 1e-3 / value_s, rate);
}

static void expect_rates(const char *file, const tc_params *p, const double *read, const double *write) {
  const double read_s[] = {p->baseline_far_read_s, p->vector_far_read_s, p->coalesce_far_read_s,
                           p->local_read_s};
  const double write_s[] = {p->baseline_far_write_s, p->vector_far_write_s, p->coalesce_far_write_s,
                            p->local_write_s};
  for (int k = 0; k < 4; k++) {
    expect_rate(file, read_s[k], read[k]);
    expect_rate(file, write_s[k], write[k]);
  }
  cr_expect_eq(p->private_read_s + p->baseline_near_read_s + p->vector_far_read_operation_s, 0.0);
}

/* The four machine files of UPC platforms contain the values of Table 1 of Zhang and Seidel 2006, with 12
 * threads and with 2 threads. The scan of the paper has lost some decimal points, which the table below
 * restores. */
Test(machine_shipped, platforms_of_2006) {
  static const rates table[] = {
      {"mupc",
       {12.0, 14.0, 12.9, 8300},
       {30.8, 34.6, 39.5, 8300},
       {14.0, 16.4, 16.7, 8300},
       {35.6, 45.4, 43.9, 8300}},
      {"mupc-cache",
       {10.8, 770, 64.1, 8300},
       {7.3, 710, 46.3, 8300},
       {23.3, 1000, 82.0, 8300},
       {11.4, 1000, 69.9, 8300}},
      {"berkeley-upc",
       {15.1, 14.6, 122, 6700},
       {43.3, 44.8, 44.4, 5000},
       {21.0, 21.1, 172, 8300},
       {46.5, 47.2, 46.9, 6700}},
      {"gcc-upc-t3e",
       {400, 450, 400, 1000},
       {1100, 1700, 1500, 620},
       {450, 500, 500, 1200},
       {1300, 1700, 1600, 700}},
  };
  for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
    tc_machine m;
    char path[100];
    snprintf(path, sizeof path, "configs/machines/%s-2006.yaml", table[i].file);
    expect_ok(tc_machine_file_read(path, &m));
    cr_expect(m.pattern_ranks == 12 && m.fewer_ranks == 2, "%s", path);
    expect_rates(path, &m.params, table[i].read, table[i].write);
    expect_rates(path, &m.fewer, table[i].few_read, table[i].few_write);
  }
}

/* True if a cell of a Markdown table begins with the name, or if the name is the second of two in a cell ("|
 * `first`, `name` |"). */
static bool has_cell(const char *page, const char *name) {
  char first[160], second[160];
  snprintf(first, sizeof first, "| `%s`", name);
  snprintf(second, sizeof second, "`, `%s` |", name);
  return strstr(page, first) || strstr(page, second);
}

/* configs/machines/README.md is complete. Its tables contain each parameter of a machine file. A row whose
 * name contains `<format>` describes the parameters of all matrix formats. Each other key and each shipped
 * machine file have a row of their own. */
Test(machine_shipped, readme) {
  folder here = {"configs/machines", ""};
  char *readme = file_text(&here, "README.md"), row[128];
  for (int p = 0; p < TC_PARAM_COUNT; p++) {
    const bool format = p >= tc_param_row(1, 0) && p < tc_param_row(TC_KERNEL_pointer, 0);
    snprintf(row, sizeof row, "%s%s", format ? "<format>" : "",
             tc_param_name(p) + (format ? strcspn(tc_param_name(p), "_") : 0));
    cr_expect(has_cell(readme, row), "no table of configs/machines/README.md names %s", tc_param_name(p));
  }
  static const char *const keys[] = {
#define TC_TEXT(name)                   #name,
#define TC_INTEGER(name, most, meaning) #name,
#define TC_FORMER(name)
#include "io/machine/machine_keys.def"
#define TC_SITE_WORD(name, reader, meaning)              #name,
#define TC_SITE_INTEGER(name, most, meaning)             #name,
#define TC_SITE_NUMBER(name, least, most, unit, meaning) #name,
#include "io/machine/machine_site_keys.def"
      "slurm", "patterns", "patterns_fewer", "job", "spread"};
  for (size_t k = 0; k < sizeof keys / sizeof *keys; k++) {
    snprintf(row, sizeof row, "\n| `%s` | ", keys[k]);
    cr_expect_not_null(strstr(readme, row), "configs/machines/README.md has no row for %s", keys[k]);
  }
  glob_t found;
  cr_assert_eq(glob("configs/machines/*.yaml", 0, NULL, &found), 0);
  for (size_t i = 0; i < found.gl_pathc; i++) {
    snprintf(row, sizeof row, "\n| `%s` | ", strrchr(found.gl_pathv[i], '/') + 1);
    cr_expect_not_null(strstr(readme, row), "configs/machines/README.md has no row for %s",
                       found.gl_pathv[i]);
  }
  globfree(&found);
  free(readme);
}
