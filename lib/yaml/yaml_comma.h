/* Detection of misplaced commas inside [..] and {..}. YAML separates values at every comma, even if the user
 * wrote a decimal comma (0,5) or a formula without quotes (max(x, 0)). Internal to yaml. Not collective. */
#ifndef TC_YAML_YAML_COMMA_H
#define TC_YAML_YAML_COMMA_H

#include "base/text/line.h"
#include "yaml/yaml.h"

/* Finds a comma in the list or mapping `node` that most likely does not separate two values. Returns true
 * if a value before a comma has an unclosed parenthesis. Also returns true if a list has a comma without a
 * blank between two integers and a comma with a blank, because 1,5 is then most likely a decimal number.
 * Appends a description and a remedy to `message`. */
bool tc_yaml_find_comma_mistake(tc_yaml_node *node, tc_line *message);

#endif
