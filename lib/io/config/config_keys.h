/* The keys of a run configuration. Not collective. */
#ifndef TC_IO_CONFIG_CONFIG_KEYS_H
#define TC_IO_CONFIG_CONFIG_KEYS_H

#include "yaml/keys.h"

extern const tc_keys tc_config_keys; /* into a tc_config */

/* True when a new value of the key or of a whole section changes the solution. */
bool tc_config_key_changes_solution(const char *name);

#endif
