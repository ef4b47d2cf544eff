/* A matrix joined with the way in which ranks get the values that it reads: y = M x on distributed vectors.
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
  const tc_format *format; /* of M; of strategies that read while computing, which have rows of their own,
                              what form these have */
  double shift, scale;     /* M = shift I + scale R */
  int vectors;             /* how many there will be */
} tc_operator_options;

/* A matrix as a strategy multiplies with it. */
typedef struct tc_multiplier {
  tc_matrix *M; /* first exchange, then compute; */
  tc_ell *rows; /* or read while computing: with */
  void *access;
} tc_multiplier;

typedef struct tc_operator {
  tc_world *world; /* borrowed */
  const tc_halo *halo;
  tc_operator_options options;
  tc_arena *arena;                 /* of the vectors */
  tc_exchange *exchange;           /* first exchange, then compute */
  tc_multiplier form[2];           /* M, and its adjoint where there is one */
  tc_device_config device;         /* device NULL: none */
  tc_device_matrix *device_matrix; /* M on the device */
  tc_device_mirrors *mirrors;      /* of the vectors; NULL: none */
} tc_operator;

/* Collective. Borrows world and halo for as long as it lives; R must live as long when M is R itself
 * (sparse/matrix.h). Errors on all ranks: those of windows, TC_INTERNAL out of memory. */
tc_status tc_operator_create(tc_world *world, const tc_halo *halo, const tc_ell *R,
                             const tc_operator_options *choice, tc_operator **out);
void tc_operator_destroy(tc_operator **op); /* collective */

/* Collective, once. From now on tc_operator_apply_adjoint multiplies with shift I + scale R*, for an R* with
 * the columns of R (comm/layout/transpose.h): vectors, exchange and counts are the same. Borrows as above. */
tc_status tc_operator_set_adjoint(tc_operator *op, const tc_ell *R_adjoint);

/* Collective, once, for a strategy that first exchanges. From now on tc_operator_apply works on a device,
 * with the same bits, and vectors have their values there (comm/memory/device_mirror.h). R as in
 * tc_operator_create. A product of the first vector is made on both, and left in the last one. Errors on all
 * ranks: TC_USAGE for a tile that the device cannot do, TC_INTERNAL where bits differ, those of buffers. */
tc_status tc_operator_set_device(tc_operator *op, const tc_ell *R, const tc_device_config *use);

/* Own values of v go up to the device, or come down from it; nothing without one. Not collective. */
void tc_operator_upload(const tc_operator *op, const tc_vector *v);
void tc_operator_download(const tc_operator *op, const tc_vector *v);

/* Collective. Whether the device has failed since it was asked last. Errors on all ranks: its. */
tc_status tc_operator_check_device(const tc_operator *op);

/* Vector `index`, zeroed at the start. It is the operator's; tc_vector_swap may exchange two of them. */
tc_vector *tc_operator_vector(const tc_operator *op, int index);

/* Collective. y = M x on the own rows. x is one of the operator's vectors; of y only the own values are
 * touched, so it may lie anywhere. Seconds and counts are added to the ledger. Returns when x may be
 * overwritten. Errors: of windows and messages that are open end the job. */
tc_status tc_operator_apply(tc_operator *op, const tc_vector *x, tc_vector *y, tc_ledger *ledger);
tc_status tc_operator_apply_adjoint(tc_operator *op, const tc_vector *x, tc_vector *y, tc_ledger *ledger);

/* Where the matrix and the operator's vectors lie, each thread's rows as seen from that thread. Not
 * collective. */
tc_numa_pages tc_operator_count_numa_pages(const tc_operator *op);

#endif
