#include "base/text/time_span.h"

#include <inttypes.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "base/text/text.h"

enum { minute_s = 60, hour_s = 3600, day_s = 86400 };

static const double least_s = 1.0, most_s = 10.0 * 365.25 * day_s;

/* Returns the seconds of a unit, which is s, m, h, d or empty; 0 for other texts. */
static double unit_seconds(const char *unit) {
  static const double seconds[] = {1.0, minute_s, hour_s, day_s};
  static const char letters[] = "smhd";
  if (!*unit) return 1.0;
  const char *const letter = strchr(letters, *unit);
  return letter && !unit[1] ? seconds[letter - letters] : 0.0;
}

bool tc_time_span_parse(const char *text, double *seconds) {
  const char *const end = text + strspn(text, "0123456789.eE+-");
  const double unit_s = unit_seconds(end);
  tc_text number = {text, end};
  double value;
  if (*text == '-' || *text == '+' || unit_s == 0.0) return false;
  if (!tc_text_parse_double(&number, &value) || number.cursor != end) return false;
  value *= unit_s;
  if (!(value >= least_s && value <= most_s)) return false;
  *seconds = value;
  return true;
}

/* Rounds a time up to whole seconds, and to the limits least_s and most_s. For NaN, fmin makes the result
 * most_s. */
static int64_t round_up(double seconds) { return (int64_t)fmax(least_s, fmin(ceil(seconds), most_s)); }

/* Returns the time divided by the unit of `unit_s` seconds, rounded up to whole units. Integers are used
 * because a floating-point division might round down. */
static int64_t count_units(int64_t seconds, int64_t unit_s) { return (seconds + unit_s - 1) / unit_s; }

const char *tc_time_span_format(double seconds, char *out, size_t size) {
  const int64_t whole = round_up(seconds), minutes = count_units(whole, minute_s);
  if (whole < 10 * minute_s)
    snprintf(out, size, "%" PRId64 "s", whole);
  else if (minutes < 10 * hour_s / minute_s)
    snprintf(out, size, "%" PRId64 "m", minutes);
  else
    snprintf(out, size, "%" PRId64 "h", count_units(whole, hour_s));
  return out;
}

const char *tc_time_span_format_slurm(double seconds, char *out, size_t size) {
  const int64_t minutes = count_units(round_up(seconds), minute_s), hours = minutes / 60, days = hours / 24;
  if (days > 0)
    snprintf(out, size, "%" PRId64 "-%02" PRId64 ":%02" PRId64 ":00", days, hours % 24, minutes % 60);
  else
    snprintf(out, size, "%02" PRId64 ":%02" PRId64 ":00", hours, minutes % 60);
  return out;
}
