/* Diffusion tensors in a run configuration. Not collective. */
#ifndef TC_IO_CONFIG_CONFIG_TENSOR_H
#define TC_IO_CONFIG_CONFIG_TENSOR_H

#include "solve/problem/material.h"
#include "yaml/keys.h"

typedef tc_scalar_input tc_key_type_amount;        /* a number from key->least to key->most, or a formula */
typedef tc_tensor_input tc_key_type_tensor;        /* k, [kx, ky, kz], [kxx, ..]: numbers or formulas */
typedef tc_tensor_input tc_key_type_region_tensor; /* or {along: , across: , sheet: } */

/* Tensors of numbers are checked (fv/physics/diffusion_tensor.h). */
tc_key_reader tc_key_read_amount, tc_key_read_tensor, tc_key_read_region_tensor;

extern const tc_keys tc_region_tensor_keys; /* into a tc_region_tensor */

/* A tensor that follows fibres; sheet 0: as across. Checked where it is of numbers. */
tc_status tc_tensor_along_fibres(const char *where, const tc_scalar_input *along,
                                 const tc_scalar_input *across, const tc_scalar_input *sheet,
                                 tc_tensor_input *out);

#endif
