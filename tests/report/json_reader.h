/* A strict JSON reader (RFC 8259) that finds the value at a path. Tests use it to check reports. */
#ifndef TC_TESTS_REPORT_JSON_READER_H
#define TC_TESTS_REPORT_JSON_READER_H

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

static inline const char *json_blank(const char *at) { return at + strspn(at, " \n\r\t"); }

/* Each reader returns a pointer to the first character after the value, or NULL if the value is not valid. */
static inline const char *json_string(const char *at) {
  if (*at++ != '"') return NULL;
  for (; *at != '"'; at++) {
    if ((unsigned char)*at < 0x20) return NULL; /* also rejects the end of the text */
    if (*at != '\\') continue;
    at++;
    if (*at == 'u' && strspn(at + 1, "0123456789abcdefABCDEF") < 4) return NULL;
    if (!*at || !strchr("\"\\/bfnrtu", *at)) return NULL;
  }
  return at + 1;
}

static inline const char *json_digits(const char *at) {
  size_t n = strspn(at, "0123456789");
  return n ? at + n : NULL;
}

static inline const char *json_number(const char *at) {
  if (*at == '-') at++;
  if (*at == '0' && strspn(at, "0123456789") > 1) return NULL;
  at = json_digits(at);
  if (at && *at == '.') at = json_digits(at + 1);
  if (at && (*at == 'e' || *at == 'E')) at = json_digits(at + 1 + (at[1] == '+' || at[1] == '-'));
  return at;
}

static inline bool json_named(const char *string, const char *name, size_t length) {
  return strncmp(string + 1, name, length) == 0 && string[1 + length] == '"';
}

/* Reads the value at `at`. `path`, such as "results.0.measured_s.total", names a value inside this value. A
 * pointer to it is returned in *found. If `path` is NULL, nothing is searched. An object that contains the
 * searched name twice is not valid. */
static inline const char *json_value(const char *at, const char *path, const char **found) {
  static const char *const words[] = {"true", "false", "null"};
  if (path && !*path) *found = at;
  for (int w = 0; w < 3; w++)
    if (strncmp(at, words[w], strlen(words[w])) == 0) return at + strlen(words[w]);
  if (*at == '"') return json_string(at);
  if (*at != '{' && *at != '[') return json_number(at);
  const bool object = *at == '{';
  const char close = object ? '}' : ']';
  const size_t step = path ? strcspn(path, ".") : 0;
  bool matched = false;
  at = json_blank(at + 1);
  if (*at == close) return at + 1;
  for (long index = 0;; index++) {
    bool match = path && *path && !object && strtol(path, NULL, 10) == index;
    if (object) {
      match = path && *path && *at == '"' && json_named(at, path, step);
      if (match && matched) return NULL;
      at = json_string(at);
      if (!at || *(at = json_blank(at)) != ':') return NULL;
      at = json_blank(at + 1);
    }
    matched = matched || match;
    at = json_value(at, match ? path + step + (path[step] == '.') : NULL, found);
    if (!at) return NULL;
    at = json_blank(at);
    if (*at == close) return at + 1;
    if (*at != ',') return NULL;
    at = json_blank(at + 1);
  }
}

/* True if the text consists of exactly one valid value. */
static inline bool json_valid(const char *text) {
  const char *end = json_value(json_blank(text), NULL, NULL);
  return end && !*json_blank(end);
}

/* Returns the beginning of the value at `path`; NULL if there is none. */
static inline const char *json_find(const char *text, const char *path) {
  const char *found = NULL;
  return json_value(json_blank(text), path, &found) ? found : NULL;
}

#endif
