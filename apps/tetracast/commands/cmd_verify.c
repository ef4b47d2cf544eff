/* `tetracast verify`: runs a config on meshes of decreasing cell size and compares the results with its exact
 * solution (run/studies/refinement_study.c). With --steps it runs the config on one mesh with ascending
 * numbers of steps instead. It then compares the results with a run of still more steps
 * (run/studies/step_refinement.c). The root prepares the output files, all ranks make the runs, and the root
 * writes the table and the files. Finally the command returns an error if an observed order of convergence is
 * below --at-least. */
#include <math.h>
#include <string.h>

#include "base/document/render.h"
#include "commands/command.h"
#include "common/time_study_files.h"
#include "run/studies/refinement_study.h"
#include "run/studies/step_refinement.h"

/* Parsed command line. */
typedef struct question {
  const app_options *o;
  /* value of --at-least: required order of convergence of every scheme; -INFINITY if not given */
  double at_least;
  int meshes;
  tc_refinement_mesh mesh[APP_LIST_MAX];
  char bricks[APP_LIST_MAX][48]; /* names of the meshes that the program generates */
} question;

static void name_boxes(const tc_option_numbers *boxes, question *q) {
  for (int i = 0; i < boxes->count; i++) {
    const int n = (int)boxes->item[i];
    snprintf(q->bricks[i], sizeof q->bricks[i], "cube of %d^3 bricks", n);
    q->mesh[q->meshes++] = (tc_refinement_mesh){q->bricks[i], n};
  }
}

static tc_status read_meshes(const app_options *o, question *q) {
  if ((o->meshes.count > 0) == (o->boxes.count > 0))
    return tc_status_create(TC_USAGE, "verify: needs exactly one of --meshes A,B,C, --boxes 8,16,32 and "
                                      "--steps 4,8,16: set one of them");
  for (int i = 0; i < o->meshes.count; i++) q->mesh[q->meshes++] = (tc_refinement_mesh){o->meshes.word[i], 0};
  name_boxes(&o->boxes, q);
  return TC_OK;
}

static tc_status prepare_verification(const question *q) {
  tc_file_list files = {0};
  TC_TRY(tc_file_list_add_input(&files, "the config", q->o->run.config));
  TC_TRY(tc_file_list_add_output(&files, "--json", q->o->run.json));
  TC_TRY(tc_file_list_add_output(&files, "--csv", q->o->run.csv));
  TC_TRY(tc_file_list_add_output(&files, "--html", q->o->run.html));
  TC_TRY(tc_file_list_add_output(&files, "--plot", q->o->plot));
  TC_TRY(tc_report_prepare_html("verify", q->o->run.html));
  return tc_refinement_prepare(q->o->run.json, q->o->run.csv, q->o->plot);
}

static tc_status check_order(const question *q, const tc_refinement *study) {
  for (int i = 0; i < study->count; i++) {
    const tc_refinement_series *series = &study->series[i];
    const bool exact = tc_refinement_series_verdict(series) == TC_VERDICT_EXACT;
    tc_line line;
    if (!isfinite(q->at_least) || exact || tc_refinement_series_order(series) >= q->at_least) continue;
    /* Example: cube.yaml, gradient: converges with order 1.83, but --at-least requires 1.99: use finer .. */
    return tc_status_create(TC_NUMERICAL,
                            "%s, %s: %s, but --at-least requires %g: use finer meshes, or correct the key "
                            "exact of the config",
                            study->config, series->scheme, tc_refinement_series_format(series, &line),
                            q->at_least);
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
  TC_TRY(write_report(tc_document_json, q->o->run.json, study, out));
  TC_TRY(write_report(tc_document_csv, q->o->run.csv, study, out));
  TC_TRY(write_report(tc_document_html, q->o->run.html, study, out));
  if (drawn && q->o->plot) {
    TC_TRY(tc_refinement_plot(study, q->o->plot));
    fprintf(out, "Plot: %s\n", q->o->plot);
  }
  if (q->o->plot && !drawn) fputs("Plot: none, because all errors are 0\n", out);
  return check_order(q, study);
}

/* ---- refinement of steps ---- */

static tc_status check_steps_options(const tc_command_call *call) {
  static const char *const others[] = {"--meshes", "--boxes", "--schemes", "--steady", "--plot"};
  for (size_t i = 0; i < sizeof others / sizeof *others; i++)
    if (tc_command_line_has(call, others[i]))
      return tc_status_create(TC_USAGE,
                              "%s: cannot be combined with --steps, whose runs have one mesh and no exact "
                              "solution: remove one of them",
                              others[i]);
  return TC_OK;
}

static tc_status check_steps_order(const question *q, const tc_time_study *study) {
  const double order = tc_time_study_order(study);
  if (!isfinite(q->at_least) || order >= q->at_least) return TC_OK;
  if (isnan(order))
    return tc_status_create(TC_NUMERICAL,
                            "%s, %s: no order between the last two runs, but --at-least requires %g: use "
                            "more steps",
                            study->config, study->run->method, q->at_least);
  return tc_status_create(TC_NUMERICAL,
                          "%s, %s: order %.2f between the last two runs, but --at-least requires %g: use "
                          "more steps or a smaller --at-least",
                          study->config, study->run->method, order, q->at_least);
}

static tc_status write_steps(const question *q, const tc_time_study *study, FILE *out) {
  TC_TRY(app_write_time_study(&q->o->run, study, tc_time_study_build_orders, out));
  return check_steps_order(q, study);
}

static tc_status verify_steps(tc_command_call *call, question *q) {
  app_options *o = call->options;
  tc_time_study study = {0};
  tc_status status = TC_OK;
  TC_TRY(check_steps_options(call));
  TC_TRY(TC_ON_ROOT(call->world, app_prepare_time_study(&o->run, "verify")));
  const tc_step_refinement_options refine = {&o->run, o->steps.count, o->steps.item};
  TC_GUARD(status, tc_step_refinement_run(&refine, &o->environment, call->world, &call->log, &study));
  status = TC_ON_ROOT(call->world, write_steps(q, &study, call->out));
cleanup:
  tc_pool_free(&study.pool);
  return status;
}

static tc_status run_verify(tc_command_call *call) {
  const app_options *o = call->options;
  question q = {.o = o};
  tc_refinement study = {0};
  tc_status status = TC_OK;
  q.at_least = tc_command_line_has(call, "--at-least") ? o->at_least : -INFINITY;
  if (o->steps.count > 0) return verify_steps(call, &q);
  TC_TRY(read_meshes(o, &q));
  TC_TRY(TC_ON_ROOT(call->world, prepare_verification(&q)));
  const tc_refinement_options refine = {.options = &o->run,
                                        .meshes = q.meshes,
                                        .mesh = q.mesh,
                                        .schemes = o->schemes.count,
                                        .scheme = o->schemes.item,
                                        .steady = o->steady};
  TC_GUARD(status, tc_refinement_run(&refine, &((app_options *)call->options)->environment, call->world,
                                     &call->log, &study));
  status = TC_ON_ROOT(call->world, write_study(&q, &study, call->out));
cleanup:
  tc_refinement_free(&study);
  return status;
}

static const tc_option table[] = {
    {"--meshes", "A,B,C", "TetGen meshes used instead of the config's mesh.file; either --meshes or --boxes",
     TC_OPTION_SET(app_options, meshes, app_name_list, app_set_names)},
    {"--boxes", "N,M",
     "unit cubes of N^3 x 6 cells, generated in memory, instead; markers 1 to 6 are x=0, x=1, y=0, y=1, z=0, "
     "z=1",
     APP_OPTION_NUMBERS(boxes)},
    {"--steps", "4,8,16", "ascending numbers of equal steps to time.end, on the mesh of the config, instead",
     TC_OPTION_SET(app_options, steps, tc_option_numbers, app_set_steps)},
    {"--schemes", "a,b", "runs each of these schemes; default: the config's",
     TC_OPTION_CHOICES(app_options, schemes, tc_scheme)},
    {"--steady", NULL,
     "solves for the steady state with data and sources at t = 0 instead of computing steps",
     TC_OPTION_FLAG(app_options, steady)},
    {"--at-least", "ORDER", "exit code 4 if the order between the last two meshes or runs is below ORDER",
     TC_OPTION_DOUBLE(app_options, at_least, INT64_MIN, INT64_MAX, "expected a number, for example 1.8")},
    {"--plot", "FILE",
     "plots the L2 error over h as .png or .svg; needs gnuplot; overwrites only a plot of this kind",
     TC_OPTION_TEXT(app_options, plot)},
    {"--json", "FILE", "writes all results as JSON", TC_OPTION_TEXT(app_options, run.json)},
    {"--csv", "FILE", "writes a row for each run", TC_OPTION_TEXT(app_options, run.csv)},
    {"--html", "FILE", "writes all results as an HTML page", TC_OPTION_TEXT(app_options, run.html)},
    {0},
};

const tc_command app_command_verify = {
    .name = "verify",
    .summary = "run on finer meshes or with more steps: errors and observed orders",
    .about =
        "Runs a config with the key `exact` to its end on each mesh, and prints the errors, also relative\n"
        "to the exact solution, and the observed order log(e / e') / log(h / h') between consecutive\n"
        "meshes, where e is the error and h = (volume / cells)^(1/3).\n\n"
        "Steps: with --steps, runs on one mesh make these numbers of equal steps to time.end, and their\n"
        "fields are compared with the field of 8 times the largest number of steps of the same method.\n"
        "The key `exact` is not needed. The error of this reference raises the observed order, of first\n"
        "order by 0.1 and of second order by 0.02 between the last two of 4,8,16; the last line of the\n"
        "table has the order without this bias. Linear systems are solved to 1e-12. All runs of a\n"
        "stabilised method have the stages of the longest steps, because the error depends on them.\n",
    .notes =
        "Snapshots, histories, residuals, reports and the machine of the config are ignored. The value\n"
        "`auto` of diffusion.stabilisation may differ between meshes; set it to a number, for example -s\n"
        "diffusion.stabilisation=0.3, to use the same on all.\n",
    .example = "example: mpirun -np 2 tetracast verify configs/cube.yaml --boxes 6,12,24 --schemes "
               "gradient,two-point\n"
               "example: tetracast verify configs/cube.yaml --steps 4,8,16,32 -s time.method=implicit -s "
               "time.theta=0.5\n",
    .options = table,
    .is_parallel = true,
    .check = app_options_check,
    .run = run_verify,
};
