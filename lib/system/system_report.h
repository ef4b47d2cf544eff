/* Report of the command solve: a table for users, and all numbers as JSON. Root only, not collective. */
#ifndef TC_SYSTEM_SYSTEM_REPORT_H
#define TC_SYSTEM_SYSTEM_REPORT_H

#include "base/document/document.h"
#include "system/system_routines.h"
#include "system/system_solve.h"

/* Content of a report. All pointers are borrowed. */
typedef struct tc_system_report {
  const char *matrix; /* path of the matrix file */
  const tc_system_input *input;
  const tc_distributed_system *system;
  const tc_system_options *options;
  const tc_system_result *result;
  int threads;         /* number of threads of each rank */
  double read_s;       /* seconds for reading and distributing the matrix */
  const char *failure; /* message of the solve that failed (TC_NUMERICAL of tc_system_solve); NULL if none */
  const tc_system_routines *routines; /* prediction by routine; NULL without the option --routines */
} tc_system_report;

/* Builds the document. Its JSON names the command `solve`. After a failure it has no text. */
void tc_system_report_build(const tc_system_report *report, tc_document *document);

#endif
