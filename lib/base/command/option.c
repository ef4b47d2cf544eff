#include "base/command/option.h"

#include <math.h>
#include <string.h>

#include "base/text/text.h"

tc_status tc_option_error(const char *name, const char *value, const char *expected) {
  /* Example of the message: --steps 8,4: expected a list of ascending numbers, as in 4,8,16 */
  return tc_status_create(TC_USAGE, "%s %s: expected %s", name, value, expected);
}

/* The integer is parsed as a double, which is exact within +-2^53. Larger numbers are rejected in any case,
 * because low and high are within +-2^53. */
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
  return tc_status_create(TC_USAGE, "%s %s: expected a whole number from %lld to %lld", name, value,
                          (long long)low, (long long)high);
}

tc_status tc_option_int32(const char *name, const char *value, int32_t low, int32_t high, int32_t *out) {
  int64_t number = 0;
  TC_TRY(tc_option_int64(name, value, low, high, &number));
  *out = (int32_t)number;
  return TC_OK;
}

bool tc_option_next_word(const char **at, const char *separator, char word[64]) {
  if (!*at) return false;
  const size_t length = strcspn(*at, separator), copied = length < 63 ? length : 63;
  memcpy(word, *at, copied);
  word[copied] = '\0';
  *at = (*at)[length] ? *at + length + 1 : NULL;
  return true;
}

/* ---- kinds of values ---- */

tc_status tc_option_set_flag(const tc_option *option, const char *value, void *member) {
  (void)option, (void)value;
  *(bool *)member = true;
  return TC_OK;
}

tc_status tc_option_set_log_level(const tc_option *option, const char *value, void *member) {
  tc_log *log = member;
  (void)value;
  if (log->level != TC_LOG_VERBOSE) log->level = (tc_log_level)option->low;
  return TC_OK;
}

tc_status tc_option_set_text(const tc_option *option, const char *value, void *member) {
  (void)option;
  *(const char **)member = value;
  return TC_OK;
}

tc_status tc_option_set_texts(const tc_option *option, const char *value, void *member) {
  tc_option_texts *texts = member;
  (void)option;
  TC_TRY(TC_ARRAY_ADD(texts, &value));
  return TC_ARRAY_RESERVE(texts, 1); /* TC_ARRAY_RESERVE sets the item after the last text to NULL */
}

tc_status tc_option_set_int32(const tc_option *option, const char *value, void *member) {
  return tc_option_int32(option->name, value, (int32_t)option->low, (int32_t)option->high, member);
}

static bool contains_number(int64_t sought, const tc_option_numbers *list) {
  int count = list->count;
  while (count && list->item[count - 1] != sought) count--;
  return count > 0;
}

tc_status tc_option_set_numbers(const tc_option *option, const char *value, void *member) {
  tc_option_numbers *list = member;
  list->count = 0;
  for (const char *at = value, *end; at; at = *end ? end + 1 : NULL) {
    int64_t number = 0;
    end = at + strcspn(at, ",");
    if (list->count == option->count_max || !tc_option_parse_integer(at, end, 1, option->high, &number))
      return tc_status_create(TC_USAGE,
                              "%s %s: expected a list of at most %d numbers from 1 to %d, like 16,32,64",
                              option->name, value, option->count_max, (int)option->high);
    if (!contains_number(number, list)) list->item[list->count++] = (int32_t)number;
  }
  return TC_OK;
}

tc_status tc_option_set_index(const tc_option *option, const char *value, void *member) {
  return tc_registry_parse(option->list, option->name, value, option->extra, member);
}

tc_status tc_option_set_indices(const tc_option *option, const char *value, void *member) {
  tc_option_numbers *list = member;
  return tc_registry_parse_list(option->list, option->name, value, option->extra, TC_OPTION_NUMBERS,
                                list->item, &list->count);
}

tc_status tc_option_set_choice(const tc_option *option, const char *value, void *member) {
  int index = -1;
  TC_TRY(tc_registry_parse(option->list, option->name, value, option->extra, &index));
  *(const void **)member = index < 0 ? NULL : option->list->item(index);
  return TC_OK;
}

tc_status tc_option_set_choices(const tc_option *option, const char *value, void *member) {
  TC_OPTION_ENTRY_LIST(void) *list = member;
  int index[TC_OPTION_ENTRIES];
  TC_TRY(tc_registry_parse_list(option->list, option->name, value, option->extra, TC_OPTION_ENTRIES, index,
                                &list->count));
  for (int i = 0; i < list->count; i++) list->item[i] = index[i] < 0 ? NULL : option->list->item(index[i]);
  return TC_OK;
}

/* Parses a text as a finite number. Returns false if a part of the text is not read. */
static bool parse_finite(const char *value, double *out) {
  tc_text text = {value, value + strlen(value)};
  return tc_text_parse_double(&text, out) && tc_text_at_end(&text) && isfinite(*out);
}

tc_status tc_option_set_real(const tc_option *option, const char *value, void *member) {
  return parse_finite(value, member) ? TC_OK : tc_option_error(option->name, value, "a finite number");
}

tc_status tc_option_set_number(const tc_option *option, const char *value, void *member) {
  double *out = member;
  if (parse_finite(value, out) && *out >= (double)option->low && *out <= (double)option->high) return TC_OK;
  return tc_status_create(TC_USAGE, "%s %s: %s", option->name, value, option->expected);
}
