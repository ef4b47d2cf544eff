/* `tetracast verify`: runs a config on meshes of decreasing cell size and compares the results with its exact
 * solution. It reads the command line, prepares the output files on the root, and runs all meshes and schemes
 * (run/studies/refinement_study.c, collective). The root then writes the table and the files. Finally it
 * returns an error if the observed order of convergence of a scheme is below --at-least. */
#include <math.h>
#include <string.h>

#include "base/document/render.h"
#include "base/text/text.h"
#include "commands/command.h"
#include "options/list_options.h"
#include "run/studies/refinement_study.h"

/* Parsed command line. */
typedef struct question {
  tc_run_options choice;
  const char *plot;
  /* value of --at-least: required order of convergence of every scheme; -INFINITY if not given */
  double at_least;
  app_name_list files;
  app_scheme_list schemes;
  int meshes;
  tc_refinement_mesh mesh[APP_LIST_MAX];
  char bricks[APP_LIST_MAX][48]; /* names of the meshes that the program generates */
} question;

static void name_boxes(const app_number_list *boxes, question *q) {
  for (int i = 0; i < boxes->count; i++) {
    const int n = (int)boxes->number[i];
    snprintf(q->bricks[i], sizeof q->bricks[i], "cube of %d^3 bricks", n);
    q->mesh[q->meshes++] = (tc_refinement_mesh){q->bricks[i], n};
  }
}

static tc_status read_meshes(const app_arguments *a, question *q) {
  app_number_list boxes;
  TC_TRY(app_list_names(a, "meshes", &q->files));
  TC_TRY(app_list_numbers(a, "boxes", NULL, &boxes));
  if ((q->files.count > 0) == (boxes.count > 0))
    return tc_status_create(TC_USAGE, "verify: give either --meshes A,B,C or --boxes 8,16,32 (see --help)");
  for (int i = 0; i < q->files.count; i++) q->mesh[q->meshes++] = (tc_refinement_mesh){q->files.word[i], 0};
  name_boxes(&boxes, q);
  return TC_OK;
}

static tc_status read_order(const app_arguments *a, double *out) {
  const char *value = app_arguments_value(a, "at-least");
  *out = -INFINITY;
  if (!value) return TC_OK;
  tc_text text = {value, value + strlen(value)};
  if (tc_text_parse_double(&text, out) && tc_text_at_end(&text) && isfinite(*out)) return TC_OK;
  return tc_status_create(TC_USAGE, "--at-least %s: expected a number, for example 1.8", value);
}

static tc_status read_question(const app_arguments *a, question *q) {
  q->plot = app_arguments_value(a, "plot");
  TC_TRY(app_arguments_run_options(a, &q->choice));
  TC_TRY(read_meshes(a, q));
  TC_TRY(app_list_schemes(a, &q->schemes));
  return read_order(a, &q->at_least);
}

static tc_status prepare_verification(const question *q) {
  tc_file_list files = {0};
  TC_TRY(tc_file_list_add_input(&files, "the config", q->choice.config));
  TC_TRY(tc_file_list_add_output(&files, "--json", q->choice.json));
  TC_TRY(tc_file_list_add_output(&files, "--csv", q->choice.csv));
  TC_TRY(tc_file_list_add_output(&files, "--plot", q->plot));
  return tc_refinement_prepare(q->choice.json, q->choice.csv, q->plot);
}

static tc_status check_order(const question *q, const tc_refinement *study) {
  for (int i = 0; i < study->count; i++) {
    const tc_refinement_series *series = &study->series[i];
    const bool exact = tc_refinement_series_verdict(series) == TC_VERDICT_EXACT;
    tc_line line;
    if (!isfinite(q->at_least) || exact || tc_refinement_series_order(series) >= q->at_least) continue;
    return tc_status_create(TC_NUMERICAL, "%s, %s: %s, but --at-least requires %g", study->config,
                            series->scheme, tc_refinement_series_format(series, &line), q->at_least);
  }
  return TC_OK;
}

static tc_status write_report(tc_document_renderer *render, const char *path, const tc_refinement *study,
                              FILE *out) {
  tc_document document;
  if (!path) return TC_OK;
  tc_refinement_build(study, &document);
  TC_TRY(tc_document_write(&document, render, path));
  fprintf(out, "Report: %s\n", path);
  return TC_OK;
}

static tc_status write_study(const question *q, const tc_refinement *study, FILE *out) {
  const bool drawn = tc_refinement_has_plot(study);
  tc_document document;
  tc_refinement_build(study, &document);
  TC_TRY(tc_document_print(&document, tc_document_text, out));
  TC_TRY(write_report(tc_document_json, q->choice.json, study, out));
  TC_TRY(write_report(tc_document_csv, q->choice.csv, study, out));
  if (drawn && q->plot) {
    TC_TRY(tc_refinement_plot(study, q->plot));
    fprintf(out, "Plot: %s\n", q->plot);
  }
  if (q->plot && !drawn) fputs("Plot: none, because all errors are 0\n", out);
  return check_order(q, study);
}

static tc_status run_verify(app_context *app) {
  const bool root = app->world->rank == 0;
  question q = {.meshes = 0};
  tc_refinement study = {0};
  tc_status status = TC_OK;
  TC_TRY(read_question(&app->arguments, &q));
  TC_TRY(tc_world_agree(app->world, root ? prepare_verification(&q) : TC_OK));
  const tc_refinement_options refine = {.options = &q.choice,
                                        .meshes = q.meshes,
                                        .mesh = q.mesh,
                                        .schemes = q.schemes.count,
                                        .scheme = q.schemes.scheme,
                                        .steady = app_arguments_value(&app->arguments, "steady") != NULL};
  TC_GUARD(status, tc_refinement_run(&refine, &app->environment, app->world, &app->log, &study));
  status = tc_world_agree(app->world, root ? write_study(&q, &study, app->out) : TC_OK);
cleanup:
  tc_refinement_free(&study);
  return status;
}

const app_command app_command_verify = {
    .name = "verify",
    .summary = "run on meshes of decreasing cell size: errors and observed orders",
    .usage =
        "usage: [mpirun -np P] tetracast verify CONFIG --meshes A,B,C | --boxes 8,16,32\n"
        "                               [--schemes gradient,two-point] [--steady] [--at-least ORDER] [-s "
        "key.sub=value]...\n"
        "                               [--json FILE] [--csv FILE] [--plot FILE] [-q] [-v]\n\n"
        "Runs a config with the key `exact` to its end on each mesh, and prints the errors, also relative\n"
        "to the exact solution, and the observed order log(e / e') / log(h / h') between consecutive\n"
        "meshes, where e is the error and h = (volume / cells)^(1/3).\n\n"
        "  --meshes A,B,C     TetGen meshes used instead of the config's mesh.file\n"
        "  --boxes N,M        unit cubes of N^3 x 6 cells, generated in memory, instead; markers 1 to 6 are\n"
        "                     x=0, x=1, y=0, y=1, z=0, z=1\n"
        "  --schemes a,b      runs each of these schemes; default: the config's\n"
        "  --steady           solves for the steady state with data and sources at t = 0 instead of\n"
        "                     computing steps\n"
        "  --at-least ORDER   exit code 4 if the order between the two finest meshes is below ORDER\n"
        "  --plot FILE        plots the L2 error over h as .png or .svg; needs gnuplot; overwrites only a\n"
        "                     plot of this kind\n"
        "  --json FILE        writes all results as JSON\n"
        "  --csv FILE         writes a row for each run\n\n"
        "Snapshots, histories, residuals, reports and the machine of the config are ignored. The value\n"
        "`auto` of diffusion.stabilisation may differ between meshes; set it to a number, for example -s\n"
        "diffusion.stabilisation=0.3, to use the same on all.\n\n"
        "example: mpirun -np 2 tetracast verify configs/cube.yaml --boxes 6,12,24 --schemes "
        "gradient,two-point\n",
    .options = (const char *const[]){"--meshes", "--boxes", "--schemes", "--at-least", "--plot", "-s",
                                     "--json", "--csv", NULL},
    .flags = (const char *const[]){"--steady", NULL},
    .run = run_verify,
};
