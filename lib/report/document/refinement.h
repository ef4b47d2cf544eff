/* The same problem on finer and finer meshes, against its exact solution: what `tetracast verify` has to say.
 * Nothing here is collective: the root holds the study and writes it. */
#ifndef TC_REPORT_DOCUMENT_REFINEMENT_H
#define TC_REPORT_DOCUMENT_REFINEMENT_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "base/core/pool.h"
#include "base/core/status.h"
#include "base/text/line.h"
#include "device/device_matrix.h"

/* One run. Errors are those at its end: l2 is the root of the volume-weighted mean square, relative its ratio
 * to that of the exact solution's deviation from its mean (of the exact solution itself if that is uniform,
 * NaN if it is 0), most the largest, rounding the l2 that the last bits of the values explain. Orders are
 * log(e / e') / log(h / h') to the next coarser mesh, NaN for the coarsest and where an error is 0. */
typedef struct tc_refinement_level {
  const char *mesh; /* borrowed */
  int64_t cells;
  double h;                       /* (volume / cells)^(1/3) */
  int64_t steps;                  /* of a steady study: products that it took */
  double dt, time, stabilisation; /* stabilisation NaN: the scheme takes none */
  double l2, relative, max, rounding;
  double order, max_error_order;
  double wall_s; /* of the steps */
  uint64_t hash; /* of the field's bits */
} tc_refinement_level;

typedef struct tc_refinement_series {
  const char *scheme;
  int levels;
  tc_refinement_level *level; /* [levels] from coarse to fine; owned by whoever fills it */
} tc_refinement_series;

typedef struct tc_refinement {
  const char *title; /* NULL: none */
  const char *config;
  int overrides;
  const char *const *override; /* [overrides] of the command line */
  int ranks, threads;
  tc_device_config device; /* that made the steps; device NULL: none */
  bool steady;             /* nothing was stepped: the steady states were solved for */
  int count;
  tc_refinement_series *series; /* [count] one for each scheme */
  tc_pool pool;                 /* for whoever fills the study: what it owns */
} tc_refinement;

/* Puts the runs into the order of falling h and fills in the orders. */
void tc_refinement_series_compute_orders(tc_refinement_series *series);

/* Between the two finest meshes, from the L2 error; NaN where there is none. */
double tc_refinement_series_order(const tc_refinement_series *series);

typedef enum tc_verdict {
  TC_VERDICT_NONE,         /* of one mesh */
  TC_VERDICT_EXACT,        /* no error beyond round-off on any mesh */
  TC_VERDICT_SECOND,       /* order 1.75 or more between the two finest meshes */
  TC_VERDICT_CONVERGES,    /* less, but the error falls */
  TC_VERDICT_INCONSISTENT, /* order 0.5 or less there: refinement hardly helps any more */
} tc_verdict;
tc_verdict tc_refinement_series_verdict(const tc_refinement_series *series);
/* For people, "second order: 1.98 between the two finest meshes"; returns line->text. */
const char *tc_refinement_series_format(const tc_refinement_series *series, tc_line *line);

/* The table for people. */
void tc_refinement_table(const tc_refinement *study, FILE *out);

/* To be called before the runs, for files that are to be written (NULL: not): makes missing folders; what is
 * there already must be of the same kind. A plot is .png or .svg, drawn by the program gnuplot. Errors:
 * TC_OUTPUT, TC_USAGE. */
tc_status tc_refinement_prepare(const char *json, const char *csv, const char *plot);

/* Files appear under their names only when complete. Errors: TC_OUTPUT naming the file and the reason. */
tc_status tc_refinement_json(const tc_refinement *study, const char *path);
tc_status tc_refinement_csv(const tc_refinement *study, const char *path);  /* a row for each run */
tc_status tc_refinement_plot(const tc_refinement *study, const char *path); /* relative L2 over h */

/* Whether there is an error to draw: above 0, of an exact solution that is not 0. Else there must be no plot.
 */
bool tc_refinement_has_plot(const tc_refinement *study);

/* Whether a plot can be drawn, before anything is computed. Errors: TC_USAGE (the ending is unknown),
 * TC_OUTPUT (no gnuplot). */
tc_status tc_refinement_plot_check(const char *path);

/* Whether a file is a plot of tc_refinement_plot: it says so at its end. */
bool tc_refinement_plot_is_own(const char *path);

#endif
