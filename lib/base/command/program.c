#include "base/command/program.h"

#include <string.h>

#include "base/command/command_line.h"
#include "base/command/help.h"
#include "base/core/memory.h"
#include "base/core/process.h"
#include "base/core/timer.h"
#include "base/program/provenance.h"
#include "base/program/thread_count.h"
#include "base/text/suggestion.h"

int tc_exit_status_report(const char *program, tc_status status, bool is_reporting) {
  if (is_reporting && !status && (fflush(stdout) || ferror(stdout)))
    status =
        tc_status_create(TC_OUTPUT,
                         "stdout cannot be written: free disk space, or check the program that reads it");
  const char *kind = tc_status_code(status) == TC_STOPPED ? "" : "error: ";
  if (is_reporting && status) fprintf(stderr, "%s: %s%s\n", program, kind, tc_status_text(status));
  const int code = (int)tc_status_code(status);
  tc_status_free(&status);
  return code;
}

/* ---- search for the command ---- */

static bool is_help(const char *word) {
  return strcmp(word, "-h") == 0 || strcmp(word, "--help") == 0 || strncmp(word, "--help=", 7) == 0;
}

/* Returns the word that requests help; NULL if there is none. Words after "--" are ignored, because they are
 * arguments of another program. */
static const char *find_help_word(int words, char **word) {
  for (int i = 0; i < words && strcmp(word[i], "--") != 0; i++)
    if (is_help(word[i])) return word[i];
  return NULL;
}

static const tc_command *find_command(const tc_command *const *list, const char *name) {
  while (*list && strcmp((*list)->name, name) != 0) list++;
  return *list;
}

/* If the command has actions, such as `info` of `mesh info`, replaces the command of the call by the action
 * that a word names, and removes this word. Only options and their values may precede the word. */
static void find_action(tc_command_call *call) {
  const tc_command *action = NULL;
  int position = 0;
  if (!call->command || !call->command->actions || call->words == 0) return;
  const int positions = call->word[0][0] == '-' ? call->words : 1;
  while (position < positions && !(action = find_command(call->command->actions, call->word[position])))
    position++;
  if (!action) return;
  char *const name = call->word[position];
  memmove(call->word + 1, call->word, (size_t)position * sizeof *call->word);
  call->word[0] = name;
  call->parent = call->command;
  call->command = action;
  call->words--;
  call->word++;
}

void tc_command_call_init(const tc_program *program, int argc, char **argv, tc_command_call *out) {
  const bool has_commands = program->commands != NULL;
  const double start_s = tc_now_s();
  tc_process_prepare(TC_PROCESS_LARGE_ARRAYS);
  const char *first = argc > 1 ? argv[1] : has_commands ? "--help" : "";
  *out = (tc_command_call){.program = program, .command = program->command, .out = stdout};
  out->log = (tc_log){tc_log_stream_init(&out->stream, stderr), TC_LOG_NORMAL, &out->record, &out->clock};
  tc_job_clock_start(&out->clock, start_s);
  if (is_help(first) || strcmp(first, "--version") == 0 || (has_commands && strcmp(first, "help") == 0)) {
    out->request = first;
    out->exit_code = argc > 1 ? TC_DONE : TC_USAGE;
    return;
  }
  if (has_commands) out->command = find_command(program->commands, first);
  out->words = argc - 1 - has_commands;
  out->word = argv + 1 + has_commands;
  find_action(out);
  if (out->command) out->request = find_help_word(out->words, out->word);
}

bool tc_command_call_is_parallel(const tc_command_call *call) {
  return call->command && call->command->is_parallel && !call->request;
}

const char *tc_command_call_format_name(const tc_command_call *call, tc_line *line) {
  *line = (tc_line){0};
  if (call->parent) tc_line_add(line, "%s ", call->parent->name);
  tc_line_add(line, "%s", call->program->commands ? call->command->name : call->program->name);
  return line->text;
}

/* ---- running of the command ---- */

static tc_status unknown_command_error(const tc_command_call *call) {
  const char *word = call->word[-1], *program = call->program->name;
  tc_suggestion suggestion = tc_suggestion_init(word);
  for (const tc_command *const *c = call->program->commands; *c; c++)
    tc_suggestion_add(&suggestion, (*c)->name);
  if (suggestion.best_match[0])
    return tc_status_create(TC_USAGE, "unknown command '%s' (did you mean '%s'?) (see %s --help)", word,
                            suggestion.best_match, program);
  return tc_status_create(TC_USAGE, "unknown command '%s' (see %s --help)", word, program);
}

/* Returns the error for a command with actions if the command line does not contain the name of an action. */
static tc_status unknown_action_error(const tc_command_call *call) {
  tc_line names = {0};
  for (const tc_command *const *action = call->command->actions; *action; action++)
    tc_line_add_item(&names, (*action)->name);
  if (call->words == 0)
    return tc_status_create(TC_USAGE, "%s needs an action: use one of %s (see --help)", call->command->name,
                            names.text);
  return tc_status_create(TC_USAGE, "unknown action '%s %s': use one of %s", call->command->name,
                          call->word[0], names.text);
}

tc_status tc_command_call_parse(tc_command_call *call) {
  const size_t size = call->command->size ? call->command->size : call->program->size;
  int threads;
  if (!call->program->has_no_threads) TC_TRY(tc_thread_count_from_environment(&threads));
  if (call->command->actions) return unknown_action_error(call);
  TC_TRY(tc_alloc_zero(1, size, "options", &call->options));
  TC_TRY(tc_command_line_parse(call));
  return call->command->check ? call->command->check(call) : TC_OK;
}

tc_status tc_command_call_execute(tc_command_call *call) {
  const tc_program *program = call->program;
  tc_status status = program->begin ? program->begin(call) : TC_OK;
  if (!status) status = call->command->run(call);
  if (program->end) program->end(call);
  return status;
}

static void write_version(const tc_program *program, FILE *out) {
  tc_provenance_write(program->name, out);
  if (program->write_libraries) program->write_libraries(out);
}

tc_status tc_command_call_run(tc_command_call *call) {
  if (call->request && strcmp(call->request, "--version") == 0) {
    write_version(call->program, call->out);
    return TC_OK;
  }
  if (call->request) return tc_help_write(call, call->out);
  if (!call->command) return unknown_command_error(call);
  TC_TRY(tc_command_call_parse(call));
  return tc_command_call_execute(call);
}

int tc_command_call_end(tc_command_call *call, tc_status status) {
  tc_log_stream_break_line(&call->stream);
  const int code = tc_exit_status_report(call->program->name, status, call->out);
  tc_command_line_free(call);
  tc_free(call->options);
  call->options = NULL;
  return code ? code : call->exit_code;
}

int tc_program_main(const tc_program *program, int argc, char **argv) {
  tc_command_call call;
  tc_command_call_init(program, argc, argv, &call);
  return tc_command_call_end(&call, tc_command_call_run(&call));
}
