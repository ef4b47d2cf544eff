/* Kinds of values: for each a reader tc_key_read_<kind> and the type tc_key_type_<kind> of the member that
 * it writes. Tables of keys refer to them through the macros of keys.h, and tc_key_values_read calls them.
 * The node is not null, except that items of lists may be null, which the readers reject. Errors are
 * TC_USAGE, begin with spot->where and state the allowed values. Not collective. */
#ifndef TC_YAML_KEY_TYPES_H
#define TC_YAML_KEY_TYPES_H

#include <stdint.h>

#include "yaml/keys.h"

typedef const char *tc_key_type_text; /* lives as long as the node */
typedef const char *tc_key_type_path; /* not empty */
typedef const char *tc_key_type_word; /* the caller checks it */
typedef int32_t tc_key_type_int32;    /* from key->min to key->max, as for the numbers below */
typedef int64_t tc_key_type_int64;    /* magnitude below 2^53 */
typedef bool tc_key_type_boolean;     /* true or false */
typedef double tc_key_type_number;
typedef double tc_key_type_between;          /* above key->min and below key->max */
typedef double tc_key_type_positive;         /* above 0, finite, at most key->max */
typedef double tc_key_type_auto_or_positive; /* 0 for the word auto */
typedef double tc_key_type_auto_or_number;   /* -1 for the word auto */

tc_key_reader tc_key_read_text, tc_key_read_path, tc_key_read_word, tc_key_read_boolean, tc_key_read_int32,
    tc_key_read_int64, tc_key_read_number, tc_key_read_between, tc_key_read_positive,
    tc_key_read_auto_or_positive, tc_key_read_auto_or_number;

/* Used by the macros of keys.h. */
tc_key_reader tc_key_read_char_array; /* char[key->size] */
tc_key_reader tc_key_read_numbers;    /* double[key->size / 8], each read by tc_key_read_number */
tc_key_reader tc_key_read_choice;     /* the item of key->names, NULL for key->extra_word */
tc_key_reader tc_key_read_index;      /* its index, -1 for key->extra_word */
tc_key_reader tc_key_read_list;       /* each item by key->each */
tc_key_reader tc_key_read_map;        /* by the table key->keys */
tc_key_reader tc_key_read_forms;      /* by the first of key->forms that fits the node */

/* Tests of nodes for tc_key_form.fits. */
bool tc_yaml_is_number(tc_yaml_node *node); /* a plain number */
bool tc_yaml_is_text(tc_yaml_node *node);   /* a plain or quoted text, numbers included */
bool tc_yaml_is_list(tc_yaml_node *node);
bool tc_yaml_is_map(tc_yaml_node *node);

#endif
