#include "compile/unit_options.h"

#include <string.h>

#include "base/program/option.h"
#include "base/text/text.h"

typedef struct unit {
  const char *name;
  int64_t size;
} unit;

/* Parses a decimal number followed by the name of one of `units`, which may be "", and stores the number
 * times the size of the unit in *out. Returns false if the text has another form. */
static bool read_measure(const char *value, const unit *units, double *out) {
  const size_t digits = strspn(value, "0123456789.");
  tc_text text = {value, value + digits};
  double number;
  if (digits == 0 || !tc_text_parse_double(&text, &number)) return false;
  for (const unit *u = units; u->name; u++)
    if (strcmp(value + digits, u->name) == 0) {
      *out = number * (double)u->size;
      return true;
    }
  return false;
}

tc_status tb_option_parse_time(const char *name, const char *value, int64_t low, int64_t high, int64_t *out) {
  static const unit units[] = {{"ns", 1}, {"us", 1000}, {"ms", 1000000}, {"s", 1000000000}, {NULL, 0}};
  double time;
  if (!read_measure(value, units, &time) || time < (double)low || time > (double)high)
    return tc_option_error(name, value, "a time from 100us to 1h, such as 2ms or 500us,");
  *out = (int64_t)(time + 0.5);
  return TC_OK;
}

tc_status tb_option_parse_bytes(const char *name, const char *value, int64_t *out) {
  static const unit units[] = {{"", 1}, {"k", 1 << 10}, {"M", 1 << 20}, {"G", 1 << 30}, {NULL, 0}};
  double bytes;
  if (!read_measure(value, units, &bytes) || bytes < 1.0 || bytes > 0x1p40)
    return tc_option_error(name, value, "a number of bytes from 1 to 1024G, such as 64, 1k or 2M,");
  *out = (int64_t)bytes;
  return TC_OK;
}
