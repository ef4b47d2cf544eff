/* Compares the work that methods declare for one iteration with the FLOPs in Table 1 of Blanco et al. 2000.
 * linear/methods/test_methods.c checks that the methods perform this work. The comparison ignores constant
 * terms. The paper counts 2n operations for a dot product of n terms, one too many, which is such a term. */
#include "model/paraiso/paraiso_tables.h"

#include "linear/solver/method.h"
#include "support/expect.h"

/* Returns the FLOPs per row and per entry of one iteration without preconditioner. For gmres these are the
 * FLOPs of a cycle. */
static void count(const char *name, int restart, int64_t *n, int64_t *a) {
  const tc_method *method = tc_method_find(name);
  const tc_method_options choice = {.restart = restart, .relaxation = 1.0};
  tc_work sum = {.by_index = {0}}, work;
  for (int k = 1; k <= (method->update ? restart : 1); k++) {
    tc_method_count_work(method, &choice, false, false, k, &work);
    tc_work_add(&sum, 1, &work);
  }
  if (method->update) {
    tc_method_count_work(method, &choice, false, false, -restart, &work);
    tc_work_add(&sum, 1, &work);
  }
  *n = sum.row_flops;
  *a = 2 * (sum.products + sum.adjoint_products) +
       sum.preconditionings; /* sor declares one triangle and the diagonal as one preconditioning */
}

/* `more` and `whole` are the FLOPs per row and per entry that our method performs in addition to the
 * formula. */
static void expect_flops_and(const char *name, tc_flops formula, int more, int whole) {
  int64_t n, a;
  count(name, 30, &n, &a);
  const double none = tc_flops_at(formula, 0, 0, 30), per_row = tc_flops_at(formula, 1, 0, 30) - none,
               per_entry = tc_flops_at(formula, 0, 1, 30) - none;
  cr_expect_float_eq((double)n, per_row + more, 1e-6, "%s: %d FLOPs a row, not %g + %d", name, (int)n,
                     per_row, more);
  cr_expect_float_eq((double)a, per_entry + whole, 1e-6, "%s: %d FLOPs an entry, not %g + %d", name, (int)a,
                     per_entry, whole);
}

static void expect_flops(const char *name, tc_flops formula, int more) {
  expect_flops_and(name, formula, more, 0);
}

Test(paraiso, printed_rows_are_what_is_done) {
  expect_flops("cg", tc_paraiso_next_iteration_flops(TC_PARAISO_CG), 0);
  expect_flops("bicg", tc_paraiso_next_iteration_flops(TC_PARAISO_BiCG), 0);
  expect_flops("bicgstab", tc_paraiso_next_iteration_flops(TC_PARAISO_BiCGstab), 0);
  expect_flops("jacobi", tc_paraiso_next_iteration_flops(TC_PARAISO_Jacobi),
               2); /* our method also computes the residual */
  expect_flops_and("sor", tc_paraiso_next_iteration_flops(TC_PARAISO_SOR), 2,
                   1); /* the residual needs a product with the complete matrix */
}

/* Some rows of the table have misprints or omissions. For these methods the expected FLOPs are reconstructed
 * from their kernels. */
Test(paraiso, other_rows_are_what_the_kernels_give) {
  expect_flops("cgs", tc_paraiso_reconstructed_flops(TC_PARAISO_CGS), 1);
  expect_flops("gmres", tc_paraiso_reconstructed_flops(TC_PARAISO_GMRES), 1);
  expect_flops("qmr", tc_paraiso_reconstructed_flops(TC_PARAISO_QMR), 0);
}

/* In Table 2, jacobi, sor and qmr must use their own rows, and all other methods the row of CG. */
Test(paraiso, families) {
  for (int m = 0; m < tc_method_count(); m++) {
    const char *name = tc_method_at(m)->name;
    const tc_paraiso_method family = tc_paraiso_family(name);
    const bool own = !strcmp(name, "sor") || !strcmp(name, "jacobi") || !strcmp(name, "qmr");
    cr_expect_eq(family != TC_PARAISO_CG, own, "%s", name);
  }
}
