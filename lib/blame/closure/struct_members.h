/* Members of struct types, collected from the access paths of all functions. closure.c collects them once per
 * closure, and path_translation.c reads them. They exclude translations through untyped pointers to structs
 * that lack the accessed member. Only members that some function accesses are known. */
#ifndef TC_BLAME_CLOSURE_STRUCT_MEMBERS_H
#define TC_BLAME_CLOSURE_STRUCT_MEMBERS_H

#include "base/containers/map.h"
#include "blame/facts/facts.h"

/* Adds to `out` the texts "STRUCT.MEMBER" and, for each struct with a known member, "STRUCT.". Errors:
 * TC_INTERNAL if memory is exhausted. */
tc_status tb_members_collect(const tb_facts *facts, tc_map *out);

/* True if an access path of this type may have the member at the front of `path` ("x[].y"). False only for
 * a known struct that lacks it. */
bool tb_members_may_contain(const tc_map *members, const char *type, const char *path);

#endif
