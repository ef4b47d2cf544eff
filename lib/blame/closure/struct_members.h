/* Set of the known members of each struct type, collected from the access paths of all functions. closure.c
 * collects them once per closure. path_translation.c uses them to exclude targets of an untyped pointer that
 * do not have the accessed member. A member is known only if some function accesses it. */
#ifndef TC_BLAME_CLOSURE_STRUCT_MEMBERS_H
#define TC_BLAME_CLOSURE_STRUCT_MEMBERS_H

#include "base/containers/map.h"
#include "blame/facts/facts.h"

/* Adds to `out` the text "STRUCT.MEMBER" for each known member and "STRUCT." for each struct with a known
 * member. Errors: TC_INTERNAL if memory is exhausted. */
tc_status tb_members_collect(const tb_facts *facts, tc_map *out);

/* True if memory of the given type may have the member at the start of `path`, for example `x` for "x[].y".
 * Returns false only if the type is a struct with known members that do not include this one. */
bool tb_members_may_contain(const tc_map *members, const char *type, const char *path);

#endif
