/* `finegrain list`: prints the names of the built-in programs and of the layers (implementations of accesses
 * to shared arrays), with their summaries. */
#include <stdio.h>

#include "commands/command.h"
#include "pgas/shared_access.h"
#include "programs/programs.h"

static tc_status write_programs(void) {
  for (int p = 0; p < fg_programs.count; p++) {
    const fg_options options = {.program = fg_programs.name(p)};
    tc_yaml_store store = {0};
    tc_loops loops;
    tc_status status = fg_program_load(&options, 1, &store, &loops);
    if (!status) printf("  %-18s %s\n", options.program, loops.summary);
    tc_yaml_store_free(&store);
    if (status) return status;
  }
  return TC_OK;
}

static tc_status run_list(tc_command_call *call) {
  (void)call;
  puts("programs (configs/loops):");
  TC_TRY(write_programs());
  puts("layers:");
  for (int l = 0; l < tc_access_layer_count(); l++)
    printf("  %-18s %s\n", tc_access_layer_at(l)->name, tc_access_layer_at(l)->summary);
  return TC_OK;
}

const tc_command fg_command_list = {
    .name = "list",
    .summary = "programs and layers",
    .about = "Lists the built-in programs and the layers, each with a summary.\n",
    .run = run_list,
};
