/* Tables and JSON of the prediction of a solve (system_routines.h). Called by system_report.c. Root only, not
 * collective. */
#ifndef TC_SYSTEM_ROUTINE_REPORT_H
#define TC_SYSTEM_ROUTINE_REPORT_H

#include "base/document/document.h"
#include "system/system_routines.h"

/* Appends the section `routines` to the JSON of a solve. */
void tc_routine_report_add(const tc_system_routines *routines, tc_section *json);

/* Appends the tables to the text of a solve. */
void tc_routine_report_print(const tc_system_routines *routines, tc_section *out);

#endif
