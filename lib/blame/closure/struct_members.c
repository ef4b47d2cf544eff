#include "blame/closure/struct_members.h"

#include <stdio.h>
#include <string.h>

#include "base/core/memory.h"
#include "base/numeric/hash.h"

enum { initial_slots = 1024, longest = 255 };

/* ---- set of names ---- */

static int find_slot(const tb_members *m, const char *text, size_t length) {
  int at = (int)(tc_hash_mix(tc_hash_bytes(0, text, length) + length) % (uint64_t)m->slots);
  while (m->slot[at] && (strncmp(m->slot[at], text, length) != 0 || m->slot[at][length] != '\0'))
    at = (at + 1) % m->slots;
  return at;
}

static tc_status grow_members(tb_members *m) {
  tb_members bigger = *m;
  bigger.slots = m->slots ? 2 * m->slots : initial_slots;
  TC_TRY(TC_ALLOC_ZERO(bigger.slot, bigger.slots));
  for (int i = 0; i < m->slots; i++)
    if (m->slot[i]) bigger.slot[find_slot(&bigger, m->slot[i], strlen(m->slot[i]))] = m->slot[i];
  tc_free(m->slot);
  *m = bigger;
  return TC_OK;
}

static tc_status add_member(tb_members *m, const char *text, size_t length) {
  if (2 * m->count >= m->slots) TC_TRY(grow_members(m));
  const int at = find_slot(m, text, length);
  if (m->slot[at]) return TC_OK;
  m->count++;
  return tc_pool_printf(&m->pool, &m->slot[at], "%.*s", (int)length, text);
}

/* ---- members ---- */

/* Finds the lengths of "struct." and of "struct.member" at the front of "struct.member[]". */
static bool measure_member(const char *member, size_t *name, size_t *whole) {
  *name = strcspn(member, ".");
  if (!member[*name]) return false;
  ++*name;
  *whole = *name + strcspn(member + *name, ".-[");
  return true;
}

tc_status tb_members_create(const tb_facts *facts, tb_members *out) {
  tc_status status = TC_OK;
  size_t name, whole;
  *out = (tb_members){0};
  for (int f = 0; f < facts->functions && !status; f++)
    for (int p = 0; p < facts->function[f].places && !status; p++) {
      const char *member = facts->function[f].place[p].member;
      if (!member || !measure_member(member, &name, &whole)) continue;
      status = add_member(out, member, name);
      if (!status) status = add_member(out, member, whole);
    }
  if (status) tb_members_clear(out);
  return status;
}

void tb_members_clear(tb_members *members) {
  tc_free(members->slot);
  tc_pool_free(&members->pool);
  *members = (tb_members){0};
}

static bool has_member(const tb_members *m, const char *text, size_t length) {
  return m->slots > 0 && m->slot[find_slot(m, text, length)];
}

bool tb_members_may_contain(const tb_members *m, const char *type, const char *path) {
  char text[longest + 1];
  const char *name = strncmp(type, "struct ", strlen("struct ")) == 0 ? type + strlen("struct ") : type;
  const int length = snprintf(text, sizeof text, "%s.%.*s", name, (int)strcspn(path, ".-["), path);
  if (length < 0 || length > longest || !has_member(m, text, strlen(name) + 1)) return true;
  return has_member(m, text, (size_t)length);
}
