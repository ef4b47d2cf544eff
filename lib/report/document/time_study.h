/* Studies of time integration: runs of one problem on one mesh to the same end time, whose fields are
 * compared with the field of a reference run. `tetracast verify --steps` varies the number of steps of one
 * method and observes its order. `tetracast compare --time-methods` varies the method. The caller checks the
 * output files, makes the runs, fills in a tc_time_study and writes a document. No function is collective,
 * because only the root has the study. */
#ifndef TC_REPORT_DOCUMENT_TIME_STUDY_H
#define TC_REPORT_DOCUMENT_TIME_STUDY_H

#include <stdbool.h>
#include <stdint.h>

#include "base/core/pool.h"
#include "base/core/status.h"
#include "base/document/document.h"
#include "device/device_matrix.h"

/* A run with steps of equal size. Members that do not apply to the method are 0. */
typedef struct tc_time_run {
  const char *method; /* value of time.method; borrowed */
  double theta;       /* value of time.theta of implicit steps; 0 for other methods */
  int64_t steps;
  double dt;
  int stages;           /* stages of a step of a stabilised explicit method; 0 with error control */
  double stabilisation; /* stabilisation of the scheme; NaN if it has none */
  const char *storage;  /* format of the matrix; borrowed; NULL if unknown */
  /* Numbers of matrix-vector products and of iterations of the linear solver in all steps. */
  int64_t products, iterations;
  /* Relative difference of the final field from that of the reference, in the volume-weighted L2 norm. For
   * the reference itself it is an estimate of the error. NaN if unknown. */
  double error;
  /* Observed order, log(e / e') / log(n' / n). e' and n' are the error and the number of steps of this run, e
   * and n those of the previous run. NaN for the first run and if an error is 0. `bias` is the part of
   * `order` that the error of the reference causes; NaN if unknown. */
  double order, bias;
  double wall_s;   /* median wall time of all steps over the rounds, in s */
  double search_s; /* wall time of the search for a stable step before the run, in s */
  uint64_t hash;   /* hash of the field at the end */
} tc_time_run;

/* All runs of a study, and the properties that all runs share. Zero-initialise before use. */
typedef struct tc_time_study {
  const char *title;  /* title of the config; may be NULL */
  const char *config; /* path of the config */
  int overrides;
  const char *const *override; /* [overrides] overrides of the command line */
  int ranks, threads;
  tc_device_config device; /* device that computes the steps; its member `device` is NULL if there is none */
  const char *scheme;
  double stabilisation; /* NaN if the scheme has none or if it differs between the runs */
  int64_t cells;
  double end;            /* end time of all runs */
  int method_order;      /* order of the method of `verify --steps`; 0 if unknown */
  int rounds;            /* number of rounds in which the runs were timed */
  tc_time_run reference; /* run with whose field all other fields are compared */
  int count;
  tc_time_run *run; /* [count] runs of the study */
  tc_pool pool;     /* memory owned by the code that fills the study */
} tc_time_study;

/* Pure. Returns the order that a study would observe for a method of order `order` in runs with `before` and
 * `after` steps. The reference solution is a run of the same method with `reference` steps. A run with n
 * steps is assumed to have the error C n^-order. */
double tc_time_apparent_order(double order, int64_t before, int64_t after, int64_t reference);

/* Computes order and bias of each run from the errors. The numbers of steps increase from run to run. The
 * reference has the same method, so its error raises the observed orders. Also estimates the error of the
 * reference. */
void tc_time_study_compute_orders(tc_time_study *study);

/* Returns the observed order between the last two runs minus its bias; NaN if there is no such order. */
double tc_time_study_order(const tc_time_study *study);

/* Pure. Returns true if a run has an order that exceeds method_order by more than 0.1 after subtraction of
 * its bias. The steps of such a run are still too long for its errors to follow the order of the method.
 * Returns false if method_order is 0. */
bool tc_time_study_exceeds_order(const tc_time_study *study);

/* Sets the stabilisation of the study to that of all runs and of the reference; NaN if they differ. */
void tc_time_study_set_stabilisation(tc_time_study *study);

/* These functions fill a document about runs that differ in the number of steps (tc_time_study_build_orders)
 * or in the method (tc_time_study_build_methods). The text has a table, JSON has all values, CSV has a row
 * for each run, and HTML has the content of text and JSON. The caller renders or frees the document. */
void tc_time_study_build_orders(const tc_time_study *study, tc_document *document);
void tc_time_study_build_methods(const tc_time_study *study, tc_document *document);

/* Checks the output files of `command` before the runs and creates missing directories. A path is NULL if its
 * file is not requested. An existing file is overwritten only if a study of this command wrote it. Errors:
 * TC_OUTPUT. */
tc_status tc_time_study_prepare(const char *command, const char *json, const char *csv, const char *html);

#endif
