/* How values are read: a reader tc_key_read_<kind> and the type tc_key_type_<kind> of the member it writes
 * to. All get a node that is not null (items of lists may be: then they refuse it); errors are TC_USAGE,
 * begin with spot->where and say what is allowed. Not collective. */
#ifndef TC_YAML_KEY_TYPES_H
#define TC_YAML_KEY_TYPES_H

#include <stdint.h>

#include "yaml/keys.h"

typedef const char *tc_key_type_text; /* as long as the node */
typedef const char *tc_key_type_path; /* not empty */
typedef const char *tc_key_type_word; /* judged by whom it is for */
typedef int32_t tc_key_type_int32;    /* from key->least to key->most, as the numbers below */
typedef int64_t tc_key_type_int64;    /* below 2^53 in size */
typedef bool tc_key_type_boolean;     /* true or false */
typedef double tc_key_type_number;
typedef double tc_key_type_between;          /* above key->least and below key->most */
typedef double tc_key_type_positive;         /* above 0, finite, at most key->most */
typedef double tc_key_type_auto_or_positive; /* 0 for the word auto */
typedef double tc_key_type_auto_or_number;   /* -1 for the word auto */

tc_key_reader tc_key_read_text, tc_key_read_path, tc_key_read_word, tc_key_read_boolean, tc_key_read_int32,
    tc_key_read_int64, tc_key_read_number, tc_key_read_between, tc_key_read_positive,
    tc_key_read_auto_or_positive, tc_key_read_auto_or_number;

/* Behind the macros of keys.h. */
tc_key_reader tc_key_read_char_array; /* char[key->size] */
tc_key_reader tc_key_read_numbers;    /* double[..] of key->size bytes, each as tc_key_read_number */
tc_key_reader tc_key_read_choice;     /* the thing of key->names, NULL for key->besides */
tc_key_reader tc_key_read_index;      /* its index, -1 for key->besides */
tc_key_reader tc_key_read_list;       /* each item by key->each */
tc_key_reader tc_key_read_map;        /* by the table key->keys */
tc_key_reader tc_key_read_forms;      /* by the first of key->forms that fits */

/* What a form may fit. */
bool tc_yaml_is_number(tc_yaml_node *node); /* a plain number */
bool tc_yaml_is_text(tc_yaml_node *node);   /* plain or quoted, numbers too */
bool tc_yaml_is_list(tc_yaml_node *node);
bool tc_yaml_is_map(tc_yaml_node *node);

#endif
