/* Study of several stages in one pass through the matrix, `tetracast compare --powers`: times of a stage for
 * several numbers of stages, measured in rounds, so that a change of the machine's speed affects all of them.
 * Not collective: the root holds the study and writes it. */
#ifndef TC_REPORT_DOCUMENT_POWERS_STUDY_H
#define TC_REPORT_DOCUMENT_POWERS_STUDY_H

#include <stdint.h>

#include "base/core/pool.h"
#include "base/document/document.h"

/* Quartiles and median of a number over the rounds. */
typedef struct tc_powers_spread {
  double low, middle, high;
} tc_powers_spread;

/* Run of a stabilised method that computes `powers` stages in each pass through the matrix, or a run of
 * explicit Euler, with powers = 0. */
typedef struct tc_powers_run {
  int powers;
  int64_t stages;           /* number of stages of all steps of a round */
  tc_powers_spread stage_s; /* time in s of a stage, or of a step of explicit Euler, on the slowest rank */
  tc_powers_spread ratio;   /* time of a stage divided by that of a single stage in the same round */
  uint64_t hash;            /* hash of the field after the last step */
} tc_powers_run;

/* Comparison of the numbers of stages in one pass. Zero-initialise before use. */
typedef struct tc_powers_study {
  const char *title;  /* title of the config; may be NULL */
  const char *config; /* path of the config */
  const char *method, *strategy, *storage, *scheme;
  int ranks, threads, rounds, stages; /* `stages` is the number of Runge-Kutta stages of a step */
  int64_t cells, steps;
  int chosen; /* number of stages in one pass that `tetracast run` would use */
  int count;
  /* [count] explicit Euler, then single stages, then the other compared numbers of stages */
  tc_powers_run *run;
  tc_pool pool; /* memory owned by the code that fills the study */
} tc_powers_study;

/* Fills a document: text with a table, JSON with all values, CSV with a row for each run. The caller renders
 * or frees the document. */
void tc_powers_study_build(const tc_powers_study *study, tc_document *document);

#endif
