/* The table of a machine's parameters. Not collective. */
#ifndef TC_REPORT_SECTIONS_MACHINE_TABLE_H
#define TC_REPORT_SECTIONS_MACHINE_TABLE_H

#include <stdio.h>

#include "machine/parameters/machine.h"

/* What is known: medians with units, their spread, what each means; curves over the working sets in a table
 * of their own. */
void tc_report_machine(const tc_machine *machine, FILE *out);

#endif
