/* Types as C's debug information tells them. */
#ifndef TC_BLAME_IR_TYPES_H
#define TC_BLAME_IR_TYPES_H

#include <stdbool.h>
#include <stdint.h>

typedef enum tb_type_kind {
  TB_TYPE_BASIC, /* numbers, enumerations, and what is not told apart */
  TB_TYPE_POINTER,
  TB_TYPE_STRUCT,
  TB_TYPE_UNION,
  TB_TYPE_ARRAY, /* of one dimension */
  TB_TYPE_FUNCTION,
  TB_TYPE_ALIAS /* typedef */
} tb_type_kind;

typedef struct tb_member {
  const char *name; /* "": a struct or union without a name, whose members are the outer one's */
  const struct tb_type *type;
  int64_t bit, bits;
  bool field; /* a bit-field */
} tb_member;

typedef struct tb_type {
  tb_type_kind kind;
  const char *name;           /* as C writes it, without qualifiers */
  const char *tag;            /* of a struct or union: its name, else that of its typedef; NULL: neither */
  const struct tb_type *base; /* of a pointer: to what; NULL: void; of an array: its element; of an alias */
  int64_t bits;
  int members;
  const tb_member *member;
} tb_type;

/* Without typedefs; NULL stays NULL. */
const tb_type *tb_type_bare(const tb_type *type);

/* The member of a struct that these bits are of, or lie in; NULL: none. */
const tb_member *tb_type_member(const tb_type *type, int64_t bit);

#endif
