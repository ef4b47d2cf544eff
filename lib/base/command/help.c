#include "base/command/help.h"

#include <string.h>

#include "base/command/command_line.h"

enum { width = 100, option_width_max = 24 };

/* ---- text with line breaks ---- */

/* Writes one item after a blank, or on a new line if the item does not fit. *column is the number of
 * characters in the current line. The first item of a line directly follows the indentation. */
static void write_word(const char *item, int length, int indent, int *column, FILE *out) {
  const bool is_first = *column <= indent;
  if (!is_first && *column + 1 + length > width) {
    fputc('\n', out);
    *column = 0;
  }
  const int blanks = *column < indent ? indent - *column : is_first ? 0 : 1;
  fprintf(out, "%*s%.*s", blanks, "", length, item);
  *column += blanks + length;
}

static void write_wrapped(const char *text, int indent, int column, FILE *out) {
  for (const char *at = text; *at; at += strcspn(at, " "), at += strspn(at, " "))
    write_word(at, (int)strcspn(at, " "), indent, &column, out);
}

/* ---- lists of options ---- */

static bool is_argument(const tc_option *o) { return o->name[0] != '-' || strcmp(o->name, "--") == 0; }

const char *tc_help_format_option(const tc_option *o, tc_line *line) {
  *line = (tc_line){0};
  if (o->alias && o->alias[1] != '-') tc_line_add(line, "%s, ", o->alias);
  tc_line_add(line, "%s", o->name);
  if (o->value && o->name[0] == '-') tc_line_add(line, " %s", o->value);
  return line->text;
}

/* Writes the arguments and options of a command after "usage:", such as "CONFIG [--steps N]". Further lines
 * are indented by `column` + 1 characters. */
static void write_synopsis(const tc_command_call *command, int column, FILE *out) {
  const int indent = column + 1;
  const tc_option *o;
  /* The first pass writes the positional arguments, the second pass the options. */
  for (int options = 0; options < 2; options++)
    for (int i = 0; (o = tc_command_line_option(command, i)); i++) {
      tc_line text, item = {0};
      if ((o->name[0] == '-') != options || (!o->help && !is_argument(o))) continue;
      tc_line_add(&item, o->is_required ? "%s" : "[%s]", tc_help_format_option(o, &text));
      if (o->is_repeated && strcmp(o->name, "--") != 0) tc_line_add(&item, "..");
      write_word(item.text, (int)item.length, indent, &column, out);
    }
}

static int option_width(const tc_command_call *command) {
  int widest = 0;
  const tc_option *o;
  for (int i = 0; (o = tc_command_line_option(command, i)); i++) {
    tc_line line;
    const int length = (int)strlen(tc_help_format_option(o, &line));
    if (o->help && length > widest && length <= option_width_max) widest = length;
  }
  return widest;
}

static void write_options(const tc_command_call *command, FILE *out) {
  const int indent = 2 + option_width(command) + 3;
  const tc_option *o;
  for (int i = 0; (o = tc_command_line_option(command, i)); i++) {
    tc_line line;
    if (!o->help) continue;
    int column = fprintf(out, "  %s", tc_help_format_option(o, &line));
    if (column + 2 > indent) {
      fputc('\n', out);
      column = 0;
    }
    line = (tc_line){0};
    tc_line_add(&line, "%s", o->help);
    if (o->initial) tc_line_add(&line, " (default: %s)", o->initial);
    write_wrapped(line.text, indent, column, out);
    fputc('\n', out);
  }
}

/* ---- help of a command ---- */

static bool has_options(const tc_command_call *command) {
  const tc_option *o;
  for (int i = 0; (o = tc_command_line_option(command, i)); i++)
    if (o->help) return true;
  return false;
}

static void write_usage(const tc_command_call *command, FILE *out) {
  tc_line name;
  const char *parallel = command->command->is_parallel ? "[mpirun -np P] " : "";
  const char *program = command->program->commands ? command->program->name : "";
  const int column = fprintf(out, "usage: %s%s%s%s", parallel, program, *program ? " " : "",
                             tc_command_call_format_name(command, &name));
  write_synopsis(command, column, out);
  fputc('\n', out);
}

static void write_text(const char *text, FILE *out) {
  if (text) fprintf(out, "\n%s", text);
}

static void write_command(const tc_command_call *command, FILE *out) {
  const tc_command *c = command->command;
  if (c->actions)
    fprintf(out, "usage: %s %s ACTION [ARGUMENTS]\n", command->program->name, c->name);
  else
    write_usage(command, out);
  if (command->parent) fprintf(out, "\n%s: %s\n", c->name, c->summary);
  write_text(c->about, out);
  for (const tc_command *const *action = c->actions; action && *action; action++) {
    fputc('\n', out);
    write_command(&(tc_command_call){.program = command->program, .command = *action, .parent = c}, out);
  }
  if (!c->actions && has_options(command)) {
    fputc('\n', out);
    write_options(command, out);
  }
  write_text(c->notes, out);
  write_text(c->example, out);
}

/* ---- help of a program ---- */

static void write_program(const tc_program *p, FILE *out) {
  bool is_parallel = false;
  for (const tc_command *const *c = p->commands; *c; c++) is_parallel = is_parallel || (*c)->is_parallel;
  fprintf(out, "%s: %s\n\nusage: %s%s COMMAND [ARGUMENTS]\n\n", p->name, p->summary,
          is_parallel ? "[mpirun -np P] " : "", p->name);
  for (const tc_command *const *c = p->commands; *c; c++)
    fprintf(out, "  %-9s %s\n", (*c)->name, (*c)->summary);
  fprintf(out,
          "\n  %s COMMAND --help     arguments and options of a command, with an example\n"
          "  %s --version          version, commit and %s\n"
          "  %s --help=man         manual page\n"
          "  %s --help=completion  completion for bash\n",
          p->name, p->name, p->write_libraries ? "libraries" : "compiler", p->name, p->name);
  if (p->write_config_manual) fprintf(out, "  %s --help=config      manual page of the config\n", p->name);
  fprintf(out, "\n%s", p->notes);
}

tc_status tc_help_write(const tc_command_call *call, FILE *out) {
  const char *form = strchr(call->request, '=');
  if (form && strcmp(form, "=man") == 0)
    tc_manual_write(call->program, out);
  else if (form && strcmp(form, "=completion") == 0)
    tc_completion_write(call->program, out);
  else if (form && strcmp(form, "=config") == 0 && call->program->write_config_manual)
    call->program->write_config_manual(out);
  else if (form)
    return tc_status_create(TC_USAGE, "%s: expected --help, --help=man%s or --help=completion", call->request,
                            call->program->write_config_manual ? ", --help=config" : "");
  else if (call->command) {
    if (!call->program->commands) fprintf(out, "%s: %s\n\n", call->program->name, call->program->summary);
    write_command(call, out);
  } else
    write_program(call->program, out);
  return TC_OK;
}
