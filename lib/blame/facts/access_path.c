/* Parses the text of an access path step by step, compares access paths and composes new ones. The closure
 * calls these functions for every alias and call effect, and path_table.c calls them to find equal paths.
 * Only the text of a path is stored. "->x" is parsed as the two steps "[]" and ".x", so `p[].x` and `p->x`
 * are equal. See access_path.h for the definitions. */
#include "blame/facts/access_path.h"

#include <string.h>

#include "base/numeric/hash.h"

/* ---- parsing a path step by step ---- */

typedef enum step_kind { STEP_END, STEP_ELEMENT, STEP_MEMBER, STEP_ANY } step_kind;

/* Position in a path while it is parsed. Initialise with {.at = path}. */
typedef struct walk {
  const char *at;
  bool entered; /* True between the two steps of a "->": its "[]" was returned, and its member is the next
                   step. */
} walk;

typedef struct step {
  step_kind kind;
  const char *name; /* Name of a member; `length` characters, not terminated by a zero. */
  size_t length;
} step;

static bool starts_with(const char *text, const char *with) { return strncmp(text, with, strlen(with)) == 0; }

static step read_member(walk *w, size_t mark) {
  const char *name = w->at + mark;
  const size_t length = strcspn(name, ".-[");
  w->at = name + length;
  w->entered = false;
  return (step){STEP_MEMBER, name, length};
}

static step next_step(walk *w) {
  if (w->at[0] == '\0') return (step){STEP_END, NULL, 0};
  if (w->entered) return read_member(w, strlen("->"));
  if (starts_with(w->at, "...")) {
    w->at += strlen(w->at);
    return (step){STEP_ANY, NULL, 0};
  }
  if (starts_with(w->at, "[]")) {
    w->at += strlen("[]");
    return (step){STEP_ELEMENT, NULL, 0};
  }
  if (starts_with(w->at, "->")) {
    w->entered = true;
    return (step){STEP_ELEMENT, NULL, 0};
  }
  return read_member(w, 1);
}

static bool is_same(const step *a, const step *b) {
  return a->kind == b->kind && a->length == b->length &&
         (a->kind != STEP_MEMBER || memcmp(a->name, b->name, a->length) == 0);
}

int tb_access_path_steps(const char *path) {
  walk w = {.at = path};
  int steps = 0;
  while (next_step(&w).kind != STEP_END) steps++;
  return steps;
}

/* ---- comparing paths ---- */

static bool is_same_text(const char *a, const char *b) { return a == b || (a && b && strcmp(a, b) == 0); }

bool tb_access_path_same_root(const tb_access_path *a, const tb_access_path *b) {
  return a->root == b->root && a->number == b->number && is_same_text(a->name, b->name) &&
         is_same_text(a->file, b->file);
}

/* Comparison of two paths: number of equal steps at the front, and the first step after these in each
 * path. */
typedef struct parting {
  int shared;
  step a, b;
} parting;

static parting common_part(const tb_access_path *a, const tb_access_path *b) {
  walk wa = {.at = a->path}, wb = {.at = b->path};
  parting p = {0, next_step(&wa), next_step(&wb)};
  while (p.a.kind != STEP_END && is_same(&p.a, &p.b)) {
    p.shared++;
    p.a = next_step(&wa);
    p.b = next_step(&wb);
  }
  return p;
}

bool tb_access_path_equal(const tb_access_path *a, const tb_access_path *b) {
  if (!tb_access_path_same_root(a, b)) return false;
  const parting p = common_part(a, b);
  return p.a.kind == STEP_END && p.b.kind == STEP_END;
}

uint64_t tb_access_path_hash(const tb_access_path *place) {
  uint64_t hash = tc_hash_mix((uint64_t)place->root << 32 | (uint64_t)(uint32_t)place->number);
  hash = tc_hash_bytes(hash, place->name, strlen(place->name));
  walk w = {.at = place->path};
  for (step s = next_step(&w); s.kind != STEP_END; s = next_step(&w)) {
    hash = tc_hash_mix(hash + (uint64_t)s.kind);
    if (s.name) hash = tc_hash_bytes(hash, s.name, s.length);
  }
  return hash;
}

bool tb_access_path_contains(const tb_access_path *whole, const tb_access_path *of) {
  if (!tb_access_path_same_root(whole, of)) return false;
  const parting p = common_part(whole, of);
  return p.a.kind == STEP_END || (p.a.kind == STEP_ANY && p.b.kind != STEP_END);
}

/* The memory of the longer path lies within that of the shorter one if the longer path dereferences no
 * pointer after their common steps. */
bool tb_access_path_overlaps(const tb_access_path *a, const tb_access_path *b) {
  if (!tb_access_path_same_root(a, b)) return false;
  const parting p = common_part(a, b);
  if (p.a.kind == STEP_END && p.b.kind == STEP_END) return true;
  if (p.a.kind == STEP_END) return b->followed <= p.shared;
  if (p.b.kind == STEP_END) return a->followed <= p.shared;
  return p.a.kind == STEP_ANY || p.b.kind == STEP_ANY;
}

bool tb_access_path_is_visible(const tb_access_path *place) {
  if (place->root == TB_ROOT_PARAMETER) return place->followed > 0;
  return place->root == TB_ROOT_GLOBAL || place->root == TB_ROOT_RETURN;
}

/* ---- composing paths ---- */

/* Remainder of a path after some of its steps. */
typedef struct rest {
  /* Remaining text. If `member` is true, it starts with a member name, without "." or "->". */
  const char *text;
  bool member;
} rest;

static rest rest_after(const char *path, int steps) {
  walk w = {.at = path};
  for (int s = 0; s < steps; s++)
    if (next_step(&w).kind == STEP_ANY) return (rest){"...", false};
  if (w.entered) return (rest){w.at + strlen("->"), true};
  const bool member = w.at[0] == '.' && !starts_with(w.at, "...");
  return (rest){w.at + member, member};
}

/* True if an earlier step of the path has the name of this member, as in the path of a linked list or a
 * tree. */
static bool comes_again(const char *path, const step *member) {
  walk w = {.at = path};
  for (step s = next_step(&w); s.name != member->name; s = next_step(&w))
    if (is_same(&s, member)) return true;
  return false;
}

/* Returns the position at which a path must be cut, or NULL if it need not be cut. A path is cut after `most`
 * steps, where "->x" counts as one. It is also cut before "->x" if x is the name of an earlier member in the
 * path. */
static const char *find_cut(const char *path, int most) {
  walk w = {.at = path};
  const char *before = path;
  int steps = 0;
  bool arrow = false;
  for (step s = next_step(&w); s.kind != STEP_END && s.kind != STEP_ANY; s = next_step(&w)) {
    if (arrow && comes_again(path, &s)) return before;
    arrow = w.entered;
    if (arrow) continue;
    if (++steps > most) return before;
    before = w.at;
  }
  return NULL;
}

static bool ends_with(const char *text, const char *with) {
  const size_t length = strlen(text), wanted = strlen(with);
  return length >= wanted && strcmp(text + length - wanted, with) == 0;
}

/* Appends the remainder `r` to the path of `lead` and cuts the result if it is too long. If the path of
 * `lead` ends in a "[]" that dereferences a pointer and a member follows, both are written as "->". */
static tc_status join_paths(tc_pool *pool, const tb_access_path *lead, rest r, const char **out) {
  const bool arrow =
      r.member && ends_with(lead->path, "[]") && lead->followed == tb_access_path_steps(lead->path);
  const int length = (int)strlen(lead->path) - (arrow ? 2 : 0);
  const char *text = NULL;
  TC_TRY(tc_pool_printf(pool, &text, "%.*s%s%s", length, lead->path,
                        arrow      ? "->"
                        : r.member ? "."
                                   : "",
                        r.text));
  const char *cut = find_cut(text, TB_ACCESS_PATH_STEPS);
  *out = text;
  return cut ? tc_pool_printf(pool, out, "%.*s...", (int)(cut - text), text) : TC_OK;
}

/* Computes the `member` of an access path that consists of `lead` and the steps `r` of `of`. It is the
 * `member` of `of` if these steps contain a member. Otherwise it is the `member` of `lead`, followed by these
 * steps. */
static tc_status name_member(tc_pool *pool, const tb_access_path *lead, const tb_access_path *of, rest r,
                             const char **out) {
  *out = r.member || strpbrk(r.text, ".-") ? of->member : NULL;
  if (*out || !lead->member) return TC_OK;
  return tc_pool_printf(pool, out, "%s%s%s", lead->member, r.member ? "." : "", r.text);
}

tc_status tb_access_path_append(tc_pool *pool, const tb_access_path *lead, const tb_access_path *of,
                                int steps, tb_access_path *out) {
  const rest r = rest_after(of->path, steps);
  tb_access_path new = *lead;
  if (r.text[0] != '\0' && !ends_with(lead->path, "...")) {
    TC_TRY(join_paths(pool, lead, r, &new.path));
    TC_TRY(name_member(pool, lead, of, r, &new.member));
    new.type = of->type;
    if (of->followed > steps) new.followed = tb_access_path_steps(lead->path) + of->followed - steps;
    const int most = tb_access_path_steps(new.path);
    if (new.followed > most) new.followed = most;
  }
  *out = new;
  return TC_OK;
}

tc_status tb_access_path_truncate(tc_pool *pool, const tb_access_path *place, int steps,
                                  tb_access_path *out) {
  const char *at = find_cut(place->path, steps);
  *out = *place;
  if (!at) return TC_OK;
  TC_TRY(tc_pool_printf(pool, &out->path, "%.*s...", (int)(at - place->path), place->path));
  const int most = tb_access_path_steps(out->path);
  if (out->followed > most) out->followed = most;
  out->type = "";
  return TC_OK;
}
