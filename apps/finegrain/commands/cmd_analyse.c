/* `finegrain analyse`: prints the reference partitions of a program (groups of references that are accessed
 * together), their access patterns and access counts, without running the program. */
#include "commands/command.h"
#include "output/report.h"

static tc_status run_analyse(tc_command_call *call) {
  const fg_options *o = call->options;
  fg_cases cases;
  tc_status status = TC_OK;
  TC_TRY(fg_options_check_files(o));
  TC_TRY(fg_cases_create(o, o->ranks_per_node, &cases));
  fg_print_title(cases.item, stdout);
  for (int i = 0; i < cases.count; i++) fg_print_partitions(&cases.item[i], stdout);
  if (o->json) status = fg_write_json(o, NULL, cases.count, cases.item);
  fg_cases_free(&cases);
  return status;
}

const tc_command fg_command_analyse = {
    .name = "analyse",
    .summary = "partitions, patterns and access counts of a program",
    .about =
        "Partitions the references of a program to shared arrays, finds the access pattern of each "
        "partition\n"
        "and counts the values that each rank accesses: owned ones, those of other ranks of its node, and\n"
        "those of other nodes. The program is not run.\n",
    .example = "example: finegrain analyse sobel --ranks 2,12 --layer cached\n",
    .check = fg_options_check,
    .run = run_analyse,
};
