/* Which structs have which members, as far as places tell. */
#ifndef TC_BLAME_CLOSURE_STRUCT_MEMBERS_H
#define TC_BLAME_CLOSURE_STRUCT_MEMBERS_H

#include "blame/facts/facts.h"

typedef struct tb_members {
  int count, slots;
  const char **slot; /* sorted out by hash: "struct.member" and "struct." */
  tc_pool pool;
} tb_members;

/* Errors: TC_INTERNAL out of memory. */
tc_status tb_members_create(const tb_facts *facts, tb_members *out);
void tb_members_clear(tb_members *members);

/* Whether a place of the type may have a member of the name at the front of `path` ("x[].y"): false only for
 * a struct that is known and lacks it. */
bool tb_members_may_contain(const tb_members *members, const char *type, const char *path);

#endif
