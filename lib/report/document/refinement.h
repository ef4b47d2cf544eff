/* Refinement study of `tetracast verify`: runs of the same problem on successively finer meshes, whose fields
 * are compared with the exact solution. The caller checks the output files with tc_refinement_prepare, and
 * makes the runs. It then fills in a tc_refinement, computes the orders of convergence, and writes table,
 * JSON, CSV and plot. No function is collective, because only the root has the study. */
#ifndef TC_REPORT_DOCUMENT_REFINEMENT_H
#define TC_REPORT_DOCUMENT_REFINEMENT_H

#include <stdbool.h>
#include <stdint.h>

#include "base/core/pool.h"
#include "base/core/status.h"
#include "base/document/document.h"
#include "base/text/line.h"
#include "device/device_matrix.h"

/* Result of the run on one mesh. The errors compare the field at the end of the run with the exact solution:
 * - l2: root of the volume-weighted mean square of the error.
 * - relative: l2 divided by the L2 norm of the exact solution minus its mean (or of the exact solution itself
 * if it is uniform); NaN if this norm is 0.
 * - max: largest error of a cell.
 * - rounding: the part of l2 that rounding of the last bits may cause.
 * The orders of convergence are log(e' / e) / log(h' / h), where e' and h' are error and h of the next
 * coarser mesh. They are NaN for the coarsest mesh and if an error is 0. */
typedef struct tc_refinement_level {
  const char *mesh; /* name of the mesh; borrowed */
  int64_t cells;
  double h;      /* mean size of a cell: (volume of the mesh / cells)^(1/3) */
  int64_t steps; /* number of time steps; number of matrix-vector products in a solve for the steady state */
  double dt, time, stabilisation; /* stabilisation is NaN if the scheme has no stabilisation */
  double l2, relative, max, rounding;
  double order, max_error_order;
  double wall_s; /* wall time of the steps */
  uint64_t hash; /* hash of the field at the end */
} tc_refinement_level;

/* All runs with one scheme. */
typedef struct tc_refinement_series {
  const char *scheme;
  int levels;
  tc_refinement_level *level; /* [levels] runs, sorted from the coarsest to the finest mesh; owned by the code
                                 that fills the series */
} tc_refinement_series;

/* All runs of a refinement study, and the properties that all runs share. */
typedef struct tc_refinement {
  const char *title;  /* title of the config; may be NULL */
  const char *config; /* path of the config */
  int overrides;
  const char *const *override; /* [overrides] overrides of the command line */
  int ranks, threads;
  tc_device_config device; /* device that computes the steps; its member `device` is NULL if there is none */
  bool steady;             /* true if the steady state was solved for, without time steps */
  int count;
  tc_refinement_series *series; /* [count] one series for each scheme */
  tc_pool pool;                 /* memory owned by the code that fills the study */
} tc_refinement;

/* Sorts the runs of the series by decreasing h and computes their orders of convergence. */
void tc_refinement_series_compute_orders(tc_refinement_series *series);

/* Returns the order of convergence of the L2 error between the two finest meshes; NaN if there is none. */
double tc_refinement_series_order(const tc_refinement_series *series);

/* Judgement on the order of convergence of a series. */
typedef enum tc_verdict {
  /* no verdict on the order, because there is only one mesh, or one of the two finest meshes has no error */
  TC_VERDICT_NONE,
  TC_VERDICT_EXACT,        /* no error beyond rounding on any mesh */
  TC_VERDICT_SECOND,       /* order 1.75 or more between the two finest meshes */
  TC_VERDICT_CONVERGES,    /* order between 0.5 and 1.75 between the two finest meshes */
  TC_VERDICT_INCONSISTENT, /* order 0.5 or less between the two finest meshes, so refining the mesh hardly
                              reduces the error */
} tc_verdict;
tc_verdict tc_refinement_series_verdict(const tc_refinement_series *series);
/* Returns the verdict in one or two words, such as "second order"; NULL for TC_VERDICT_NONE. */
const char *tc_refinement_series_word(const tc_refinement_series *series);
/* Formats the verdict in one clause, such as "second order: 1.98 between the two finest meshes". Returns
 * line->text. */
const char *tc_refinement_series_format(const tc_refinement_series *series, tc_line *line);

/* Fills a document. The text has a table for each series, and JSON has a section for each series. CSV has a
 * row for each run. HTML has the content of the text and of JSON. The caller renders or frees the
 * document. */
void tc_refinement_build(const tc_refinement *study, tc_document *document);

/* Checks the output files before the runs and creates missing directories. A path is NULL if its file is not
 * requested. An existing file is overwritten only if this program wrote it and it is of the requested kind. A
 * plot needs the suffix .png or .svg and the program gnuplot. Errors: TC_OUTPUT, TC_USAGE. */
tc_status tc_refinement_prepare(const char *json, const char *csv, const char *plot);

/* Draws the relative L2 error as a function of h into the file `path`. The file gets its name when it is
 * complete. Errors: TC_OUTPUT with the file and the reason. */
tc_status tc_refinement_plot(const tc_refinement *study, const char *path);

/* True if the plot would show at least one run. Only runs with a relative error above 0 are drawn. If false,
 * tc_refinement_plot must not be called. */
bool tc_refinement_has_plot(const tc_refinement *study);

/* Checks before the runs that a plot can be drawn. Errors: TC_USAGE if the suffix is unknown, TC_OUTPUT if
 * gnuplot is missing. */
tc_status tc_refinement_plot_check(const char *path);

/* True if the existing file `path` was written by tc_refinement_plot. The function recognises such a file by
 * the mark at its end. */
bool tc_refinement_plot_is_own(const char *path);

#endif
