/* Machine (parameters of the performance model) for commands that measure nothing themselves: `tetracast
 * levels` and `tetracast mesh order --study`. The parameters are read from the file of --machine. Without
 * this option they are read from the entry of this machine in the machine cache. If the entry lacks the sizes
 * of the processor's caches, the sizes that the system reports are used. */
#ifndef TC_APP_MACHINE_OPTION_H
#define TC_APP_MACHINE_OPTION_H

#include "io/machine/machine_lookup.h"

/* Not collective. Returns the machine of the file `path`. If `path` is NULL, returns the cached parameters of
 * this machine that were measured with the most ranks. If the cache has no entry for this machine, measured
 * parameters are 0 (unknown). Errors: TC_USAGE if `path` is "none", because a machine is required; those of
 * tc_machine_lookup_file. */
tc_status app_machine_option_find(const char *path, const tc_log *log, tc_machine_source *out);

#endif
