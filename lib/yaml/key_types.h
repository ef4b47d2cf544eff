/* Kinds of values of keys, such as int32 or path. For each kind there is a reader tc_key_read_<kind>, and the
 * type tc_key_type_<kind> of the member that it writes. Tables of keys refer to both through the macros of
 * keys.h, and tc_key_values_read calls the readers. A reader must not be called with a null node, except for
 * items of lists, which it rejects if they are null. Errors are TC_USAGE, begin with spot->where and state
 * the allowed values. Not collective. */
#ifndef TC_YAML_KEY_TYPES_H
#define TC_YAML_KEY_TYPES_H

#include <stdint.h>

#include "yaml/keys.h"

typedef const char *tc_key_type_text; /* lives as long as the node */
typedef const char *tc_key_type_path; /* path that is not empty */
typedef const char *tc_key_type_word; /* a word; the caller checks that it is allowed */
typedef int32_t tc_key_type_int32;    /* from key->min to key->max, like the numbers below */
typedef int64_t tc_key_type_int64;    /* integer with a magnitude below 2^53 */
typedef bool tc_key_type_boolean;     /* the word true or false */
typedef double tc_key_type_number;
typedef double tc_key_type_between;          /* above key->min and below key->max */
typedef double tc_key_type_positive;         /* above 0, finite, at most key->max */
typedef double tc_key_type_auto_or_positive; /* 0 stands for the word auto */
typedef double tc_key_type_auto_or_number;   /* -1 stands for the word auto */

tc_key_reader tc_key_read_text, tc_key_read_path, tc_key_read_word, tc_key_read_boolean, tc_key_read_int32,
    tc_key_read_int64, tc_key_read_number, tc_key_read_between, tc_key_read_positive,
    tc_key_read_auto_or_positive, tc_key_read_auto_or_number;

/* The macros of keys.h use the following readers. */
tc_key_reader tc_key_read_char_array; /* copies a text into an array of key->size bytes */
tc_key_reader tc_key_read_numbers;    /* reads a list of key->size / 8 numbers into an array of doubles */
tc_key_reader
    tc_key_read_choice; /* reads a name of key->names into a pointer to its item; NULL for key->extra_word */
tc_key_reader tc_key_read_index; /* reads a name of key->names into its index; -1 for key->extra_word */
tc_key_reader tc_key_read_list;  /* reads a list, each item with key->each */
tc_key_reader tc_key_read_map;   /* reads a mapping by the table key->keys */
tc_key_reader tc_key_read_forms; /* reads a value by the first item of key->forms that fits the node */

/* Tests of nodes that tc_key_form.fits may refer to. */
bool tc_yaml_is_number(tc_yaml_node *node); /* true for a plain number */
bool tc_yaml_is_text(tc_yaml_node *node);   /* true for a plain or quoted text, including numbers */
bool tc_yaml_is_list(tc_yaml_node *node);
bool tc_yaml_is_map(tc_yaml_node *node);

#endif
