/* What the levels of a machine's memory allow (machine/limits/levels.h), for people and as JSON. Not
 * collective. */
#ifndef TC_REPORT_SECTIONS_LEVELS_TABLE_H
#define TC_REPORT_SECTIONS_LEVELS_TABLE_H

#include <stdint.h>
#include <stdio.h>

#include "base/core/status.h"
#include "machine/parameters/params.h"

typedef struct tc_levels_report {
  const char *machine; /* where it comes from, and its name */
  tc_params params;
  int sets;
  const int32_t *set; /* [sets] values that should be cached, rising */
} tc_levels_report;

/* What the levels hold and deliver, limits of a row, equation (6) for each set, what single reads cost where
 * that was measured. Of the machine of the paper's Table 1 also what it prints beside that, and what else
 * follows from it. What is not known is "-". */
void tc_report_levels(const tc_levels_report *report, FILE *out);

/* The same; what is not known is null. path is prepared (tc_report_prepare). Errors: TC_OUTPUT. */
tc_status tc_report_levels_json(const tc_levels_report *report, const char *path);

#endif
