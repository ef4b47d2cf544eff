/* Commas inside [..] and {..}. YAML separates values at them, even if the user wrote a decimal comma (0,5) or
 * the arguments of a formula without quotes (max(x, 0)). yaml/yaml_check.c calls it for each list and
 * mapping, and yaml/yaml_value.c for advice about lists of a wrong length. Internal to yaml/yaml. */
#ifndef TC_YAML_YAML_COMMA_H
#define TC_YAML_YAML_COMMA_H

#include "yaml/yaml_check.h"

/* Checks the commas of a list or mapping in brackets. Returns an error if a value before a comma has an open
 * parenthesis. Also returns an error if a comma between two integers has no blank and another comma of the
 * list has one, because 1,5 is then most likely a decimal number. `line` is that of the node. Errors:
 * TC_USAGE. */
tc_status tc_yaml_check_commas(const tc_yaml_message_prefix *from, tc_yaml_node *node, int line);

/* True if two integers of a list have a comma without a blank between them, as in [1,5]. */
bool tc_yaml_has_decimal_comma(tc_yaml_node *list);

#endif
