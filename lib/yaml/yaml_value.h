/* Numbers in a YAML document, and messages about what was found instead. Not collective. */
#ifndef TC_YAML_YAML_VALUE_H
#define TC_YAML_YAML_VALUE_H

#include <stdint.h>

#include "yaml/yaml.h"

/* A plain number; false when it is none. NaN and infinity are numbers here. */
bool tc_yaml_number(tc_yaml_node *node, double *out);

/* An integer from least to most (both below 2^53 in size), written without a decimal point: 1000 or 1e3.
 * Errors, TC_USAGE, begin with `where`. */
tc_status tc_yaml_integer(const char *where, tc_yaml_node *node, double least, double most, int64_t *out);

/* What was found, for messages, on one line: "'abc'", "a list". */
typedef struct tc_yaml_description {
  char text[96];
} tc_yaml_description;

tc_yaml_description tc_yaml_describe(tc_yaml_node *node);

/* Returns the end of an error about an unknown key that is the begin of a formula, which YAML takes apart at
 * its ':'. "" for other keys. */
const char *tc_yaml_key_advice(const char *key);

/* Returns the end of an error about a list of a wrong length. "" if nothing is known of the mistake. */
const char *tc_yaml_list_advice(tc_yaml_node *list);

/* The error "`where`: expected `what`, found ..", TC_USAGE. */
tc_status tc_yaml_expected_error(const char *where, const char *what, tc_yaml_node *node);

#endif
