/* Readers of value types (yaml/key_types.h) that only a run configuration has. Not collective.
 * config_keys.c and the other config_*.c files refer to them in their key tables.
 * The store of the config owns all expressions. */
#ifndef TC_IO_CONFIG_CONFIG_VALUE_H
#define TC_IO_CONFIG_CONFIG_VALUE_H

#include "count/grid.h"
#include "fv/formula/expression.h"
#include "solve/space/probe.h"
#include "yaml/keys.h"

typedef tc_expression *tc_key_type_formula_xyz; /* formula in x, y, z; owned by the store */
typedef tc_expression *tc_key_type_formula_xyzt;
typedef tc_probe tc_key_type_point; /* point [x, y, z] with its location in the text */

typedef tc_grid tc_key_type_grid; /* grid [rows, columns] of ranks */

tc_key_reader tc_key_read_formula_xyz, tc_key_read_formula_xyzt, tc_key_read_point, tc_key_read_grid;

/* Reads a number, or a formula in the variables name[0] .. name[names - 1]. spot->store owns the result.
 * Errors: those of tc_expression_create; TC_USAGE if the node is neither a number nor a text. */
tc_status tc_config_read_formula(const tc_yaml_location *spot, tc_yaml_node *node, const char *const *name,
                                 int names, tc_expression **out);

#endif
