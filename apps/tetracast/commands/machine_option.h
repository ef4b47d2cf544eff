/* Machine of commands that measure nothing: `tetracast levels` and `tetracast mesh order --study`. The
 * machine is the file of --machine or, without the option, the entry of the machine cache for this machine.
 * Cache sizes that are missing in such an entry are those that the system reports. */
#ifndef TC_APP_MACHINE_OPTION_H
#define TC_APP_MACHINE_OPTION_H

#include "io/machine/machine_lookup.h"

/* Not collective. Returns the machine of the file `path` or, if this is NULL, this machine as the run with
 * the most ranks has cached it. Parameters remain 0 if the cache has no entry. Errors: TC_USAGE for "none";
 * those of tc_machine_lookup_file. */
tc_status app_machine_option_find(const char *path, const tc_log *log, tc_machine_source *out);

#endif
