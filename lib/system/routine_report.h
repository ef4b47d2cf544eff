/* Tables and JSON of the prediction of a solve (system_routines.h). Called by system_report.c for a solve,
 * and by the report of a dry run for each number of virtual ranks. Root only, not collective. */
#ifndef TC_SYSTEM_ROUTINE_REPORT_H
#define TC_SYSTEM_ROUTINE_REPORT_H

#include "base/document/document.h"
#include "system/system_routines.h"

/* Predictions for a case of a dry run. */
typedef struct tc_routine_case {
  int nodes, ranks;
  int32_t block_size;
  tc_system_routines routines;
} tc_routine_case;

/* Appends the section `routines` to the JSON of a solve. */
void tc_routine_report_add(const tc_system_routines *routines, tc_section *json);

/* Appends the list `routines` to the JSON of a dry run, with an item for each of item[cases]. */
void tc_routine_report_add_cases(const tc_routine_case *const *item, int cases, tc_section *json);

/* Appends the tables to the text of a solve. */
void tc_routine_report_print(const tc_system_routines *routines, tc_section *out);

/* Appends the tables of item[cases] to the text of a dry run. FLOPs by kernel are the same for any number of
 * ranks, so all cases share one table of them. */
void tc_routine_report_print_cases(const tc_routine_case *const *item, int cases, tc_section *out);

#endif
