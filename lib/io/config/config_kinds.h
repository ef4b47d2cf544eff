/* Kinds of config values that exist only in run configurations, in addition to those of yaml/keys.h. For each
 * kind this file declares the type tc_key_type_<kind> of the member and the reader tc_key_read_<kind>, which
 * the entries of config_keys.def use. The store of the config owns all formulas. Not collective. */
#ifndef TC_IO_CONFIG_CONFIG_KINDS_H
#define TC_IO_CONFIG_CONFIG_KINDS_H

#include "count/grid.h"
#include "fv/formula/expression.h"
#include "solve/problem/boundary.h"
#include "solve/problem/material.h"
#include "solve/problem/source.h"
#include "solve/space/probe.h"
#include "yaml/keys.h"

/* Initial field: a formula, or a snapshot of an earlier run. Exactly one of `formula` and `file` is not
 * NULL. */
typedef struct tc_initial {
  tc_expression *formula; /* formula in x, y, z; NULL if a snapshot is used */
  const char *file;
  int64_t step; /* step number of the snapshot; -1 for the last snapshot in the file */
} tc_initial;

typedef tc_expression *tc_key_type_formula_xyz; /* formula in x, y, z */
typedef tc_expression *tc_key_type_formula_xyzt;
typedef tc_label tc_key_type_label; /* region or marker: an integer, or any other text that is not empty */
typedef tc_probe tc_key_type_point; /* point [x, y, z] */
typedef tc_grid tc_key_type_grid;   /* grid [rows, columns] of ranks; 0 x 0 if not set */
typedef tc_initial
    tc_key_type_initial; /* a number, a formula, or a mapping {file: , step: } that selects a snapshot */
/* A number from key->min to key->max, or a formula. All members are zero if the key is not set. */
typedef tc_scalar_input tc_key_type_amount;
/* A diffusion tensor: k, [kx, ky, kz] or [kxx, kyy, kzz, kxy, kxz, kyz], where each component is a number
 * or a formula. */
typedef tc_tensor_input tc_key_type_tensor;
/* A diffusion tensor like tc_key_type_tensor, or a mapping {along: , across: , sheet: } of components along
 * fibre axes. */
typedef tc_tensor_input tc_key_type_region_tensor;
/* A mapping from the name of each local state to {initial: , rate: }. */
typedef tc_source_options tc_key_type_states;
/* A formula in x, y, z, t, v and the local states. The number 0 means that there is no source. */
typedef tc_source_options tc_key_type_source;

/* Readers of the kinds above. A tensor of constants is checked when it is read
 * (fv/physics/diffusion_tensor.h). A tensor with formulas is checked later, when a run evaluates it for each
 * cell. The key `states` is read before the key `source`, whose formula may contain names of states. */
tc_key_reader tc_key_read_label, tc_key_read_formula_xyz, tc_key_read_formula_xyzt, tc_key_read_point,
    tc_key_read_grid, tc_key_read_initial, tc_key_read_amount, tc_key_read_tensor, tc_key_read_region_tensor,
    tc_key_read_states, tc_key_read_source;

extern const tc_keys tc_boundary_rule_keys; /* keys of the boundary condition of one marker */
extern const tc_keys tc_region_tensor_keys; /* keys of the diffusion tensor of one region */

/* Reads a number, or a formula in the variables name[0] .. name[names - 1]. location->store owns the result.
 * Errors: those of tc_expression_create; TC_USAGE if the node is neither a number nor a text. */
tc_status tc_config_read_formula(const tc_yaml_location *location, tc_yaml_node *node,
                                 const char *const *name, int names, tc_expression **out);

/* Returns in `*out` the tensor with the conductivities `along` fibres, `across` fibres and along the `sheet`,
 * each a number or a formula. If `sheet` is not set, the conductivity along the sheet is `across`. Errors:
 * TC_USAGE if the tensor is constant and invalid. */
tc_status tc_tensor_along_fibres(const char *where, const tc_scalar_input *along,
                                 const tc_scalar_input *across, const tc_scalar_input *sheet,
                                 tc_tensor_input *out);

#endif
