/* `finegrain analyse`: prints the reference partitions of a program (groups of references that are accessed
 * together), their access patterns and access counts, without running the program. */
#include "commands/command.h"
#include "output/report.h"

static const char usage[] =
    "usage: finegrain analyse NAME|FILE [--ranks LIST] [--layer LIST] [--ranks-per-node K]\n"
    "       [--size N] [--percent P] [--layout cyclic|block] [--set NAME=VALUE] [--json FILE]\n\n"
    "Partitions the references of a program to shared arrays, finds the access pattern of each partition\n"
    "and counts the values that each rank accesses: owned ones, those of other ranks of its node, and\n"
    "those of other nodes. The program is not run.\n\n"
    "  NAME                 a built-in program (finegrain list)\n"
    "  FILE                 a loop file (configs/loops/README.md), with . or / in its name\n"
    "  --ranks LIST         numbers of ranks, like 2,4,12 (4)\n"
    "  --layer LIST         plain, cached, batched, private (plain): limits the patterns that are possible\n"
    "  --ranks-per-node K   rank r is on node r / K (1)\n"
    "  --size N, --percent P, --layout L   values N, P, CYCLIC of the program; --set sets any other\n"
    "  --json FILE          writes the result as JSON\n\n"
    "example: finegrain analyse sobel --ranks 2,12 --layer cached\n";

static const char *const options[] = {"--ranks",  "--layer", "--ranks-per-node", "--size", "--percent",
                                      "--layout", "--set",   "--json",           NULL};

static tc_status run_analyse(const fg_options *given) {
  fg_options o = *given;
  fg_cases cases;
  tc_status status = TC_OK;
  if (o.rank_counts == 0) o.ranks[o.rank_counts++] = 4;
  TC_TRY(fg_options_check_files(&o));
  TC_TRY(fg_cases_create(&o, o.ranks_per_node > 0 ? o.ranks_per_node : 1, &cases));
  fg_title(cases.item, stdout);
  for (int i = 0; i < cases.count; i++) fg_partitions(&cases.item[i], stdout);
  if (o.json) status = fg_json(&o, NULL, cases.count, cases.item);
  fg_cases_free(&cases);
  return status;
}

const fg_command fg_command_analyse = {
    .name = "analyse",
    .summary = "partitions, patterns and access counts of a program",
    .usage = usage,
    .options = options,
    .names_program = true,
    .run = run_analyse,
};
