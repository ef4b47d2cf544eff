#include "base/document/render.h"
#include "report/document/refinement.h"

#include <math.h>
#include <stdlib.h>

#include "io/mesh/mesh_files.h"
#include "report/json_reader.h"
#include "support/expect.h"
#include "support/golden.h"

/* Results of a refinement study on three meshes, not sorted by size. The errors are c h^order, where h is the
 * cell size. */
typedef struct mesh_series {
  tc_refinement_level level[3];
  tc_refinement_series series;
} mesh_series;

static void make_series(double order, double c, mesh_series *m) {
  static const double h[] = {0.05, 0.2, 0.1};
  static const char *const mesh[] = {"fine", "coarse,\"1\"", "middle"};
  *m = (mesh_series){.series = {"gradient", 3, m->level}};
  for (int i = 0; i < 3; i++)
    m->level[i] = (tc_refinement_level){.mesh = mesh[i],
                                        .cells = (int64_t)(1 / h[i]),
                                        .h = h[i],
                                        .steps = 7,
                                        .dt = 0.5,
                                        .time = 3.5,
                                        .stabilisation = 0.25,
                                        .l2 = c * pow(h[i], order),
                                        .relative = 2.0 * c * pow(h[i], order),
                                        .max = pow(h[i], order + 1.0),
                                        .hash = 0xabcdefu};
  tc_refinement_series_compute_orders(&m->series);
}

Test(refinement, orders_follow_from_neighbours) {
  mesh_series m;
  make_series(1.5, 3.0, &m);
  cr_assert(m.level[0].h == 0.2 && m.level[1].h == 0.1 && m.level[2].h == 0.05, "from coarse to fine");
  cr_assert(isnan(m.level[0].order) && isnan(m.level[0].max_error_order));
  for (int i = 1; i < 3; i++)
    cr_assert(fabs(m.level[i].order - 1.5) < 1e-12 && fabs(m.level[i].max_error_order - 2.5) < 1e-12);
  m.level[2].l2 = m.level[1].l2;
  tc_refinement_series_compute_orders(&m.series);
  cr_assert_eq(tc_refinement_series_order(&m.series), 0.0, "the order of the two finest meshes");
}

Test(refinement, verdicts) {
  static const struct {
    double order, c;
    tc_verdict verdict;
    const char *words;
  } cases[] = {
      {2.0, 1.0, TC_VERDICT_SECOND, "second order: 2.00"},
      {1.8, 1.0, TC_VERDICT_SECOND, "second order: 1.80"},
      {1.0, 1.0, TC_VERDICT_CONVERGES, "converges with order 1.00"},
      {0.6, 1.0, TC_VERDICT_CONVERGES, "order 0.60"},
      {0.1, 1.0, TC_VERDICT_INCONSISTENT,
       "not consistent: the error hardly falls under refinement (order 0.10"},
      {-1.0, 1.0, TC_VERDICT_INCONSISTENT, "not consistent"},
      {-1.0, 1e-14, TC_VERDICT_EXACT, "exact to round-off"},
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    mesh_series m;
    tc_line line;
    make_series(cases[i].order, cases[i].c, &m);
    cr_assert_eq(tc_refinement_series_verdict(&m.series), cases[i].verdict, "case %zu", i);
    cr_assert_not_null(strstr(tc_refinement_series_format(&m.series, &line), cases[i].words), "%s",
                       line.text);
  }
}

Test(refinement, no_error_of_a_solution_that_is_0_is_exact) {
  mesh_series m;
  make_series(2.0, 0.0, &m);
  for (int i = 0; i < m.series.levels; i++) m.level[i].relative = NAN; /* 0 / 0 */
  cr_assert_eq(tc_refinement_series_verdict(&m.series), TC_VERDICT_EXACT);
}

Test(refinement, one_mesh_has_no_order) {
  mesh_series m;
  tc_line line;
  make_series(2.0, 1.0, &m);
  m.series.levels = 1;
  cr_assert(isnan(tc_refinement_series_order(&m.series)));
  cr_assert_eq(tc_refinement_series_verdict(&m.series), TC_VERDICT_NONE);
  cr_assert_not_null(strstr(tc_refinement_series_format(&m.series, &line), "two meshes"));
}

static tc_refinement study_of(mesh_series *m) {
  return (tc_refinement){.title = "It's",
                         .config = "c.yaml",
                         .ranks = 2,
                         .threads = 1,
                         .count = 1,
                         .series = &m->series};
}

Test(refinement, the_table_has_a_line_for_each_mesh) {
  mesh_series m;
  char *text = NULL;
  size_t length = 0;
  make_series(2.0, 1.0, &m);
  const tc_refinement study = study_of(&m);
  FILE *out = open_memstream(&text, &length);
  tc_document document;
  tc_refinement_build(&study, &document);
  expect_ok(tc_document_print(&document, tc_document_text, out));
  fclose(out);
  expect_golden("report", "refinement.txt", text);
  free(text);
}

Test(refinement, json_and_csv_hold_all_of_it) {
  mesh_series m;
  char path[400];
  folder f = folder_make();
  make_series(2.0, 1.0, &m);
  const tc_refinement study = study_of(&m);
  file_path(&f, "out.json", path);
  expect_ok(tc_refinement_prepare(path, NULL, NULL));
  tc_document document;
  tc_refinement_build(&study, &document);
  expect_ok(tc_document_write(&document, tc_document_json, path));
  expect_ok(tc_refinement_prepare(path, NULL, NULL));
  char *text = file_text(&f, "out.json");
  cr_assert(json_valid(text), "%s", text);
  cr_assert(fabs(strtod(json_find(text, "schemes.0.order"), NULL) - 2.0) < 1e-12);
  cr_assert(fabs(strtod(json_find(text, "schemes.0.meshes.2.relative_l2_error"), NULL) - 0.005) < 1e-12);
  cr_assert_eq(strtod(json_find(text, "schemes.0.meshes.1.steps"), NULL), 7.0);
  free(text);
  file_path(&f, "out.csv", path);
  tc_refinement_build(&study, &document);
  expect_ok(tc_document_write(&document, tc_document_csv, path));
  expect_ok(tc_refinement_prepare(NULL, path, NULL));
  text = file_text(&f, "out.csv");
  cr_assert_eq(strncmp(text, "scheme,mesh,cells,h,", 20), 0);
  cr_assert_not_null(strstr(text, "\ngradient,\"coarse,\"\"1\"\"\",5,0.2,7,0.5,3.5,0.25,0.04,0.08,0.008,,\n"),
                     "%s", text);
  free(text);
  folder_remove(&f);
}

Test(refinement, what_is_something_else_is_not_overwritten) {
  static const char *const pictures[][2] = {{"notes.png", "dear diary"},
                                            {"photo.png",
                                             "\x89PNG\r\n\x1a\n, which ends with IEND\xae\x42\x60\x82"},
                                            {"drawing.svg", "<?xml version=\"1.0\"?>\n<svg></svg>\n"}};
  char path[400];
  folder f = folder_make();
  file_write(&f, "notes", "dear diary");
  file_path(&f, "notes", path);
  expect_error(tc_refinement_prepare(path, NULL, NULL), TC_OUTPUT, "notes");
  expect_error(tc_refinement_prepare(NULL, path, NULL), TC_OUTPUT, "notes");
  if (system("command -v gnuplot > /dev/null 2>&1") == 0)
    for (size_t i = 0; i < sizeof pictures / sizeof *pictures; i++) {
      file_write(&f, pictures[i][0], pictures[i][1]);
      file_path(&f, pictures[i][0], path);
      expect_error(tc_refinement_prepare(NULL, NULL, path), TC_OUTPUT, "is not a plot of tetracast verify");
    }
  expect_error(tc_refinement_prepare(NULL, NULL, "plot.jpg"), TC_USAGE, "plot.jpg");
  folder_remove(&f);
}

/* A plot must omit errors that are 0 or unknown, because its axes are logarithmic. If no positive errors
 * remain, there must be no plot. */
Test(refinement, errors_that_are_0_are_left_out) {
  static const double errors[][3] = {{0.1, 0.0, 0.01}, {0.0, NAN, 0.0}, {NAN, 0.3, NAN}};
  static const bool shown[] = {true, false, true};
  for (size_t i = 0; i < sizeof errors / sizeof *errors; i++) {
    mesh_series m, other;
    char path[400];
    folder f = folder_make();
    make_series(2.0, 1.0, &m);
    for (int k = 0; k < 3; k++) m.level[k].relative = errors[i][k];
    make_series(2.0, 1.0, &other);
    for (int k = 0; k < 3; k++) other.level[k].relative = 0.0;
    tc_refinement_series series[] = {other.series, m.series};
    tc_refinement study = study_of(&m);
    study.count = 2;
    study.series = series;
    cr_assert_eq(tc_refinement_has_plot(&study), shown[i], "case %zu", i);
    file_path(&f, "plot.png", path);
    if (shown[i] && system("command -v gnuplot > /dev/null 2>&1") == 0) {
      expect_ok(tc_refinement_plot(&study, path));
      expect_ok(tc_refinement_prepare(NULL, NULL, path));
    }
    folder_remove(&f);
  }
}

/* If gnuplot is missing, tc_refinement_prepare returns an error, so that the user learns this before the
 * computation. */
Test(refinement, a_plot_is_drawn_by_gnuplot) {
  mesh_series m;
  char path[400];
  folder f = folder_make();
  make_series(2.0, 1.0, &m);
  const tc_refinement study = study_of(&m);
  file_path(&f, "it's.svg", path);
  if (system("command -v gnuplot > /dev/null 2>&1") != 0) {
    expect_error(tc_refinement_prepare(NULL, NULL, path), TC_OUTPUT, "gnuplot is missing");
  } else {
    expect_ok(tc_refinement_prepare(NULL, NULL, path));
    expect_ok(tc_refinement_plot(&study, path));
    expect_ok(tc_refinement_prepare(NULL, NULL, path));
    char *text = file_text(&f, "it's.svg");
    cr_assert_not_null(strstr(text, ">gradient<"));
    cr_assert_not_null(strstr(text, "It's"));
    free(text);
    cr_assert_eq(folder_files(&f, 0), 1, "no file except the picture");
  }
  setenv("PATH", "/nowhere", 1);
  expect_error(tc_refinement_prepare(NULL, NULL, path), TC_OUTPUT, "gnuplot is missing");
  folder_remove(&f);
}
