/* Table of a machine's parameters. `tetracast calibrate` writes it after the calibration, on the root. Not
 * collective. */
#ifndef TC_REPORT_SECTIONS_MACHINE_TABLE_H
#define TC_REPORT_SECTIONS_MACHINE_TABLE_H

#include <stdio.h>

#include "base/core/status.h"
#include "machine/parameters/machine.h"

/* Writes a line for each known parameter: median with unit, spread and meaning. Parameters that are curves
 * over the working set are in a separate table. Errors: TC_INTERNAL if memory is exhausted. */
tc_status tc_report_machine(const tc_machine *machine, FILE *out);

#endif
