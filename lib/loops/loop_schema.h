/* Schema of a loop file: the texts of all keys, before any formula is evaluated. loops/loop_file.c reads it
 * first and then evaluates the texts. The YAML store owns all texts. Internal to loops/loop_file. */
#ifndef TC_LOOPS_LOOP_SCHEMA_H
#define TC_LOOPS_LOOP_SCHEMA_H

#include "yaml/keys.h"

/* Text of a formula or a reference in the file, with its position (`where`) for messages. `text` is NULL if
 * the file does not have the key. */
typedef struct tc_loop_text {
  const char *where, *text;
} tc_loop_text;

typedef struct tc_loop_value {
  const char *name;
  tc_loop_text value;
} tc_loop_value;

typedef struct tc_loop_schema_array {
  const char *name, *where;
  TC_LIST(tc_loop_text) size;
  tc_loop_text block, owner;
} tc_loop_schema_array;

/* One loop of a nest, written {name: [from, to]} in the file, where `to` is exclusive. */
typedef struct tc_loop_schema_level {
  const char *name, *where;
  tc_loop_text from, to;
} tc_loop_schema_level;

/* A reference. The file sets exactly one of the texts read, write and update. */
typedef struct tc_loop_schema_reference {
  const char *where;
  tc_loop_text read, write, update;
} tc_loop_schema_reference;

typedef struct tc_loop_schema_interval {
  const char *where, *name;
  TC_LIST(tc_loop_schema_level) loop;
  tc_loop_text affinity;
  TC_LIST(tc_loop_schema_reference) references;
} tc_loop_schema_interval;

typedef struct tc_loop_schema_loops {
  const char *name, *summary;
  TC_LIST(tc_loop_value) values;
  TC_LIST(tc_loop_schema_array) arrays;
  TC_LIST(tc_loop_schema_interval) intervals;
} tc_loop_schema_loops;

extern const tc_keys tc_loop_schema_loops_keys;

#endif
