/* Machine files: YAML files with the measured parameters of a machine (configs/machines/README.md). Not
 * collective. Read by machine_lookup.c and machine_cache.c. A command that measures a machine calls
 * tc_machine_file_prepare before the measurement and tc_machine_file_write after it. */
#ifndef TC_IO_MACHINE_MACHINE_FILE_H
#define TC_IO_MACHINE_MACHINE_FILE_H

#include "base/core/status.h"
#include "base/program/log.h"
#include "machine/parameters/machine.h"

/* Parses `text`, the contents of the machine file `path`. The keys are the parameters in
 * machine/parameters/params.def and the keys in io/machine/machine_keys.def and machine_site_keys.def.
 * Parameters of a section (machine/parameters/param_sections.def) are in the mapping with this name. A
 * parameter is a number in its range (tc_param_range_of), or a list of tc_param_values numbers. The numbers
 * of working_set_B and spread_B must increase. Those of level_cache_B must not decrease, except for the last.
 * Cache line sizes must be powers of two. ranks_per_node is required. private_bandwidth_Bps and cache_line_B
 * are required unless fit_cg_flop_s, device_bandwidth_Bps or baseline_far_read_s is set. A key of earlier
 * versions is ignored, and its position is stored in out->former. `out` is set only on success. Errors:
 * TC_USAGE for invalid YAML, an unknown or missing key, a wrong type, or an invalid value. Messages begin
 * with "path:line:". */
tc_status tc_machine_file_parse(const char *path, const char *text, tc_machine *out);

/* Reads and parses a machine file. Errors: TC_USAGE, also if the file cannot be read. */
tc_status tc_machine_file_read(const char *path, tc_machine *out);

/* Creates missing directories and checks that the file `path` can be written. A file at `path` may be
 * replaced only if tc_machine_file_write has written it. Call this function before the measurement, so that
 * an error is reported early. Errors: TC_OUTPUT if the file cannot be written or must not be replaced. */
tc_status tc_machine_file_prepare(const char *path);

/* Reads the keys that a user has set by hand (machine/parameters/machine_site.h) from the machine file
 * `path`, which a command will replace. Logs the names of these keys in one line. *out is empty if there is
 * no file, or if tc_machine_file_write has not written it. Errors: those of tc_machine_file_read. A mistake
 * in the file is an error, because the keys would otherwise be lost. */
tc_status tc_machine_file_read_site(const char *path, const tc_log *log, tc_machine_site *out);

/* Writes all measured parameters, and the keys that a user has set, to a machine file, each with a comment.
 * Numbers are written with enough digits that reading them restores every bit. The file gets the name `path`
 * only when it is complete. Errors: TC_OUTPUT if writing fails. */
tc_status tc_machine_file_write(const tc_machine *machine, const char *path);

#endif
