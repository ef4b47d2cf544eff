#include "blame/origin.h"

#include <string.h>

#include "base/line.h"
#include "blame/match.h"

/* A function through which an address goes on its way up. */
typedef struct station {
  const tc_facts *facts;
  const tc_function *function;
  int callee;   /* number of the function that called the allocator, or that gave the address; -1: none with
                   facts */
  bool given;   /* it returned the address */
  tc_set exits; /* places of the callee that it wrote it to */
  tc_set calls; /* where the callee was called */
  tc_set carriers; /* definitions that hand it on */
  tc_set places;   /* that have it */
  tc_set next;     /* `exits` of this function */
  bool returned;
} station;

/* ---- what has the address ---- */

static bool may_be_pointer(const tc_place *place) {
  return !place->type || !place->type[0] || strchr(place->type, '*') || strcmp(place->type, "void") == 0;
}

static bool stays(const tc_place *place) {
  return place->root == TC_ROOT_GLOBAL || (place->member && place->member[0]);
}

static bool has_any(const tc_set *set, const tc_numbers *numbers) {
  for (int n = 0; n < numbers->count; n++)
    if (tc_set_has(set, numbers->of[n])) return true;
  return false;
}

/* Takes the places that a definition writes, if they can have an address. */
static tc_status take_places(station *s, const tc_numbers *writes) {
  for (int w = 0; w < writes->count; w++)
    if (may_be_pointer(&s->function->place[writes->of[w]])) TC_TRY(tc_set_add(&s->places, writes->of[w]));
  return TC_OK;
}

/* Whether the callee wrote the address to what an effect stands for; an external may have. */
static bool brings(const station *s, const tc_effect *effect) {
  if (!tc_set_has(&s->calls, effect->definition)) return false;
  if (effect->callee < 0 || s->callee < 0) return effect->callee < 0 && s->callee < 0;
  return effect->callee == s->callee &&
         tc_set_has(&s->exits, s->facts->function[s->callee].exit[effect->exit].place);
}

/* What the call itself writes, and the statements that store what it returns. */
static tc_status take_direct(station *s) {
  const tc_function *f = s->function;
  for (int e = 0; e < f->effects; e++)
    if (brings(s, &f->effect[e])) TC_TRY(take_places(s, &f->effect[e].writes));
  for (int d = 0; d < f->definitions && s->given; d++) {
    const tc_definition *at = &f->definition[d];
    if (at->kind == TC_DEFINE_CALL || !has_any(&s->calls, &at->in.from)) continue;
    TC_TRY(tc_set_add(&s->carriers, d));
    TC_TRY(take_places(s, &at->writes));
    if (at->kind == TC_DEFINE_RETURN) s->returned = true;
  }
  return TC_OK;
}

/* One more statement that hands it on; *more: there was one. */
static tc_status hand_on(station *s, bool *more) {
  const tc_function *f = s->function;
  *more = false;
  for (int d = 0; d < f->definitions; d++) {
    const tc_definition *at = &f->definition[d];
    if ((at->kind != TC_DEFINE_STORE && at->kind != TC_DEFINE_RETURN) || tc_set_has(&s->carriers, d))
      continue;
    if (!has_any(&s->carriers, &at->in.from) && !has_any(&s->places, &at->in.reads)) continue;
    const int before = tc_set_count(&s->places);
    TC_TRY(take_places(s, &at->writes));
    if (at->kind == TC_DEFINE_STORE && tc_set_count(&s->places) == before) continue;
    TC_TRY(tc_set_add(&s->carriers, d));
    if (at->kind == TC_DEFINE_RETURN) s->returned = true;
    *more = true;
  }
  return TC_OK;
}

/* ---- names ---- */

static tc_status name_place(const tc_place *place, tc_intern *texts, const char **out) {
  tc_pool pool = {NULL};
  const char *text = place->member;
  tc_status status = TC_OK;
  if (!text || !text[0]) TC_GUARD(status, tc_pool_print(&pool, &text, "%s%s", place->name, place->path));
  TC_GUARD(status, tc_intern_text(texts, text, out));
cleanup:
  tc_pool_empty(&pool);
  return status;
}

static bool is_called(const tc_definition *d, const char *name) {
  return d->callee && strcmp(d->callee, name) == 0;
}

/* Whether the frame's line has several calls of a function: then its column tells which. */
static bool has_several(const tc_frame *frame, const char *callee) {
  const tc_function *f = frame->facts;
  int calls = 0;
  for (int d = 0; f && d < f->definitions; d++)
    calls += f->definition[d].at.line == frame->line && is_called(&f->definition[d], callee);
  return calls > 1;
}

/* callee: the function of the frame within. */
static tc_status name_site(const tc_frame *frame, const char *callee, tc_intern *texts, const char **out) {
  const char *slash = frame->file ? strrchr(frame->file, '/') : NULL;
  tc_line line = {0};
  tc_line_add(&line, "%s", frame->function);
  if (frame->file) tc_line_add(&line, ", %s:%d", slash ? slash + 1 : frame->file, frame->line);
  if (frame->file && frame->column > 0 && has_several(frame, callee))
    tc_line_add(&line, ":%d", frame->column);
  return tc_intern_text(texts, line.text, out);
}

/* The first place that has it and stays, or, else, the first of the function's own variables; -1: none. */
static int find_place(const station *s, bool staying) {
  for (int p = tc_set_next(&s->places, 0); p >= 0; p = tc_set_next(&s->places, p + 1)) {
    const tc_place *place = &s->function->place[p];
    if (staying ? stays(place) : place->root == TC_ROOT_LOCAL && !place->hidden) return p;
  }
  return -1;
}

/* ---- the way up ---- */

/* The calls where a frame is; of the name of the frame within, if one has it. */
static tc_status find_calls(station *s, const tc_frame *frame, const char *name) {
  tc_set spot = {0};
  tc_match_level level;
  bool named = false;
  const tc_function *f = s->function;
  tc_status status =
      tc_match_find(s->facts, f, tc_match_file(s->facts, frame), frame->line, frame->column, &spot, &level);
  for (int d = tc_set_next(&spot, 0); d >= 0 && !named; d = tc_set_next(&spot, d + 1))
    named = f->definition[d].kind == TC_DEFINE_CALL && is_called(&f->definition[d], name);
  for (int d = tc_set_next(&spot, 0); d >= 0 && !status; d = tc_set_next(&spot, d + 1))
    if (f->definition[d].kind == TC_DEFINE_CALL && (!named || is_called(&f->definition[d], name)))
      status = tc_set_add(&s->calls, d);
  tc_set_clear(&spot);
  return status;
}

/* Where the function's caller finds the address. */
static tc_status find_exits(station *s) {
  for (int p = tc_set_next(&s->places, 0); p >= 0; p = tc_set_next(&s->places, p + 1)) {
    const tc_place *place = &s->function->place[p];
    if (place->root == TC_ROOT_PARAMETER && place->followed > 0) TC_TRY(tc_set_add(&s->next, p));
  }
  return TC_OK;
}

/* *found: the place that names it for good; -1: none here. */
static tc_status stop_at(station *s, const tc_frame *frame, const char *name, int *found) {
  bool more = true;
  TC_TRY(find_calls(s, frame, name));
  TC_TRY(take_direct(s));
  *found = find_place(s, true);
  while (*found < 0 && more) TC_TRY(hand_on(s, &more));
  return find_exits(s);
}

static void leave(station *s) {
  tc_set_clear(&s->exits);
  tc_set_clear(&s->calls);
  tc_set_clear(&s->carriers);
  tc_set_clear(&s->places);
}

/* Goes on to the caller. */
static void go_up(station *s, int callee) {
  leave(s);
  s->callee = callee;
  s->given = s->returned || callee < 0;
  s->returned = false;
  s->exits = s->next;
  s->next = (tc_set){0};
}

/* A name that holds unless a better one comes. */
static tc_status name_for_now(const station *s, const tc_frame *frame, const char *callee, bool *stayed,
                              tc_intern *texts, tc_origin *out) {
  const int staying = find_place(s, true), own = find_place(s, false);
  if (*stayed || (staying < 0 && own < 0)) return TC_OK;
  *stayed = staying >= 0;
  TC_TRY(name_place(&s->function->place[*stayed ? staying : own], texts, &out->name));
  return name_site(frame, callee, texts, &out->site);
}

/* ---- whose it is ---- */

/* All that has it here, and where the caller finds that. */
static tc_status gather(station *s) {
  for (bool more = true; more;) TC_TRY(hand_on(s, &more));
  return find_exits(s);
}

/* What a path says behind the pointers that it begins with: "v[].x" of "->v[].x" and of "[]->v[].x". */
static const char *part_of(const char *path) { return path + strspn(path, "->.[]"); }

/* What the callers of a function find the name by; NULL: they do not. */
static const char *find_part(const station *s) {
  for (int p = tc_set_next(&s->next, 0); p >= 0; p = tc_set_next(&s->next, p + 1))
    if (stays(&s->function->place[p])) return part_of(s->function->place[p].path);
  return NULL;
}

/* The length of a path before the part, without the pointer that leads there; 0: it has no such part, or
 * nothing in front of it. */
static size_t length_before(const char *path, const char *part) {
  const size_t whole = strlen(path), its = strlen(part);
  if (its == 0 || whole < its || strcmp(path + whole - its, part) != 0) return 0;
  size_t front = whole - its;
  while (front > 0 && strchr("->.[]", path[front - 1])) front--;
  return front;
}

/* The member that keeps what the part is of. */
static const char *find_owner(const station *s, const char *part) {
  const tc_function *f = s->function;
  for (int p = tc_set_next(&s->places, 0); p >= 0; p = tc_set_next(&s->places, p + 1)) {
    const tc_place *place = &f->place[p];
    const size_t front = length_before(place->path, part);
    for (int q = 0; q < f->places && front > 0; q++)
      if (tc_place_same_root(place, &f->place[q]) && strlen(f->place[q].path) == front &&
          strncmp(place->path, f->place[q].path, front) == 0 && f->place[q].member)
        return f->place[q].member;
  }
  return NULL;
}

/* From the frame that has named it further up, as far as functions hand on what it lies in. */
static tc_status walk_on(const tc_trace *trace, int from, tc_intern *texts, station *s, tc_origin *out) {
  TC_TRY(gather(s));
  const char *part = find_part(s), *owner = NULL;
  for (int k = from + 1; part && !owner && k < trace->frames && tc_set_next(&s->next, 0) >= 0; k++) {
    const tc_frame *frame = &trace->frame[k];
    if (!frame->facts) return TC_OK;
    go_up(s, (int)(s->function - s->facts->function));
    s->function = frame->facts;
    TC_TRY(find_calls(s, frame, trace->frame[k - 1].function));
    TC_TRY(take_direct(s));
    TC_TRY(gather(s));
    if (s->function->file != trace->frame[from].facts->file) owner = find_owner(s, part);
  }
  return owner ? tc_intern_text(texts, owner, &out->owner) : TC_OK;
}

static tc_status walk(const tc_trace *trace, tc_intern *texts, station *s, tc_origin *out) {
  bool stayed = false;
  const char *name = "";
  for (int k = 0; k < trace->frames; name = trace->frame[k++].function) {
    const tc_frame *frame = &trace->frame[k];
    int found = -1;
    if (!frame->facts) {
      go_up(s, -1);
      continue;
    }
    s->function = frame->facts;
    TC_TRY(stop_at(s, frame, name, &found));
    if (found >= 0) {
      TC_TRY(name_place(&s->function->place[found], texts, &out->name));
      TC_TRY(name_site(frame, name, texts, &out->site));
      return walk_on(trace, k, texts, s, out);
    }
    TC_TRY(name_for_now(s, frame, name, &stayed, texts, out));
    if (!s->returned && tc_set_next(&s->next, 0) < 0) return TC_OK;
    go_up(s, (int)(s->function - s->facts->function));
  }
  return TC_OK;
}

tc_status tc_origin_find(const tc_facts *facts, const tc_trace *trace, tc_intern *texts, tc_origin *out) {
  station s = {.facts = facts, .callee = -1, .given = true};
  *out = (tc_origin){NULL, NULL, NULL};
  if (trace->user < trace->frames)
    TC_TRY(name_site(&trace->frame[trace->user],
                     trace->user > 0 ? trace->frame[trace->user - 1].function : "", texts, &out->site));
  tc_status status = facts ? walk(trace, texts, &s, out) : TC_OK;
  leave(&s);
  tc_set_clear(&s.next);
  return status;
}
