/* Kinds of values that only a run configuration has: the type of the member, the reader, and the tables of
 * nested mappings. config_keys.def refers to them. The store of the config owns all formulas. Not collective.
 */
#ifndef TC_IO_CONFIG_CONFIG_KINDS_H
#define TC_IO_CONFIG_CONFIG_KINDS_H

#include "count/grid.h"
#include "fv/formula/expression.h"
#include "solve/problem/boundary.h"
#include "solve/problem/material.h"
#include "solve/problem/source.h"
#include "solve/space/probe.h"
#include "yaml/keys.h"

/* Initial field: a formula, or a snapshot of an earlier run. Exactly one of formula and file is set after a
 * successful read. */
typedef struct tc_initial {
  tc_expression *formula; /* formula in x, y, z; NULL if the snapshot is used */
  const char *file;
  int64_t step; /* step of the snapshot; -1 for the last snapshot in the file */
} tc_initial;

typedef tc_expression *tc_key_type_formula_xyz; /* formula in x, y, z; owned by the store */
typedef tc_expression *tc_key_type_formula_xyzt;
typedef tc_probe tc_key_type_point;         /* point [x, y, z] with its location in the text */
typedef tc_grid tc_key_type_grid;           /* grid [rows, columns] of ranks; 0 x 0 if not set */
typedef tc_initial tc_key_type_initial;     /* a number, a formula, or a mapping {file: , step: } */
typedef tc_scalar_input tc_key_type_amount; /* a number from key->min to key->max, or a formula; all members
                                               zero if not set */
typedef tc_tensor_input
    tc_key_type_tensor; /* k, [kx, ky, kz] or [kxx, kyy, kzz, kxy, kxz, kyz]: numbers or formulas */
typedef tc_tensor_input tc_key_type_region_tensor; /* a tensor like tc_key_type_tensor, or a mapping {along: ,
                                                      across: , sheet: } */
typedef tc_source_options tc_key_type_states;      /* a mapping from names to {initial, rate} */
typedef tc_source_options
    tc_key_type_source; /* a formula in x, y, z, t, v and the states; the number 0 stands for no source */

/* Constant tensors are checked when they are read (fv/physics/diffusion_tensor.h), others when the run module
 * evaluates them for each cell. `states` is read before the formulas that refer to states by name. */
tc_key_reader tc_key_read_formula_xyz, tc_key_read_formula_xyzt, tc_key_read_point, tc_key_read_grid,
    tc_key_read_initial, tc_key_read_amount, tc_key_read_tensor, tc_key_read_region_tensor,
    tc_key_read_states, tc_key_read_source;

extern const tc_keys tc_boundary_rule_keys; /* the keys of a tc_boundary_rule, which describe one marker */
extern const tc_keys tc_region_tensor_keys; /* the keys of a tc_region_tensor */

/* Reads a number, or a formula in the variables name[0] .. name[names - 1]. spot->store owns the result.
 * Errors: those of tc_expression_create; TC_USAGE if the node is neither a number nor a text. */
tc_status tc_config_read_formula(const tc_yaml_location *spot, tc_yaml_node *node, const char *const *name,
                                 int names, tc_expression **out);

/* Returns a tensor in the axes of the fibres, with one value or formula per axis. If none is set for `sheet`,
 * that of `across` is used. Errors: TC_USAGE if the tensor is constant and invalid. */
tc_status tc_tensor_along_fibres(const char *where, const tc_scalar_input *along,
                                 const tc_scalar_input *across, const tc_scalar_input *sheet,
                                 tc_tensor_input *out);

#endif
