#include <string.h>

#include "base/file/directory.h"
#include "base/file/file.h"
#include "base/text/line.h"
#include "report/document/report.h"

enum { line_max = 256 };

static const char csv_heading[] = "strategy,distribution,block_size,";

tc_status tc_report_prepare(const char *program, const char *json, const char *csv) {
  tc_line begin = {0}, kind = {0};
  tc_line_add(&begin, "{\n  \"program\": \"%s\"", program);
  tc_line_add(&kind, "a JSON report of %s", program);
  TC_TRY(tc_file_prepare(json, begin.text, kind.text));
  return tc_file_prepare(csv, csv_heading, "a CSV report of Tetracast");
}

/* Reads the member `command` of the outermost object of a JSON report; "" if it has none. The member is
 * recognised by its indentation of two blanks, which members of nested objects do not have. */
static void read_command(FILE *in, char command[line_max]) {
  static const char key[] = "  \"command\": \"";
  char line[line_max];
  *command = '\0';
  for (bool is_line_begin = true; fgets(line, sizeof line, in); is_line_begin = strchr(line, '\n') != NULL) {
    const char *value = line + sizeof key - 1;
    if (!is_line_begin || strncmp(line, key, sizeof key - 1) != 0) continue;
    snprintf(command, line_max, "%.*s", (int)strcspn(value, "\"\\\r\n"), value);
    return;
  }
}

static tc_status check_json_command(const char *command, const char *path) {
  char written_by[line_max];
  FILE *in = path && tc_file_starts_with(path, "{\n  \"program\": \"tetracast\"") ? fopen(path, "r") : NULL;
  if (!in) return TC_OK;
  read_command(in, written_by);
  fclose(in);
  if (strcmp(written_by, command) == 0) return TC_OK;
  return tc_status_create(TC_OUTPUT, "%s: is a report of %s%.40s: use another name or remove it", path,
                          *written_by ? "tetracast " : "", *written_by ? written_by : "an unknown command");
}

/* Reads the first row of a CSV report and sets *measured to true if the row has a measured time. Returns
 * false if there is no row. */
static bool read_measured(FILE *in, bool *measured) {
  char line[2 * line_max], *column = line;
  if (!fgets(line, sizeof line, in) || !fgets(line, sizeof line, in)) return false;
  for (int k = 0; k < 7 && column; k++) column = strchr(column + (k > 0), ',');
  *measured = column && column[1] != ',';
  return column;
}

static tc_status check_csv_kind(const char *command, const char *path) {
  const bool is_prediction = strcmp(command, "predict") == 0;
  bool measured = !is_prediction;
  FILE *in = path && tc_file_starts_with(path, csv_heading) ? fopen(path, "r") : NULL;
  if (!in) return TC_OK;
  const bool has_row = read_measured(in, &measured);
  fclose(in);
  if (!has_row || measured != is_prediction) return TC_OK;
  return tc_status_create(TC_OUTPUT, "%s: is a report of %s: use another name or remove it", path,
                          measured ? "a run with measured times" : "tetracast predict");
}

tc_status tc_report_check_command(const char *command, const char *json, const char *csv) {
  TC_TRY(check_json_command(command, json));
  return check_csv_kind(command, csv);
}
