/* Tables 1 and 2 of Blanco et al. 2000, "Performance Prediction for Parallel Iterative Solvers", as printed,
 * and numbers that are computed from these tables. Called by the program paraiso and for the option
 * --routines of the command solve. No MPI, no clock, no memory.
 *
 * Table 1 counts FLOPs as polynomials in n (rows), a (entries including the diagonal; the paper's alpha) and
 * r (the restart of GMRES). GMRES is counted per cycle of r iterations. The rows of methods can be
 * reconstructed from the kernels of which an iteration consists. Most reconstructed rows agree digit for
 * digit with the printed ones, and the others reveal misprints and omissions. In the available copy of the
 * table the parentheses of GMRES do not close, so the sign of the terms without n and a is ambiguous. This
 * module assumes that they close at the end. */
#ifndef TC_MODEL_PARAISO_PARAISO_TABLES_H
#define TC_MODEL_PARAISO_PARAISO_TABLES_H

#include "base/text/line.h"
#include "model/models/model_paraiso.h"

/* FLOPs as a polynomial: (sum over k of n[k] r^k) n + (sum of a[k] r^k) a + (sum of one6[k] r^k) / 6, with
 * the number of rows n, the number of entries a and the restart r. */
typedef struct tc_flops {
  int n[3], a[2], one6[4];
} tc_flops;

tc_flops tc_flops_add(tc_flops x, tc_flops y);
tc_flops tc_flops_subtract(tc_flops x, tc_flops y);
bool tc_flops_equal(tc_flops x, tc_flops y);
double tc_flops_at(tc_flops x, double n, double a, double r);

/* Appends FLOPs to `line` as a text like "19n+7a-3" or "(r^2+6r+8)n+(2r+3)a+(-2r^3+5r)/6"; "0" if all are
 * 0. */
void tc_flops_format(tc_flops x, tc_line *line);

typedef enum tc_paraiso_kernel {
  TC_PARAISO_spmatvec,
  TC_PARAISO_spmatvectrans,
  TC_PARAISO_dotproduct,
  TC_PARAISO_jacobi_split,
  TC_PARAISO_sor_split,
  TC_PARAISO_stoptest,
  TC_PARAISO_norm_inf,
  TC_PARAISO_triang,
  TC_PARAISO_KERNELS
} tc_paraiso_kernel;

const char *tc_paraiso_kernel_name(tc_paraiso_kernel kernel);
const char *tc_paraiso_method_name(tc_paraiso_method method);

/* Returns the name of Tetracast's method (linear/methods/methods.def) that corresponds to a method of the
 * paper. */
const char *tc_paraiso_own_name(tc_paraiso_method method);

/* Returns the method of the paper that corresponds to Tetracast's method `name`, or TC_PARAISO_METHODS if
 * there is none. */
tc_paraiso_method tc_paraiso_find_method(const char *name);

/* Return values of Table 1 of Blanco et al. (2000) as printed: FLOPs of a kernel, of the first iteration of a
 * method, and of each later iteration. */
tc_flops tc_paraiso_kernel_flops(tc_paraiso_kernel kernel);
tc_flops tc_paraiso_first_iteration_flops(tc_paraiso_method method);
tc_flops tc_paraiso_next_iteration_flops(tc_paraiso_method method);

/* Returns the FLOPs of an iteration after the first one, without preconditioner, reconstructed from the
 * kernels of Table 1. An update y + factor x has 2 FLOPs per row, and a scalar operation has 1. Methods are
 * those of Barrett et al., Templates, which the paper cites; GMRES uses modified Gram-Schmidt
 * orthogonalisation. */
tc_flops tc_paraiso_reconstructed_flops(tc_paraiso_method method);

/* Sets *out to the number of FLOPs by which the first iteration exceeds a later one, also reconstructed from
 * the kernels of Table 1. The first iteration computes the initial residual, norms, the first stop test, and
 * for Jacobi and SOR the splitting of the matrix. Returns false for QMR and GMRES, for which the number is
 * unknown. */
bool tc_paraiso_startup_flops(tc_paraiso_method method, tc_flops *out);

/* Returns the fit of the time of an iteration by equation (1) of Blanco et al. (2000), gamma x + beta seconds
 * with x in MFLOP. The paper gives no unit of gamma and writes both FLOPs and MFLOPs. It must be seconds per
 * MFLOP, because with seconds per FLOP an iteration would take days. */
tc_paraiso_fit tc_paraiso_compute_fit(tc_paraiso_method method);

/* Return the fits of the time of a message by equation (2) of Blanco et al. (2000), for sending and for
 * receiving: gamma x + beta seconds with x in doubles. */
tc_paraiso_fit tc_paraiso_send_fit(tc_paraiso_size size);
tc_paraiso_fit tc_paraiso_receive_fit(tc_paraiso_size size);

/* Returns gamma x + beta, the seconds of an operation of size x by a fit. */
double tc_paraiso_seconds(tc_paraiso_fit fit, double x);

#endif
