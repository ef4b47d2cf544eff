/* All cases that a command line requests: every number of ranks of --ranks with every layer of --layer. The
 * layers of one number of ranks are consecutive. The commands `finegrain analyse` and `predict` create all
 * cases before they print any result. The cases share the memory of one pool. */
#ifndef TC_FINEGRAIN_PROGRAM_CASES_H
#define TC_FINEGRAIN_PROGRAM_CASES_H

#include "machine/parameters/pattern_rates.h"
#include "options/options.h"

/* Case: a program for one number of ranks and one layer (implementation of the accesses to shared arrays).
 * The references of the loops to shared arrays are divided into partitions (loops/reference_partition.h). */
typedef struct fg_case {
  tc_loops loops;
  tc_reference_partitions partitions;
  int ranks_per_node;
  const struct tc_access_layer *layer;
  /* access rates of the machine file for the number of ranks of this program, from which the fastest pattern
   * of each access is chosen; NULL if no machine file is given */
  const tc_params *machine;
  /* origin of the rates in `machine`: measured for this number of ranks, interpolated, or taken from the
   * nearest number */
  tc_rates_origin rates;
  tc_loop_forecast forecast; /* forecast times; set by the commands `predict` and `run` */
} fg_case;

/* Returns the number of nodes on which the ranks of the case run. */
int fg_count_nodes(const fg_case *c);

typedef struct fg_cases {
  tc_yaml_store store; /* owns the memory of all cases */
  int count;
  fg_case *item;
} fg_cases;

/* Not collective. Loads the program of the options for each number of ranks and divides its references into
 * partitions. The caller frees the cases with fg_cases_free. Errors: those of fg_program_load; TC_USAGE if
 * the access counts need more than half of the free memory; TC_INTERNAL if memory is exhausted. */
tc_status fg_cases_create(const fg_options *options, int ranks_per_node, fg_cases *out);
void fg_cases_free(fg_cases *cases);

#endif
