#define _GNU_SOURCE /* makes stdlib.h declare strtod_l */
#include "base/core/print.h"

#include <locale.h>
#include <stdlib.h>
#include <threads.h>

static locale_t plain; /* the locale "C", which exists until the process ends */
static once_flag once = ONCE_FLAG_INIT;

static void create_plain_locale(void) { plain = newlocale(LC_ALL_MASK, "C", (locale_t)0); }

/* Returns the locale "C". Its creation cannot fail even if memory is exhausted, because it is built into the
 * C library. */
static locale_t plain_locale(void) {
  call_once(&once, create_plain_locale);
  return plain;
}

int tc_vfprintf(FILE *out, const char *format, va_list arguments) {
  const locale_t before = uselocale(plain_locale());
  const int length = vfprintf(out, format, arguments);
  uselocale(before);
  return length;
}

int tc_vsnprintf(char *text, size_t room, const char *format, va_list arguments) {
  const locale_t before = uselocale(plain_locale());
  const int length = vsnprintf(text, room, format, arguments);
  uselocale(before);
  return length;
}

int tc_fprintf(FILE *out, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  const int length = tc_vfprintf(out, format, arguments);
  va_end(arguments);
  return length;
}

int tc_snprintf(char *text, size_t room, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  const int length = tc_vsnprintf(text, room, format, arguments);
  va_end(arguments);
  return length;
}

double tc_strtod(const char *text, char **end) { return strtod_l(text, end, plain_locale()); }
