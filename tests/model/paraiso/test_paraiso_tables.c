/* Tests of Tables 1 and 2 of Blanco et al. 2000 as stored in the program, and of values derived from them. To
 * detect typing errors, the expected values were typed from the paper a second time, as text. */
#include "model/paraiso/paraiso_tables.h"

#include <math.h>

#include "model/approximately.h"

static const char *text_of(tc_flops flops, tc_line *line) {
  *line = (tc_line){0};
  tc_flops_format(flops, line);
  return line->text;
}

static void expect_text(const char *who, tc_flops flops, const char *wanted) {
  tc_line line;
  cr_expect_str_eq(text_of(flops, &line), wanted, "%s: %s, not %s", who, line.text, wanted);
}

Test(paraiso, kernels_as_printed) {
  static const char *const printed[TC_PARAISO_KERNELS][2] =
      {{"spmatvec", "2a"},   {"spmatvectrans", "2a-1"}, {"dotproduct", "2n-1"}, {"jacobi_split", "n"},
       {"sor_split", "n+a"}, {"stoptest", "2n"},        {"norm_inf", "a"},      {"triang", "-n+2a"}};
  for (int k = 0; k < TC_PARAISO_KERNELS; k++) {
    cr_assert_str_eq(tc_paraiso_kernel_name((tc_paraiso_kernel)k), printed[k][0]);
    expect_text(printed[k][0], tc_paraiso_kernel_flops((tc_paraiso_kernel)k), printed[k][1]);
  }
}

Test(paraiso, methods_as_printed) {
  static const char *const printed[TC_PARAISO_METHODS][3] = {{"CG", "19n+7a-3", "12n+2a"},
                                                             {"BiCG", "23n+9a-4", "16n+4a-1"},
                                                             {"BiCGstab", "29n+9a", "22n+4a+3"},
                                                             {"CGS", "25n+9a-4", "18n+5a-1"},
                                                             {"GMRES(r)",
                                                              "(r^2+6r+13)n+(2r+7)a+(-2r^3-27r^2+5r+12)/6",
                                                              "(r^2+6r+8)n+(2r+3)a+(-2r^3-27r^2+5r+6)/6"},
                                                             {"QMR", "35n+9a+16", "24n+4a+18"},
                                                             {"Jacobi", "11n+4a-1", "5n+2a"},
                                                             {"SOR", "10n+5a-1", "4n+2a"}};
  for (int m = 0; m < TC_PARAISO_METHODS; m++) {
    cr_assert_str_eq(tc_paraiso_method_name((tc_paraiso_method)m), printed[m][0]);
    expect_text(printed[m][0], tc_paraiso_first_iteration_flops((tc_paraiso_method)m), printed[m][1]);
    expect_text(printed[m][0], tc_paraiso_next_iteration_flops((tc_paraiso_method)m), printed[m][2]);
  }
}

/* Four rows of Table 1 equal the sums of their kernels exactly. */
Test(paraiso, rows_that_follow_from_the_kernels) {
  static const tc_paraiso_method follow[] = {TC_PARAISO_CG, TC_PARAISO_BiCG, TC_PARAISO_Jacobi,
                                             TC_PARAISO_SOR};
  for (size_t i = 0; i < sizeof follow / sizeof *follow; i++)
    cr_expect(tc_flops_equal(tc_paraiso_reconstructed_flops(follow[i]),
                             tc_paraiso_next_iteration_flops(follow[i])),
              "%s", tc_paraiso_method_name(follow[i]));
}

/* Differences between the other rows and the sums of their kernels. BiCGstab differs by a constant. In CGS,
 * 5a is a misprint of 4a, and the factor of n is too small by one. GMRES omits either the dot products or the
 * updates, with r^2 + r for each. QMR does not follow from its kernels. */
Test(paraiso, what_the_others_lack) {
  static const struct {
    tc_paraiso_method method;
    const char *rebuilt, *lacks;
  } rows[] = {{TC_PARAISO_BiCGstab, "22n+4a+1", "2"},
              {TC_PARAISO_CGS, "19n+4a", "-n+a-1"},
              {TC_PARAISO_GMRES, "(2r^2+7r)n+2ra+(-3r^2-9r)/6", "(-r^2-r+8)n+3a+(-2r^3-24r^2+14r+6)/6"},
              {TC_PARAISO_QMR, "28n+4a-5", "-4n+23"}};
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    const tc_flops rebuilt = tc_paraiso_reconstructed_flops(rows[i].method);
    expect_text("rebuilt", rebuilt, rows[i].rebuilt);
    expect_text("lacks", tc_flops_subtract(tc_paraiso_next_iteration_flops(rows[i].method), rebuilt),
                rows[i].lacks);
  }
  const tc_flops gmres = tc_paraiso_next_iteration_flops(TC_PARAISO_GMRES),
                 done = tc_paraiso_reconstructed_flops(TC_PARAISO_GMRES);
  expect_near(tc_flops_at(gmres, 1, 0, 30) - tc_flops_at(gmres, 0, 0, 30), 1088);
  expect_near(tc_flops_at(done, 1, 0, 30) - tc_flops_at(done, 0, 0, 30), 2010);
}

/* The first iteration has the additional cost of the start-up. For CGS this holds only if 5a is replaced by
 * 4a, which proves the misprint. */
Test(paraiso, what_the_first_iteration_adds) {
  for (int m = 0; m < TC_PARAISO_METHODS; m++) {
    const tc_paraiso_method method = (tc_paraiso_method)m;
    const tc_flops more =
        tc_flops_subtract(tc_paraiso_first_iteration_flops(method), tc_paraiso_next_iteration_flops(method));
    tc_flops start, wrong = {0};
    if (!tc_paraiso_startup_flops(method, &start)) continue;
    if (method == TC_PARAISO_CGS) wrong.a[0] = -1;
    cr_expect(tc_flops_equal(more, tc_flops_add(start, wrong)), "%s", tc_paraiso_method_name(method));
  }
  tc_flops none;
  cr_expect(!tc_paraiso_startup_flops(TC_PARAISO_QMR, &none) &&
            !tc_paraiso_startup_flops(TC_PARAISO_GMRES, &none));
}

Test(paraiso, polynomials) {
  const tc_flops x = {{1, 0, -2}, {0, 1}, {6, 0, 0, 3}};
  expect_text("x", x, "(-2r^2+1)n+ra+(3r^3+6)/6");
  expect_text("-x", tc_flops_subtract((tc_flops){.one6 = {0}}, x), "(2r^2-1)n-ra+(-3r^3-6)/6");
  expect_text("none", tc_flops_subtract(x, x), "0");
  expect_text("one", (tc_flops){.one6 = {-6}}, "-1");
  expect_near(tc_flops_at(x, 10, 100, 2), (1 - 8) * 10 + 2 * 100 + 1 + 4);
  cr_assert(tc_flops_equal(x, x) && !tc_flops_equal(x, (tc_flops){.one6 = {0}}));
}

/* The matrix is that of meshes/ventricle with the scheme two-point, which has 14 312 rows and 67 962
 * entries. */
Test(paraiso, table_2_by_hand) {
  const double flops = tc_flops_at(tc_paraiso_next_iteration_flops(TC_PARAISO_CG), 14312, 67962, 0);
  cr_assert_eq(flops, 307668);
  expect_near(tc_paraiso_seconds(tc_paraiso_compute_fit(TC_PARAISO_CG), flops / 1e6),
              0.419 * 0.307668 + 0.0013);
  cr_assert_float_eq(tc_paraiso_seconds(tc_paraiso_compute_fit(TC_PARAISO_CG), flops / 1e6), 0.1302, 5e-5);
  expect_near(tc_paraiso_seconds(tc_paraiso_send_fit(TC_PARAISO_LONG), 2000), 8.02e-8 * 2000 + 8.91e-5);
  cr_assert_float_eq(tc_paraiso_seconds(tc_paraiso_receive_fit(TC_PARAISO_MIDDLE), 1000), 1.485e-4, 5e-8);
  cr_assert_float_eq(tc_paraiso_seconds(tc_paraiso_receive_fit(TC_PARAISO_LONG), 1001), 2.376e-4, 5e-8);
}

/* Values that are missing in the paper must be NaN. */
Test(paraiso, table_2_has_gaps) {
  int known = 0;
  for (int size = 0; size < TC_PARAISO_SIZES; size++)
    for (int receive = 0; receive < 2; receive++) {
      const tc_paraiso_fit fit = receive ? tc_paraiso_receive_fit((tc_paraiso_size)size)
                                         : tc_paraiso_send_fit((tc_paraiso_size)size);
      known += !isnan(fit.gamma) + !isnan(fit.beta);
      cr_expect_eq(isnan(tc_paraiso_seconds(fit, 1.0)), isnan(fit.gamma));
    }
  cr_assert_eq(known, 9);
  cr_assert(tc_paraiso_size_of(120) == TC_PARAISO_SHORT && tc_paraiso_size_of(121) == TC_PARAISO_MIDDLE &&
            tc_paraiso_size_of(1000) == TC_PARAISO_MIDDLE && tc_paraiso_size_of(1001) == TC_PARAISO_LONG);
  cr_assert_eq(tc_paraiso_compute_fit(TC_PARAISO_GMRES).gamma, 0.419);
  cr_assert_eq(tc_paraiso_compute_fit(TC_PARAISO_SOR).gamma, 0.637);
  cr_assert_eq(tc_paraiso_compute_fit(TC_PARAISO_Jacobi).gamma, 0.726);
  cr_assert_eq(tc_paraiso_compute_fit(TC_PARAISO_QMR).gamma, 0.375);
}
