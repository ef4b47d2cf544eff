/* Manual page tetracast-config(5), which describes all keys of a config. `tetracast --help=config` prints it.
 * Also finds keys of the config that a user may mean by an unknown option. */
#ifndef APP_OPTIONS_CONFIG_MANUAL_H
#define APP_OPTIONS_CONFIG_MANUAL_H

#include <stdio.h>

#include "base/text/line.h"

/* Writes the page in the format of man, from the table of keys (io/config/config_keys.def). Not collective.
 */
void app_config_manual_write(FILE *out);

/* Appends a remedy for an unknown option whose name is the last word of a key, such as " (set the key with -s
 * solver.tolerance=VALUE or -s time.tolerance=VALUE)" for --tolerance. Appends nothing for other options. */
void app_config_suggest_key(const char *option, tc_line *out);

#endif
