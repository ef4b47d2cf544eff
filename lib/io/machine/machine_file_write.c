/* Writes machine files (see machine_file.h). Parameters that were not measured are omitted. A list is also
 * omitted if some of its numbers were not measured, because tc_machine_file_parse would reject it. The first
 * line marks the file as one that Tetracast may replace. */
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "base/file/directory.h"
#include "base/file/file.h"
#include "base/text/text.h"
#include "io/machine/machine_file.h"

static void write_text(FILE *file, const char *key, const char *text) {
  if (!*text) return;
  fprintf(file, "%s: \"", key);
  for (const unsigned char *c = (const unsigned char *)text; *c; c++) {
    if (*c == '"' || *c == '\\')
      fprintf(file, "\\%c", *c);
    else if (*c < 0x20 || *c == 0x7f)
      fprintf(file, "\\x%02x", *c);
    else
      fputc(*c, file);
  }
  fputs("\"\n", file);
}

static void write_integer(FILE *file, const char *key, int value, const char *meaning) {
  if (value > 0) fprintf(file, "%s: %d # %s\n", key, value, meaning);
}

static void write_values(FILE *file, const double *value, int values) {
  char digits[TC_TEXT_NUMBER];
  for (int v = 0; v < values; v++) {
    tc_text_format_double(value[v], digits);
    fprintf(file, "%s%s%s", v ? ", " : values > 1 ? "[" : "", digits, v && v == values - 1 ? "]" : "");
  }
  fputc('\n', file);
}

/* Returns the number of measured values. A value of 0 was not measured. */
static int count_measured(const double *value, int values) {
  int measured = 0;
  for (int v = 0; v < values; v++) measured += value[v] > 0.0;
  return measured;
}

/* True if all values were measured. tc_machine_file_parse rejects a list in which a value is missing. */
static bool is_measured(const double *value, int values) { return count_measured(value, values) == values; }

/* Writes the parameters of a section as a mapping of this name. `name` is NULL for the parameters of no
 * section, which are keys of the whole file. */
static void write_params(FILE *file, const tc_params *params, int section, const char *name) {
  const char *indent = name ? "  " : "";
  bool has_heading = false;
  for (int p = 0; p < TC_PARAM_COUNT; p++) {
    const double *value = tc_param_get(params, p);
    if (tc_param_section(p) != section || !is_measured(value, tc_param_values(p))) continue;
    if (name && !has_heading) fprintf(file, "\n%s:", name);
    has_heading = true;
    fprintf(file, "\n%s# %s\n%s%s: ", indent, tc_param_meaning(p), indent, tc_param_name(p));
    write_values(file, value, tc_param_values(p));
  }
}

static const char *const spread_heading =
    "\n# (largest - smallest) / median of the repeats of each "
    "measurement; for names that begin with fit_ the\n"
    "# quality of the fit, R^2, which is 1 for a perfect line.\nspread:\n";

static void write_spread(FILE *file, const tc_params *spread) {
  bool has_heading = false;
  for (int p = 0; p < TC_PARAM_COUNT; p++) {
    const double *value = tc_param_get(spread, p);
    if (!count_measured(value, tc_param_values(p))) continue;
    if (!has_heading) fputs(spread_heading, file);
    has_heading = true;
    fprintf(file, "  %s: ", tc_param_name(p));
    write_values(file, value, tc_param_values(p));
  }
}

/* First line of each machine file that this program writes. A file that begins with another line was written
 * by hand and is not replaced. */
static const char *const first_line =
    "# A machine as Tetracast's forecasts know it; configs/machines/README.md explains the keys.";

static void write_machine(FILE *file, const tc_machine *machine) {
  fprintf(file,
          "%s Names end in\n"
          "# their units: s seconds, B bytes, Bps bytes per second. Unknown values are omitted.\n\n",
          first_line);
#define TC_TEXT(name)                   write_text(file, #name, machine->name);
#define TC_INTEGER(name, most, meaning) write_integer(file, #name, machine->name, meaning);
#define TC_FORMER(name)
#include "io/machine/machine_keys.def"
  write_params(file, &machine->params, TC_PARAM_SECTION_NONE, NULL);
  for (int s = 0; s < TC_PARAM_SECTION_COUNT; s++)
    write_params(file, &machine->params, s, tc_param_section_name(s));
  write_params(file, &machine->fewer, TC_PARAM_SECTION_patterns, "patterns_fewer");
  write_spread(file, &machine->spread);
}

tc_status tc_machine_file_prepare(const char *path) {
  return tc_file_prepare(path, first_line, "a machine file that Tetracast has written");
}

tc_status tc_machine_file_write(const tc_machine *machine, const char *path) {
  tc_file file;
  TC_TRY(tc_directory_prepare(path));
  TC_TRY(tc_file_open(path, &file));
  write_machine(file.out, machine);
  return tc_file_commit(&file);
}
