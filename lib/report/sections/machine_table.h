/* Table of a machine's parameters. `tetracast calibrate` writes it after the calibration, on the root. Not
 * collective. */
#ifndef TC_REPORT_SECTIONS_MACHINE_TABLE_H
#define TC_REPORT_SECTIONS_MACHINE_TABLE_H

#include <stdio.h>

#include "machine/parameters/machine.h"

/* Writes the known parameters: medians with units, spread and meaning. Curves over working sets are in a
 * separate table. */
void tc_report_machine(const tc_machine *machine, FILE *out);

#endif
