/* Readers of diffusion tensors in a run configuration. Not collective.
 * config_keys.c refers to them. Constant tensors are checked when they are read; formulas are checked when
 * the run module evaluates them for each cell. Formulas live as long as the store of the config. */
#ifndef TC_IO_CONFIG_CONFIG_TENSOR_H
#define TC_IO_CONFIG_CONFIG_TENSOR_H

#include "solve/problem/material.h"
#include "yaml/keys.h"

typedef tc_scalar_input tc_key_type_amount; /* a number from key->min to key->max, or a formula */
typedef tc_tensor_input
    tc_key_type_tensor; /* k, [kx, ky, kz] or [kxx, kyy, kzz, kxy, kxz, kyz]: numbers or formulas */
typedef tc_tensor_input tc_key_type_region_tensor; /* a tensor like tc_key_type_tensor, or a mapping {along: ,
                                                      across: , sheet: } */

/* The readers check constant tensors (fv/physics/diffusion_tensor.h). */
tc_key_reader tc_key_read_amount, tc_key_read_tensor, tc_key_read_region_tensor;

extern const tc_keys tc_region_tensor_keys; /* the keys of a tc_region_tensor */

/* Returns a tensor in the axes of the fibres, with one value or formula per axis. If none is set for `sheet`,
 * that of `across` is used. Errors: TC_USAGE if the tensor is constant and invalid. */
tc_status tc_tensor_along_fibres(const char *where, const tc_scalar_input *along,
                                 const tc_scalar_input *across, const tc_scalar_input *sheet,
                                 tc_tensor_input *out);

#endif
