/* Parses the text of an access path step by step, compares access paths and composes new ones. The closure
 * calls these functions for every alias and call effect, and path_table.c calls them to find equal paths.
 * Only the text of a path is stored. "->x" is parsed as the two steps "[]" and ".x", so `p[].x` and `p->x`
 * are equal. See access_path.h for the definitions. */
#include "blame/facts/access_path.h"

#include <string.h>

#include "base/numeric/hash.h"

/* ---- parsing a path step by step ---- */

typedef enum step_kind { STEP_END, STEP_ELEMENT, STEP_MEMBER, STEP_ANY } step_kind;

/* Position in a path while it is parsed. Initialise with {.next = path}. */
typedef struct path_cursor {
  const char *next;
  bool is_in_arrow; /* True between the two steps of a "->", after its "[]" and before its member. */
} path_cursor;

typedef struct step {
  step_kind kind;
  const char *name; /* Name of a member; `length` characters, not terminated by a zero. */
  size_t length;
} step;

static bool starts_with(const char *text, const char *prefix) {
  return strncmp(text, prefix, strlen(prefix)) == 0;
}

static step parse_member(path_cursor *cursor, size_t skip) {
  const char *name = cursor->next + skip;
  const size_t length = strcspn(name, ".-[");
  cursor->next = name + length;
  cursor->is_in_arrow = false;
  return (step){STEP_MEMBER, name, length};
}

static step parse_step(path_cursor *cursor) {
  if (cursor->next[0] == '\0') return (step){STEP_END, NULL, 0};
  if (cursor->is_in_arrow) return parse_member(cursor, strlen("->"));
  if (starts_with(cursor->next, "...")) {
    cursor->next += strlen(cursor->next);
    return (step){STEP_ANY, NULL, 0};
  }
  if (starts_with(cursor->next, "[]")) {
    cursor->next += strlen("[]");
    return (step){STEP_ELEMENT, NULL, 0};
  }
  if (starts_with(cursor->next, "->")) {
    cursor->is_in_arrow = true;
    return (step){STEP_ELEMENT, NULL, 0};
  }
  return parse_member(cursor, 1);
}

static bool is_same_step(const step *a, const step *b) {
  return a->kind == b->kind && a->length == b->length &&
         (a->kind != STEP_MEMBER || memcmp(a->name, b->name, a->length) == 0);
}

int tb_access_path_count_steps(const char *path) {
  path_cursor cursor = {.next = path};
  int steps = 0;
  while (parse_step(&cursor).kind != STEP_END) steps++;
  return steps;
}

/* ---- comparing paths ---- */

static bool is_same_text(const char *a, const char *b) { return a == b || (a && b && strcmp(a, b) == 0); }

bool tb_access_path_has_same_root(const tb_access_path *a, const tb_access_path *b) {
  return a->root == b->root && a->number == b->number && is_same_text(a->name, b->name) &&
         is_same_text(a->file, b->file);
}

/* Result of the comparison of two paths: the number of equal steps at their start, and the first different
 * step in each path. */
typedef struct path_comparison {
  int common_steps;
  step step_a, step_b;
} path_comparison;

static path_comparison compare_paths(const tb_access_path *a, const tb_access_path *b) {
  path_cursor wa = {.next = a->path}, wb = {.next = b->path};
  path_comparison p = {0, parse_step(&wa), parse_step(&wb)};
  while (p.step_a.kind != STEP_END && is_same_step(&p.step_a, &p.step_b)) {
    p.common_steps++;
    p.step_a = parse_step(&wa);
    p.step_b = parse_step(&wb);
  }
  return p;
}

bool tb_access_path_is_equal(const tb_access_path *a, const tb_access_path *b) {
  if (!tb_access_path_has_same_root(a, b)) return false;
  const path_comparison p = compare_paths(a, b);
  return p.step_a.kind == STEP_END && p.step_b.kind == STEP_END;
}

uint64_t tb_access_path_hash(const tb_access_path *path) {
  uint64_t hash = tc_hash_mix((uint64_t)path->root << 32 | (uint64_t)(uint32_t)path->number);
  hash = tc_hash_bytes(hash, path->name, strlen(path->name));
  path_cursor cursor = {.next = path->path};
  for (step s = parse_step(&cursor); s.kind != STEP_END; s = parse_step(&cursor)) {
    hash = tc_hash_mix(hash + (uint64_t)s.kind);
    if (s.name) hash = tc_hash_bytes(hash, s.name, s.length);
  }
  return hash;
}

bool tb_access_path_contains(const tb_access_path *whole, const tb_access_path *part) {
  if (!tb_access_path_has_same_root(whole, part)) return false;
  const path_comparison p = compare_paths(whole, part);
  return p.step_a.kind == STEP_END || (p.step_a.kind == STEP_ANY && p.step_b.kind != STEP_END);
}

/* If one path continues the other, the memory overlaps unless the longer path dereferences a pointer after
 * the common steps. */
bool tb_access_path_overlaps(const tb_access_path *a, const tb_access_path *b) {
  if (!tb_access_path_has_same_root(a, b)) return false;
  const path_comparison p = compare_paths(a, b);
  if (p.step_a.kind == STEP_END && p.step_b.kind == STEP_END) return true;
  if (p.step_a.kind == STEP_END) return b->pointer_steps <= p.common_steps;
  if (p.step_b.kind == STEP_END) return a->pointer_steps <= p.common_steps;
  return p.step_a.kind == STEP_ANY || p.step_b.kind == STEP_ANY;
}

bool tb_access_path_is_visible(const tb_access_path *path) {
  if (path->root == TB_ROOT_PARAMETER) return path->pointer_steps > 0;
  return path->root == TB_ROOT_GLOBAL || path->root == TB_ROOT_RETURN;
}

/* ---- composing paths ---- */

/* Remainder of a path after some of its steps. */
typedef struct path_remainder {
  /* Remaining text. If `begins_with_member` is true, it starts with a member name, without "." or "->". */
  const char *text;
  bool begins_with_member;
} path_remainder;

static path_remainder get_remainder(const char *path, int steps) {
  path_cursor cursor = {.next = path};
  for (int s = 0; s < steps; s++)
    if (parse_step(&cursor).kind == STEP_ANY) return (path_remainder){"...", false};
  if (cursor.is_in_arrow) return (path_remainder){cursor.next + strlen("->"), true};
  const bool member = cursor.next[0] == '.' && !starts_with(cursor.next, "...");
  return (path_remainder){cursor.next + member, member};
}

/* True if an earlier step has the name of this member, as in a linked list or a tree. */
static bool is_repeated_member(const char *path, const step *member) {
  path_cursor cursor = {.next = path};
  for (step s = parse_step(&cursor); s.name != member->name; s = parse_step(&cursor))
    if (is_same_step(&s, member)) return true;
  return false;
}

/* Returns the position at which a path must be truncated, or NULL if it is short enough. This is the first
 * one of two positions: after `steps_max` steps, where "->x" counts as one, and before a "->x" where x is the
 * name of an earlier member. */
static const char *find_truncation(const char *path, int steps_max) {
  path_cursor cursor = {.next = path};
  const char *last_end = path;
  int steps = 0;
  bool arrow = false;
  for (step s = parse_step(&cursor); s.kind != STEP_END && s.kind != STEP_ANY; s = parse_step(&cursor)) {
    if (arrow && is_repeated_member(path, &s)) return last_end;
    arrow = cursor.is_in_arrow;
    if (arrow) continue;
    if (++steps > steps_max) return last_end;
    last_end = cursor.next;
  }
  return NULL;
}

static bool ends_with(const char *text, const char *suffix) {
  const size_t length = strlen(text), suffix_length = strlen(suffix);
  return length >= suffix_length && strcmp(text + length - suffix_length, suffix) == 0;
}

/* Appends `remainder` to the path of `base` and truncates the result if it is too long. A "[]" that
 * dereferences a pointer and a following member are written as "->". */
static tc_status join_paths(tc_pool *pool, const tb_access_path *base, path_remainder remainder,
                            const char **out) {
  const bool arrow = remainder.begins_with_member && ends_with(base->path, "[]") &&
                     base->pointer_steps == tb_access_path_count_steps(base->path);
  const int length = (int)strlen(base->path) - (arrow ? 2 : 0);
  const char *text = NULL;
  TC_TRY(tc_pool_printf(pool, &text, "%.*s%s%s", length, base->path,
                        arrow                          ? "->"
                        : remainder.begins_with_member ? "."
                                                       : "",
                        remainder.text));
  const char *cut = find_truncation(text, TB_ACCESS_PATH_STEPS);
  *out = text;
  return cut ? tc_pool_printf(pool, out, "%.*s...", (int)(cut - text), text) : TC_OK;
}

/* Builds the text of tb_access_path.member for the path `base` followed by `remainder`. If the remainder
 * contains a member, the text is that of `part`. Otherwise it is the text of `base` with the remainder
 * appended. */
static tc_status build_member_name(tc_pool *pool, const tb_access_path *base, const tb_access_path *part,
                                   path_remainder remainder, const char **out) {
  *out = remainder.begins_with_member || strpbrk(remainder.text, ".-") ? part->member : NULL;
  if (*out || !base->member) return TC_OK;
  return tc_pool_printf(pool, out, "%s%s%s", base->member, remainder.begins_with_member ? "." : "",
                        remainder.text);
}

tc_status tb_access_path_append(tc_pool *pool, const tb_access_path *base, const tb_access_path *part,
                                int steps, tb_access_path *out) {
  const path_remainder remainder = get_remainder(part->path, steps);
  tb_access_path new = *base;
  if (remainder.text[0] != '\0' && !ends_with(base->path, "...")) {
    TC_TRY(join_paths(pool, base, remainder, &new.path));
    TC_TRY(build_member_name(pool, base, part, remainder, &new.member));
    new.type = part->type;
    if (part->pointer_steps > steps)
      new.pointer_steps = tb_access_path_count_steps(base->path) + part->pointer_steps - steps;
    const int steps_max = tb_access_path_count_steps(new.path);
    if (new.pointer_steps > steps_max) new.pointer_steps = steps_max;
  }
  *out = new;
  return TC_OK;
}

tc_status tb_access_path_truncate(tc_pool *pool, const tb_access_path *path, int steps, tb_access_path *out) {
  const char *at = find_truncation(path->path, steps);
  *out = *path;
  if (!at) return TC_OK;
  TC_TRY(tc_pool_printf(pool, &out->path, "%.*s...", (int)(at - path->path), path->path));
  const int steps_max = tb_access_path_count_steps(out->path);
  if (out->pointer_steps > steps_max) out->pointer_steps = steps_max;
  out->type = "";
  return TC_OK;
}
