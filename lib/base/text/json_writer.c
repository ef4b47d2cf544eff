#include "base/text/json_writer.h"

#include <math.h>

#include "base/text/text.h"

/* Writes a JSON string. File names may contain bytes that are no valid UTF-8; such bytes become U+FFFD. */
static void write_quoted(FILE *out, const char *text) {
  fputc('"', out);
  for (int length; *text; text += length ? length : 1) {
    length = tc_text_utf8_length(text);
    if (*text == '"' || *text == '\\')
      fprintf(out, "\\%c", *text);
    else if (length == 0)
      fputs("\\ufffd", out);
    else if ((unsigned char)*text < 0x20)
      fprintf(out, "\\u%04x", (unsigned)*text);
    else
      fwrite(text, 1, (size_t)length, out);
  }
  fputc('"', out);
}

static void begin_value(tc_json *json, const char *name) {
  if (!json->first) fputc(',', json->out);
  if (json->depth > 0) fprintf(json->out, "\n%*s", 2 * json->depth, "");
  json->first = false;
  if (!name) return;
  write_quoted(json->out, name);
  fputs(": ", json->out);
}

void tc_json_begin(tc_json *json, const char *name, char open) {
  begin_value(json, name);
  fputc(open, json->out);
  json->depth++;
  json->first = true;
}

void tc_json_end(tc_json *json, char close) {
  json->depth--;
  if (!json->first) fprintf(json->out, "\n%*s", 2 * json->depth, "");
  fputc(close, json->out);
  json->first = false;
  if (json->depth == 0) fputc('\n', json->out);
}

void tc_json_text(tc_json *json, const char *name, const char *value) {
  begin_value(json, name);
  if (value)
    write_quoted(json->out, value);
  else
    fputs("null", json->out);
}

void tc_json_number(tc_json *json, const char *name, double value) {
  char text[TC_TEXT_NUMBER];
  begin_value(json, name);
  if (!isfinite(value)) {
    fputs("null", json->out);
    return;
  }
  tc_text_format_double(value, text);
  fputs(text, json->out);
}

void tc_json_integer(tc_json *json, const char *name, int64_t value) {
  begin_value(json, name);
  fprintf(json->out, "%lld", (long long)value);
}

void tc_json_bool(tc_json *json, const char *name, bool value) {
  begin_value(json, name);
  fputs(value ? "true" : "false", json->out);
}

void tc_json_hash(tc_json *json, const char *name, uint64_t hash) {
  begin_value(json, name);
  fprintf(json->out, "\"%016llx\"", (unsigned long long)hash);
}
