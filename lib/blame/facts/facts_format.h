/* Text format of the facts, shared by facts_read.c and facts_write.c. Each item is one line of the form `kind
 * key value ..`. Keys with default values are omitted. Texts are quoted. Lists of numbers are written as
 * 1,2,3. Source positions are written as LINE:COLUMN, followed by @FILE if the position is not in the file of
 * its function. A table of fields for each kind of line maps the keys to members of a struct. */
#ifndef TC_BLAME_FACTS_FACTS_FORMAT_H
#define TC_BLAME_FACTS_FACTS_FORMAT_H

#include <stddef.h>

#include "blame/facts/facts.h"

enum { TB_FACTS_VERSION = 2 };

typedef enum tb_fact_field_kind {
  TB_FIELD_FLAG,     /* bool; true if the key is present; the key has no value */
  TB_FIELD_INT,      /* non-negative int; default 0 */
  TB_FIELD_FILE,     /* int, index of a file; default -1 */
  TB_FIELD_TEXT,     /* const char *; default NULL */
  TB_FIELD_WORDS,    /* const char *; default "" */
  TB_FIELD_HASH,     /* char[17]; default "" */
  TB_FIELD_CHOICE,   /* enumeration, written as one of `names` */
  TB_FIELD_NUMBERS,  /* list of numbers (tb_index_list); default empty */
  TB_FIELD_POSITION, /* source position (tb_source_position) */
  TB_FIELD_POSITIONS /* array of tb_source_position, whose length is at `count_offset` */
} tb_fact_field_kind;

typedef struct tb_fact_field {
  const char *key; /* Key of the field in the text. NULL ends a table of fields. */
  tb_fact_field_kind kind;
  size_t offset, count_offset; /* Byte offsets of the member, and of its count for an array, in the struct. */
  const char *const *names;    /* NULL-terminated names of the values of an enumeration. */
} tb_fact_field;

extern const char tb_facts_magic[]; /* First word of a file of facts. The version follows. */
extern const tb_fact_field tb_facts_header_fields[], tb_source_fields[], tb_target_fields[],
    tb_function_fields[], tb_access_path_fields[], tb_definition_fields[], tb_argument_fields[],
    tb_inputs_fields[], tb_pointer_fields[];

#endif
