#include "base/program/option.h"

#include <string.h>

#include "base/text/text.h"

bool tc_option_is(const char *word, const char *name) {
  const size_t length = strcspn(word, "=");
  return strlen(name) == length && strncmp(name, word, length) == 0;
}

tc_status tc_option_value(int argc, char **argv, int *i, const char *name, const char **value) {
  const char *equals = strchr(argv[*i], '=');
  if (!equals && ++*i == argc)
    return tc_status_create(TC_USAGE, "option %s needs a value (see --help)", name);
  *value = equals ? equals + 1 : argv[*i];
  return TC_OK;
}

tc_status tc_option_error(const char *name, const char *value, const char *wanted) {
  return tc_status_create(TC_USAGE, "%s %s: %s is needed", name, value, wanted);
}

/* The integer is parsed as a double, which is exact within +-2^53. Larger numbers are out of range anyway. */
bool tc_option_parse_integer(const char *at, const char *end, int64_t low, int64_t high, int64_t *out) {
  tc_text text = {at, end};
  double number;
  if (!tc_text_parse_integer(&text, &number) || text.cursor != end || number < (double)low ||
      number > (double)high)
    return false;
  *out = (int64_t)number;
  return true;
}

tc_status tc_option_int64(const char *name, const char *value, int64_t low, int64_t high, int64_t *out) {
  if (tc_option_parse_integer(value, value + strlen(value), low, high, out)) return TC_OK;
  return tc_status_create(TC_USAGE, "%s %s: a whole number from %lld to %lld is needed", name, value,
                          (long long)low, (long long)high);
}

tc_status tc_option_int32(const char *name, const char *value, int32_t low, int32_t high, int32_t *out) {
  int64_t number = 0;
  TC_TRY(tc_option_int64(name, value, low, high, &number));
  *out = (int32_t)number;
  return TC_OK;
}

static bool contains_number(int64_t sought, const int32_t *number, int count) {
  while (count && number[count - 1] != sought) count--;
  return count > 0;
}

tc_status tc_option_list(const char *name, const char *value, int most, int32_t high, int32_t *number,
                         int *count) {
  *count = 0;
  for (const char *at = value, *end; at; at = *end ? end + 1 : NULL) {
    int64_t one = 0;
    end = at + strcspn(at, ",");
    if (*count == most || !tc_option_parse_integer(at, end, 1, high, &one))
      return tc_status_create(TC_USAGE,
                              "%s %s: a list of at most %d numbers from 1 to %d, like 16,32,64, is needed",
                              name, value, most, (int)high);
    if (!contains_number(one, number, *count)) number[(*count)++] = (int32_t)one;
  }
  return TC_OK;
}
