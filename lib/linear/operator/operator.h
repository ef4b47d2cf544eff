/* Operator: a matrix with the exchange that it needs, y = M x on distributed vectors. Integrators and the
 * solver create one, optionally set its adjoint or a device once, and apply it in every step or iteration.
 * Inputs of products are vectors of the operator. All ranks call the collective functions in the same order.
 */
#ifndef TC_LINEAR_OPERATOR_OPERATOR_H
#define TC_LINEAR_OPERATOR_OPERATOR_H

#include "comm/exchange/exchange.h"
#include "comm/exchange/strategy.h"
#include "comm/memory/device_mirror.h"
#include "device/device_matrix.h"
#include "sparse/matrix.h"

typedef struct tc_operator_options {
  const tc_strategy *strategy;
  const tc_format *format; /* format of the matrix M; a strategy with an access uses only its row form */
  double shift, scale;     /* M = shift I + scale R */
  int vectors;             /* number of vectors that the operator allocates */
} tc_operator_options;

/* Matrix in the form that the strategy multiplies. A strategy with a transport sets M only. A strategy with
 * an access sets rows and access only. */
typedef struct tc_multiplier {
  tc_matrix *M; /* matrix that is multiplied after the exchange */
  tc_ell *rows; /* rows of the matrix, and the state of the access, which reads remote values during the
                   product */
  void *access;
} tc_multiplier;

typedef struct tc_operator {
  tc_world *world; /* world and halo are borrowed */
  const tc_halo *halo;
  tc_operator_options options;
  tc_arena *arena;                 /* memory of the vectors */
  tc_exchange *exchange;           /* NULL for strategies with an access */
  tc_multiplier form[2];           /* form[0] is M; form[1] is its adjoint, if set */
  tc_device_config device;         /* member device is NULL if no device is used */
  tc_device_matrix *device_matrix; /* copy of M on the device */
  tc_device_mirrors *mirrors;      /* device mirrors of the vectors; NULL without a device */
} tc_operator;

/* Collective. Creates an operator and its zeroed vectors. Borrows world and halo during its lifetime, and R
 * too if the matrix M is R itself (sparse/matrix.h). Errors (on all ranks): those of windows, TC_INTERNAL if
 * memory is exhausted. */
tc_status tc_operator_create(tc_world *world, const tc_halo *halo, const tc_ell *R,
                             const tc_operator_options *choice, tc_operator **out);
void tc_operator_destroy(tc_operator **op); /* collective */

/* Collective, at most once. Afterwards tc_operator_apply_adjoint multiplies with shift I + scale R*.
 * R_adjoint is R* and must have the columns of R (comm/layout/transpose.h). Vectors, exchange and counts are
 * the same. R_adjoint is borrowed like R in tc_operator_create. */
tc_status tc_operator_set_adjoint(tc_operator *op, const tc_ell *R_adjoint);

/* Collective, at most once, for a strategy with a transport. Afterwards tc_operator_apply computes on the
 * device with the same bits, and the vectors' values are on the device (comm/memory/device_mirror.h). R is
 * that of tc_operator_create. Compares one product of the first vector on device and host, which overwrites
 * the last vector. Errors (on all ranks): TC_USAGE for a tile that the device does not support, TC_INTERNAL
 * if bits differ, those of buffers. */
tc_status tc_operator_set_device(tc_operator *op, const tc_ell *R, const tc_device_config *use);

/* Not collective. Copy the owned values of v to the device or back to the host. Without a device they do
 * nothing. */
void tc_operator_upload(const tc_operator *op, const tc_vector *v);
void tc_operator_download(const tc_operator *op, const tc_vector *v);

/* Collective. If a device has failed on any rank since the last call, returns the error on all ranks. */
tc_status tc_operator_check_device(const tc_operator *op);

/* Returns vector `index`, zeroed at creation. The operator owns it; tc_vector_swap may exchange two of them.
 */
tc_vector *tc_operator_vector(const tc_operator *op, int index);

/* Collective. Compute y = M x, or y = M* x, on the owned rows. x is one of the operator's vectors. Only the
 * owned values of y are written, so y may be any array. Adds seconds and counts to the ledger. After the
 * return the caller may overwrite x. Errors of windows and messages abort the job, because other ranks are
 * waiting. */
tc_status tc_operator_apply(tc_operator *op, const tc_vector *x, tc_vector *y, tc_ledger *ledger);
tc_status tc_operator_apply_adjoint(tc_operator *op, const tc_vector *x, tc_vector *y, tc_ledger *ledger);

/* Not collective. Counts the pages of the matrix and of the operator's vectors that are on the NUMA node of
 * the thread that uses the rows, and those that are on other nodes. */
tc_numa_pages tc_operator_count_numa_pages(const tc_operator *op);

#endif
