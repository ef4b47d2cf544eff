/* Tests of reading YAML files with nested tables of keys. */
#include <stdio.h>
#include <stdlib.h>

#include "support/expect.h"
#include "yaml/nested.h"

static void expect_message(const char *text, const char *message) {
  tc_yaml_store store = {0};
  body b;
  tc_status status = read_body(&store, text, &b);
  cr_assert_not_null(status, "no error, expected: %s", message);
  cr_expect_eq(tc_status_code(status), TC_USAGE);
  cr_expect_str_eq(tc_status_text(status), message);
  tc_status_free(&status);
  tc_yaml_store_free(&store);
}

Test(values, defaults) {
  tc_yaml_store store = {0};
  body b;
  expect_ok(read_body(&store, "{}", &b));
  cr_expect_null(b.title);
  cr_expect_eq(b.boundary.markers.count, 0);
  cr_expect_eq(b.regions.count, 0);
  cr_assert_eq(b.probes.count, 1);
  cr_expect_eq(b.probes.item[0][2], 0.0);
  cr_expect(b.fibres.along == 4.0 && b.fibres.across == 1.0 && !b.fibres.direction.file);
  tc_yaml_store_free(&store);
}

Test(values, everything) {
  tc_yaml_store store = {0};
  body b;
  expect_ok(read_body(&store,
                      "title: heart\n"
                      "boundary:\n"
                      "  markers:\n"
                      "  - {marker: -5, kind: value}\n"
                      "  - marker: 2\n"
                      "    kind: exchange\n"
                      "    exchange:\n"
                      "      h: 0.5\n"
                      "  - exchange: {h: 1, outside: 0.25}\n"
                      "    marker: 3\n"
                      "probes: [[1, 0.5, 0], [-1, 0, 1]]\n"
                      "fibres: {along: 2, across: 3, direction: {file: f.txt}}\n",
                      &b));
  const marker *m = b.boundary.markers.item;
  cr_assert_eq(b.boundary.markers.count, 3);
  cr_expect(m[0].marker == -5 && m[0].kind == 0 && m[0].h == 0.0);
  cr_expect(m[1].marker == 2 && m[1].kind == 2 && m[1].h == 0.5 && m[1].outside == 0.0);
  cr_expect(m[2].marker == 3 && m[2].kind == 1 && m[2].h == 1.0 && m[2].outside == 0.25);
  cr_assert_eq(b.probes.count, 2);
  cr_expect(b.probes.item[0][1] == 0.5 && b.probes.item[1][0] == -1.0 && b.probes.item[1][2] == 1.0);
  cr_expect_eq(b.fibres.across, 3.0);
  cr_expect_str_eq(b.fibres.direction.file, "f.txt");
  cr_expect_str_eq(b.title, "heart");
  tc_yaml_store_free(&store);
}

Test(values, every_form) {
  tc_yaml_store store = {0};
  body b;
  expect_ok(read_body(&store,
                      "regions:\n"
                      "- {region: 1}\n"
                      "- {region: 2, tensor: 2.5}\n"
                      "- region: 3\n"
                      "  tensor:\n"
                      "  - 1\n"
                      "  - -2e0\n"
                      "-\n"
                      "  region: 4\n"
                      "  tensor: {across: 7, along: 9}\n"
                      "- {region: 5, tensor: x*y}\n"
                      "- {region: 6, tensor: '1'}\n",
                      &b));
  static const int form[] = {NUMBER, NUMBER, LIST, FIBRES, FORMULA, FORMULA};
  static const int line[] = {2, 3, 4, 9, 11, 12};
  const region *r = b.regions.item;
  char where[64];
  cr_assert_eq(b.regions.count, 6);
  for (int i = 0; i < 6; i++) {
    cr_expect_eq(r[i].region, i + 1);
    cr_expect_eq(r[i].tensor.form, form[i]);
    snprintf(where, sizeof where, "b.yaml:%d: regions, item %d", line[i], i + 1);
    cr_expect_str_eq(r[i].where, where);
  }
  cr_expect(r[0].tensor.number == 1.0 && r[1].tensor.number == 2.5);
  cr_expect(r[2].tensor.list.count == 2 && r[2].tensor.list.item[1] == -2.0);
  cr_expect(r[3].tensor.fibres.along == 9.0 && r[3].tensor.fibres.across == 7.0);
  cr_expect_str_eq(r[4].tensor.formula, "x*y");
  cr_expect_str_eq(r[5].tensor.formula, "1");
  tc_yaml_store_free(&store);
}

/* Each message must contain the line of the wrong key or value, not that of the enclosing list. */
Test(values, faults_inside_items) {
  expect_message("boundary:\n  markers:\n  - marker: 1\n  - marker: 2\n    knd: flux\n",
                 "b.yaml:5: boundary.markers, item 2: unknown key 'knd' (did you mean 'kind'?)");
  expect_message("boundary:\n  markers:\n  - marker: 1\n    wibble: 2\n",
                 "b.yaml:4: boundary.markers, item 1: unknown key 'wibble' (known: marker, kind, exchange)");
  expect_message("boundary:\n  markers:\n  - {marker: 1, exchange: {wibble: 2}}\n",
                 "b.yaml:3: boundary.markers, item 1: unknown key 'exchange.wibble' (known in exchange: h, "
                 "outside)");
  expect_message("boundary:\n  markers:\n  - marker: 1\n  - kind: flux\n    marker: 1\n    kind: value\n",
                 "b.yaml:6: invalid YAML at column 5: duplicate key");
  expect_message("boundary:\n  markers:\n  - marker: 1\n  - kind: flux\n",
                 "b.yaml:4: boundary.markers, item 2: the key marker is missing: add it");
  expect_message("boundary:\n  markers:\n  - marker: 1\n\n  - kind: flux\n    marker: two\n",
                 "b.yaml:6: boundary.markers, item 2: marker: expected an integer, found 'two'");
  expect_message("boundary: {markers: [{marker: 1},\n {marker: 6}]}\n",
                 "b.yaml:2: boundary.markers, item 2: marker: 6 is out of range: expected an integer from -5 "
                 "to 5");
  expect_message("boundary:\n  markers:\n  - marker: 1\n    kind: open\n",
                 "b.yaml:4: boundary.markers, item 1: kind: expected one of value, flux, exchange, found "
                 "'open'");
  expect_message("boundary:\n  markers:\n  - marker: 1\n    exchange:\n      h: 2\n",
                 "b.yaml:5: boundary.markers, item 1: exchange.h: 2 is out of range: expected a number from "
                 "0 to 1");
  expect_message("boundary:\n  markers:\n  - marker: 1\n    exchange: 2\n",
                 "b.yaml:4: boundary.markers, item 1: exchange: expected a mapping, for example {h: ..}; "
                 "its keys are h, outside");
  expect_message("boundary:\n  markers:\n  - marker: 1\n    exchange.h: 2\n",
                 "b.yaml:4: boundary.markers, item 1: exchange.h: dotted keys are allowed with -s only: "
                 "write the key inside its section");
}

Test(values, items_of_the_wrong_kind) {
  expect_message("boundary:\n  markers: 5\n", "b.yaml:2: boundary.markers: expected a list, found '5'");
  expect_message("boundary:\n  markers: {marker: 1}\n",
                 "b.yaml:2: boundary.markers: expected a list, found a mapping (keys and values)");
  expect_message("boundary:\n  markers:\n  - marker: 1\n  - 5\n",
                 "b.yaml:4: boundary.markers, item 2: expected a mapping, for example {marker: ..}; "
                 "its keys are marker, kind, exchange");
  expect_message("boundary:\n  markers:\n  - marker: 1\n  - null\n",
                 "b.yaml:4: boundary.markers, item 2: expected a mapping, for example {marker: ..}; "
                 "its keys are marker, kind, exchange");
  expect_message("probes:\n- [0, 0, 0]\n- [0, 0]\n",
                 "b.yaml:3: probes, item 2: expected a point [x, y, z], found a list of 2 values");
  expect_message("probes:\n- [0, 0, 0]\n- [0, 0, 7]\n",
                 "b.yaml:3: probes, item 2: 7 is out of range: expected a number from -1 to 1");
  expect_message("probes: [[0, nan, 0]]\n",
                 "b.yaml:1: probes, item 1: nan is out of range: expected a number from -1 to 1");
  expect_message("- 1\n", "b.yaml:1: expected a mapping, for example {title: ..}; its keys are title, "
                          "boundary, regions, probes, fibres");
}

Test(values, faults_inside_forms) {
  expect_message("regions:\n- region: 1\n  tensor: 0\n",
                 "b.yaml:3: regions, item 1: tensor: 0 is out of range: expected a finite number above 0, at "
                 "most 1e+09");
  expect_message("regions:\n- region: 1\n  tensor:\n  - 1\n  - x\n",
                 "b.yaml:5: regions, item 1: tensor, item 2: expected a number, found 'x'");
  expect_message("regions:\n- region: 1\n  tensor:\n    along: 1\n    acros: 2\n",
                 "b.yaml:5: regions, item 1: tensor: unknown key 'acros' (did you mean 'across'?)");
  expect_message("regions:\n- region: 1\n  tensor:\n    across: 2\n",
                 "b.yaml:3: regions, item 1: tensor: the key along is missing: add it");
  expect_message("regions:\n- region: 1\n  tensor:\n    along: 2\n    direction: {file: ''}\n",
                 "b.yaml:5: regions, item 1: tensor.direction.file: expected the name of a file, found an "
                 "empty text");
}

/* A key may require another key or one of two keys, and may exclude another key. Violations must be
 * errors. */
Test(values, needs_and_conflicts) {
  typedef struct table {
    int64_t every, steps;
    double end;
  } table;
  static const tc_key key[] = {
      {TC_KEY_VALUE(table, "steps", int64, steps), .default_value = "1", .max = 9},
      {TC_KEY_VALUE(table, "end", number, end), .default_value = "null", .max = 9, .conflicts = "steps"},
      {TC_KEY_VALUE(table, "every", int64, every), .default_value = "0", .max = 9, .needs = "end",
       .or_needs = "steps"},
  };
  static const tc_keys keys = {TC_KEYS(key)};
  static const char *const text[] = {"{every: 0}", "{every: 2, end: null}", "{steps: 2, end: null}",
                                     "{every: 2}", "{steps: 2, end: 3}"};
  static const char *const message[] =
      {NULL, NULL, NULL, "b.yaml:1: every: requires end or steps, but both are missing: add one",
       "b.yaml:1: end: conflicts with steps (b.yaml:1: steps): set one of the two to null"};
  for (int k = 0; k < 5; k++) {
    tc_yaml_store store = {0};
    const tc_yaml_location location = tc_yaml_location_root(&store, "b.yaml", NULL);
    tc_yaml_node *node;
    tc_key_values values;
    table out = {0};
    expect_ok(tc_yaml_store_parse(&store, "b.yaml", true, text[k], &node));
    expect_ok(tc_key_values_create(&store, &keys, &values));
    expect_ok(tc_key_values_collect(&values, &location, node));
    expect_ok(tc_key_values_read(&values, &location, &out));
    tc_status status = tc_key_values_check(&values);
    if (message[k])
      expect_error(status, TC_USAGE, message[k]);
    else
      expect_ok(status);
    tc_yaml_store_free(&store);
  }
}

/* The message of an override must contain its key once and no line. */
Test(values, overrides) {
  static const char *const label = "-s boundary.markers=[..]";
  tc_yaml_store store = {0};
  const tc_yaml_location file = tc_yaml_location_root(&store, "b.yaml", NULL),
                         given = tc_yaml_location_root(&store, label, "boundary.markers");
  tc_key_values values;
  tc_yaml_node *node;
  body b = {0};
  expect_ok(tc_key_values_create(&store, &body_keys, &values));
  expect_ok(tc_yaml_store_parse(&store, "b.yaml", true, "boundary: {markers: [{marker: no}]}", &node));
  expect_ok(tc_key_values_collect(&values, &file, node));
  expect_ok(tc_yaml_store_parse(&store, label, false, "[{marker: 4, exchange.h: 1}]", &node));
  expect_ok(tc_key_values_assign(&values, &given, "boundary.markers", 0, node));
  expect_ok(tc_key_values_read(&values, &file, &b));
  cr_assert_eq(b.boundary.markers.count, 1);
  cr_expect(b.boundary.markers.item[0].marker == 4 && b.boundary.markers.item[0].h == 1.0);
  expect_ok(tc_yaml_store_parse(&store, label, false, "[{marker: 4}, {marker: 44}]", &node));
  expect_ok(tc_key_values_assign(&values, &given, "boundary.markers", 0, node));
  expect_error(tc_key_values_read(&values, &file, &b), TC_USAGE,
               "-s boundary.markers=[..]: boundary.markers, item 2: marker: 44 is out of range");
  expect_ok(tc_yaml_store_parse(&store, label, false, "3", &node));
  expect_ok(tc_key_values_assign(&values, &given, "boundary.markers", 0, node));
  expect_error(tc_key_values_read(&values, &file, &b), TC_USAGE,
               "-s boundary.markers=[..]: expected a list, found '3'");
  tc_yaml_store_free(&store);
}

/* Every item of a long list must have its own line and the default values. */
Test(values, long_lists) {
  enum { n = 1000 };
  tc_yaml_store store = {0};
  body b;
  char *text = malloc(n * 32), *end = text + sprintf(text, "regions:\n");
  for (int i = 0; i < n; i++) end += sprintf(end, "- {region: %d}\n", i + 1);
  expect_ok(read_body(&store, text, &b));
  cr_assert_eq(b.regions.count, n);
  cr_expect_str_eq(b.regions.item[n - 1].where, "b.yaml:1001: regions, item 1000");
  cr_expect_eq(b.regions.item[n - 1].tensor.number, 1.0);
  tc_yaml_store_free(&store);
  free(text);
}
