/* Tests of the outcome of a run (regions, markers, balance and probes) in tables and in JSON reports. */
#include "report/document/outcome_text.h"
#include "report/json_report.h"
#include "support/golden.h"

/* An outcome with two regions, three markers, a source and two probes. Two of the markers have boundary
 * data. */
typedef struct end {
  tc_space space;
  tc_physics physics;
  tc_problem problem;
  tc_balance balance;
  tc_region_stats digest;
  tc_probes probes;
  tc_outcome outcome;
} end;

static int32_t region[] = {-4, 7}, marker[] = {0, 3, 12};
static int64_t cells[] = {5, 8}, faces[] = {2, 4, 6};
static double volume[] = {0.5, 2.0}, area[] = {0.25, 1.5, 3.0}, over[] = {1.0, 8.0};
static const char *region_name[] = {NULL, "scar"}, *marker_name[] = {NULL, "inlet", NULL};
static tc_labels regions = {2, region, cells, volume, region_name, {NULL}},
                 markers = {3, marker, faces, area, marker_name, {NULL}};
static tc_boundary boundary[] = {{0, TC_BOUNDARY_FLUX, false},
                                 {3, TC_BOUNDARY_VALUE, true},
                                 {12, TC_BOUNDARY_EXCHANGE, true}};
static double total[] = {0.0, 4.0, -1.5, 0.75}, recent[] = {0.0, 0.5, -0.25, 0.125}, source[1];
static tc_probe point[] = {{{0.5, 0.25, 0.125}, ""}, {{1.0, 2.0, 3.0}, ""}};
static tc_gid cell[] = {41, 6};
static double value[] = {0.125, -2.5};

static void fill_outcome(end *e) {
  *e = (end){.space = {.base = 1, .regions = &regions, .markers = &markers},
             .physics = {.boundaries = 3, .boundary = boundary},
             .digest = {.integral = 9.0, .region_integral = over},
             .probes = {2, point, cell, NULL}};
  e->problem = (tc_problem){.space = &e->space, .physics = &e->physics};
  e->digest.space = &e->space;
  e->balance = (tc_balance){.problem = &e->problem,
                            .source = source,
                            .markers = 3,
                            .initial_integral = 5.5,
                            .cumulative = total,
                            .since_last_update = recent,
                            .time = 0.5};
  e->outcome = (tc_outcome){.problem = &e->problem,
                            .probes = &e->probes,
                            .initial_integral = 5.5,
                            .digest = &e->digest,
                            .probe = value,
                            .balance = &e->balance};
}

Test(outcome, as_json) {
  static sample s;
  static end e;
  folder f = folder_make();
  sample_fill(&s);
  fill_outcome(&e);
  char *text = json_of(&f, &s);
  cr_assert_null(json_find(text, "balance"), "the report has no outcome");
  free(text);
  s.report.outcome = &e.outcome;
  text = json_of(&f, &s);
  expect_number(text, "regions.1.region", 7);
  expect_number(text, "regions.1.cells", 8);
  expect_word(text, "regions.0.name", "null");
  expect_word(text, "regions.1.name", "\"scar\"");
  expect_word(text, "markers.1.name", "\"inlet\"");
  expect_number(text, "regions.1.volume", 2.0);
  expect_number(text, "regions.1.integral", 8.0);
  expect_number(text, "regions.1.mean", 4.0);
  expect_number(text, "markers.1.marker", 3);
  expect_number(text, "markers.1.faces", 4);
  expect_number(text, "markers.1.area", 1.5);
  expect_word(text, "markers.0.kind", "\"flux\"");
  expect_word(text, "markers.2.kind", "\"exchange\"");
  expect_number(text, "markers.0.inflow", 0.0);
  expect_number(text, "markers.1.inflow", 4.0);
  expect_number(text, "markers.2.flux", -0.5);
  expect_number(text, "balance.begin", 5.5);
  expect_number(text, "balance.end", 9.0);
  expect_number(text, "balance.inflow", 2.5);
  expect_number(text, "balance.source", 0.75);
  expect_number(text, "balance.defect", 0.25);
  expect_number(text, "balance.error", 0.25 / 4.0);
  expect_number(text, "balance.scale", 4.0);
  expect_number(text, "probes.0.at.2", 0.125);
  expect_number(text, "probes.0.cell", 42);
  expect_number(text, "probes.1.value", -2.5);
  expect_word(text, "probes.1.states", "{}");
  free(text);
  folder_remove(&f);
}

Test(outcome, as_json_without_a_balance) {
  static sample s;
  static end e;
  folder f = folder_make();
  sample_fill(&s);
  fill_outcome(&e);
  e.outcome.balance = NULL;
  s.report.outcome = &e.outcome;
  char *text = json_of(&f, &s);
  expect_number(text, "markers.1.inflow", 0.0);
  expect_number(text, "markers.1.flux", 0.0);
  expect_number(text, "balance.source", 0.0);
  expect_number(text, "balance.defect", 3.5);
  expect_number(text, "balance.error", 3.5 / 9.0);
  expect_number(text, "balance.scale", 9.0);
  free(text);
  folder_remove(&f);
}

Test(outcome, in_the_table) {
  static sample s;
  static end e;
  sample_fill(&s);
  fill_outcome(&e);
  s.report.outcome = &e.outcome;
  char *text = sample_text(&s.report, tc_report_table);
  expect_golden("report", "outcome.txt", text);
  cr_assert_null(strstr(strstr(text, "\nnone, "), "balance:"), "the field of none is not a solution");
  free(text);
  regions.count = 1;
  e.outcome.balance = NULL;
  e.probes.count = 0;
  text = sample_text(&s.report, tc_report_table);
  regions.count = 2;
  cr_assert(!strstr(text, "means:") && !strstr(text, "inflow:") && !strstr(text, "balance:") &&
            !strstr(text, "probes:"));
  free(text);
}

Test(outcome, both_factors_of_the_coordinates) {
  static sample s;
  sample_fill(&s);
  s.report.mesh_scale = 2.0;
  char *text = sample_text(&s.report, tc_report_table);
  cr_assert(strstr(text, "; coordinates multiplied by 2 (mesh.scale);") && !strstr(text, "during the import"),
            "%s", text);
  free(text);
  s.report.run.mesh_source_scale = 1e-3;
  text = sample_text(&s.report, tc_report_table);
  cr_assert(strstr(text, "; coordinates multiplied by 0.001 during the import; coordinates multiplied by 2 "
                         "(mesh.scale);"),
            "%s", text);
  free(text);
}
