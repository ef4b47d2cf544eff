/* Reads diffusion tensors in the coordinates of the mesh or along fibres (see config_kinds.h). Components are
 * numbers or formulas. A formula without variables is converted to a number. If all components are numbers,
 * the tensor is checked to be positive definite. */
#include "io/config/config_kinds.h"

static const char *const tensor_forms =
    "a number, [kx, ky, kz] or [kxx, kyy, kzz, kxy, kxz, kyz], each a number or "
    "a formula in x, y, z";

/* Reads a formula. Evaluates a formula without variables and stores the result as a number. */
static tc_status read_formula(const tc_yaml_location *location, tc_yaml_node *node, tc_scalar_input *out) {
  TC_TRY(tc_key_read_formula_xyz(NULL, location, node, &out->formula));
  if (!tc_expression_is_constant(out->formula)) return TC_OK;
  static const double origin[3];
  TC_TRY(tc_expression_value(out->formula, origin, &out->number));
  out->formula = NULL;
  return TC_OK;
}

tc_status tc_key_read_amount(const tc_key *key, const tc_yaml_location *location, tc_yaml_node *node,
                             void *field) {
  tc_scalar_input *amount = field;
  *amount = (tc_scalar_input){0};
  if (tc_yaml_is_number(node)) return tc_key_read_number(key, location, node, &amount->number);
  TC_TRY(read_formula(location, node, amount));
  if (amount->formula || (amount->number >= key->min && amount->number <= key->max)) return TC_OK;
  return tc_status_create(TC_USAGE, "%s: the formula gives %g, which is out of range: expected %g to %g",
                          location->where, amount->number, key->min, key->max);
}

/* ---- tensors in the coordinates of the mesh ---- */

/* Reads a component of a tensor. Does not check the range of a number, because check_tensor checks the whole
 * tensor later. */
static tc_status read_component(const tc_yaml_location *location, tc_yaml_node *node, tc_scalar_input *out) {
  if (tc_yaml_number(node, &out->number)) return TC_OK;
  if (!tc_yaml_is_text(node)) return tc_key_expected_error(location->where, "numbers or formulas", node);
  return read_formula(location, node, out);
}

static tc_status read_components(const tc_yaml_location *location, tc_yaml_node *node, tc_tensor_input *out) {
  if (tc_yaml_is_text(node)) return read_component(location, node, &out->component[0]);
  if (!tc_yaml_is_list(node)) return tc_key_expected_error(location->where, tensor_forms, node);
  const int count = tc_yaml_count(node);
  const char *advice = tc_yaml_list_advice(node);
  if (count != 3 && count != 6)
    /* Example: run.yaml:3: diffusion.tensor: expected a number, [kx, ky, kz] or .., found 2 values */
    return tc_status_create(TC_USAGE, "%s: expected %s, found %d values%s%s", location->where, tensor_forms,
                            count, *advice ? ": " : "", advice);
  out->form = count == 3 ? TC_TENSOR_DIAGONAL : TC_TENSOR_FULL;
  for (int i = 0; i < count; i++) TC_TRY(read_component(location, tc_yaml_item(node, i), &out->component[i]));
  return TC_OK;
}

static tc_status check_tensor(const tc_tensor_input *tensor) {
  double component[6];
  if (!tc_tensor_is_constant(tensor)) return TC_OK;
  tc_tensor_evaluate_constant(tensor, component);
  return tc_diffusion_check(TC_USAGE, tensor->where, component);
}

tc_status tc_key_read_tensor(const tc_key *key, const tc_yaml_location *location, tc_yaml_node *node,
                             void *field) {
  tc_tensor_input *tensor = field;
  (void)key;
  *tensor = (tc_tensor_input){.where = location->where, .form = TC_TENSOR_SCALAR};
  TC_TRY(read_components(location, node, tensor));
  return check_tensor(tensor);
}

/* ---- tensors along fibres ---- */

typedef struct fibre_tensor {
  tc_scalar_input along, across, sheet;
} fibre_tensor;

static const tc_key fibre_tensor_key[] = {
    {TC_KEY_VALUE(fibre_tensor, "along", amount, along), .min = TC_DIFFUSION_MIN, .max = TC_DIFFUSION_MAX},
    {TC_KEY_VALUE(fibre_tensor, "across", amount, across), .min = TC_DIFFUSION_MIN, .max = TC_DIFFUSION_MAX},
    {TC_KEY_VALUE(fibre_tensor, "sheet", amount, sheet), .default_value = "null", .min = TC_DIFFUSION_MIN,
     .max = TC_DIFFUSION_MAX},
};
static const tc_keys fibre_tensor_keys = {TC_KEYS(fibre_tensor_key)};

tc_status tc_tensor_along_fibres(const char *where, const tc_scalar_input *along,
                                 const tc_scalar_input *across, const tc_scalar_input *sheet,
                                 tc_tensor_input *out) {
  const bool has_sheet = sheet->formula || sheet->number > 0.0;
  *out = (tc_tensor_input){where, TC_TENSOR_FIBRES, {*along, *across, has_sheet ? *sheet : *across}};
  return check_tensor(out);
}

tc_status tc_key_read_region_tensor(const tc_key *key, const tc_yaml_location *location, tc_yaml_node *node,
                                    void *field) {
  fibre_tensor a = {0};
  if (!tc_yaml_is_map(node)) return tc_key_read_tensor(key, location, node, field);
  TC_TRY(tc_key_values_read_map(&fibre_tensor_keys, location, node, &a));
  return tc_tensor_along_fibres(location->where, &a.along, &a.across, &a.sheet, field);
}

static const tc_key region_tensor_key[] = {
    {TC_KEY_VALUE(tc_region_tensor, "region", label, region), .min = INT32_MIN, .max = INT32_MAX},
    {TC_KEY_VALUE(tc_region_tensor, "tensor", region_tensor, tensor)},
};
const tc_keys tc_region_tensor_keys = {TC_KEYS(region_tensor_key), TC_KEYS_WHERE(tc_region_tensor, where)};
