/* Effects of library functions: the memory that each function writes, and the memory and arguments from which
 * the written values are computed. Used by the points-to analysis, by the call effects and, for the kinds, by
 * the recognition of waiting calls. The functions are listed in externals.def with a description of their
 * effects. Functions that are not listed are assumed to write through all pointers they receive. */
#ifndef TC_BLAME_FACTS_EXTERNALS_H
#define TC_BLAME_FACTS_EXTERNALS_H

#include "base/text/registry.h"

typedef enum tb_external_kind {
  TB_EXTERNAL_PLAIN,
  TB_EXTERNAL_WAIT,  /* Waits for other threads or ranks. */
  TB_EXTERNAL_ALLOC, /* Returns new memory. */
  TB_EXTERNAL_FREE
} tb_external_kind;

enum { TB_EXTERNAL_EFFECTS = 8, TB_EXTERNAL_PARTS = 12, TB_EXTERNAL_RETURN = -1 };

/* Operand of an effect: an argument or the returned value of a call, or the memory to which it points. */
typedef struct tb_external_operand {
  int argument;  /* Number of the argument from 0; TB_EXTERNAL_RETURN for the returned value. */
  bool pointed;  /* True for all memory to which the argument points, false for its value. */
  bool and_more; /* True for this argument and all following ones. */
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
  int same; /* Number of the argument that the function returns, or into whose memory the returned pointer
               points; -1 if there is none. */
} tb_external;

/* Finds a function by name. Returns false if it is not listed. */
bool tb_external_find(const char *name, tb_external *out);

/* Parses a description of effects in the syntax of externals.def. "" describes a function without effects.
 * Returns false if the description is invalid. Public for the tests only. */
bool tb_external_parse(const char *effects, tb_external *out);

extern const tc_registry tb_external_registry; /* Names and descriptions of the listed functions. */

#endif
