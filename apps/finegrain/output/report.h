/* Tables and JSON report of `finegrain analyse` and `predict`. program_cases.c creates the cases. The
 * commands add forecasts, then write the title, the tables and the report. run_table.c and access_table.c
 * also use some of the functions. Not collective. */
#ifndef TC_FINEGRAIN_REPORT_H
#define TC_FINEGRAIN_REPORT_H

#include <stdio.h>

#include "base/document/document.h"
#include "programs/program_cases.h"

enum { FG_CELL = 32 };
/* Formats a time in seconds as a text such as "1.5 ms" in `cell` and returns `cell`; "-" for NaN. */
const char *fg_format_seconds(double s, char cell[FG_CELL]);

/* Writes the name and the summary of the case's program to `out`. */
void fg_print_title(const fg_case *c, FILE *out);

/* Writes the reference partitions of a case to `out`, each with its access pattern, its access counts and the
 * references that it contains, followed by notes. */
void fg_print_partitions(const fg_case *c, FILE *out);

/* Writes the forecast seconds and speed-up of each case to `out`. Marks cases whose rates were not measured
 * for their number of ranks. */
void fg_print_forecasts(const fg_options *options, const tc_machine *machine, int cases, const fg_case *c,
                        FILE *out);

/* Writes a table of the time per accessed value by access pattern, for the number of ranks of the case. It
 * includes the speed-up over the pattern `baseline` and the gap, which is the time divided by that of a
 * private access (equation (2) of Zhang and Seidel 2006). */
void fg_print_rates(const tc_machine *machine, const fg_case *c, FILE *out);

/* Numbers of accessed values. owned: owned by the rank itself; node_local: owned by other ranks of the same
 * node; remote: owned by ranks of other nodes; total: the sum of these three. distinct: like `total`, but a
 * reference that accesses the same element in all iterations of the innermost loop counts once per pass of
 * this loop. */
typedef struct fg_counts {
  double owned, node_local, remote, total, distinct;
} fg_counts;

/* Returns the counts of one partition for reads (use = TC_READS) or writes (TC_WRITES). Each count is the
 * maximum over the ranks. If `partition` is -1, the counts of all partitions are summed on each rank before
 * the maximum is computed. */
fg_counts fg_case_counts(const fg_case *c, int partition, int use);

/* Adds to *sum the reads (use = TC_READS) or the writes (TC_WRITES) of a partition by all ranks. */
void fg_case_add_mix(const fg_case *c, const tc_reference_partition *partition, int use, tc_access_mix *sum);

/* Begins a document with the tool's name "finegrain", the program (options->program), the name `loops` of the
 * loop nests and the values that the user set. Returns the root section of the document. */
tc_section *fg_document_begin(tc_document *document, const fg_options *options, const char *loops);

/* Appends a JSON list of the reference partitions of a case to `section`. */
void fg_partitions_add(tc_section *section, const fg_case *c);

/* Writes the JSON report of the cases to the file of --json. `machine` is NULL for `analyse`, which makes no
 * forecasts. Errors: TC_OUTPUT if the file cannot be written. */
tc_status fg_write_json(const fg_options *options, const tc_machine *machine, int cases, const fg_case *c);

#endif
