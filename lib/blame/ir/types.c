#include "blame/ir/types.h"

#include <stddef.h>

const tb_type *tb_type_resolve(const tb_type *type) {
  while (type && type->kind == TB_TYPE_ALIAS) type = type->base;
  return type;
}

const tb_member *tb_type_find_member(const tb_type *type, int64_t bit) {
  /* last member of size 0 that begins at the bit, such as a flexible array member; returned if no other
   * member contains the bit */
  const tb_member *last = NULL;
  for (int i = 0; i < type->members; i++) {
    const tb_member *member = type->member + i;
    if (bit >= member->bit && bit < member->bit + member->bits) return member;
    if (bit == member->bit) last = member;
  }
  return last;
}
