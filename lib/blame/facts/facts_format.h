/* What facts look like as text, for those who write and read them: a line for each thing, `kind key value
 * ..`, keys with nothing to say left out; texts in quotes, numbers of other things as 1,2,3, spots as
 * line:column, with @file where it is not the function's. */
#ifndef TC_BLAME_FACTS_FACTS_FORMAT_H
#define TC_BLAME_FACTS_FACTS_FORMAT_H

#include <stddef.h>

#include "blame/facts/facts.h"

enum { TB_FACTS_VERSION = 2 };

typedef enum tb_fact_field_kind {
  TB_FIELD_FLAG,     /* bool; no value */
  TB_FIELD_INT,      /* int, not negative; 0 when left out */
  TB_FIELD_FILE,     /* int; -1 when left out */
  TB_FIELD_TEXT,     /* const char *; NULL when left out */
  TB_FIELD_WORDS,    /* const char *; "" when left out */
  TB_FIELD_HASH,     /* char[17]; "" when left out */
  TB_FIELD_CHOICE,   /* an enum, by the names of the field */
  TB_FIELD_NUMBERS,  /* tb_index_list */
  TB_FIELD_POSITION, /* tb_source_position */
  TB_FIELD_POSITIONS /* const tb_source_position *, their count at `count_at` */
} tb_fact_field_kind;

typedef struct tb_fact_field {
  const char *key; /* NULL: the end of a list */
  tb_fact_field_kind kind;
  size_t at, count_at;      /* in the thing */
  const char *const *names; /* NULL ends them */
} tb_fact_field;

extern const char tb_facts_magic[]; /* the first line, with the version behind it */
extern const tb_fact_field tb_facts_header_fields[], tb_source_fields[], tb_target_fields[],
    tb_function_fields[], tb_access_path_fields[], tb_definition_fields[], tb_argument_fields[],
    tb_inputs_fields[], tb_pointer_fields[];

#endif
