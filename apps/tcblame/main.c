/* Program tcblame: attributes the run time of a program to its variables. It runs the command of commands.def
 * that the command line names. Source: the method of Zhang and Hollingsworth. */
#include <stdio.h>
#include <string.h>

#include "base/program/exit_status.h"
#include "commands/command.h"

#define TC_REGISTRY_TYPE tb_command
#define TC_REGISTRY_DEF  "commands/commands.def"
#include "base/text/registry.inc"

static void write_help(void) {
  fputs("tcblame: attributes the run time of a program to its variables\n\n"
        "usage: tcblame COMMAND [ARGUMENTS]\n\n",
        stdout);
  for (int i = 0; i < tb_command_count(); i++)
    printf("  %-9s %s\n", tb_command_at(i)->name, tb_command_at(i)->summary);
  fputs("\n  tcblame COMMAND --help   options of a command, with an example\n\n"
        "Results are printed on stdout, progress and warnings on stderr. Exit codes: 0 success; 2 command\n"
        "line; 3 input (facts, samples, sources); 5 output or input/output failure; 1 any other error.\n"
        "`run` exits with the code of the program, or with 128 plus the signal that killed it.\n",
        stdout);
}

static bool is_help(const char *word) { return strcmp(word, "--help") == 0 || strcmp(word, "-h") == 0; }

/* True if one of the words is --help or -h. Words after "--" belong to the program that tcblame runs and are
 * ignored. */
static bool requests_help(int argc, char **argv) {
  for (int i = 0; i < argc && strcmp(argv[i], "--") != 0; i++)
    if (is_help(argv[i])) return true;
  return false;
}

static tc_status run_command(int argc, char **argv, int *code) {
  const tb_command *command = tb_command_find(argv[1]);
  tc_line meant = {0};
  if (is_help(argv[1])) {
    write_help();
    return TC_OK;
  }
  if (!command)
    return tc_status_create(TC_USAGE, "unknown command '%s'%s (see tcblame --help)", argv[1],
                            tc_registry_suggest(&tb_command_registry, argv[1], &meant));
  if (!requests_help(argc - 2, argv + 2)) return command->run(argc - 2, argv + 2, code);
  fputs(command->usage, stdout);
  return TC_OK;
}

int main(int argc, char **argv) {
  int code = 0;
  if (argc < 2) {
    write_help();
    return TC_USAGE;
  }
  const int failed = tc_exit_status_report("tcblame", run_command(argc, argv, &code), true);
  return failed ? failed : code;
}
