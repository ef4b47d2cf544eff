#include "report/document/time_study.h"

#include <math.h>
#include <stdlib.h>

#include "base/document/render.h"
#include "io/mesh/mesh_files.h"
#include "report/json_reader.h"
#include "support/expect.h"
#include "support/golden.h"

enum { RUNS = 3 };

/* A study of runs whose errors are those of a method of order `order` and whose reference has 8 times the
 * largest number of steps. */
typedef struct sample {
  tc_time_run run[RUNS];
  tc_time_study study;
} sample;

static double error_of(double order, int64_t steps) { return pow((double)steps, -order); }

static void make_sample(double order, sample *s) {
  static const char *const override[] = {"time.theta=0.5"};
  *s = (sample){.study = {.title = "It's",
                          .config = "c.yaml",
                          .overrides = 1,
                          .override = override,
                          .ranks = 2,
                          .threads = 1,
                          .scheme = "gradient",
                          .stabilisation = 0.3,
                          .cells = 4297,
                          .end = 0.02,
                          .rounds = 3,
                          .reference = {.method = "implicit", .theta = 0.5, .steps = 128, .error = NAN},
                          .count = RUNS,
                          .run = s->run}};
  for (int i = 0; i < RUNS; i++) {
    const int64_t steps = 4 << i;
    s->run[i] = (tc_time_run){.method = "implicit",
                              .theta = 0.5,
                              .steps = steps,
                              .dt = 0.02 / (double)steps,
                              .stabilisation = NAN,
                              .storage = "ell16",
                              .products = 10 * steps,
                              .iterations = 5 * steps,
                              .error = error_of(order, steps) - error_of(order, s->study.reference.steps),
                              .wall_s = 1e-3 * (double)steps,
                              .search_s = 0.5,
                              .hash = 0xabcdefu};
  }
}

/* The error of the reference raises the apparent order. For 8 and 16 steps and a reference of 128 steps, the
 * exact values are log2(15/7) for order 1 and log2(255/63) for order 2. */
Test(time_study, the_reference_raises_orders) {
  cr_expect_float_eq(tc_time_apparent_order(1.0, 8, 16, 128), log2(15.0 / 7.0), 1e-12);
  cr_expect_float_eq(tc_time_apparent_order(2.0, 8, 16, 128), log2(255.0 / 63.0), 1e-12);
  cr_expect_float_eq(tc_time_apparent_order(2.0, 8, 16, INT64_MAX), 2.0, 1e-9, "an exact reference");
}

Test(time_study, the_bias_is_removed) {
  static const double orders[] = {0.7, 1.0, 2.0, 4.0};
  for (size_t i = 0; i < sizeof orders / sizeof *orders; i++) {
    sample s;
    make_sample(orders[i], &s);
    tc_time_study_compute_orders(&s.study);
    cr_expect(isnan(s.run[0].order) && isnan(s.run[0].bias));
    cr_expect_gt(s.run[2].bias, s.run[1].bias, "the finer run is closer to the reference");
    cr_expect_float_eq(tc_time_study_order(&s.study), orders[i], 1e-9);
    cr_expect_float_eq(s.study.reference.error / error_of(orders[i], 128), 1.0, 1e-9);
  }
}

Test(time_study, errors_that_do_not_fall_have_no_order) {
  sample s;
  make_sample(1.0, &s);
  s.run[2].error = 0.9 * s.run[1].error;
  tc_time_study_compute_orders(&s.study);
  cr_expect(isnan(tc_time_study_order(&s.study)) && isfinite(s.run[2].order) && isfinite(s.run[1].bias));
  s.run[2].error = 0.0;
  tc_time_study_compute_orders(&s.study);
  cr_expect(isnan(s.run[2].order) && isnan(s.study.reference.error));
  s.study.count = 1;
  tc_time_study_compute_orders(&s.study);
  cr_expect(isnan(tc_time_study_order(&s.study)));
}

/* Returns the text of a document, which the caller frees. */
static char *print_text(tc_document *document) {
  char *text = NULL;
  size_t length = 0;
  FILE *out = open_memstream(&text, &length);
  expect_ok(tc_document_print(document, tc_document_text, out));
  fclose(out);
  return text;
}

/* Compares the text of a document with a golden file. */
static void expect_text(tc_document *document, const char *name) {
  char *text = print_text(document);
  expect_golden("report", name, text);
  free(text);
}

Test(time_study, the_table_of_orders) {
  sample s;
  tc_document document;
  make_sample(2.0, &s);
  tc_time_study_compute_orders(&s.study);
  tc_time_study_build_orders(&s.study, &document);
  expect_text(&document, "time_orders.txt");
  s.run[2].error = s.run[1].error;
  tc_time_study_compute_orders(&s.study);
  tc_time_study_build_orders(&s.study, &document);
  expect_text(&document, "time_orders_none.txt");
}

/* A note must explain measured orders that exceed the order of the method by more than 0.1, in any line of
 * the table. */
Test(time_study, orders_above_that_of_the_method) {
  sample s;
  tc_document document;
  make_sample(2.0, &s);
  s.study.method_order = 2;
  tc_time_study_compute_orders(&s.study);
  cr_expect_not(tc_time_study_exceeds_order(&s.study), "the error of the reference alone raises the orders");
  s.run[0].error *= 2.0;
  tc_time_study_compute_orders(&s.study);
  cr_expect(tc_time_study_exceeds_order(&s.study));
  tc_time_study_build_orders(&s.study, &document);
  expect_text(&document, "time_orders_above.txt");
  s.study.method_order = 0;
  cr_expect_not(tc_time_study_exceeds_order(&s.study), "the order of the method is unknown");
}

/* Fills in a comparison of the methods euler, rkl2 and implicit. */
static void make_comparison(sample *s) {
  make_sample(1.0, s);
  s->study.stabilisation = NAN;
  s->study.reference =
      (tc_time_run){.method = "rkl2", .steps = 64, .dt = 0.02 / 64, .stabilisation = NAN, .error = 1.5e-4};
  s->run[0].method = "euler";
  s->run[1].method = "rkl2";
  s->run[0].theta = s->run[1].theta = 0.0;
  s->run[0].iterations = s->run[1].iterations = 0;
  s->run[1].stages = 5;
}

Test(time_study, the_table_of_methods) {
  sample s;
  tc_document document;
  make_comparison(&s);
  tc_time_study_build_methods(&s.study, &document);
  expect_text(&document, "time_methods.txt");
}

/* The table must contain a column of the stabilisation if the runs have different values, and otherwise
 * not. */
Test(time_study, the_stabilisation_of_methods) {
  sample s;
  tc_document document;
  make_comparison(&s);
  for (int i = 0; i < RUNS; i++) s.run[i].stabilisation = 1.0;
  s.study.reference.stabilisation = 1.0;
  tc_time_study_set_stabilisation(&s.study);
  cr_expect_eq(s.study.stabilisation, 1.0);
  s.run[0].stabilisation = 0.0;
  tc_time_study_set_stabilisation(&s.study);
  cr_expect(isnan(s.study.stabilisation));
  tc_time_study_build_methods(&s.study, &document);
  expect_text(&document, "time_methods_stabilisation.txt");
}

Test(time_study, a_reference_of_one_step) {
  sample s;
  tc_document document;
  make_comparison(&s);
  s.study.reference.steps = 1;
  tc_time_study_build_methods(&s.study, &document);
  char *text = print_text(&document);
  cr_expect_not_null(strstr(text, "from 1 step of rkl2"), "%s", text);
  free(text);
}

Test(time_study, json_and_csv_hold_all_of_it) {
  sample s;
  char path[400];
  tc_document document;
  folder f = folder_make();
  make_comparison(&s);
  file_path(&f, "out.json", path);
  for (int i = 0; i < 2; i++) {
    expect_ok(tc_time_study_prepare("compare", path, NULL, NULL));
    tc_time_study_build_methods(&s.study, &document);
    expect_ok(tc_document_write(&document, tc_document_json, path));
  }
  expect_error(tc_time_study_prepare("verify", path, NULL, NULL), TC_OUTPUT,
               "is a report of tetracast compare");
  char *text = file_text(&f, "out.json");
  cr_assert(json_valid(text), "%s", text);
  cr_expect_eq(strtod(json_find(text, "reference.steps"), NULL), 64.0);
  cr_expect_eq(strtod(json_find(text, "runs.1.stages"), NULL), 5.0);
  cr_expect_eq(strtod(json_find(text, "runs.1.products_ratio"), NULL), 2.0);
  cr_expect_eq(strtod(json_find(text, "runs.2.theta"), NULL), 0.5);
  cr_expect_eq(strtod(json_find(text, "runs.2.wall_ratio"), NULL), 4.0);
  cr_expect_eq(strncmp(json_find(text, "runs.2.storage"), "\"ell16\"", 7), 0);
  free(text);
  file_path(&f, "out.csv", path);
  for (int i = 0; i < 2; i++) {
    expect_ok(tc_time_study_prepare("compare", NULL, path, NULL));
    tc_time_study_build_methods(&s.study, &document);
    expect_ok(tc_document_write(&document, tc_document_csv, path));
  }
  text = file_text(&f, "out.csv");
  cr_expect_not_null(strstr(text, "\nrkl2,,8,0.0025,5,80,,"), "%s", text);
  free(text);
  file_write(&f, "notes", "dear diary");
  file_path(&f, "notes", path);
  expect_error(tc_time_study_prepare("compare", path, NULL, NULL), TC_OUTPUT, "notes");
  expect_error(tc_time_study_prepare("compare", NULL, path, NULL), TC_OUTPUT, "notes");
  expect_error(tc_time_study_prepare("compare", NULL, NULL, path), TC_OUTPUT, "notes");
  folder_remove(&f);
}
