/* Study of `tetracast compare --powers`. A stabilised explicit method may compute several Runge-Kutta
 * stages in one pass through the matrix. The study contains the time of a stage for several numbers of stages
 * per pass. Each round measures all of them, so a change of the machine's speed affects all. Not collective,
 * because only the root has the study. */
#ifndef TC_REPORT_DOCUMENT_POWERS_STUDY_H
#define TC_REPORT_DOCUMENT_POWERS_STUDY_H

#include <stdint.h>

#include "base/core/pool.h"
#include "base/document/document.h"

/* Lower quartile, median and upper quartile of a number over the rounds. */
typedef struct tc_powers_spread {
  double low, middle, high;
} tc_powers_spread;

/* Run of a stabilised explicit method that computes `powers` stages in each pass through the matrix. If
 * powers is 0, it is a run of explicit Euler. */
typedef struct tc_powers_run {
  int powers;
  int64_t stages;           /* total number of stages in all steps of a round */
  tc_powers_spread stage_s; /* time in s of a stage, or of a step of explicit Euler, on the slowest rank */
  tc_powers_spread ratio;   /* time of a stage divided by the time of a stage in the same round with one stage
                               per pass */
  uint64_t hash;            /* hash of the field after the last step */
} tc_powers_run;

/* Comparison of several numbers of stages that are computed in one pass through the matrix. Zero-initialise
 * before use. */
typedef struct tc_powers_study {
  const char *title;  /* title of the config; may be NULL */
  const char *config; /* path of the config */
  const char *method, *strategy, *storage, *scheme;
  int ranks, threads, rounds, stages; /* `stages` is the number of Runge-Kutta stages of a step */
  int64_t cells, steps;
  int chosen; /* number of stages per pass that `tetracast run` would choose */
  int count;
  /* [count] explicit Euler, then one stage per pass, then the other compared numbers of stages per pass */
  tc_powers_run *run;
  tc_pool pool; /* memory owned by the code that fills the study */
} tc_powers_study;

/* Fills a document that has a table as text, all values as JSON, and a row for each run as CSV. The caller
 * renders or frees the document. */
void tc_powers_study_build(const tc_powers_study *study, tc_document *document);

#endif
