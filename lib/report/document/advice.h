/* Advice in the report of a dry run: which case is the fastest, what limits its speed, and how many ranks are
 * useful. A case is one combination of numbers of nodes and ranks and a block size, and has one result per
 * strategy. tc_report_prediction calls tc_advice_write after the table of cases. The functions read only the
 * report. Internal to report. */
#ifndef TC_REPORT_DOCUMENT_ADVICE_H
#define TC_REPORT_DOCUMENT_ADVICE_H

#include <stdio.h>

#include "report/document/report.h"

/* Returns the result with the shortest forecast of a step among report->result[begin] to report->result[end -
 * 1]. Results of strategies that exchange no ghosts are ignored, because their field is wrong. Returns NULL
 * if no other result has a forecast. */
const tc_result *tc_advice_find_fastest(const tc_report *report, int begin, int end);

/* Returns the result with the shortest forecast of a step among the results that have a forecast of the whole
 * job. If no result has one, returns the result with the shortest forecast of a step; NULL if there is
 * none. */
const tc_result *tc_advice_find_job(const tc_report *report);

/* Returns the index after the last result of the case whose results begin at index `begin`. The results of a
 * case have the same numbers of nodes and ranks and the same block size. A result with the first strategy of
 * the case begins a new case, because the user may request a number of ranks twice. */
int tc_advice_find_case_end(const tc_report *report, int begin);

/* Returns the result with the fewest ranks among the results that have a forecast and a correct field. If
 * several results have this number of ranks, returns the one with the shortest forecast of a step. NULL if
 * there is none. */
const tc_result *tc_advice_find_fewest_ranks(const tc_report *report);

/* Writes sentences about the fastest case and its bottleneck, and about the number of ranks beyond which more
 * ranks are not worthwhile. The latter sentence names the bottleneck of the case with the next larger number
 * of ranks. */
void tc_advice_write(const tc_report *report, tc_section *out);

/* Returns the smallest number of nodes of all results; INT_MAX without results. */
int tc_advice_find_fewest_nodes(const tc_report *report);

/* Prints a sentence to `out` if one of the results result[results], which use fewer nodes than `best`, has a
 * shorter forecast than `best`. The model and the words "step" or "solve" are those of `report`. */
void tc_advice_print_fewer_nodes(const tc_report *report, const tc_result *best, int results,
                                 const tc_result *result, FILE *out);

#endif
