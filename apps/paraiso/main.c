/* paraiso: prints Tables 1 and 2 of Blanco et al. 2000, which give the FLOPs of iterative solvers. It
 * compares them with values reconstructed from the vector operations and products that the paper counts
 * (model/paraiso/paraiso_tables.h). For one matrix it also prints the FLOPs of each method as printed in the
 * paper, as reconstructed, and of Tetracast's own method. For the first two it also prints the run time by
 * equation (1) of the paper. The program is serial, needs no MPI and reads no files. Exit codes: 0; 2 for a
 * wrong command line; 5 if stdout cannot be written. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/command/program.h"
#include "base/core/print.h"
#include "base/text/text.h"
#include "linear/solver/method.h"
#include "model/paraiso/paraiso_tables.h"

typedef struct matrix {
  /* n: number of rows; a: number of entries, diagonal included; r: iterations between restarts of GMRES */
  double n, a, r;
} matrix;

/* Prints a number of FLOPs as a polynomial in the sizes of the matrix, padded with blanks to `width`
 * characters. */
static void print_flops(int width, tc_flops flops) {
  tc_line line = {0};
  tc_flops_format(flops, &line);
  printf(" %-*s", width, line.text);
}

static void print_kernels(void) {
  printf("Table 1, FLOPs of kernels; n: rows, a: entries including the diagonal, r: restart of GMRES\n");
  for (int k = 0; k < TC_PARAISO_KERNELS; k++) {
    printf("  %-14s", tc_paraiso_kernel_name((tc_paraiso_kernel)k));
    print_flops(0, tc_paraiso_kernel_flops((tc_paraiso_kernel)k));
    printf("\n");
  }
}

static const char *method_verdict(tc_paraiso_method method) {
  static const char *const verdict[TC_PARAISO_METHODS] =
      {[TC_PARAISO_BiCGstab] = "n and a agree; 2 scalar operations are unexplained",
       [TC_PARAISO_CGS] = "5a is a misprint of 4a (see below); the factor of n is 1 too low",
       [TC_PARAISO_GMRES] = "per cycle; either dots or updates are not counted, r^2+r of each are needed",
       [TC_PARAISO_QMR] = "not reproduced"};
  const bool is_equal =
      tc_flops_equal(tc_paraiso_next_iteration_flops(method), tc_paraiso_reconstructed_flops(method));
  return is_equal ? "equal" : verdict[method];
}

static void print_next_iterations(void) {
  printf("\nTable 1, FLOPs of a further iteration: printed | reconstructed from the kernels | difference\n");
  for (int m = 0; m < TC_PARAISO_METHODS; m++) {
    const tc_paraiso_method method = (tc_paraiso_method)m;
    const tc_flops printed = tc_paraiso_next_iteration_flops(method),
                   reconstructed = tc_paraiso_reconstructed_flops(method);
    printf("  %-9s", tc_paraiso_method_name(method));
    print_flops(m == TC_PARAISO_GMRES ? 0 : 14, printed);
    if (m == TC_PARAISO_GMRES) printf("\n%11s", "");
    print_flops(m == TC_PARAISO_GMRES ? 0 : 14, reconstructed);
    if (m == TC_PARAISO_GMRES) printf("\n%11s", "");
    print_flops(m == TC_PARAISO_GMRES ? 0 : 9, tc_flops_subtract(printed, reconstructed));
    printf(" %s\n", method_verdict(method));
  }
}

/* Prints the additional FLOPs of the first iteration of each method. They show a misprint in the paper's row
 * of CGS: all Krylov methods need the same additional FLOPs, but the printed value of CGS differs. */
static void print_first_iterations(void) {
  printf("\nTable 1, additional FLOPs of the first iteration: printed | reconstructed | difference\n");
  for (int m = 0; m < TC_PARAISO_METHODS; m++) {
    const tc_paraiso_method method = (tc_paraiso_method)m;
    const tc_flops extra =
        tc_flops_subtract(tc_paraiso_first_iteration_flops(method), tc_paraiso_next_iteration_flops(method));
    tc_flops start;
    const bool is_known = tc_paraiso_startup_flops(method, &start);
    printf("  %-9s", tc_paraiso_method_name(method));
    print_flops(14, extra);
    if (is_known) print_flops(14, start);
    if (is_known) print_flops(0, tc_flops_subtract(extra, start));
    printf("%s\n", !is_known                      ? " -"
                   : m == TC_PARAISO_CGS          ? "  so the printed 5a of a further iteration must be 4a"
                   : tc_flops_equal(extra, start) ? "  equal"
                                                  : "");
  }
}

/* Prints a number with `format`. Prints "lost" if the number is NaN, which means that the paper does not give
 * a value from which it is computed. */
static void print_number(const char *format, double value) {
  if (isnan(value))
    printf(" %10s", "lost");
  else
    tc_fprintf(stdout, format, value);
}

static void print_fit(const char *name, tc_paraiso_fit fit) {
  printf("  %-28s", name);
  print_number(" %10.3g", fit.gamma);
  print_number(" %10.3g", fit.beta);
  print_number(" %10.2f", fit.r2);
  printf("\n");
}

static void print_fits(void) {
  static const char *const sizes[] = {"0-120 doubles", "121-1000 doubles", "1001- doubles"};
  printf("\nTable 2, t = gamma x + beta; t in s, x in MFLOP (assumed, the paper gives no unit) or doubles\n"
         "  %-28s %10s %10s %10s\n",
         "", "gamma", "beta", "R^2");
  print_fit("CG, BiCG, BiCGstab, GMRES, CGS", tc_paraiso_compute_fit(TC_PARAISO_CG));
  print_fit("SOR", tc_paraiso_compute_fit(TC_PARAISO_SOR));
  print_fit("Jacobi", tc_paraiso_compute_fit(TC_PARAISO_Jacobi));
  print_fit("QMR", tc_paraiso_compute_fit(TC_PARAISO_QMR));
  for (int size = 0; size < TC_PARAISO_SIZES; size++) {
    char name[64];
    snprintf(name, sizeof name, "send %s", sizes[size]);
    print_fit(name, tc_paraiso_send_fit((tc_paraiso_size)size));
    snprintf(name, sizeof name, "receive %s", sizes[size]);
    print_fit(name, tc_paraiso_receive_fit((tc_paraiso_size)size));
  }
}

/* Returns the FLOPs of one iteration of Tetracast's own `method` without preconditioner for the matrix `of`,
 * counted from the method's vector operations and products. For gmres, returns the FLOPs of a restart cycle.
 * Returns NaN if Tetracast has no such method. */
static double count_own_flops(tc_paraiso_method method, const matrix *of) {
  const tc_method *own_method = tc_method_find(tc_paraiso_own_name(method));
  const tc_method_options options = {.restart = (int)of->r, .relaxation = 1.0};
  tc_work sum = {.by_index = {0}}, work;
  if (!own_method) return NAN;
  for (int k = 1; k <= (method == TC_PARAISO_GMRES ? options.restart : 1); k++) {
    tc_method_count_work(own_method, &options, false, false, k, &work);
    tc_work_add(&sum, 1, &work);
  }
  if (own_method->update) {
    tc_method_count_work(own_method, &options, false, false, -options.restart, &work);
    tc_work_add(&sum, 1, &work);
  }
  /* a triangular solve of sor needs half the FLOPs of a product, plus n */
  return (double)sum.row_flops * of->n +
         (2.0 * (double)(sum.products + sum.adjoint_products) + (double)sum.preconditionings) * of->a;
}

/* Prints a line for each method with its FLOPs for the matrix `of`: as printed by Blanco et al. 2000, as
 * reconstructed, and of Tetracast's own method. The first two are followed by their seconds by equation
 * (1). */
static void print_seconds(const matrix *of) {
  tc_fprintf(stdout,
             "\nEquation (1), %.0f rows, %.0f entries, restart %.0f: FLOPs and time of a further iteration "
             "on one\nprocessor of the AP3000 (paper: printed, reconstructed), and FLOPs of Tetracast's "
             "methods\n"
             "  %-9s %14s %11s %14s %11s %14s\n",
             of->n, of->a, of->r, "", "printed", "time [s]", "reconstructed", "time [s]", "Tetracast");
  for (int m = 0; m < TC_PARAISO_METHODS; m++) {
    const tc_paraiso_method method = (tc_paraiso_method)m;
    const tc_flops flops[2] = {tc_paraiso_next_iteration_flops(method),
                               tc_paraiso_reconstructed_flops(method)};
    printf("  %-9s", tc_paraiso_method_name(method));
    for (int i = 0; i < 2; i++) {
      const double count = tc_flops_at(flops[i], of->n, of->a, of->r);
      tc_fprintf(stdout, " %14.0f %11.4g", count,
                 tc_paraiso_seconds(tc_paraiso_compute_fit(method), count / 1e6));
    }
    print_number(" %14.0f", count_own_flops(method, of));
    printf("%s\n", m == TC_PARAISO_GMRES ? "  (per cycle)" : "");
  }
}

static tc_status set_size(const tc_option *option, const char *value, void *member) {
  double *size = member;
  tc_text text = {value, value + strlen(value)};
  if (tc_text_parse_integer(&text, size) && tc_text_at_end(&text) && *size >= 1.0 &&
      *size <= (double)option->high)
    return TC_OK;
  /* Example: ROWS 1.5: expected a whole number from 1 to 1000000000000000 */
  return tc_status_create(TC_USAGE, "%s %s: expected a whole number from 1 to %lld", option->name, value,
                          (long long)option->high);
}

static tc_status print_tables(tc_command_call *call) {
  matrix *of = call->options;
  if (call->words == 1)
    return tc_status_create(TC_USAGE, "ENTRIES: missing after ROWS: add the number of entries of the matrix");
  print_kernels();
  print_next_iterations();
  print_first_iterations();
  print_fits();
  print_seconds(of);
  return TC_OK;
}

#define SIZE(member, most) TC_OPTION_SET(matrix, member, double, set_size), .high = most
static const tc_option table[] = {
    {"ROWS", NULL, "rows of the matrix of equation (1)", SIZE(n, 1000000000000000), .initial = "14312"},
    {"ENTRIES", NULL,
     "its entries, including the diagonal; the default is that of meshes/ventricle, two-point",
     SIZE(a, 1000000000000000), .initial = "67962"},
    {"RESTART", NULL, "iterations per cycle of GMRES, at most 10000", SIZE(r, 10000), .initial = "30"},
    {0},
};

static const tc_command command = {.name = "paraiso",
                                   .example = "example: paraiso 1000 5000 30\n",
                                   .options = table,
                                   .size = sizeof(matrix),
                                   .run = print_tables};

static const tc_program program = {
    .name = "paraiso",
    .summary =
        "prints Tables 1 and 2 of Blanco et al. 2000, \"Performance Prediction for Parallel Iterative\n"
        "Solvers\", with values reconstructed from the counted kernels",
    .command = &command,
    .has_no_threads = true,
};

int main(int argc, char **argv) { return tc_program_main(&program, argc, argv); }
