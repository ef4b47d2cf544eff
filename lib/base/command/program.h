/* Framework for command-line programs. A program defines a tc_program, and a tc_command for each of its
 * commands. main calls tc_program_main or, if a command needs MPI, tc_parallel_program_main
 * (comm/world/parallel_program.h). Both find the command of the command line, print help and version, parse
 * the options, run the command, print one message for an error and return the exit code. No function is
 * collective. */
#ifndef TC_BASE_COMMAND_PROGRAM_H
#define TC_BASE_COMMAND_PROGRAM_H

#include <stdio.h>

#include "base/command/option.h"
#include "base/program/log_stream.h"
#include "base/text/line.h"

typedef struct tc_command_call tc_command_call;

/* Command of a program. Texts of several lines are wrapped at 100 columns and end with a line feed. */
typedef struct tc_command {
  const char *name, *summary;
  const char *about; /* paragraphs of the help between the usage line and the list of options; may be NULL */
  const char *notes; /* paragraphs of the help after the list of options; may be NULL */
  const char *example;      /* lines of the help that begin with "example: "; may be NULL */
  const tc_option *options; /* options that only this command has; may be NULL */
  /* Actions of this command, such as `info` of `mesh info`; the array ends with NULL. If the command has no
   * actions, the pointer is NULL. */
  const struct tc_command *const *actions;
  /* Size of the struct that receives the values of the options; 0 for the size of the program's struct. If
   * the program has options, the struct of the command must begin with the struct of the program. */
  size_t size;
  bool is_parallel; /* true if the command runs on all ranks of MPI */
  /* Checks options that depend on each other and completes them. Not collective; the errors are the same on
   * all ranks. NULL if there is nothing to check. */
  tc_status (*check)(const tc_command_call *call);
  tc_status (*run)(tc_command_call *call); /* runs the command; collective if is_parallel is true */
} tc_command;

typedef struct tc_program {
  const char *name, *summary;
  /* Commands of the program; the array ends with NULL (base/command/commands.inc). If the program has no
   * commands, the pointer is NULL. */
  const tc_command *const *commands;
  const tc_command *command;          /* the only command of a program without commands */
  const tc_option *options;           /* options that several commands share; may be NULL */
  size_t size;                        /* size of the struct that receives the values of these options */
  const char *notes;                  /* text of the program's help about outputs and exit codes */
  void (*write_libraries)(FILE *out); /* prints further lines of --version; may be NULL */
  /* Writes the manual page of the program's config file, for --help=config; NULL if there is no config. */
  void (*write_config_manual)(FILE *out);
  /* Appends a remedy for an option that does not exist, for example " (set the key with -s
   * solver.method=VALUE)", or nothing. Called for commands with the option -s. May be NULL. */
  void (*suggest_key)(const char *option, tc_line *out);
  void (*prepare_mpi)(void); /* called before MPI is initialised; may be NULL */
  /* `begin` is called before each command, after the options are parsed; it is collective for a parallel
   * command. `end` is called after each command, also after an error, to free what `begin` stored in
   * call->options. Either may be NULL. */
  tc_status (*begin)(tc_command_call *call);
  void (*end)(tc_command_call *call);
  bool has_no_threads; /* true if OMP_NUM_THREADS need not be checked */
} tc_program;

/* One call of a command: the parsed command line with the log and the output. tc_command_call_init
 * initialises it. */
struct tc_command_call {
  const tc_program *program;
  /* `command` is NULL if the command is unknown. If `command` is an action, `parent` is the command that has
   * this action, otherwise NULL. */
  const tc_command *command, *parent;
  int words;
  char **word;         /* [words] words of the command line after the command's name, borrowed */
  const char *request; /* "--help", "--help=man", "--help=completion", "--help=config" or "--version"; NULL if
                          the command is to be run */
  void *options;       /* struct of the option values, owned */
  uint64_t set_options;   /* bit i is set if the command line contains option number i of
                             tc_command_line_option */
  struct tc_world *world; /* all ranks of the launch (comm/world/world.h); NULL unless is_parallel is true */
  tc_log log;             /* log for messages: stderr on the root, silent on other ranks */
  tc_log_stream stream;
  tc_log_record record;
  tc_job_clock clock; /* clock of the member log; tc_command_call_init starts it in the phase `start` */
  FILE *out;          /* stream for results: stdout on the root, NULL on other ranks */
  int exit_code;      /* exit code after success, usually 0 */
};

/* Fills *out for a command line and prepares the process for large arrays. `out` must not be copied to
 * another address later, because out->log points to out->stream, out->record and
 * out->clock. */
void tc_command_call_init(const tc_program *program, int argc, char **argv, tc_command_call *out);

/* True if the call runs a command that needs MPI. */
bool tc_command_call_is_parallel(const tc_command_call *call);

/* Checks OMP_NUM_THREADS and parses the options. Errors: TC_USAGE if the variable or an option is not valid;
 * TC_INTERNAL if memory is exhausted. */
tc_status tc_command_call_parse(tc_command_call *call);

/* Runs the command with its parsed options. Collective if the command is parallel. Errors: those of the
 * command. */
tc_status tc_command_call_execute(tc_command_call *call);

/* Prints what the call requests, or runs its command, on one process without MPI. Errors: TC_USAGE for an
 * unknown command and wrong options; those of the command. */
tc_status tc_command_call_run(tc_command_call *call);

/* Prints the error of the call, if call->out is not NULL, frees all that the call owns and returns the exit
 * code. */
int tc_command_call_end(tc_command_call *call, tc_status status);

/* Formats the names of the parent command and of the command, such as "mesh info", or the name of the program
 * if it has no commands. Returns the text of `line`. */
const char *tc_command_call_format_name(const tc_command_call *call, tc_line *line);

/* Runs a program without MPI and returns its exit code. */
int tc_program_main(const tc_program *program, int argc, char **argv);

/* Frees the status and returns its exit code (base/core/status.h). If `is_reporting` is true and there is no
 * error, checks that stdout could be written. The error is TC_OUTPUT if it could not. If `is_reporting` is
 * true, prints an error to stderr as "program: error: ..", or as "program: .." if the run was stopped on
 * request. In a parallel run every rank calls the function, but only one rank prints. */
int tc_exit_status_report(const char *program, tc_status status, bool is_reporting);

#endif
