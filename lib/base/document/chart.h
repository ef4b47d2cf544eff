/* Charts of a document, which only HTML shows: bars and curves as SVG. The caption states what is drawn;
 * colours follow the style of the page. Errors are stored in the document. Not collective. */
#ifndef TC_BASE_DOCUMENT_CHART_H
#define TC_BASE_DOCUMENT_CHART_H

#include "base/document/document.h"

enum { TC_CHART_SERIES = 2, TC_CHART_BARS_MAX = 128 };

/* Bars under one label, one for the value of each series. A value that is not finite is not drawn. */
typedef struct tc_chart_bar {
  const char *label; /* borrowed only during the call that draws the bar */
  double value[TC_CHART_SERIES];
  /* upper bound of the last series, drawn as a whisker; none is drawn if it is 0 or not finite */
  double bound;
} tc_chart_bar;

/* Unit of the values of bars. */
typedef enum tc_chart_unit { TC_CHART_SECONDS, TC_CHART_PERCENT } tc_chart_unit;

/* Appends horizontal bars of values of at least 0. Bars beyond TC_CHART_BARS_MAX are not drawn, and long
 * labels are cut. `series` are the names of the series; the second is NULL if there is only one. Appends
 * nothing without a value above 0. */
void tc_chart_bars(tc_section *section, const char *caption, const char *const series[TC_CHART_SERIES],
                   tc_chart_unit unit, int bars, const tc_chart_bar *bar);

/* One point of each curve: the values of all series at x. */
typedef struct tc_chart_point {
  double x, value[TC_CHART_SERIES];
} tc_chart_point;

/* Appends curves through points in the order of x. `axis` is the name of x, and `series` contains the names
 * of the curves. Appends nothing if there are fewer than two points or values that are not finite. */
void tc_chart_curves(tc_section *section, const char *caption, const char *axis,
                     const char *const series[TC_CHART_SERIES], int points, const tc_chart_point *point);

#endif
