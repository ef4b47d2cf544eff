/* finegrain: programs over shared arrays, their patterns of accesses and what these take (Zhang and Seidel
 * 2006). */
#include <stdio.h>
#include <string.h>

#include "base/launcher.h"
#include "command.h"

#define TC_REGISTRY_TYPE tc_grain_command
#define TC_REGISTRY_DEF  "commands.def"
#include "base/registry.inc"

static void write_help(void) {
  fputs("finegrain: programs over shared arrays, the patterns of their accesses, and what these take\n\n"
        "usage: finegrain COMMAND [ARGUMENTS]\n\n",
        stdout);
  for (int i = 0; i < tc_grain_command_count(); i++)
    printf("  %-9s %s\n", tc_grain_command_at(i)->name, tc_grain_command_at(i)->summary);
  fputs("\n  finegrain COMMAND --help   what a command takes, with an example\n\n"
        "Results go to stdout, messages to stderr. Exit codes: 0 done; 2 command line, loops or machine "
        "file;\n"
        "5 output failure; 1 anything else.\n",
        stdout);
}

static bool is_help(const char *word) { return strcmp(word, "--help") == 0 || strcmp(word, "-h") == 0; }

static tc_status perform(int argc, char **argv) {
  tc_options options;
  tc_line meant = {0};
  if (is_help(argv[1])) {
    write_help();
    return TC_OK;
  }
  const tc_grain_command *command = tc_grain_command_find(argv[1]);
  if (!command)
    return tc_status_make(TC_USAGE, "unknown command '%s'%s (see finegrain --help)", argv[1],
                          tc_registry_meant(&tc_grain_command_registry, argv[1], &meant));
  for (int i = 2; i < argc; i++)
    if (is_help(argv[i])) {
      fputs(command->usage, stdout);
      return TC_OK;
    }
  TC_TRY(tc_options_parse(command, argc - 2, argv + 2, &options));
  return command->run(&options);
}

int main(int argc, char **argv) {
  if (!tc_launcher_is_first()) return TC_DONE; /* the first one alone speaks and fails */
  if (argc < 2) {
    write_help();
    return TC_USAGE;
  }
  tc_status status = perform(argc, argv);
  if (!status && (fflush(stdout) || ferror(stdout)))
    status = tc_status_make(TC_OUTPUT, "stdout cannot be written");
  if (status) fprintf(stderr, "finegrain: error: %s\n", tc_status_text(status));
  const int code = (int)tc_status_code(status);
  tc_status_free(&status);
  return code;
}
