/* Commas inside [..] and {..}, where YAML separates values even if the user wrote a decimal comma (0,5) or
 * the arguments of a formula without quotes (max(x, 0)). Called by yaml/yaml_check.c for each list and
 * mapping, and by yaml/yaml_value.c for advice about lists of a wrong length. Internal to yaml/yaml. */
#ifndef TC_YAML_YAML_COMMA_H
#define TC_YAML_YAML_COMMA_H

#include "yaml/yaml_check.h"

/* Returns an error if a list or mapping in brackets has a value with an open parenthesis before a comma, or
 * if a comma between two integers has no blank and another comma of the list has one: 1,5 is a decimal number
 * then, most likely. line: that of the node. Errors: TC_USAGE. */
tc_status tc_yaml_check_commas(const tc_yaml_message_prefix *from, tc_yaml_node *node, int line);

/* True if two integers of a list have a comma without a blank between them, as in [1,5]. */
bool tc_yaml_has_decimal_comma(tc_yaml_node *list);

#endif
