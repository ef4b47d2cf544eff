/* Members of struct types, collected from the access paths of all functions. closure.c creates them once per
 * closure, and path_translation.c reads them. They exclude translations through untyped pointers to structs
 * that lack the accessed member. Only members that some function accesses are known. */
#ifndef TC_BLAME_CLOSURE_STRUCT_MEMBERS_H
#define TC_BLAME_CLOSURE_STRUCT_MEMBERS_H

#include "blame/facts/facts.h"

typedef struct tb_members {
  int count, slots;
  const char **
      slot; /* Hash table of the texts "STRUCT.MEMBER" and, for each struct with a known member, "STRUCT.". */
  tc_pool pool;
} tb_members;

/* Collects the members. The caller frees `*out` with tb_members_clear. Errors: TC_INTERNAL if memory is
 * exhausted. */
tc_status tb_members_create(const tb_facts *facts, tb_members *out);
void tb_members_clear(tb_members *members);

/* True if an access path of this type may have the member at the front of `path` ("x[].y"). False only for
 * a known struct that lacks it. */
bool tb_members_may_contain(const tb_members *members, const char *type, const char *path);

#endif
