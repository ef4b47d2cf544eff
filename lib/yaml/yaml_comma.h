/* Commas inside [..] and {..}. YAML separates values at them, even if the user wrote a decimal comma (0,5) or
 * the arguments of a formula without quotes (max(x, 0)). Internal to yaml. Not collective. */
#ifndef TC_YAML_YAML_COMMA_H
#define TC_YAML_YAML_COMMA_H

#include "base/text/line.h"
#include "yaml/yaml.h"

/* True if a value before a comma of a list or mapping in brackets has an open parenthesis. Also true if a
 * comma between two integers of a list has no blank and another comma has one, because 1,5 is then most
 * likely a decimal number. Adds the mistake and its remedy to `what`. */
bool tc_yaml_find_comma_mistake(tc_yaml_node *node, tc_line *what);

#endif
