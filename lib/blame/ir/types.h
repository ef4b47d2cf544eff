/* Types as C's debug information tells them. */
#ifndef TC_BLAME_IR_TYPES_H
#define TC_BLAME_IR_TYPES_H

#include <stdbool.h>
#include <stdint.h>

typedef enum tc_type_kind {
  TC_TYPE_BASIC, /* numbers, enumerations, and what is not told apart */
  TC_TYPE_POINTER,
  TC_TYPE_STRUCT,
  TC_TYPE_UNION,
  TC_TYPE_ARRAY, /* of one dimension */
  TC_TYPE_FUNCTION,
  TC_TYPE_ALIAS /* typedef */
} tc_type_kind;

typedef struct tc_member {
  const char *name; /* "": a struct or union without a name, whose members are the outer one's */
  const struct tc_type *type;
  int64_t bit, bits;
  bool field; /* a bit-field */
} tc_member;

typedef struct tc_type {
  tc_type_kind kind;
  const char *name;           /* as C writes it, without qualifiers */
  const char *tag;            /* of a struct or union: its name, else that of its typedef; NULL: neither */
  const struct tc_type *base; /* of a pointer: to what; NULL: void; of an array: its element; of an alias */
  int64_t bits;
  int members;
  const tc_member *member;
} tc_type;

/* Without typedefs; NULL stays NULL. */
const tc_type *tc_type_bare(const tc_type *type);

/* The member of a struct that these bits are of, or lie in; NULL: none. */
const tc_member *tc_type_member(const tc_type *type, int64_t bit);

#endif
