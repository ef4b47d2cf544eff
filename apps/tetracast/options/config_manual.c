#include "options/config_manual.h"

#include <string.h>

#include "base/command/help.h"
#include "base/program/provenance.h"
#include "io/config/config.h"

static void write_part(const char *text, size_t length, FILE *out) {
  tc_line part = {0};
  tc_line_add(&part, "%.*s", (int)length, text);
  tc_manual_write_escaped(part.text, out);
}

/* Writes the text of a Markdown link [text](address). Returns the end of the link. */
static const char *write_link(const char *at, FILE *out) {
  const char *end = strstr(at, "](");
  write_part(at + 1, (size_t)(end - at - 1), out);
  return strchr(end, ')') + 1;
}

static bool is_link(const char *at) {
  const char *end = strchr(at, ']');
  return *at == '[' && end && end[1] == '(';
}

/* Writes a summary that is formatted as Markdown. Text between backticks becomes bold, and links are reduced
 * to their text. */
static void write_summary(const char *at, FILE *out) {
  bool is_bold = false;
  while (*at) {
    const size_t plain = strcspn(at, "`[");
    if (plain > 0)
      write_part(at, plain, out);
    else if (*at == '`')
      fputs((is_bold = !is_bold) ? "\\fB" : "\\fR", out);
    else if (!is_bold && is_link(at)) {
      at = write_link(at, out);
      continue;
    } else
      fputc(*at, out);
    at += plain > 0 ? plain : 1;
  }
}

static void write_names(const tc_key *key, FILE *out) {
  tc_line names;
  if (!key->names) return;
  fputs("\n.br\nThe value is ", out);
  tc_manual_write_escaped(tc_registry_format_names(key->names, key->extra_word, &names), out);
  fputc('.', out);
}

static void write_key(const tc_key *key, FILE *out) {
  if (key->obsolete || !key->summary) return;
  const char *value = key->default_value;
  fprintf(out, ".TP\n.BR %s \" (%s", key->name, value ? "default: " : "required");
  if (value) tc_manual_write_escaped(value, out);
  fputs(")\"\n\\&", out);
  write_summary(key->summary, out);
  write_names(key, out);
  fputc('\n', out);
}

void app_config_manual_write(FILE *out) {
  fprintf(out,
          ".TH tetracast-config 5 \"\" \"Tetracast %s\"\n.SH NAME\ntetracast-config \\- configuration file "
          "of "
          "tetracast\n.SH DESCRIPTION\nA config is a YAML file that describes a run. A key that is absent or "
          "null has its default. An unknown key is an error. On the command line, \\fB\\-s KEY=VALUE\\fR "
          "overrides a key of the file. Paths are relative to the working directory.\n.SH EXAMPLE\n.nf\n"
          "mesh: {file: L.1}\ninitial: \"exp(\\-(x^2+y^2+z^2))\"\ntime: {steps: 1000}\n"
          "snapshots: {file: out/L.h5, every: 100}\n.fi\n.SH KEYS\n",
          tc_provenance_version());
  for (int k = 0; k < tc_config_keys.count; k++) write_key(&tc_config_keys.key[k], out);
  fputs(".SH SEE ALSO\n.BR tetracast (1)\n", out);
}

/* True if `word`, with `-` for `_`, is the last word of the key, or the word before a final `name`. */
static bool is_word_of(const tc_key *key, const char *word, size_t length) {
  size_t end = strlen(key->name);
  if (end > 5 && strcmp(key->name + end - 5, ".name") == 0) end -= 5;
  if (key->obsolete || end < length || (end > length && key->name[end - length - 1] != '.')) return false;
  const char *last = key->name + end - length;
  for (size_t k = 0; k < length; k++)
    if (last[k] != (word[k] == '-' ? '_' : word[k])) return false;
  return true;
}

void app_config_suggest_key(const char *option, tc_line *out) {
  const char *word = option + strspn(option, "-");
  const size_t length = strcspn(word, "=");
  int found = 0;
  for (int k = 0; k < tc_config_keys.count; k++)
    if (length > 1 && is_word_of(&tc_config_keys.key[k], word, length))
      tc_line_add(out, "%s-s %s=VALUE", found++ ? " or " : " (set the key with ", tc_config_keys.key[k].name);
  if (found > 0) tc_line_add(out, ")");
}
