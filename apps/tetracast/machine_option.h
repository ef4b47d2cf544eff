/* A machine for commands that measure nothing. */
#ifndef TC_APP_MACHINE_OPTION_H
#define TC_APP_MACHINE_OPTION_H

#include "io/machine/machine_lookup.h"

/* That of --machine, or for NULL this one as a run with the most ranks has remembered it; caches that nobody
 * has measured as the system announces them. Errors: TC_USAGE, those of tc_machine_lookup_file. */
tc_status app_machine_option_find(const char *path, const tc_log *log, tc_machine_source *out);

#endif
