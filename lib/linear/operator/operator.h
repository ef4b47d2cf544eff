/* Operator: a matrix M with the exchange that it needs to compute y = M x for distributed vectors. M = shift
 * I + scale R, where R is a given matrix. Integrators and the solver create an operator, optionally set its
 * adjoint or a device once, and apply it in every step or iteration. The input x of a product must be one of
 * the vectors that the operator allocates. All ranks call the collective functions in the same order. */
#ifndef TC_LINEAR_OPERATOR_OPERATOR_H
#define TC_LINEAR_OPERATOR_OPERATOR_H

#include "comm/exchange/exchange.h"
#include "comm/exchange/strategy.h"
#include "comm/memory/device_mirror.h"
#include "device/device_matrix.h"
#include "sparse/matrix.h"

typedef struct tc_operator_options {
  const tc_strategy *strategy;
  const tc_format *format; /* format in which M is stored. With an access, the rows are stored as ELL, and
                              only the row form (matrix or difference) of this format is used */
  double shift, scale;     /* M = shift I + scale R */
  int vectors;             /* number of vectors that the operator allocates */
  /* True if the exchange writes ghosts into x itself although products of the strategy usually read a private
   * copy of x. This saves the copy. Strategies whose transport also delivers the owned values retain the
   * copy */
  bool in_place;
} tc_operator_options;

/* A matrix in the form in which the strategy multiplies it. With a transport, only M is set. With an access,
 * only rows and access are set. */
typedef struct tc_multiplier {
  tc_matrix *M; /* matrix that is multiplied after the exchange of ghosts */
  /* rows of the matrix for an access; `access` is the context that the access has created
   * (comm/access/access.h) */
  tc_ell *rows;
  void *access;
} tc_multiplier;

typedef struct tc_operator {
  tc_world *world; /* `world` and `halo` are borrowed */
  const tc_halo *halo;
  tc_operator_options options;
  tc_arena *arena;       /* memory of the vectors */
  tc_exchange *exchange; /* NULL for strategies with an access, which read remote values during the product */
  /* form[0] is for products with M; form[1] is for products with the adjoint, if it has been set */
  tc_multiplier form[2];
  tc_device_config device;         /* device for products; device.device is NULL if no device is used */
  tc_device_matrix *device_matrix; /* copy of M on the device; NULL without a device */
  tc_device_mirrors *mirrors;      /* device mirrors of the vectors; NULL without a device */
} tc_operator;

/* Collective. Creates an operator and its zeroed vectors. The operator borrows world, halo and R until it is
 * destroyed, because some formats read the arrays of R in products (sparse/matrix.h). Errors (on all ranks):
 * those of MPI windows; TC_INTERNAL if memory is exhausted. */
tc_status tc_operator_create(tc_world *world, const tc_halo *halo, const tc_ell *R,
                             const tc_operator_options *options, tc_operator **out);
void tc_operator_destroy(tc_operator **op); /* collective */

/* Collective, at most once. Sets the adjoint R* of R, `R_adjoint`, for later calls of
 * tc_operator_apply_adjoint, which multiplies with M* = shift I + scale R*. R_adjoint must have the same
 * columns as R (comm/layout/transpose.h), because both products use the same vectors and exchange. R_adjoint
 * is borrowed until the operator is destroyed. */
tc_status tc_operator_set_adjoint(tc_operator *op, const tc_ell *R_adjoint);

/* Collective. Replaces the coefficients of M = shift I + scale R, and of M* if the adjoint is set, and builds
 * the stored matrices again. R and R_adjoint (NULL if no adjoint is set) are the matrices that were passed to
 * tc_operator_create and tc_operator_set_adjoint. The vectors and the exchange remain. Later products have
 * the bits of a new operator. Must not be called if a device is set. Errors (on all ranks): those of
 * tc_operator_create; the operator can then only be destroyed. */
tc_status tc_operator_set_coefficients(tc_operator *op, const tc_ell *R, const tc_ell *R_adjoint,
                                       double shift, double scale);

/* Collective, at most once, for a strategy with a transport. Makes later calls of tc_operator_apply compute
 * on the device, with the same bits. Afterwards the current values of all vectors are on the device
 * (comm/memory/device_mirror.h). R must be the matrix that was passed to tc_operator_create. To check the
 * device, the product of the first vector is computed on the device and on the host, and both results are
 * compared. This overwrites the last vector. Errors (on all ranks): TC_USAGE for a tile size (config->tile)
 * that the device does not support, TC_INTERNAL if the two products differ; those of device buffers. */
tc_status tc_operator_set_device(tc_operator *op, const tc_ell *R, const tc_device_config *config);

/* Not collective. tc_operator_upload copies the owned values of v to the device, tc_operator_download copies
 * them back to the host. Without a device neither has an effect. */
void tc_operator_upload(const tc_operator *op, const tc_vector *v);
void tc_operator_download(const tc_operator *op, const tc_vector *v);

/* Collective. Returns on all ranks the error of the lowest rank on which the device has failed since the last
 * call. Returns no error without a device. */
tc_status tc_operator_check_device(const tc_operator *op);

/* Returns vector number `index` of the operator, which owns it. All values are 0 at creation. The caller may
 * exchange two vectors with tc_vector_swap. */
tc_vector *tc_operator_vector(const tc_operator *op, int index);

/* Collective. tc_operator_apply computes y = M x and tc_operator_apply_adjoint y = M* x on the owned rows. x
 * is one of the operator's vectors. Only the owned values of y are written, so y need not be a vector of the
 * operator. Both add their time and counts to the ledger. The caller may overwrite x after the return. Errors
 * of MPI windows and messages are local (comm/world/mpi_error.h), because other ranks are waiting. */
tc_status tc_operator_apply(tc_operator *op, const tc_vector *x, tc_vector *y, tc_ledger *ledger);
tc_status tc_operator_apply_adjoint(tc_operator *op, const tc_vector *x, tc_vector *y, tc_ledger *ledger);

/* Not collective. Counts the memory pages of the matrix and of the operator's vectors: those on the NUMA node
 * of the thread that uses their rows, and those on other NUMA nodes. */
tc_numa_pages tc_operator_count_numa_pages(const tc_operator *op);

#endif
