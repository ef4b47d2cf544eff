/* Effects of library functions whose source is not analysed. The effects of a function state which memory it
 * writes, and from which arguments and memory the written values are computed. Used by the points-to analysis
 * (blame/extract) and the closure (blame/closure). The kind WAIT identifies calls that wait for other threads
 * or ranks. externals.def lists the functions and defines the syntax of an effect. A function that is not
 * listed is assumed to write through all pointers that it receives. */
#ifndef TC_BLAME_FACTS_EXTERNALS_H
#define TC_BLAME_FACTS_EXTERNALS_H

#include "base/text/registry.h"

typedef enum tb_external_kind {
  TB_EXTERNAL_PLAIN,
  TB_EXTERNAL_WAIT,  /* Waits for other threads or ranks. */
  TB_EXTERNAL_ALLOC, /* Returns new memory. */
  TB_EXTERNAL_FREE
} tb_external_kind;

enum { TB_EXTERNAL_EFFECTS_MAX = 8, TB_EXTERNAL_OPERANDS_MAX = 12, TB_EXTERNAL_RETURN = -1 };

/* Operand of an effect: an argument of a call, the returned value, or the memory to which one of these
 * points. */
typedef struct tb_external_operand {
  int argument;         /* Index of the argument, from 0; TB_EXTERNAL_RETURN for the returned value. */
  bool is_dereferenced; /* True for the memory to which the argument points, false for the value of the
                           argument. */
  bool and_following;   /* True if the operand denotes this argument and all following ones. */
} tb_external_operand;

typedef struct tb_external_effect {
  tb_external_operand written;
  int inputs;
  tb_external_operand input[TB_EXTERNAL_OPERANDS_MAX];
} tb_external_effect;

typedef struct tb_external {
  const char *name;
  tb_external_kind kind;
  int effects;
  tb_external_effect effect[TB_EXTERNAL_EFFECTS_MAX];
  int returned_argument; /* Index of the argument that the function returns, or into whose memory the returned
               pointer points; -1 if there is none. */
} tb_external;

/* Finds a library function by name. Returns false if externals.def does not list it. */
bool tb_external_find(const char *name, tb_external *out);

/* Parses a description of effects in the syntax of externals.def. An empty description denotes a function
 * without effects. Returns false if the syntax is invalid. Public for the tests only. */
bool tb_external_parse(const char *effects, tb_external *out);

extern const tc_registry tb_external_registry; /* Names and effects of the functions in externals.def. */

#endif
