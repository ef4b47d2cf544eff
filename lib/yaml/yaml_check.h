/* Checks of a YAML text, so that libfyaml needs little time for it and the tree contains only nodes that
 * the accessors handle. tc_yaml_create calls them in the order bytes, size, tree. Errors name the line and
 * the remedy. Internal to yaml/yaml. */
#ifndef TC_YAML_YAML_CHECK_H
#define TC_YAML_YAML_CHECK_H

#include <libfyaml.h>
#include <stdbool.h>

#include "yaml/yaml.h"

/* Beginning of an error message: the text `where`, followed by ":LINE" if `lines` is true. */
typedef struct tc_yaml_message_prefix {
  const char *where;
  bool lines; /* true if messages contain line numbers */
} tc_yaml_message_prefix;

/* Returns the error "where:line: what" with code TC_USAGE. `line` is 0 if unknown. */
tc_status tc_yaml_error(const tc_yaml_message_prefix *from, int line, const char *what);

/* First check, before libfyaml reads the text: the bytes are UTF-8 without control characters and directives.
 */
tc_status tc_yaml_check_bytes(const tc_yaml_message_prefix *from, const char *text);

/* Second check, before a tree is built: the number of keys and values is limited. Errors: TC_USAGE;
 * TC_INTERNAL if the parser cannot be started. */
tc_status tc_yaml_check_size(const tc_yaml_message_prefix *from, struct fy_diag *diag, const char *text);

/* Third check, of the tree: there are no aliases, tags, control characters, or keys that are not words.
 * `line` is the line of the enclosing node. */
tc_status tc_yaml_check_tree(const tc_yaml_message_prefix *from, tc_yaml_node *node, int line);

#endif
