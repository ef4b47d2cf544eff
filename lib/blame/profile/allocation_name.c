/* Names an allocation by the variable that stores its address (see allocation_name.h). walk_callers visits
 * the frames from the allocation outwards with a tb_address_flow. It stops at the first member or global that
 * a call writes directly, and records the best name found until then. follow_callers then continues outwards
 * to find the owner of the named struct: the member that stores this struct in a function of another source
 * file. */
#include "blame/profile/allocation_name.h"

#include <string.h>

#include "base/file/path.h"
#include "base/text/line.h"
#include "blame/profile/address_flow.h"
#include "blame/profile/statement_match.h"

/* ---- names of allocations ---- */

static bool is_lasting_path(const tb_access_path *path) {
  return path->root == TB_ROOT_GLOBAL || (path->member && path->member[0]);
}

static tc_status name_place(tc_pool *scratch, const tb_access_path *path, tc_map *texts, const char **out) {
  const char *text = path->member;
  if (!text || !text[0]) TC_TRY(tc_pool_printf(scratch, &text, "%s%s", path->name, path->path));
  return tc_map_add_text(texts, text, out);
}

/* True if the source line of the frame has several calls of the function `callee`. Only the column of the
 * frame then identifies the call. */
static bool has_several(const tb_frame *frame, const char *callee) {
  const tb_function *f = frame->facts;
  int calls = 0;
  for (int d = 0; f && d < f->definitions; d++)
    calls += f->definition[d].at.line == frame->line && f->definition[d].callee &&
             strcmp(f->definition[d].callee, callee) == 0;
  return calls > 1;
}

/* Formats the source position of the frame as the site of the allocation. `callee` is the function of the
 * next inner frame. */
static tc_status name_site(const tb_frame *frame, const char *callee, tc_map *texts, const char **out) {
  tc_line line = {0};
  tc_line_add(&line, "%s", frame->function);
  if (frame->file) tc_line_add(&line, ", %s:%d", tc_path_name(frame->file), frame->line);
  if (frame->file && frame->column > 0 && has_several(frame, callee))
    tc_line_add(&line, ":%d", frame->column);
  return tc_map_add_text(texts, line.text, out);
}

/* Returns the first path in `paths` that is a member or global variable. If `staying` is false, returns the
 * first local variable in `paths` instead. Returns NULL if there is none. */
static const tb_access_path *find_place(const tb_address_flow *s, bool staying) {
  for (int i = 0; i < s->paths.count; i++) {
    const tb_access_path *path = &s->paths.item[i];
    if (staying ? is_lasting_path(path) : path->root == TB_ROOT_LOCAL && !path->is_hidden) return path;
  }
  return NULL;
}

/* ---- walk from the allocation to the outermost frame ---- */

/* Sets `calls`, which is empty, to the calls at the source position of the frame. `name` is the function of
 * the next inner frame. If at least one of these calls has `name` as its callee, other calls are omitted. */
static tc_status find_calls(tb_address_flow *s, const tb_frame *frame, const char *name) {
  TC_TRY(tb_statement_match_frame(s->facts, frame, frame->column, &s->calls, NULL));
  if (tb_statement_match_select_calls(s->function, name, &s->calls) == 0) tc_bit_set_clear(&s->calls);
  return TC_OK;
}

/* Sets *found to the member or global variable to which a call in this frame writes the address directly;
 * NULL if there is none. */
static tc_status stop_at(tb_address_flow *s, const tb_frame *frame, const char *name,
                         const tb_access_path **found) {
  TC_TRY(find_calls(s, frame, name));
  TC_TRY(tb_address_flow_add_call_writes(s));
  *found = find_place(s, true);
  return *found ? TC_OK : tb_address_flow_propagate(s);
}

/* Records a provisional name. It is the first member or global variable found. Until one is found, it is a
 * local variable of the outermost frame visited so far. Sets *stayed to true when a member or global variable
 * is recorded, which later frames do not replace. */
static tc_status name_for_now(tb_address_flow *s, const tb_frame *frame, const char *callee, bool *stayed,
                              tc_map *texts, tb_allocation_name *out) {
  const tb_access_path *staying = find_place(s, true), *own = find_place(s, false);
  if (*stayed || (!staying && !own)) return TC_OK;
  *stayed = staying != NULL;
  TC_TRY(name_place(&s->pool, staying ? staying : own, texts, &out->name));
  return name_site(frame, callee, texts, &out->site);
}

/* ---- owners of named structs ---- */

/* Returns the path without the pointers at its start, such as "v[].x" for "->v[].x" and for "[]->v[].x". */
static const char *part_of(const char *path) { return path + strspn(path, "->.[]"); }

/* Returns the path of an output that holds the address, without the pointers at its start (part_of). In a
 * caller, the path of the same memory ends with this part. Returns NULL if no output holds the address. */
static const char *find_part(const tb_address_flow *s) {
  for (int i = 0; i < s->paths.count; i++) {
    const tb_access_path *path = &s->paths.item[i];
    if (tb_address_flow_is_output(path) && is_lasting_path(path)) return part_of(path->path);
  }
  return NULL;
}

/* If `path` ends with `part`, returns the length of the text before `part` without the "[]", "->" or "." that
 * precedes `part`. Returns 0 if `path` does not end with `part` or nothing precedes `part`. */
static size_t length_before(const char *path, const char *part) {
  const size_t whole = strlen(path), its = strlen(part);
  if (its == 0 || whole < its || strcmp(path + whole - its, part) != 0) return 0;
  size_t front = whole - its;
  while (front > 0 && strchr("->.[]", path[front - 1])) front--;
  return front;
}

/* Returns the member, such as "tc_exchange.copy", in which this function stores the struct that contains
 * `part`; NULL if there is none. */
static const char *find_owner(const tb_address_flow *s, const char *part) {
  const tb_function *f = s->function;
  for (int i = 0; i < s->paths.count; i++) {
    const tb_access_path *path = &s->paths.item[i];
    const size_t front = length_before(path->path, part);
    for (int q = 0; q < f->access_paths && front > 0; q++)
      if (tb_access_path_has_same_root(path, &f->access_path[q]) && strlen(f->access_path[q].path) == front &&
          strncmp(path->path, f->access_path[q].path, front) == 0 && f->access_path[q].member)
        return f->access_path[q].member;
  }
  return NULL;
}

/* Finds the owner of the named struct. Continues outwards from frame `from`, which gave the name, as long as
 * the functions pass the struct on to their callers. */
static tc_status follow_callers(const tb_call_stack *trace, int from, tc_map *texts, tb_address_flow *s,
                                tb_allocation_name *out) {
  TC_TRY(tb_address_flow_propagate(s));
  const char *part = find_part(s), *owner = NULL;
  for (int k = from + 1; part && !owner && k < trace->frames && tb_address_flow_reaches_caller(s); k++) {
    const tb_frame *frame = &trace->frame[k];
    if (!frame->facts) return TC_OK;
    tb_address_flow_enter_caller(s, true);
    s->function = frame->facts;
    TC_TRY(find_calls(s, frame, trace->frame[k - 1].function));
    TC_TRY(tb_address_flow_add_call_writes(s));
    TC_TRY(tb_address_flow_propagate(s));
    if (s->function->file != trace->frame[from].facts->file) owner = find_owner(s, part);
  }
  return owner ? tc_map_add_text(texts, owner, &out->owner) : TC_OK;
}

static tc_status walk_callers(const tb_call_stack *trace, tc_map *texts, tb_address_flow *s,
                              tb_allocation_name *out) {
  bool stayed = false;
  const char *name = "";
  for (int k = 0; k < trace->frames; name = trace->frame[k++].function) {
    const tb_frame *frame = &trace->frame[k];
    const tb_access_path *found = NULL;
    if (!frame->facts) {
      tb_address_flow_enter_caller(s, false);
      continue;
    }
    s->function = frame->facts;
    TC_TRY(stop_at(s, frame, name, &found));
    if (found) {
      const char *before = stayed ? out->name : NULL;
      TC_TRY(name_place(&s->pool, found, texts, &out->name));
      if (out->name != before) TC_TRY(name_site(frame, name, texts, &out->site));
      return follow_callers(trace, k, texts, s, out);
    }
    TC_TRY(name_for_now(s, frame, name, &stayed, texts, out));
    if (!s->returned && !tb_address_flow_reaches_caller(s)) return TC_OK;
    tb_address_flow_enter_caller(s, true);
  }
  return TC_OK;
}

tc_status tb_allocation_name_find(const tb_facts *facts, const tb_call_stack *trace, tc_map *texts,
                                  tb_allocation_name *out) {
  tb_address_flow s;
  *out = (tb_allocation_name){NULL, NULL, NULL};
  if (trace->user < trace->frames)
    TC_TRY(name_site(&trace->frame[trace->user],
                     trace->user > 0 ? trace->frame[trace->user - 1].function : "", texts, &out->site));
  tb_address_flow_init(facts, &s);
  tc_status status = facts ? walk_callers(trace, texts, &s, out) : TC_OK;
  tb_address_flow_free(&s);
  return status;
}
