#include "base/text/number_format.h"

#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "base/core/print.h"

static const double marked_error_min = 0.25, relevant_step_share = 0.05, shown_error_max = 9.0;

void tc_number_format_seconds(double seconds, char *out, size_t size) {
  static const struct {
    double factor;
    const char *unit;
  } units[] = {{1e9, "ns"}, {1e6, "us"}, {1e3, "ms"}, {1.0, "s "}};
  if (seconds == 0.0) {
    snprintf(out, size, "0   ");
    return;
  }
  int u = seconds < 0.9995e-6 ? 0 : seconds < 0.9995e-3 ? 1 : seconds < 0.9995 ? 2 : 3;
  double value = seconds * units[u].factor;
  tc_snprintf(out, size, "%.*f %s", value < 9.995 ? 2 : value < 99.95 ? 1 : 0, value, units[u].unit);
}

const char *tc_number_format_time(double seconds, char *out, size_t size) {
  tc_number_format_seconds(seconds, out, size);
  for (size_t n = strlen(out); n > 0 && out[n - 1] == ' '; n--) out[n - 1] = '\0';
  return out;
}

const char *tc_number_format_duration(double seconds, char *out, size_t size) {
  const double longest_s = 1e15; /* larger numbers could not be converted to an integer */
  const long whole = (long)(fmin(seconds, longest_s) + 0.5);
  if (isnan(seconds))
    snprintf(out, size, "-");
  else if (seconds > 0.0 && seconds < 0.95)
    tc_snprintf(out, size, "%.3g ms", 1e3 * seconds);
  else if (seconds < 59.95) /* 59.95 and larger values would be printed as 60.0 s. */
    tc_snprintf(out, size, "%.1f s", seconds);
  else if (whole < 3600)
    snprintf(out, size, "%ld min %02ld s", whole / 60, whole % 60);
  else
    snprintf(out, size, "%ld h %02ld min", whole / 3600, whole % 3600 / 60);
  return out;
}

void tc_number_format_error(double forecast, double measured, double step, char *out, size_t size) {
  if (!(measured > 0.0) || forecast == 0.0) {
    snprintf(out, size, "-  ");
    return;
  }
  const double error = forecast / measured - 1.0;
  const bool is_relevant = fmax(forecast, measured) > relevant_step_share * step;
  const char *mark = is_relevant && fabs(error) > marked_error_min ? " *" : "  ";
  if (error > shown_error_max)
    tc_snprintf(out, size, "> %.0f x%s", shown_error_max + 1.0, mark);
  else
    tc_snprintf(out, size, "%+.0f %%%s", 100.0 * error, mark);
}

const char *tc_number_format_bytes(double bytes, char *out, size_t size) {
  tc_snprintf(out, size, "%.3g %s", bytes * (bytes < 1e9 ? 1e-6 : 1e-9), bytes < 1e9 ? "MB" : "GB");
  return out;
}

const char *tc_plural_suffix(int64_t n) { return n == 1 ? "" : "s"; }
