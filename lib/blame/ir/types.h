/* C types of a translation unit, converted from the debug information. ir_types.c builds them and
 * blame/extract reads them. Each type is built once per unit and shared, and a type may refer to itself
 * through pointers. */
#ifndef TC_BLAME_IR_TYPES_H
#define TC_BLAME_IR_TYPES_H

#include <stdbool.h>
#include <stdint.h>

typedef enum tb_type_kind {
  TB_TYPE_BASIC, /* number, enumeration or any type not listed below */
  TB_TYPE_POINTER,
  TB_TYPE_STRUCT,
  TB_TYPE_UNION,
  TB_TYPE_ARRAY, /* array of one dimension; `base` is the element type, which may be an array again */
  TB_TYPE_FUNCTION,
  TB_TYPE_ALIAS /* typedef; `base` is the named type */
} tb_type_kind;

typedef struct tb_member {
  const char *name; /* "" for an unnamed struct or union, whose members are accessed like those of the
                       enclosing struct */
  const struct tb_type *type;
  int64_t bit, bits;
  bool is_bit_field; /* true if the member is a bit-field */
} tb_member;

typedef struct tb_type {
  tb_type_kind kind;
  const char *name; /* C spelling of the type, without const and volatile */
  const char *tag;  /* struct or union: its name, or the name of its typedef; NULL if it has neither */
  const struct tb_type *base; /* target of a pointer (NULL: void), element of an array, or type of an alias */
  int64_t bits;
  int members;
  const tb_member *member;
} tb_type;

/* Returns the type with all typedefs resolved. Returns NULL for NULL. */
const tb_type *tb_type_resolve(const tb_type *type);

/* Returns the member of a struct that contains the bit at offset `bit`, or NULL if there is none. */
const tb_member *tb_type_find_member(const tb_type *type, int64_t bit);

#endif
