/* Manual page tetracast-config(5), which describes all keys of a config. `tetracast --help=config` prints it.
 */
#ifndef APP_OPTIONS_CONFIG_MANUAL_H
#define APP_OPTIONS_CONFIG_MANUAL_H

#include <stdio.h>

/* Writes the page in the format of man, from the table of keys (io/config/config_keys.def). Not collective.
 */
void app_config_manual_write(FILE *out);

#endif
