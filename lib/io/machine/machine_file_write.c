/* Writes machine files (see machine_file.h). Parameters that were not measured are omitted. A list is also
 * omitted if some of its numbers were not measured, because tc_machine_file_parse would reject it. The first
 * line marks the file as one that Tetracast may replace. */
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "base/file/directory.h"
#include "base/file/file.h"
#include "base/text/line.h"
#include "base/text/text.h"
#include "io/machine/machine_file.h"

static void write_quoted(FILE *file, const char *text) {
  fputc('"', file);
  for (const unsigned char *c = (const unsigned char *)text; *c; c++) {
    if (*c == '"' || *c == '\\')
      fprintf(file, "\\%c", *c);
    else if (*c < 0x20 || *c == 0x7f)
      fprintf(file, "\\x%02x", *c);
    else
      fputc(*c, file);
  }
  fputc('"', file);
}

static void write_text(FILE *file, const char *key, const char *text) {
  if (!*text) return;
  fprintf(file, "%s: ", key);
  write_quoted(file, text);
  fputc('\n', file);
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

/* Writes the parameters of a section as a mapping with the key `name`. `name` is NULL for parameters that
 * belong to no section and are written at the top level of the file. */
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

/* ---- keys that users set by hand ---- */

static bool has_slurm(const tc_machine_slurm *slurm) {
  return slurm->partition[0] || slurm->account[0] || slurm->requires_account || slurm->modules > 0;
}

/* Appends the names of the keys that are set to a list. */
static void add_site_names(const tc_machine_site *site, tc_line *names) {
#define TC_SITE_WORD(name, reader, meaning)                                                                  \
  if (site->name[0]) tc_line_add_item(names, #name);
#define TC_SITE_INTEGER(name, most, meaning)                                                                 \
  if (site->name > 0) tc_line_add_item(names, #name);
#define TC_SITE_NUMBER(name, least, most, unit, meaning)                                                     \
  if (site->name > 0.0) tc_line_add_item(names, #name);
#include "io/machine/machine_site_keys.def"
  if (has_slurm(&site->slurm)) tc_line_add_item(names, "slurm");
}

static void write_site_word(FILE *file, const char *key, const char *text, const char *meaning) {
  if (!*text) return;
  fprintf(file, "%s: ", key);
  write_quoted(file, text);
  fprintf(file, " # %s\n", meaning);
}

static void write_site_number(FILE *file, const char *key, double value, const char *meaning) {
  char digits[TC_TEXT_NUMBER];
  if (!(value > 0.0)) return;
  tc_text_format_double(value, digits);
  fprintf(file, "%s: %s # %s\n", key, digits, meaning);
}

static void write_slurm(FILE *file, const tc_machine_slurm *slurm) {
  if (!has_slurm(slurm)) return;
  fputs("slurm: # lines of the job scripts of tetracast quote\n", file);
  write_text(file, "  partition", slurm->partition);
  write_text(file, "  account", slurm->requires_account ? "required" : slurm->account);
  if (slurm->modules > 0) fputs("  modules:\n", file);
  for (int m = 0; m < slurm->modules; m++) {
    fputs("    - ", file);
    write_quoted(file, slurm->module[m]);
    fputc('\n', file);
  }
}

static void write_site(FILE *file, const tc_machine_site *site) {
  tc_line names = {0};
  add_site_names(site, &names);
  if (names.length == 0) return;
  fputs("\n# Set by hand. tetracast calibrate -o retains these keys.\n", file);
#define TC_SITE_WORD(name, reader, meaning)              write_site_word(file, #name, site->name, meaning);
#define TC_SITE_INTEGER(name, most, meaning)             write_integer(file, #name, site->name, meaning);
#define TC_SITE_NUMBER(name, least, most, unit, meaning) write_site_number(file, #name, site->name, meaning);
#include "io/machine/machine_site_keys.def"
  write_slurm(file, &site->slurm);
}

/* ---- the file ---- */

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
  write_site(file, &machine->site);
  write_params(file, &machine->params, TC_PARAM_SECTION_NONE, NULL);
  for (int s = 0; s < TC_PARAM_SECTION_COUNT; s++)
    write_params(file, &machine->params, s, tc_param_section_name(s));
  write_params(file, &machine->fewer, TC_PARAM_SECTION_patterns, "patterns_fewer");
  write_spread(file, &machine->spread);
}

tc_status tc_machine_file_prepare(const char *path) {
  return tc_file_prepare(path, first_line, "a machine file that Tetracast has written");
}

tc_status tc_machine_file_read_site(const char *path, const tc_log *log, tc_machine_site *out) {
  tc_machine machine;
  tc_line names = {0};
  *out = (tc_machine_site){.identity = ""};
  if (!tc_file_starts_with(path, first_line)) return TC_OK;
  TC_TRY(tc_machine_file_read(path, &machine));
  *out = machine.site;
  add_site_names(out, &names);
  if (names.length > 0)
    tc_log_write(log, TC_LOG_NORMAL, "%s: retaining the keys set by hand: %s", path, names.text);
  return TC_OK;
}

tc_status tc_machine_file_write(const tc_machine *machine, const char *path) {
  tc_file file;
  TC_TRY(tc_directory_prepare(path));
  TC_TRY(tc_file_open(path, &file));
  write_machine(file.out, machine);
  return tc_file_commit(&file);
}
