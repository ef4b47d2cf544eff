/* Minimum and maximum of the field over time, from which the report draws a picture. The history output of a
 * run (run/outputs/history_output.c) adds one row per row of the history. If there are more rows than fit,
 * only every second row (or fourth, eighth ..) is stored, and also the latest row. No function is
 * collective. */
#ifndef TC_SOLVE_OBSERVE_EXTREMES_H
#define TC_SOLVE_OBSERVE_EXTREMES_H

#include "solve/observe/history.h"

enum { TC_EXTREMES_ROWS = TC_HISTORY_ROWS + 1 };

typedef struct tc_extremes_row {
  double time, min, max;
} tc_extremes_row;

/* Zero-initialise before use. */
typedef struct tc_extremes {
  int64_t added; /* number of calls of tc_extremes_add */
  int64_t every; /* number of calls per stored row, a power of 2; 0 before the first call */
  int rows;
  tc_extremes_row row[TC_EXTREMES_ROWS]; /* [rows] in the order of time */
} tc_extremes;

/* Adds a row, whose time is later than that of the previous one. */
void tc_extremes_add(tc_extremes *extremes, tc_extremes_row row);

#endif
