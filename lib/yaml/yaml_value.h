/* Numbers in a YAML document, and messages about nodes of the wrong kind. The readers of key_types.h call
 * the functions. Numbers have the same syntax everywhere (base/text). Not collective. */
#ifndef TC_YAML_YAML_VALUE_H
#define TC_YAML_YAML_VALUE_H

#include <stdint.h>

#include "yaml/yaml.h"

/* Reads a plain number. Returns false if the node is not a plain number. NaN and infinity count as numbers.
 */
bool tc_yaml_number(tc_yaml_node *node, double *out);

/* Reads an integer from `least` to `most` (both with a magnitude below 2^53), written without a decimal
 * point: 1000 or 1e3. Errors are TC_USAGE and begin with `where`. */
tc_status tc_yaml_integer(const char *where, tc_yaml_node *node, double least, double most, int64_t *out);

/* One-line description of a node for messages, such as "'abc'" or "a list". */
typedef struct tc_yaml_description {
  char text[96];
} tc_yaml_description;

tc_yaml_description tc_yaml_describe(tc_yaml_node *node);

/* Returns the last part of an error message about an unknown key that is the start of a formula, which YAML
 * splits at its ':'. Returns "" for other keys. */
const char *tc_yaml_key_advice(const char *key);

/* Returns the last part of an error message about a list of a wrong length: advice if the user may have
 * written decimal commas, otherwise "". */
const char *tc_yaml_list_advice(tc_yaml_node *list);

/* Returns the error "`where`: expected `what`, found .." with code TC_USAGE. */
tc_status tc_yaml_expected_error(const char *where, const char *what, tc_yaml_node *node);

#endif
