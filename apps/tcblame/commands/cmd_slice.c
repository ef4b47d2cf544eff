/* Command `tcblame slice`: prints for each variable of a function the source lines whose time is attributed
 * to it. The command first computes how the called functions affect their arguments (blame/closure). The
 * option --transfer selects the rule by which blame passes from one statement to another.
 * tb_blame_lines_create then lists the lines, which the command prints as a table. */
#include <stdio.h>
#include <string.h>

#include "base/core/memory.h"
#include "base/file/file.h"
#include "base/file/path.h"
#include "base/text/line.h"
#include "base/text/suggestion.h"
#include "blame/closure/closure.h"
#include "blame/closure/transfer.h"
#include "blame/report/blame_lines.h"
#include "commands/command.h"

enum { source_bytes_max = 1 << 26 }; /* largest source file that is read, in bytes */

typedef struct options {
  const char *facts, *function, *variable;
  int transfer;
  bool all, source;
} options;

static const tc_option option_table[] = {
    {"FACTS", "a file of facts", NULL, TC_OPTION_TEXT(options, facts), .is_required = true},
    {"--function", "NAME", "the function; FILE:NAME if several functions have this name",
     TC_OPTION_TEXT(options, function), .is_required = true},
    {"--transfer", "NAME",
     "full: the definition of blame; certain: only along statements that run whenever the function runs, and "
     "conditions with their own line alone; see `tcblame list`",
     TC_OPTION_INDEX(options, transfer, tb_transfer_registry), .initial = "full"},
    {"--variable", "NAME",
     "only this variable and all below it: x, self->copy; i:14 is the variable i of line 14 if several have "
     "this name",
     TC_OPTION_TEXT(options, variable)},
    {"--all", NULL, "also names that only callees use, and variables that the compiler created",
     TC_OPTION_FLAG(options, all)},
    {"--source", NULL, "also the text of each line", TC_OPTION_FLAG(options, source)},
    {0},
};

/* ---- function ---- */

/* True if the user's word `name` (FILE:NAME or NAME) names the function `f`. */
static bool is_named_function(const tb_facts *facts, const tb_function *f, const char *name) {
  const char *colon = strrchr(name, ':'), *path = facts->file[f->file].path;
  if (!colon) return strcmp(f->name, name) == 0;
  const size_t prefix_length = (size_t)(colon - name), path_length = strlen(path);
  return strcmp(f->name, colon + 1) == 0 && prefix_length <= path_length &&
         strncmp(path + path_length - prefix_length, name, prefix_length) == 0;
}

static tc_status find_function(const tb_facts *facts, const char *name, const tb_function **out) {
  int count = 0;
  tc_line line = {0};
  tc_suggestion suggestion = tc_suggestion_init(name);
  for (int f = 0; f < facts->functions; f++) {
    tc_suggestion_add(&suggestion, facts->function[f].name);
    if (!is_named_function(facts, &facts->function[f], name)) continue;
    *out = &facts->function[f];
    tc_line_add(&line, "%s%s:%s", count++ ? ", " : "", facts->file[(*out)->file].path, name);
  }
  if (count == 1) return TC_OK;
  if (count > 1)
    return tc_status_create(TC_USAGE, "--function: there are %d functions '%s': use one of %s", count, name,
                            line.text);
  if (suggestion.best_match[0])
    return tc_status_create(TC_USAGE, "--function: '%s' is not in the facts (did you mean '%s'?)", name,
                            suggestion.best_match);
  return tc_status_create(TC_USAGE,
                          "--function: '%s' is not in the facts: analyse the file that defines it with "
                          "tcblame analyze",
                          name);
}

/* ---- table ---- */

/* Writes the lines of one row of the table in the form "16,18-20,macros.h:3". Lines of the function's own
 * file are written without a file name. */
static void write_lines(const tb_facts *facts, const tb_function *f, const tb_blame_lines_row *row) {
  for (int l = 0; l < row->lines; l++) {
    const tb_blame_lines_line *line = &row->line[l];
    int last = l;
    while (last + 1 < row->lines && line[last + 1 - l].file == line->file &&
           line[last + 1 - l].line == line->line + last + 1 - l)
      last++;
    if (l > 0) putchar(',');
    if (line->file != f->file) printf("%s:", tc_path_name(facts->file[line->file].path));
    printf("%d", line->line);
    if (last < l + 2) continue;
    printf("-%d", line[last - l].line);
    l = last;
  }
  putchar('\n');
}

static int get_wider_width(const char *text, int width) {
  const int length = (int)strlen(text);
  return length > width ? length : width;
}

static void write_table(const tb_facts *facts, const tb_function *f, const tb_blame_lines *lines) {
  int name = (int)strlen("variable"), type = (int)strlen("type");
  for (int r = 0; r < lines->rows; r++) {
    name = get_wider_width(lines->row[r].name, name);
    type = get_wider_width(lines->row[r].path->type, type);
  }
  printf("%s, %s:%d-%d; transfer %s: %s\n", f->name, facts->file[f->file].path, f->line, f->last_line,
         tb_transfer_registry.name((int)facts->transfer), tb_transfer_registry.summary((int)facts->transfer));
  printf("%-*s  %-*s  blame lines\n", name, "variable", type, "type");
  for (int r = 0; r < lines->rows; r++) {
    printf("%-*s  %-*s  ", name, lines->row[r].name, type, lines->row[r].path->type);
    write_lines(facts, f, &lines->row[r]);
  }
}

/* ---- source ---- */

static bool has_line(const tb_function *f, const tb_blame_lines_row *row, int number) {
  for (int l = 0; l < row->lines; l++)
    if (row->line[l].file == f->file && row->line[l].line == number) return true;
  return false;
}

static void write_blamed(const tb_function *f, const tb_blame_lines *lines, int number) {
  const char *separator = "  <- ";
  for (int r = 0; r < lines->rows; r++) {
    if (!has_line(f, &lines->row[r], number)) continue;
    printf("%s%s", separator, lines->row[r].name);
    separator = ", ";
  }
  putchar('\n');
}

static tc_status write_source(const tb_facts *facts, const tb_function *f, const tb_blame_lines *lines) {
  const char *path = facts->file[f->file].path;
  char *text = NULL;
  TC_TRY(tc_file_read_text(path, source_bytes_max, TC_INPUT, &text));
  int number = 1;
  putchar('\n');
  for (char *at = text; *at && number <= f->last_line; number++) {
    const int length = (int)strcspn(at, "\n");
    if (number >= f->line) {
      printf("%5d  %-*.*s", number, 60, length, at);
      write_blamed(f, lines, number);
    }
    at += length + (at[length] == '\n');
  }
  tc_free(text);
  return TC_OK;
}

/* ---- command ---- */

static bool is_first_of_variable(const tb_blame_lines *lines, int row) {
  for (int r = 0; r < row; r++)
    if (strcmp(lines->row[r].variable, lines->row[row].variable) == 0) return false;
  return true;
}

/* Returns an error unless `name`, the value of --variable, selects exactly one variable of the function. */
static tc_status check_variable(const tb_function *f, const tb_blame_lines *lines, const char *name) {
  tc_line line = {0};
  int count = 0;
  for (int r = 0; r < lines->rows; r++) {
    if (!is_first_of_variable(lines, r)) continue;
    tc_line_add_item(&line, lines->row[r].variable);
    count++;
  }
  if (count == 0)
    return tc_status_create(TC_USAGE,
                            "--variable: %s does not write '%s': remove --variable to list what it writes",
                            f->name, name);
  return count == 1 ? TC_OK
                    : tc_status_create(TC_USAGE, "--variable: '%s' names %d variables of %s: use one of %s",
                                       name, count, f->name, line.text);
}

static tc_status print_slice(const tb_facts *facts, const tb_function *f, const options *o) {
  tb_blame_lines lines;
  tc_status status = TC_OK;
  TC_TRY(tb_blame_lines_create(f, o->variable, o->all, &lines));
  if (o->variable) status = check_variable(f, &lines, o->variable);
  if (!status) write_table(facts, f, &lines);
  if (!status && o->source) status = write_source(facts, f, &lines);
  tb_blame_lines_free(&lines);
  return status;
}

static tc_status run_slice(tc_command_call *call) {
  const options *o = call->options;
  tb_facts *facts = NULL;
  const tb_function *function = NULL;
  tc_bit_set selected = {0};
  tc_status status = TC_OK;
  TC_TRY(tb_facts_read(o->facts, &facts));
  TC_GUARD(status, tb_facts_check_sources(facts, NULL));
  TC_GUARD(status, find_function(facts, o->function, &function));
  TC_GUARD(status, tc_bit_set_add(&selected, (int)(function - facts->function)));
  TC_GUARD(status, tb_facts_compute_closure(facts, (tb_transfer_rule)o->transfer, &selected, NULL));
  status = print_slice(facts, function, o);
cleanup:
  tc_bit_set_free(&selected);
  tb_facts_destroy(&facts);
  return status;
}

const tc_command tb_command_slice = {
    .name = "slice",
    .summary = "show the lines for which each variable of a function is blamed",
    .about = "Shows the blame lines of every variable of a function: a sample on one of these lines counts "
             "for the\n"
             "variable. FACTS is a file that `tcblame analyze` wrote.\n",
    .example = "example: tcblame slice facts --function main --transfer certain\n",
    .options = option_table,
    .size = sizeof(options),
    .run = run_slice,
};
