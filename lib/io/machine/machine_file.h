/* Machine files: YAML with the parameters of a machine (configs/machines/README.md). Not collective.
 * machine_lookup.c and the machine cache read them. Commands that write one call tc_machine_file_prepare
 * before the measurement and tc_machine_file_write after it. */
#ifndef TC_IO_MACHINE_MACHINE_FILE_H
#define TC_IO_MACHINE_MACHINE_FILE_H

#include "base/core/status.h"
#include "machine/parameters/machine.h"

/* Parses the text of the file `path`. Parameters are those of machine/parameters/params.def; access patterns
 * are in the mapping `patterns`. Each is a number in its range (tc_param_range_of), or for a curve a list of
 * tc_param_values numbers. working_set_B and spread_B must rise, level_cache_B must not fall except for its
 * last number, and cache lines are powers of two. ranks_per_node is required. private_bandwidth_Bps and
 * cache_line_B are required unless fit_cg_flop_s, device_bandwidth_Bps or baseline_far_read_s is present. A
 * parameter of earlier versions is accepted and named in out->former. `out` is set only on success. Errors:
 * TC_USAGE, "path:line: ...", for invalid YAML, an unknown key (with the nearest known one), a wrong type, a
 * value out of range, invalid sizes, or a missing key. */
tc_status tc_machine_file_parse(const char *path, const char *text, tc_machine *out);

/* Reads and parses a machine file. Errors: TC_USAGE, also if the file cannot be read. */
tc_status tc_machine_file_read(const char *path, tc_machine *out);

/* Creates missing directories and checks that the file can be written. It may replace a file that
 * tc_machine_file_write wrote, but no file that was written by hand. Call it before the measurement. Errors:
 * TC_OUTPUT. */
tc_status tc_machine_file_prepare(const char *path);

/* Writes all measured parameters, each with a comment. The numbers read back with the same bits. The file is
 * renamed to `path` only when it is complete. Errors: TC_OUTPUT with the file. */
tc_status tc_machine_file_write(const tc_machine *machine, const char *path);

#endif
