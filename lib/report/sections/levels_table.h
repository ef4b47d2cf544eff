/* Report of the limits that caches and main memory impose on the speed of a product
 * (machine/limits/levels.h), as a table and as JSON. `tetracast levels` fills a tc_levels_report and writes
 * one or both. Not collective. */
#ifndef TC_REPORT_SECTIONS_LEVELS_TABLE_H
#define TC_REPORT_SECTIONS_LEVELS_TABLE_H

#include <stdint.h>

#include "base/document/document.h"
#include "machine/parameters/params.h"

typedef struct tc_levels_report {
  const char *machine; /* source and name of the machine */
  tc_params params;
  int sets;
  const int32_t *set; /* [sets] ascending numbers of values of x that must stay in a cache, for each of which
                         the limits are computed */
} tc_levels_report;

/* Fills a document. The text has capacity and bandwidth of the memory levels, and the time limits that they
 * impose on a matrix row. It also has the performance for each working-set size by equation (6) of Langguth
 * et al. 2015, and the measured costs of single reads. For the machine of Table 1 of that paper it also has
 * the published figures and their consequences. JSON has the machine, the limits and the performance. The
 * caller renders or frees the document. */
void tc_report_levels_build(const tc_levels_report *report, tc_document *document);

#endif
