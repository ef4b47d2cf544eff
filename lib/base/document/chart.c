/* Charts as SVG. All lengths are in units of the SVG view box, which the HTML page scales to its width. */
#include "base/document/chart.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/core/print.h"
#include "base/document/html_page.h"
#include "base/text/line.h"
#include "base/text/number_format.h"
#include "base/text/text.h"

enum { label_max = 22 }; /* number of characters of a label that fit into label_width */
enum { width = 480, label_width = 168, value_width = 66, bar_height = 14, gap = 8, legend_height = 24 };
enum { curve_height = 220, margin = 70, axis_height = 40 };

static const char *const colours[TC_CHART_SERIES] = {"a", "b"};

/* SVG that is being written to memory. */
typedef struct canvas {
  FILE *out; /* NULL if memory is exhausted */
  char *text;
  size_t size;
} canvas;

static void begin_canvas(canvas *c, double height) {
  *c = (canvas){0};
  c->out = open_memstream(&c->text, &c->size);
  if (c->out) tc_fprintf(c->out, "<svg viewBox=\"0 0 %d %.0f\" role=\"img\">\n", width, height);
}

/* Adds the picture to the section, or an error to the document. Frees the canvas. */
static void end_canvas(canvas *c, tc_section *section, const char *caption) {
  bool is_written = c->out;
  if (c->out) {
    fputs("</svg>", c->out);
    is_written = !ferror(c->out);
    is_written = fclose(c->out) == 0 && is_written;
  }
  if (is_written)
    tc_picture_add(section, caption, c->text);
  else if (!section->document->error)
    section->document->error =
        tc_status_create(TC_INTERNAL, "a chart of the report: out of memory: free memory");
  free(c->text); // NOLINT(*-owning-memory): allocated by open_memstream
}

static void write_text(canvas *c, double x, double y, const char *anchor, const char *text) {
  tc_fprintf(c->out, "<text class=\"t\" x=\"%.1f\" y=\"%.1f\" text-anchor=\"%s\">", x, y, anchor);
  tc_html_escape(text, c->out);
  fputs("</text>\n", c->out);
}

static void write_rectangle(canvas *c, const char *colour, double x, double y, double length) {
  tc_fprintf(c->out, "<rect class=\"%s\" x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%d\"/>\n", colour, x,
             y, fmax(length, 0.5), bar_height - 2);
}

static void write_legend(canvas *c, const char *const series[TC_CHART_SERIES]) {
  for (int s = 0; s < TC_CHART_SERIES && series[s]; s++) {
    const double x = label_width + 150.0 * s;
    write_rectangle(c, colours[s], x, 4.0, bar_height);
    write_text(c, x + bar_height + 6, 14.0, "start", series[s]);
  }
}

/* ---- bars ---- */

static double find_largest(int bars, const tc_chart_bar *bar) {
  double most = 0.0;
  for (int k = 0; k < bars; k++) {
    for (int s = 0; s < TC_CHART_SERIES; s++)
      if (isfinite(bar[k].value[s])) most = fmax(most, bar[k].value[s]);
    if (isfinite(bar[k].bound)) most = fmax(most, bar[k].bound);
  }
  return most;
}

/* Properties that all bars of a chart share. */
typedef struct bar_style {
  int series;
  tc_chart_unit unit;
  double scale; /* length of a bar with the value 1, in units of the view box */
} bar_style;

/* Writes the first label_max characters of a label. If it is longer, ".." replaces its end. */
static void write_label(canvas *c, double y, const char *label) {
  tc_line text = {0};
  int characters = 0;
  for (const char *at = label; *at && characters < label_max; characters++) {
    const int bytes = tc_text_utf8_length(at);
    tc_line_add(&text, "%.*s", bytes ? bytes : 1, at);
    at += bytes ? bytes : 1;
  }
  const bool is_cut = strlen(label) > text.length;
  tc_line_add(&text, "%s", is_cut ? ".." : "");
  write_text(c, label_width - 8, y, "end", text.text);
}

static const char *format_value(double value, tc_chart_unit unit, char *out, size_t size) {
  if (unit == TC_CHART_SECONDS) return tc_number_format_time(value, out, size);
  tc_snprintf(out, size, "%.1f %%", value);
  return out;
}

/* True if the bar of series `s` has a whisker, which marks an upper bound. Only the last series may have
 * one. */
static bool has_whisker(const tc_chart_bar *bar, int s, bar_style style) {
  return s == style.series - 1 && isfinite(bar->bound) && bar->bound > 0.0;
}

/* Draws a whisker: a line from the end of a bar at x = `from` to its upper bound at x = `to`, with a short
 * line across at the bound. */
static void write_whisker(canvas *c, double y, double from, double to) {
  const double middle = y + 0.5 * (bar_height - 2);
  tc_fprintf(c->out, "<path class=\"e\" d=\"M%.1f %.1fL%.1f %.1fM%.1f %.1fL%.1f %.1f\"/>\n", from, middle, to,
             middle, to, middle - 4.0, to, middle + 4.0);
}

static void write_bars(canvas *c, double y, const tc_chart_bar *bar, bar_style style) {
  char text[32];
  write_label(c, y + 0.5 * (style.series - 1) * bar_height + 10, bar->label);
  for (int s = 0; s < style.series; s++) {
    double length = bar->value[s] * style.scale;
    if (!isfinite(bar->value[s])) continue;
    write_rectangle(c, colours[s], label_width, y + s * bar_height, length);
    if (has_whisker(bar, s, style)) {
      const double bound = fmax(length, bar->bound * style.scale);
      write_whisker(c, y + s * bar_height, label_width + length, label_width + bound);
      length = bound;
    }
    write_text(c, label_width + length + 6, y + s * bar_height + 10, "start",
               format_value(bar->value[s], style.unit, text, sizeof text));
  }
}

void tc_chart_bars(tc_section *section, const char *caption, const char *const series[TC_CHART_SERIES],
                   tc_chart_unit unit, int bars, const tc_chart_bar *bar) {
  const int count = bars < TC_CHART_BARS_MAX ? bars : TC_CHART_BARS_MAX, curves = series[1] ? 2 : 1;
  const double most = find_largest(count, bar), row = curves * bar_height + gap;
  const bar_style style = {curves, unit, (width - label_width - value_width) / most};
  canvas c;
  if (!(most > 0.0)) return;
  begin_canvas(&c, legend_height + row * count);
  if (c.out) write_legend(&c, series);
  for (int k = 0; c.out && k < count; k++) write_bars(&c, legend_height + row * k, &bar[k], style);
  end_canvas(&c, section, caption);
}

/* ---- curves ---- */

typedef struct range {
  double low, high;
} range;

static void widen(range *r, double value) {
  r->low = fmin(r->low, value);
  r->high = fmax(r->high, value);
}

/* Sets the ranges of both axes. Returns false if the points cannot be drawn, because there are too few or
 * values are not finite. */
static bool find_ranges(int points, const tc_chart_point *point, range *x, range *y) {
  *x = *y = (range){INFINITY, -INFINITY};
  for (int k = 0; k < points; k++) {
    widen(x, point[k].x);
    for (int s = 0; s < TC_CHART_SERIES; s++) {
      if (!isfinite(point[k].value[s])) return false;
      widen(y, point[k].value[s]);
    }
  }
  if (y->high <= y->low) *y = (range){y->low - 1.0, y->low + 1.0};
  return points > 1 && x->high > x->low && isfinite(x->low) && isfinite(x->high) &&
         isfinite(y->high - y->low);
}

static double scale(range r, double value, double from, double to) {
  return from + (to - from) * (value - r.low) / (r.high - r.low);
}

static void write_curve(canvas *c, int series, int points, const tc_chart_point *point, range x, range y) {
  tc_fprintf(c->out, "<path class=\"%s\" d=\"", colours[series]);
  for (int k = 0; k < points; k++)
    tc_fprintf(c->out, "%c%.1f %.1f", k ? 'L' : 'M', scale(x, point[k].x, margin, width - 10),
               scale(y, point[k].value[series], legend_height + curve_height, legend_height));
  fputs("\"/>\n", c->out);
}

/* Writes lines of the grid with their values, at the ends and in the middle of each axis. */
static void write_grid(canvas *c, const char *axis, range x, range y) {
  char text[32];
  for (int k = 0; k <= 2; k++) {
    const double up = legend_height + 0.5 * k * curve_height,
                 across = margin + 0.5 * k * (width - 10 - margin);
    tc_fprintf(c->out, "<line class=\"g\" x1=\"%d\" x2=\"%d\" y1=\"%.1f\" y2=\"%.1f\"/>\n", margin,
               width - 10, up, up);
    tc_snprintf(text, sizeof text, "%.4g", y.high - 0.5 * k * (y.high - y.low));
    write_text(c, margin - 6, up + 4, "end", text);
    tc_snprintf(text, sizeof text, "%.4g", x.low + 0.5 * k * (x.high - x.low));
    write_text(c, across, legend_height + curve_height + 16,
               k == 0   ? "start"
               : k == 1 ? "middle"
                        : "end",
               text);
  }
  write_text(c, 0.5 * (margin + width), legend_height + curve_height + 34, "middle", axis);
}

void tc_chart_curves(tc_section *section, const char *caption, const char *axis,
                     const char *const series[TC_CHART_SERIES], int points, const tc_chart_point *point) {
  range x, y;
  canvas c;
  if (!find_ranges(points, point, &x, &y)) return;
  begin_canvas(&c, legend_height + curve_height + axis_height);
  if (c.out) {
    write_legend(&c, series);
    write_grid(&c, axis, x, y);
    for (int s = 0; s < TC_CHART_SERIES; s++) write_curve(&c, s, points, point, x, y);
  }
  end_canvas(&c, section, caption);
}
