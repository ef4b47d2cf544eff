/* What facts look like as text, for those who write and read them: a line for each thing, `kind key value
 * ..`, keys with nothing to say left out; texts in quotes, numbers of other things as 1,2,3, spots as
 * line:column, with @file where it is not the function's. */
#ifndef TC_BLAME_FACTS_FACTS_FORMAT_H
#define TC_BLAME_FACTS_FACTS_FORMAT_H

#include <stddef.h>

#include "blame/facts/facts.h"

enum { TC_FACTS_VERSION = 2 };

typedef enum tc_field_kind {
  TC_FIELD_FLAG,    /* bool; no value */
  TC_FIELD_INT,     /* int, not negative; 0 when left out */
  TC_FIELD_FILE,    /* int; -1 when left out */
  TC_FIELD_TEXT,    /* const char *; NULL when left out */
  TC_FIELD_WORDS,   /* const char *; "" when left out */
  TC_FIELD_HASH,    /* char[17]; "" when left out */
  TC_FIELD_CHOICE,  /* an enum, by the names of the field */
  TC_FIELD_NUMBERS, /* tc_numbers */
  TC_FIELD_SPOT,    /* tc_spot */
  TC_FIELD_SPOTS    /* const tc_spot *, their count at `count_at` */
} tc_field_kind;

typedef struct tc_field {
  const char *key; /* NULL: the end of a list */
  tc_field_kind kind;
  size_t at, count_at;      /* in the thing */
  const char *const *names; /* NULL ends them */
} tc_field;

extern const char tc_facts_magic[]; /* the first line, with the version behind it */
extern const tc_field tc_made_fields[], tc_source_fields[], tc_target_fields[], tc_function_fields[],
    tc_place_fields[], tc_definition_fields[], tc_argument_fields[], tc_inputs_fields[], tc_pointer_fields[];

#endif
