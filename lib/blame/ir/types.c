#include "blame/ir/types.h"

#include <stddef.h>

const tc_type *tc_type_bare(const tc_type *type) {
  while (type && type->kind == TC_TYPE_ALIAS) type = type->base;
  return type;
}

const tc_member *tc_type_member(const tc_type *type, int64_t bit) {
  const tc_member *last = NULL; /* an array without a size at the end has no bits */
  for (int i = 0; i < type->members; i++) {
    const tc_member *member = type->member + i;
    if (bit >= member->bit && bit < member->bit + member->bits) return member;
    if (bit == member->bit) last = member;
  }
  return last;
}
