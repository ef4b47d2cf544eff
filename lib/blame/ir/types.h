/* Types of C as the debug information describes them. ir_types.c builds them and blame/extract reads them.
 * Types are shared: each is built once per unit and may refer to itself through pointers. Pure. */
#ifndef TC_BLAME_IR_TYPES_H
#define TC_BLAME_IR_TYPES_H

#include <stdbool.h>
#include <stdint.h>

typedef enum tb_type_kind {
  TB_TYPE_BASIC, /* numbers, enumerations and all other types */
  TB_TYPE_POINTER,
  TB_TYPE_STRUCT,
  TB_TYPE_UNION,
  TB_TYPE_ARRAY, /* one dimension; inner dimensions are in `base` */
  TB_TYPE_FUNCTION,
  TB_TYPE_ALIAS /* name of another type (typedef) */
} tb_type_kind;

typedef struct tb_member {
  const char *name; /* "" for an unnamed struct or union, whose members count as those of the outer one */
  const struct tb_type *type;
  int64_t bit, bits;
  bool field; /* true for a bit-field */
} tb_member;

typedef struct tb_type {
  tb_type_kind kind;
  const char *name;           /* spelling in C without qualifiers */
  const char *tag;            /* struct or union: its name, or that of its typedef; NULL if unnamed */
  const struct tb_type *base; /* target of a pointer (NULL: void), element of an array, or type of an alias */
  int64_t bits;
  int members;
  const tb_member *member;
} tb_type;

/* Returns the type without typedefs; NULL gives NULL. */
const tb_type *tb_type_bare(const tb_type *type);

/* Returns the member of a struct that contains the bit; NULL if there is none. */
const tb_member *tb_type_member(const tb_type *type, int64_t bit);

#endif
