/* Machine files: YAML with the parameters of a machine (configs/machines/README.md). Not collective. */
#ifndef TC_IO_MACHINE_MACHINE_FILE_H
#define TC_IO_MACHINE_MACHINE_FILE_H

#include "base/core/status.h"
#include "machine/parameters/machine.h"

/* Parses the text of the file `path`. Every parameter of machine/parameters/params.def may be there (those of
 * patterns in the mapping `patterns`), as a number in its range (tc_param_range_of) or, for curves, a list of
 * tc_param_values such numbers (working_set_B and spread_B rising, level_cache_B not falling but for the
 * last; lines are powers of two); ranks_per_node must, and private_bandwidth_Bps and cache_line_B unless
 * there is fit_cg_flop_s, device_bandwidth_Bps or baseline_far_read_s. `out` is set only on success. Errors,
 * TC_USAGE, "path:line: ...": bad YAML, unknown key (with the nearest known one), wrong type, out of range,
 * no sizes of that kind, missing. A parameter that earlier versions knew is no unknown key: out->former names
 * it. */
tc_status tc_machine_file_parse(const char *path, const char *text, tc_machine *out);

/* The same from a file. Errors also TC_USAGE: it cannot be read. */
tc_status tc_machine_file_read(const char *path, tc_machine *out);

/* To be called before the work: makes missing folders and checks that the file can be written, and that what
 * is there already is a machine file written by tc_machine_file_write: other files, also machine files that
 * people have written, are not overwritten. Errors: TC_OUTPUT. */
tc_status tc_machine_file_prepare(const char *path);

/* Writes what is known, with a comment for each parameter; read back it gives the same numbers bit for bit.
 * The file appears under its name only when complete. Errors: TC_OUTPUT naming the file. */
tc_status tc_machine_file_write(const tc_machine *machine, const char *path);

#endif
