/* An artificial table of YAML keys for tests, with everything that tables may contain: lists of mappings, a
 * type with several forms, and lists of lists. */
#ifndef TC_TESTS_YAML_NESTED_H
#define TC_TESTS_YAML_NESTED_H

#include <float.h>

#include "yaml/keys.h"

/* Example of a key type that a user of yaml/keys.h defines, a point [x, y, z]. */
typedef double tc_key_type_point[3];

static inline tc_status tc_key_read_point(const tc_key *key, const tc_yaml_location *location,
                                          tc_yaml_node *node, void *field) {
  double *x = field;
  if (!tc_yaml_is_list(node) || tc_yaml_count(node) != 3)
    return tc_key_expected_error(location->where, "a point [x, y, z]", node);
  for (int i = 0; i < 3; i++) TC_TRY(tc_key_read_number(key, location, tc_yaml_item(node, i), &x[i]));
  return TC_OK;
}

static const char *const kinds[] = {"value", "flux", "exchange"};
static inline const char *kind_name(int i) { return kinds[i]; }
static const tc_registry kind_list = {3, kind_name, kind_name, NULL};

/* One form of a tensor, the mapping {along, across}. The other forms are a number, a list [kx, ky, kz] and a
 * formula. */
typedef struct fibres {
  double along, across;
  struct {
    const char *file;
  } direction;
} fibres;

enum { NUMBER, LIST, FIBRES, FORMULA };

typedef struct tensor {
  int form;
  double number;
  TC_LIST(double) list;
  const char *formula;
  fibres fibres;
} tensor;

static const tc_key fibres_key[] = {
    {TC_KEY_VALUE(fibres, "along", positive, along), .max = DBL_MAX},
    {TC_KEY_VALUE(fibres, "across", positive, across), .default_value = "1", .max = DBL_MAX},
    {TC_KEY_VALUE(fibres, "direction.file", path, direction.file), .default_value = "null"},
};
static const tc_keys fibres_keys = {TC_KEYS(fibres_key)};

typedef tensor tc_key_type_tensor;

/* Reads a tensor in the form that matches the type of the YAML node. */
static inline tc_status tc_key_read_tensor(const tc_key *key, const tc_yaml_location *location,
                                           tc_yaml_node *node, void *field) {
  static const tc_key form[] = {
      [NUMBER] = {TC_KEY_VALUE(tensor, "", positive, number), .max = 1e9},
      [LIST] = {TC_KEY_LIST(tensor, "", number, list), .min = -9, .max = 9},
      [FIBRES] = {TC_KEY_MAP(tensor, "", fibres, fibres)},
      [FORMULA] = {TC_KEY_VALUE(tensor, "", text, formula)},
  };
  tensor *out = field;
  (void)key;
  out->form = tc_yaml_is_number(node) ? NUMBER
              : tc_yaml_is_list(node) ? LIST
              : tc_yaml_is_map(node)  ? FIBRES
                                      : FORMULA;
  const tc_key *one = &form[out->form];
  return one->read(one, location, node, (char *)field + one->field);
}

typedef struct region {
  int32_t region;
  tensor tensor;
  const char *where;
} region;

static const tc_key region_key[] = {
    {TC_KEY_VALUE(region, "region", int32, region), .min = 1, .max = 1000},
    {TC_KEY_VALUE(region, "tensor", tensor, tensor), .default_value = "1"},
};
static const tc_keys region_keys = {TC_KEYS(region_key), TC_KEYS_WHERE(region, where)};

typedef struct marker {
  int32_t marker;
  int kind;
  double h, outside;
} marker;

static const tc_key marker_key[] = {
    {TC_KEY_VALUE(marker, "marker", int32, marker), .min = -5, .max = 5},
    {TC_KEY_INDEX(marker, "kind", kind_list, int, kind), .default_value = "flux"},
    {TC_KEY_VALUE(marker, "exchange.h", number, h), .default_value = "0", .max = 1},
    {TC_KEY_VALUE(marker, "exchange.outside", number, outside), .default_value = "null", .max = 1},
};
static const tc_keys marker_keys = {TC_KEYS(marker_key)};

typedef struct body {
  const char *title;
  struct {
    TC_LIST(marker) markers;
  } boundary;
  TC_LIST(region) regions;
  TC_LIST(tc_key_type_point) probes;
  fibres fibres;
} body;

static const tc_key body_key[] = {
    {TC_KEY_VALUE(body, "title", text, title), .default_value = "null"},
    {TC_KEY_MAPS(body, "boundary.markers", marker, boundary.markers), .default_value = "[]"},
    {TC_KEY_MAPS(body, "regions", region, regions), .default_value = "[]"},
    {TC_KEY_LIST(body, "probes", point, probes), .default_value = "[[0, 0, 0]]", .min = -1, .max = 1},
    {TC_KEY_MAP(body, "fibres", fibres, fibres), .default_value = "{along: 4}"},
};
static const tc_keys body_keys = {TC_KEYS(body_key)};

static inline tc_status read_body(tc_yaml_store *store, const char *text, body *out) {
  const tc_yaml_location whole = tc_yaml_location_root(store, "b.yaml", NULL);
  tc_yaml_node *root = NULL;
  *out = (body){0};
  TC_TRY(tc_yaml_store_parse(store, "b.yaml", true, text, &root));
  return tc_key_values_read_map(&body_keys, &whole, root, out);
}

#endif
