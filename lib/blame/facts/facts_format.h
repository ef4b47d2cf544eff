/* Text format of facts, shared by facts_read.c and facts_write.c. Each item is one line, `kind key value ..`,
 * in which keys with default values are omitted. Texts are quoted. Lists of numbers are written as 1,2,3.
 * Source positions are written as LINE:COLUMN, followed by @FILE if the file is not the function's. The
 * tables below map the keys of each kind to members of its struct. */
#ifndef TC_BLAME_FACTS_FACTS_FORMAT_H
#define TC_BLAME_FACTS_FACTS_FORMAT_H

#include <stddef.h>

#include "blame/facts/facts.h"

enum { TB_FACTS_VERSION = 2 };

typedef enum tb_fact_field_kind {
  TB_FIELD_FLAG,     /* bool; true if the key is present. The key has no value. */
  TB_FIELD_INT,      /* int, not negative; default 0 */
  TB_FIELD_FILE,     /* int; default -1 */
  TB_FIELD_TEXT,     /* const char *; default NULL */
  TB_FIELD_WORDS,    /* const char *; default "" */
  TB_FIELD_HASH,     /* char[17]; default "" */
  TB_FIELD_CHOICE,   /* enumeration; its value is one of the names of the field */
  TB_FIELD_NUMBERS,  /* list of numbers, a tb_index_list */
  TB_FIELD_POSITION, /* source position, a tb_source_position */
  TB_FIELD_POSITIONS /* const tb_source_position *, whose count is at `count_at` */
} tb_fact_field_kind;

typedef struct tb_fact_field {
  const char *key; /* NULL ends a list of fields. */
  tb_fact_field_kind kind;
  size_t at, count_at;      /* Offsets of the member and of its count in the item's struct. */
  const char *const *names; /* Names of an enumeration; NULL-terminated. */
} tb_fact_field;

extern const char tb_facts_magic[]; /* First word of the file, followed by the version. */
extern const tb_fact_field tb_facts_header_fields[], tb_source_fields[], tb_target_fields[],
    tb_function_fields[], tb_access_path_fields[], tb_definition_fields[], tb_argument_fields[],
    tb_inputs_fields[], tb_pointer_fields[];

#endif
