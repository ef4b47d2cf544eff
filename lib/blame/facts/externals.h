/* Functions of libraries: what they write and from what (externals.def). */
#ifndef TC_BLAME_FACTS_EXTERNALS_H
#define TC_BLAME_FACTS_EXTERNALS_H

#include "base/text/registry.h"

typedef enum tb_external_kind {
  TB_EXTERNAL_PLAIN,
  TB_EXTERNAL_WAIT,  /* for other threads or ranks */
  TB_EXTERNAL_ALLOC, /* gives new memory */
  TB_EXTERNAL_FREE
} tb_external_kind;

enum { TB_EXTERNAL_EFFECTS = 8, TB_EXTERNAL_PARTS = 12, TB_EXTERNAL_RETURN = -1 };

/* An argument, or the memory that it points to. */
typedef struct tb_external_operand {
  int argument;  /* from 0; TB_EXTERNAL_RETURN */
  bool pointed;  /* what it points to, whatever lies in there */
  bool and_more; /* all arguments from there on */
} tb_external_operand;

typedef struct tb_external_effect {
  tb_external_operand written;
  int inputs;
  tb_external_operand input[TB_EXTERNAL_PARTS];
} tb_external_effect;

typedef struct tb_external {
  const char *name;
  tb_external_kind kind;
  int effects;
  tb_external_effect effect[TB_EXTERNAL_EFFECTS];
  int same; /* argument that it returns as it is, or a pointer into what that points to; -1: none */
} tb_external;

/* False when it is not known. */
bool tb_external_find(const char *name, tb_external *out);

/* A description alone, for tests: "" means no effect. False when it is none. */
bool tb_external_parse(const char *effects, tb_external *out);

extern const tc_registry tb_external_registry; /* names, and their descriptions */

#endif
