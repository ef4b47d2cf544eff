/* Comparison of methods of time integration before a run: numbers of steps, products and seconds that
 * explicit Euler, a stabilised explicit method and implicit steps need to reach the end time of the run. The
 * commands `predict` and `run -v` fill in a tc_time_methods (run/methods/method_trials.h); tables and JSON
 * reports contain it. No function is collective. */
#ifndef TC_REPORT_DOCUMENT_TIME_METHODS_H
#define TC_REPORT_DOCUMENT_TIME_METHODS_H

#include <stdbool.h>
#include <stdint.h>

#include "base/document/document.h"
#include "base/text/line.h"

/* TC_TIME_METHODS is the number of compared methods, and TC_TIME_METHOD_REASON the size in bytes of the text
 * of a reason. */
enum { TC_TIME_METHODS = 3, TC_TIME_METHOD_REASON = 768 };

/* Work of one method of time integration: counts of all steps to the end time, summed over the ranks. */
typedef struct tc_time_method {
  const char *method; /* value of time.method; static */
  bool is_own;        /* true if this is the method of the config */
  /* True if stages, products, bytes and seconds are lower bounds, because the ellipse that contains the
   * eigenvalues of the matrix is unknown. */
  bool is_least;
  int64_t steps; /* number of steps; 0 if this number and the following numbers are unknown */
  double dt;
  /* number of stages of a step of a stabilised method (the mean over the steps if error control varies it); 0
   * for other methods */
  int stages;
  int64_t products;   /* matrix-vector products; 0 if unknown */
  int64_t reductions; /* number of global sums in all steps; -1 if unknown */
  /* With error control, smallest and largest number of products that the steps may need. Both are equal if a
   * trial has made all steps. Both are 0 without error control. */
  int64_t products_low, products_high;
  /* number of products of the search for the ellipse of the eigenvalues, made before the first step */
  int64_t searches;
  double bytes;   /* bytes of matrix and vectors that the steps read and write; NaN if unknown */
  double error;   /* expected error of the time integration at the end, relative to the norm of the field; NaN
                     if unknown */
  double seconds; /* forecast seconds of all steps; NaN if unknown */
  /* Reason why the method has no counts or why time.method: auto cannot choose the method; "" if there is no
   * such reason. */
  char reason[TC_TIME_METHOD_REASON];
} tc_time_method;

typedef struct tc_time_methods {
  double end; /* simulated time at the end */
  /* Tolerance of a trial of steps with error control, and the simulated time at the end of the trial; 0
   * without a trial. */
  double trial_tolerance, trial_until;
  int64_t trials; /* number of products of the trials from which the counts and the errors were computed */
  int count;
  tc_time_method item[TC_TIME_METHODS];
} tc_time_methods;

/* Appends the text about the method that time.method: auto has chosen and about the other candidates.
 * Example: "time.method auto: rkl2 (345 products, 1.2 GB); euler (1000 products, 3.1 GB), implicit (unusable:
 * kernel is difference, ..); trials to t = 0.84 at tolerance 0.1; 62 products before the choice". Appends
 * nothing without candidates. */
void tc_time_methods_format_choice(const tc_time_methods *choice, tc_line *line);

/* Appends the section `method_choice` to the items of a report. Appends null without candidates. */
void tc_time_methods_add_choice(const tc_time_methods *choice, tc_section *section);

/* Appends the table of the compared methods and its legend. Appends nothing if `methods` is NULL. */
void tc_time_methods_write(const tc_time_methods *methods, tc_section *out);

/* Appends the list `time_methods` to the items of a report. Appends null if `methods` is NULL. */
void tc_time_methods_add_items(const tc_time_methods *methods, tc_section *section);

#endif
