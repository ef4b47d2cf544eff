#include "blame/closure/struct_members.h"

#include <stdio.h>
#include <string.h>

enum { text_length_max = 255 };

/* Finds the lengths of "struct." and "struct.member" at the start of a text such as "struct.member[]".
 * Returns false if the text contains no ".". */
static bool measure_member(const char *member, size_t *name, size_t *member_length) {
  *name = strcspn(member, ".");
  if (!member[*name]) return false;
  ++*name;
  *member_length = *name + strcspn(member + *name, ".-[");
  return true;
}

tc_status tb_members_collect(const tb_facts *facts, tc_map *out) {
  size_t name, member_length;
  int number;
  for (int f = 0; f < facts->functions; f++)
    for (int p = 0; p < facts->function[f].access_paths; p++) {
      const char *member = facts->function[f].access_path[p].member;
      if (!member || !measure_member(member, &name, &member_length)) continue;
      TC_TRY(tc_map_add(out, member, name, &number, NULL));
      TC_TRY(tc_map_add(out, member, member_length, &number, NULL));
    }
  return TC_OK;
}

bool tb_members_may_contain(const tc_map *members, const char *type, const char *path) {
  char text[text_length_max + 1];
  const char *name = strncmp(type, "struct ", strlen("struct ")) == 0 ? type + strlen("struct ") : type;
  const int length = snprintf(text, sizeof text, "%s.%.*s", name, (int)strcspn(path, ".-["), path);
  if (length < 0 || length > text_length_max || tc_map_find(members, text, strlen(name) + 1) < 0) return true;
  return tc_map_find(members, text, (size_t)length) >= 0;
}
