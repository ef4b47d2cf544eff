/* The performance model of Blanco et al. 2000, "Performance Prediction for Parallel Iterative Solvers", with
 * what is fitted to a machine. The paper's own tables are in papers/paraiso. No MPI, no clock, no memory. */
#ifndef TC_MODEL_MODELS_MODEL_PARAISO_H
#define TC_MODEL_MODELS_MODEL_PARAISO_H

#include "base/ledger/work.h"
#include "machine/parameters/params.h"

typedef enum tc_paraiso_method {
  TC_PARAISO_CG,
  TC_PARAISO_BiCG,
  TC_PARAISO_BiCGstab,
  TC_PARAISO_CGS,
  TC_PARAISO_GMRES,
  TC_PARAISO_QMR,
  TC_PARAISO_Jacobi,
  TC_PARAISO_SOR,
  TC_PARAISO_METHODS
} tc_paraiso_method;

/* Table 2: t = gamma x + beta in seconds. NAN: lost. */
typedef struct tc_paraiso_fit {
  double gamma, beta, r2; /* r2: the coefficient of determination, which the paper calls a deviation */
} tc_paraiso_fit;

/* Equation (2), x in doubles; classes of messages by their size. */
typedef enum tc_paraiso_size {
  TC_PARAISO_SHORT,
  TC_PARAISO_MIDDLE,
  TC_PARAISO_LONG,
  TC_PARAISO_SIZES
} tc_paraiso_size;

tc_paraiso_size tc_paraiso_size_of(double doubles); /* 0 to 120, 121 to 1000, more */

/* The fit of (1) to this machine, by kind of method; x in FLOPs, 0: not known. r2 is left out. */
tc_paraiso_fit tc_paraiso_machine_fit(const tc_params *machine, tc_paraiso_method method);

/* The row of Table 2 that a method of Tetracast belongs to: that of CG, unless it is sor, jacobi or qmr. */
tc_paraiso_method tc_paraiso_family(const char *method);

/* f of (1): two FLOPs for each entry of a row of full width in products, and what vectors take. A sweep goes
 * through one triangle: triang of Table 1 with half of the other entries and the diagonal, half a product.
 * That is not so where factors have more entries than the matrix (ilut). */
double tc_paraiso_work_flops(int32_t rows, int width, const tc_work *work);

#endif
