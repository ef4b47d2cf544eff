/* Performance model of Blanco et al. 2000, "Performance Prediction for Parallel Iterative Solvers", with
 * parameters that are fitted to a machine. The model `paraiso` evaluates it. The fit
 * (run/studies/fit_paraiso.c) and the report of solvers use its FLOP counts. The tables of the paper are in
 * model/paraiso. Pure: no MPI, no clock, no memory. */
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

/* Fitted line as in Table 2 of the paper: t = gamma x + beta, in seconds. x is a number of FLOPs or of
 * doubles. A member is NAN if the paper does not give it. */
typedef struct tc_paraiso_fit {
  /* slope gamma and constant beta of the line; r2 is the coefficient of determination R^2, which the paper
   * calls deviation */
  double gamma, beta, r2;
} tc_paraiso_fit;

/* Classes of messages by their number of doubles. Equation (2) of the paper has a separate line for each. */
typedef enum tc_paraiso_size {
  TC_PARAISO_SHORT,
  TC_PARAISO_MIDDLE,
  TC_PARAISO_LONG,
  TC_PARAISO_SIZES
} tc_paraiso_size;

/* Returns SHORT up to 120 doubles, MIDDLE up to 1000, LONG above. */
tc_paraiso_size tc_paraiso_size_of(double doubles);

/* Returns an upper bound of gamma of a class of messages whose gamma is unknown. With this slope, the longest
 * message of the class takes as long as the shortest message of the next class. A larger slope is impossible,
 * because a message does not take longer than a longer one. `message_s` is beta of the class, next_message_s
 * and next_double_s are beta and gamma of the next class. NaN for the longest messages and if one of the
 * values is NaN. Derived here. */
double tc_paraiso_max_double_s(tc_paraiso_size size, double message_s, double next_message_s,
                               double next_double_s);

/* Return the number of the machine parameter that has gamma of a fitted line. The parameter with the next
 * number has beta. tc_paraiso_method_param is for equation (1) of the paper, seconds of an iteration as a
 * function of the FLOPs. tc_paraiso_message_param is for equation (2), seconds of a sent or `received`
 * message as a function of the doubles. */
int tc_paraiso_method_param(tc_paraiso_method method);
int tc_paraiso_message_param(tc_paraiso_size size, bool received);

/* True if gamma of sent or `received` messages of a class is unknown, but has an upper bound. The model
 * `paraiso` then uses half of the bound. */
bool tc_paraiso_is_estimated(const tc_params *machine, tc_paraiso_size size, bool received);

/* Returns the row of the paper's Table 2 for the method of Tetracast with the name `method`: the row of the
 * same name for sor, jacobi and qmr, otherwise the row of CG. */
tc_paraiso_method tc_paraiso_family(const char *method);

/* Returns f of equation (1) of the paper, the FLOPs of `work`: those of vector operations, of products and of
 * sweeps. A product has two FLOPs per entry, and each row has `width` off-diagonal entries (on average) and
 * the diagonal. A sweep has the FLOPs of the kernel `triang` of Table 1, with half of the off-diagonal
 * entries and the diagonal. Factors with more entries than the matrix (ilut) are underestimated. */
double tc_paraiso_work_flops(int32_t rows, double width, const tc_work *work);

#endif
