/* Manual page and shell completion of a program (base/command/help.h). Both visit all commands and read the
 * same tables as the help. */
#include <string.h>

#include "base/command/command_line.h"
#include "base/command/help.h"
#include "base/program/provenance.h"

/* Calls `visit` for the actions of a command and then for the command. */
static void visit_command(const tc_program *program, const tc_command *command,
                          void (*visit)(const tc_command_call *command, FILE *out), FILE *out) {
  for (const tc_command *const *action = command->actions; action && *action; action++)
    visit(&(tc_command_call){.program = program, .command = *action, .parent = command}, out);
  visit(&(tc_command_call){.program = program, .command = command}, out);
}

/* Calls `visit` for every command of the program, and for the actions of a command before the command. */
static void visit_commands(const tc_program *program,
                           void (*visit)(const tc_command_call *command, FILE *out), FILE *out) {
  if (program->command) visit_command(program, program->command, visit, out);
  for (const tc_command *const *c = program->commands; c && *c; c++) visit_command(program, *c, visit, out);
}

/* ---- manual page ---- */

void tc_manual_write_escaped(const char *text, FILE *out) {
  bool is_first = true; /* true if *at is the first character of a line */
  for (const char *at = text; *at; at++) {
    if (is_first && (*at == '.' || *at == '\'')) fputs("\\&", out);
    if (*at == '-' || *at == '\\') fputs(*at == '-' ? "\\" : "\\e", out);
    if (*at != '\\') fputc(*at, out);
    is_first = *at == '\n';
  }
}

static void write_verbatim(const char *text, FILE *out) {
  if (!text) return;
  fputs(".PP\n.nf\n", out);
  tc_manual_write_escaped(text, out);
  fputs(".fi\n", out);
}

static void write_manual_options(const tc_command_call *command, FILE *out) {
  const tc_option *o;
  for (int i = 0; (o = tc_command_line_option(command, i)); i++) {
    tc_line line;
    if (!o->help) continue;
    fputs(".TP\n.B ", out);
    tc_manual_write_escaped(tc_help_format_option(o, &line), out);
    fputc('\n', out);
    tc_manual_write_escaped(o->help, out);
    fprintf(out, o->initial ? " (default: %s)\n" : "\n", o->initial);
  }
}

static void write_manual_command(const tc_command_call *command, FILE *out) {
  tc_line name;
  const tc_command *c = command->command;
  if (command->program->commands) {
    fputs(".SS ", out);
    tc_manual_write_escaped(tc_command_call_format_name(command, &name), out);
    fprintf(out, "\n%s\n", c->summary);
  }
  write_verbatim(c->about, out);
  if (!c->actions) write_manual_options(command, out);
  write_verbatim(c->notes, out);
  write_verbatim(c->example, out);
}

void tc_manual_write(const tc_program *p, FILE *out) {
  fprintf(out, ".TH %s 1 \"\" \"Tetracast %s\"\n.SH NAME\n%s \\- %s\n.SH SYNOPSIS\n.B %s\n%s\n.SH %s\n",
          p->name, tc_provenance_version(), p->name, p->summary, p->name,
          p->commands ? "COMMAND [ARGUMENTS]" : "[ARGUMENTS]", p->commands ? "COMMANDS" : "DESCRIPTION");
  visit_commands(p, write_manual_command, out);
  if (!p->notes) return;
  fputs(".SH NOTES\n", out);
  write_verbatim(p->notes, out);
}

/* ---- completion ---- */

/* Writes the names of the options of a command, or the names of the actions. */
static void write_words(const tc_command_call *command, FILE *out) {
  const tc_option *o;
  for (const tc_command *const *action = command->command->actions; action && *action; action++)
    fprintf(out, "%s ", (*action)->name);
  for (int i = 0; !command->command->actions && (o = tc_command_line_option(command, i)); i++)
    if (o->name[0] == '-' && o->help) fprintf(out, "%s ", o->name);
  fputs("--help", out);
}

static void write_case(const tc_command_call *command, FILE *out) {
  tc_line name;
  const char *text = command->program->commands ? tc_command_call_format_name(command, &name) : "";
  fprintf(out, "    '%s%s'*) words='", text, command->parent || !*text ? "" : " ");
  write_words(command, out);
  fputs("' ;;\n", out);
}

void tc_completion_write(const tc_program *p, FILE *out) {
  fprintf(out, "_%s() {\n  local words='", p->name);
  for (const tc_command *const *c = p->commands; c && *c; c++) fprintf(out, "%s ", (*c)->name);
  fprintf(out, "--help --version'\n  %scase \"${COMP_WORDS[1]} ${COMP_WORDS[2]}\" in\n",
          p->commands ? "[ \"$COMP_CWORD\" -lt 2 ] || " : "");
  visit_commands(p, write_case, out);
  fprintf(out,
          "  esac\n  mapfile -t COMPREPLY < <(compgen -W \"$words\" -- \"${COMP_WORDS[COMP_CWORD]}\")\n}\n"
          "complete -o default -F _%s %s\n",
          p->name, p->name);
}
