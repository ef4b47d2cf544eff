/* `tcblame list`: what can be named. */
#include <stdio.h>

#include "blame/clocks.h"
#include "blame/transfer.h"
#include "command.h"
#include "options.h"

static const char usage[] = "usage: tcblame list\n\n"
                            "Shows what options may name, with a line about each.\n\n"
                            "example: tcblame list\n";

static void write_list(const char *title, const tc_registry *registry) {
  printf("%s:\n", title);
  for (int i = 0; i < registry->count; i++) printf("  %-12s %s\n", registry->name(i), registry->summary(i));
}

static tc_status run(int argc, char **argv, int *code) {
  (void)code;
  TC_TRY(tc_blame_options_parse(NULL, argc, argv, NULL, NULL, NULL));
  write_list("clocks", &tc_clock_registry);
  write_list("transfers", &tc_transfer_registry);
  return TC_OK;
}

const tc_blame_command tc_blame_command_list = {
    .name = "list",
    .summary = "what options may name",
    .usage = usage,
    .run = run,
};
