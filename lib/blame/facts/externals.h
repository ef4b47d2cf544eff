/* Functions of libraries: what they write and from what (externals.def). */
#ifndef TC_BLAME_FACTS_EXTERNALS_H
#define TC_BLAME_FACTS_EXTERNALS_H

#include "base/text/registry.h"

typedef enum tc_external_kind {
  TC_EXTERNAL_PLAIN,
  TC_EXTERNAL_WAIT,  /* for other threads or ranks */
  TC_EXTERNAL_ALLOC, /* gives new memory */
  TC_EXTERNAL_FREE
} tc_external_kind;

enum { TC_EXTERNAL_EFFECTS = 8, TC_EXTERNAL_PARTS = 12, TC_EXTERNAL_RETURN = -1 };

/* An argument, or the memory that it points to. */
typedef struct tc_external_part {
  int argument;  /* from 0; TC_EXTERNAL_RETURN */
  bool pointed;  /* what it points to, whatever lies in there */
  bool and_more; /* all arguments from there on */
} tc_external_part;

typedef struct tc_external_effect {
  tc_external_part written;
  int inputs;
  tc_external_part input[TC_EXTERNAL_PARTS];
} tc_external_effect;

typedef struct tc_external {
  const char *name;
  tc_external_kind kind;
  int effects;
  tc_external_effect effect[TC_EXTERNAL_EFFECTS];
  int same; /* argument that it returns as it is, or a pointer into what that points to; -1: none */
} tc_external;

/* False when it is not known. */
bool tc_external_find(const char *name, tc_external *out);

/* A description alone, for tests: "" means no effect. False when it is none. */
bool tc_external_parse(const char *effects, tc_external *out);

extern const tc_registry tc_external_registry; /* names, and their descriptions */

#endif
