/* Which structs have which members, as far as places tell. */
#ifndef TC_BLAME_CLOSURE_STRUCT_MEMBERS_H
#define TC_BLAME_CLOSURE_STRUCT_MEMBERS_H

#include "blame/facts/facts.h"

typedef struct tc_members {
  int count, slots;
  const char **slot; /* sorted out by hash: "struct.member" and "struct." */
  tc_pool pool;
} tc_members;

/* Errors: TC_INTERNAL out of memory. */
tc_status tc_members_create(const tc_facts *facts, tc_members *out);
void tc_members_clear(tc_members *members);

/* Whether a place of the type may have a member of the name at the front of `path` ("x[].y"): false only for
 * a struct that is known and lacks it. */
bool tc_members_allow(const tc_members *members, const char *type, const char *path);

#endif
