/* Table of all keys of a run configuration. Not collective.
 * config.c reads every config through it, and config_solution.c compares configs with it.
 * Each key states its type, default, range and whether it changes the solution. */
#ifndef TC_IO_CONFIG_CONFIG_KEYS_H
#define TC_IO_CONFIG_CONFIG_KEYS_H

#include "yaml/keys.h"

extern const tc_keys tc_config_keys; /* the keys of a tc_config */

/* True if a new value of the key, or of any key in the section `name`, can change the solution. */
bool tc_config_key_changes_solution(const char *name);

#endif
