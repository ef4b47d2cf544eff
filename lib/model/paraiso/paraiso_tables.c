/* Tables 1 and 2 of Blanco et al. 2000, and the reconstruction of the rows of Table 1 from the costs of the
 * kernels. The program paraiso and tests compare the printed rows with the reconstructed ones. FLOPs are
 * polynomials (tc_flops), so the comparison is exact. */
#include <math.h>
#include <string.h>

#include "model/paraiso/paraiso_tables.h"

/* ---- Table 1 ---- */

static const struct {
  const char *name;
  tc_flops flops;
} kernels[TC_PARAISO_KERNELS] = {
    [TC_PARAISO_spmatvec] = {"spmatvec", {.a = {2}}},
    [TC_PARAISO_spmatvectrans] = {"spmatvectrans", {.a = {2}, .one6 = {-6}}},
    [TC_PARAISO_dotproduct] = {"dotproduct", {.n = {2}, .one6 = {-6}}},
    [TC_PARAISO_jacobi_split] = {"jacobi_split", {.n = {1}}},
    [TC_PARAISO_sor_split] = {"sor_split", {.n = {1}, .a = {1}}},
    [TC_PARAISO_stoptest] = {"stoptest", {.n = {2}}},
    [TC_PARAISO_norm_inf] = {"norm_inf", {.a = {1}}},
    [TC_PARAISO_triang] = {"triang", {.n = {-1}, .a = {2}}},
};

/* Operations of an iteration of a method, from which its FLOPs are reconstructed. Element k of an array is
 * the coefficient of r^k, where r is the restart of GMRES. */
typedef struct operations {
  int products[2];
  int transposed_products; /* products with the transpose of A */
  int twice_dots[3]; /* twice the number of dot products, because the number for GMRES contains halves */
  int stop_tests;
  int rows[3]; /* FLOPs per row of updates and scalings */
  int scalars;
} operations;

static const struct {
  const char *name;
  tc_flops first, next;
  operations operations;
} methods[TC_PARAISO_METHODS] = {
    [TC_PARAISO_CG] = {"CG",
                       {.n = {19}, .a = {7}, .one6 = {-18}},
                       {.n = {12}, .a = {2}},
                       {.products = {1}, .twice_dots = {4}, .stop_tests = 1, .rows = {6}, .scalars = 2}},
    [TC_PARAISO_BiCG] =
        {"BiCG",
         {.n = {23}, .a = {9}, .one6 = {-24}},
         {.n = {16}, .a = {4}, .one6 = {-6}},
         {{1}, .transposed_products = 1, .twice_dots = {4}, .stop_tests = 1, .rows = {10}, .scalars = 2}},
    [TC_PARAISO_BiCGstab] =
        {"BiCGstab",
         {.n = {29}, .a = {9}},
         {.n = {22}, .a = {4}, .one6 = {18}},
         {.products = {2}, .twice_dots = {8}, .stop_tests = 1, .rows = {12}, .scalars = 5}},
    [TC_PARAISO_CGS] = {"CGS",
                        {.n = {25}, .a = {9}, .one6 = {-24}},
                        {.n = {18}, .a = {5}, .one6 = {-6}},
                        {.products = {2}, .twice_dots = {4}, .stop_tests = 1, .rows = {13}, .scalars = 2}},
    /* A cycle of GMRES with restart r has r products, r(r+1)/2 dot products, r(r+1)/2 updates, r norms and
     * scalings, and r updates of x. */
    [TC_PARAISO_GMRES] = {"GMRES(r)",
                          {{13, 6, 1}, {7, 2}, {12, 5, -27, -2}},
                          {{8, 6, 1}, {3, 2}, {6, 5, -27, -2}},
                          {.products = {0, 1}, .twice_dots = {0, 3, 1}, .rows = {0, 4, 1}}},
    [TC_PARAISO_QMR] = {"QMR",
                        {.n = {35}, .a = {9}, .one6 = {96}},
                        {.n = {24}, .a = {4}, .one6 = {108}},
                        {{1}, .transposed_products = 1, .twice_dots = {8}, .stop_tests = 1, .rows = {18}}},
    [TC_PARAISO_Jacobi] = {"Jacobi",
                           {.n = {11}, .a = {4}, .one6 = {-6}},
                           {.n = {5}, .a = {2}},
                           {.products = {1}, .stop_tests = 1, .rows = {3}}},
    /* An iteration of SOR, (D/w + L) x' = N x + b, is a product with the upper triangle N and a solve with
     * the lower one. Both include the diagonal, so together they have a + n entries. The kernel triang of
     * Table 1 counts n FLOPs less than this solve. */
    [TC_PARAISO_SOR] = {"SOR",
                        {.n = {10}, .a = {5}, .one6 = {-6}},
                        {.n = {4}, .a = {2}},
                        {.products = {1}, .stop_tests = 1, .rows = {2 - 1 + 1}}},
};

const char *tc_paraiso_kernel_name(tc_paraiso_kernel kernel) { return kernels[kernel].name; }
const char *tc_paraiso_method_name(tc_paraiso_method method) { return methods[method].name; }

const char *tc_paraiso_own_name(tc_paraiso_method method) {
  static const char *const names[TC_PARAISO_METHODS] = {"cg",    "bicg", "bicgstab", "cgs",
                                                        "gmres", "qmr",  "jacobi",   "sor"};
  return names[method];
}

tc_paraiso_method tc_paraiso_find_method(const char *name) {
  int m = 0;
  while (m < TC_PARAISO_METHODS && strcmp(tc_paraiso_own_name((tc_paraiso_method)m), name) != 0) m++;
  return (tc_paraiso_method)m;
}

tc_flops tc_paraiso_kernel_flops(tc_paraiso_kernel kernel) { return kernels[kernel].flops; }
tc_flops tc_paraiso_first_iteration_flops(tc_paraiso_method method) { return methods[method].first; }
tc_flops tc_paraiso_next_iteration_flops(tc_paraiso_method method) { return methods[method].next; }

static tc_flops repeat_kernel(tc_paraiso_kernel kernel, int times) {
  tc_flops flops = {.one6 = {0}};
  for (int i = 0; i < times; i++) flops = tc_flops_add(flops, kernels[kernel].flops);
  return flops;
}

tc_flops tc_paraiso_reconstructed_flops(tc_paraiso_method method) {
  const operations *count = &methods[method].operations;
  tc_flops sum = tc_flops_add(repeat_kernel(TC_PARAISO_stoptest, count->stop_tests),
                              repeat_kernel(TC_PARAISO_spmatvectrans, count->transposed_products));
  for (int k = 0; k < 2; k++) sum.a[k] += kernels[TC_PARAISO_spmatvec].flops.a[0] * count->products[k];
  for (int k = 0; k < 3; k++) {
    sum.n[k] += kernels[TC_PARAISO_dotproduct].flops.n[0] * count->twice_dots[k] / 2 + count->rows[k];
    sum.one6[k] += kernels[TC_PARAISO_dotproduct].flops.one6[0] * count->twice_dots[k] / 2;
  }
  sum.one6[0] += 6 * count->scalars;
  return sum;
}

bool tc_paraiso_startup_flops(tc_paraiso_method method, tc_flops *out) {
  static const tc_flops krylov = {.n = {7}, .a = {5}, .one6 = {-18}},
                        split = {.n = {5}, .a = {2}, .one6 = {-6}};
  switch (method) {
  case TC_PARAISO_CG:
  case TC_PARAISO_BiCG:
  case TC_PARAISO_BiCGstab:
  case TC_PARAISO_CGS: *out = krylov; return true;
  case TC_PARAISO_Jacobi: *out = tc_flops_add(split, kernels[TC_PARAISO_jacobi_split].flops); return true;
  case TC_PARAISO_SOR: *out = tc_flops_add(split, kernels[TC_PARAISO_sor_split].flops); return true;
  default: return false;
  }
}

/* ---- Table 2 ---- */

tc_paraiso_fit tc_paraiso_compute_fit(tc_paraiso_method method) {
  switch (method) {
  case TC_PARAISO_SOR: return (tc_paraiso_fit){0.637, 0.0014, 0.99};
  case TC_PARAISO_Jacobi: return (tc_paraiso_fit){0.726, 0.0006, 0.99};
  case TC_PARAISO_QMR: return (tc_paraiso_fit){0.375, 0.0012, 0.99};
  default: return (tc_paraiso_fit){0.419, 0.0013, 0.99};
  }
}

tc_paraiso_fit tc_paraiso_send_fit(tc_paraiso_size size) {
  static const tc_paraiso_fit fits[] = {{NAN, 7.63e-5, NAN}, {NAN, 1.15e-4, NAN}, {8.02e-8, 8.91e-5, 1.00}};
  return fits[size];
}

tc_paraiso_fit tc_paraiso_receive_fit(tc_paraiso_size size) {
  static const tc_paraiso_fit fits[] = {{NAN, 4.59e-5, NAN},
                                        {7.44e-8, 7.41e-5, 0.93},
                                        {1.40e-7, 9.75e-5, 1.00}};
  return fits[size];
}

double tc_paraiso_seconds(tc_paraiso_fit fit, double x) { return fit.gamma * x + fit.beta; }
