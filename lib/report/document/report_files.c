#include <string.h>

#include "base/document/html_page.h"
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

/* Finds the first line that begins with `key`. Copies the text after `key` to `out`, up to the first
 * character that `end` contains. Sets `out` to "" if no line begins with `key`. */
static void read_value(FILE *in, const char *key, const char *end, char out[line_max]) {
  const size_t length = strlen(key);
  char line[line_max];
  *out = '\0';
  for (bool is_line_begin = true; fgets(line, sizeof line, in); is_line_begin = strchr(line, '\n') != NULL) {
    const char *value = line + length;
    if (!is_line_begin || strncmp(line, key, length) != 0) continue;
    snprintf(out, line_max, "%.*s", (int)strcspn(value, end), value);
    return;
  }
}

/* Describes where a report file contains the name of the command that has written it, such as "run". */
typedef struct report_format {
  const char *mark; /* text with which each report file of this format begins */
  /* `key` is the text of the line that contains the name, from the beginning of the line up to the name. The
   * name ends before the first character that `end` contains. */
  const char *key, *end;
} report_format;

/* JSON reports. The member `command` of the outermost object is indented by two blanks, and members of nested
 * objects by more. A search for a line that begins with two blanks and the key therefore finds only the
 * outermost member. */
static const report_format json_format = {"{\n  \"program\": \"tetracast\"", "  \"command\": \"", "\"\\\r\n"};

/* Returns TC_OUTPUT if the file `path` is a report of this format that a command other than `command` has
 * written. */
static tc_status check_format_command(const report_format *format, const char *command, const char *path) {
  char written_by[line_max];
  FILE *in = path && tc_file_starts_with(path, format->mark) ? fopen(path, "r") : NULL;
  if (!in) return TC_OK;
  read_value(in, format->key, format->end, written_by);
  fclose(in);
  if (strcmp(written_by, command) == 0) return TC_OK;
  return tc_status_create(TC_OUTPUT, "%s: is a report of %s%.40s: use another name or remove it", path,
                          *written_by ? "tetracast " : "", *written_by ? written_by : "an unknown command");
}

/* Reads the first row after the heading of a CSV report. Sets *measured to true if the eighth column of this
 * row, the measured time, is not empty. Returns false if there is no such row. */
static bool read_measured(FILE *in, bool *measured) {
  char line[2 * line_max], *column = line;
  if (!fgets(line, sizeof line, in) || !fgets(line, sizeof line, in)) return false;
  for (int k = 0; k < 7 && column; k++) column = strchr(column + (k > 0), ',');
  *measured = column && column[1] != ',';
  return column;
}

/* Returns TC_OUTPUT if the file `path` is a CSV report of `predict` and `command` is another command, or the
 * reverse. A CSV report does not name its command, but only reports of `predict` have no measured times. */
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
  TC_TRY(check_format_command(&json_format, command, json));
  return check_csv_kind(command, csv);
}

tc_status tc_report_prepare_html(const char *command, const char *path) {
  char mark[TC_HTML_MARK_SIZE];
  const report_format format = {mark, "<tr><td class=l>command<td class=l>", "<\r\n"};
  tc_html_format_mark("tetracast", mark);
  TC_TRY(tc_file_prepare(path, mark, "an HTML report of tetracast"));
  return command ? check_format_command(&format, command, path) : TC_OK;
}
