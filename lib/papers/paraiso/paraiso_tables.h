/* Tables 1 and 2 of Blanco et al. 2000, "Performance Prediction for Parallel Iterative Solvers", as printed,
 * and what follows from them. Called by the program paraiso and by tests. No MPI, no clock, no memory.
 *
 * Table 1 counts FLOPs as polynomials in n (rows), a (entries, the diagonal among them; the paper's alpha)
 * and r (the restart of GMRES); GMRES is counted by the cycle of r iterations. Rows of the table can be put
 * together from the kernels that it counts: most come out digit for digit, and the others show what is a
 * misprint and what was left out. In the table as we have it the parentheses of GMRES do not close, so the
 * sign of what has neither n nor a is open: it is read as closed at the end. */
#ifndef TC_PAPERS_PARAISO_PARAISO_TABLES_H
#define TC_PAPERS_PARAISO_PARAISO_TABLES_H

#include "base/text/line.h"
#include "model/models/model_paraiso.h"

/* (sum of n[k] r^k) n + (sum of a[k] r^k) a + (sum of one6[k] r^k) / 6. */
typedef struct tc_flops {
  int n[3], a[2], one6[4];
} tc_flops;

tc_flops tc_flops_add(tc_flops x, tc_flops y);
tc_flops tc_flops_subtract(tc_flops x, tc_flops y);
bool tc_flops_equal(tc_flops x, tc_flops y);
double tc_flops_at(tc_flops x, double n, double a, double r);

/* Adds a text like "19n+7a-3" or "(r^2+6r+8)n+(2r+3)a+(-2r^3+5r)/6"; "0" for none. */
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

/* Table 1 as printed. */
tc_flops tc_paraiso_kernel_flops(tc_paraiso_kernel kernel);
tc_flops tc_paraiso_first_iteration_flops(tc_paraiso_method method);
tc_flops tc_paraiso_next_iteration_flops(tc_paraiso_method method);

/* A next iteration without preconditioner put together: of the kernels of Table 1, of 2 FLOPs a row for an
 * update y + factor x, and of one for each scalar operation. Methods as in Barrett et al., Templates, which
 * the paper names; the orthogonalisation of GMRES is the modified one of Gram and Schmidt. */
tc_flops tc_paraiso_reconstructed_flops(tc_paraiso_method method);

/* FLOPs of the first iteration beyond those of a next one, put together in the same way: residual, norms,
 * first stop test, and the split of Jacobi and SOR. Returns false for QMR and GMRES, for which they are
 * unknown. */
bool tc_paraiso_startup_flops(tc_paraiso_method method, tc_flops *out);

/* Equation (1), x in MFLOP. The paper gives gamma no unit, and says once FLOPs and once MFLOPs; with seconds
 * a FLOP an iteration would take days. */
tc_paraiso_fit tc_paraiso_compute_fit(tc_paraiso_method method);

/* Equation (2), x in doubles. */
tc_paraiso_fit tc_paraiso_send_fit(tc_paraiso_size size);
tc_paraiso_fit tc_paraiso_receive_fit(tc_paraiso_size size);

/* gamma x + beta. */
double tc_paraiso_seconds(tc_paraiso_fit fit, double x);

#endif
