#define _GNU_SOURCE /* makes stdlib.h declare strtod_l */
#include "base/core/print.h"

#include <locale.h>
#include <stdlib.h>
#include <threads.h>

static locale_t c_locale; /* the locale "C", which exists until the process ends */
static once_flag c_locale_once = ONCE_FLAG_INIT;

static void create_c_locale(void) { c_locale = newlocale(LC_ALL_MASK, "C", (locale_t)0); }

/* Returns the locale "C". Its creation cannot fail even if memory is exhausted, because it is built into the
 * C library. */
static locale_t get_c_locale(void) {
  call_once(&c_locale_once, create_c_locale);
  return c_locale;
}

int tc_vfprintf(FILE *out, const char *format, va_list arguments) {
  const locale_t previous = uselocale(get_c_locale());
  const int length = vfprintf(out, format, arguments);
  uselocale(previous);
  return length;
}

int tc_vsnprintf(char *text, size_t size, const char *format, va_list arguments) {
  const locale_t previous = uselocale(get_c_locale());
  const int length = vsnprintf(text, size, format, arguments);
  uselocale(previous);
  return length;
}

int tc_fprintf(FILE *out, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  const int length = tc_vfprintf(out, format, arguments);
  va_end(arguments);
  return length;
}

int tc_snprintf(char *text, size_t size, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  const int length = tc_vsnprintf(text, size, format, arguments);
  va_end(arguments);
  return length;
}

double tc_strtod(const char *text, char **end) { return strtod_l(text, end, get_c_locale()); }
