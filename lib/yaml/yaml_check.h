/* What a text must not hold, so that libfyaml takes neither long nor wrong turns and the tree holds nothing
 * unforeseen. Internal to yaml/yaml. */
#ifndef TC_YAML_YAML_CHECK_H
#define TC_YAML_YAML_CHECK_H

#include <libfyaml.h>
#include <stdbool.h>

#include "yaml/yaml.h"

/* Who is to blame in messages. */
typedef struct tc_yaml_message_prefix {
  const char *where;
  bool lines; /* lines are told */
} tc_yaml_message_prefix;

/* The error "where:line: what", TC_USAGE; line 0: not known. */
tc_status tc_yaml_error(const tc_yaml_message_prefix *from, int line, const char *what);

/* Before libfyaml sees the text: UTF-8, no control characters, no directives. */
tc_status tc_yaml_check_bytes(const tc_yaml_message_prefix *from, const char *text);

/* Before a tree is built: not too many keys and values. Errors also TC_INTERNAL: the parser cannot be
 * started. */
tc_status tc_yaml_check_size(const tc_yaml_message_prefix *from, struct fy_diag *diag, const char *text);

/* The tree: no aliases, tags, control characters, keys that are no words. line: that of what is around the
 * node. */
tc_status tc_yaml_check_tree(const tc_yaml_message_prefix *from, tc_yaml_node *node, int line);

#endif
