/* Finds the variable that gives an allocation its name (see allocation_name.h). walk_callers visits the
 * frames from the allocation outwards with a tb_address_flow. It stops at the first member or global that a
 * call writes directly, and records the best name found until then. find_struct_owner then continues outwards
 * to find the owner of the struct to which the named member belongs: the member that stores this struct in a
 * function of another source file. */
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

static tc_status format_path_name(tc_pool *scratch, const tb_access_path *path, tc_map *texts,
                                  const char **out) {
  const char *text = path->member;
  if (!text || !text[0]) TC_TRY(tc_pool_printf(scratch, &text, "%s%s", path->name, path->path));
  return tc_map_add_text(texts, text, out);
}

/* True if the source line of the frame has several calls of the function `callee`. Only the column of the
 * frame then identifies the call. */
static bool has_several_calls(const tb_frame *frame, const char *callee) {
  const tb_function *f = frame->facts;
  int calls = 0;
  for (int d = 0; f && d < f->definitions; d++)
    calls += f->definition[d].at.line == frame->line && f->definition[d].callee &&
             strcmp(f->definition[d].callee, callee) == 0;
  return calls > 1;
}

/* Formats the source position of the frame as the site of the allocation. `callee` is the function of the
 * next inner frame. */
static tc_status format_site(const tb_frame *frame, const char *callee, tc_map *texts, const char **out) {
  tc_line line = {0};
  tc_line_add(&line, "%s", frame->function);
  if (frame->file) tc_line_add(&line, ", %s:%d", tc_path_name(frame->file), frame->line);
  if (frame->file && frame->column > 0 && has_several_calls(frame, callee))
    tc_line_add(&line, ":%d", frame->column);
  return tc_map_add_text(texts, line.text, out);
}

/* Returns the first path in `paths` that is a member or global variable. If `lasting` is false, returns the
 * first local variable in `paths` instead. Returns NULL if there is none. */
static const tb_access_path *find_named_path(const tb_address_flow *flow, bool lasting) {
  for (int i = 0; i < flow->paths.count; i++) {
    const tb_access_path *path = &flow->paths.item[i];
    if (lasting ? is_lasting_path(path) : path->root == TB_ROOT_LOCAL && !path->is_hidden) return path;
  }
  return NULL;
}

/* ---- walk from the allocation to the outermost frame ---- */

/* Sets `call_statements` to the calls at the source position of the frame, preferring calls of `name`, the
 * function of the next inner frame. */
static tc_status find_calls(tb_address_flow *flow, const tb_frame *frame, const char *name) {
  TC_TRY(tb_statement_match_frame(flow->facts, frame, frame->column, &flow->call_statements, NULL));
  if (tb_statement_match_select_calls(flow->function, name, &flow->call_statements) == 0)
    tc_bit_set_clear(&flow->call_statements);
  return TC_OK;
}

/* Sets *found to the member or global variable to which a call in this frame writes the address directly;
 * NULL if there is none. */
static tc_status find_direct_name(tb_address_flow *flow, const tb_frame *frame, const char *name,
                                  const tb_access_path **found) {
  TC_TRY(find_calls(flow, frame, name));
  TC_TRY(tb_address_flow_add_call_writes(flow));
  *found = find_named_path(flow, true);
  return *found ? TC_OK : tb_address_flow_propagate(flow);
}

/* Records a provisional name. It is the first member or global variable found. Until one is found, it is a
 * local variable of the outermost frame visited so far. Sets *is_lasting to true when a member or global
 * variable is recorded, which later frames do not replace. */
static tc_status record_provisional_name(tb_address_flow *flow, const tb_frame *frame, const char *callee,
                                         bool *is_lasting, tc_map *texts, tb_allocation_name *out) {
  const tb_access_path *lasting = find_named_path(flow, true), *local = find_named_path(flow, false);
  if (*is_lasting || (!lasting && !local)) return TC_OK;
  *is_lasting = lasting != NULL;
  TC_TRY(format_path_name(&flow->pool, lasting ? lasting : local, texts, &out->name));
  return format_site(frame, callee, texts, &out->site);
}

/* ---- owners of named structs ---- */

/* Returns the path without the pointers at its start, such as "v[].x" for "->v[].x" and for "[]->v[].x". */
static const char *skip_pointers(const char *path) { return path + strspn(path, "->.[]"); }

/* Returns the path of an output that holds the address, without the pointers at the start of the path; NULL
 * if there is none. In a caller, the path to the same memory ends with the returned text. */
static const char *find_output_part(const tb_address_flow *flow) {
  for (int i = 0; i < flow->paths.count; i++) {
    const tb_access_path *path = &flow->paths.item[i];
    if (tb_address_flow_is_output(path) && is_lasting_path(path)) return skip_pointers(path->path);
  }
  return NULL;
}

/* `path` may end with an operator "[]", "->" or "." and `part`. Returns the length of the text in front of
 * this operator; 0 if `path` does not end with `part`. */
static size_t find_prefix_length(const char *path, const char *part) {
  const size_t whole = strlen(path), part_length = strlen(part);
  if (part_length == 0 || whole < part_length || strcmp(path + whole - part_length, part) != 0) return 0;
  size_t prefix_length = whole - part_length;
  while (prefix_length > 0 && strchr("->.[]", path[prefix_length - 1])) prefix_length--;
  return prefix_length;
}

/* Returns the member, such as "tc_exchange.copy", in which this function stores the struct that contains
 * `part`; NULL if there is none. */
static const char *find_owner(const tb_address_flow *flow, const char *part) {
  const tb_function *f = flow->function;
  for (int i = 0; i < flow->paths.count; i++) {
    const tb_access_path *path = &flow->paths.item[i];
    const size_t prefix_length = find_prefix_length(path->path, part);
    for (int q = 0; q < f->access_paths && prefix_length > 0; q++)
      if (tb_access_path_has_same_root(path, &f->access_path[q]) &&
          strlen(f->access_path[q].path) == prefix_length &&
          strncmp(path->path, f->access_path[q].path, prefix_length) == 0 && f->access_path[q].member)
        return f->access_path[q].member;
  }
  return NULL;
}

/* Sets out->owner. The search continues outwards from frame `from`, in which the name was found, as long as
 * functions pass the struct to their callers. */
static tc_status find_struct_owner(const tb_call_stack *stack, int from, tc_map *texts, tb_address_flow *flow,
                                   tb_allocation_name *out) {
  TC_TRY(tb_address_flow_propagate(flow));
  const char *part = find_output_part(flow), *owner = NULL;
  for (int k = from + 1; part && !owner && k < stack->frames && tb_address_flow_reaches_caller(flow); k++) {
    const tb_frame *frame = &stack->frame[k];
    if (!frame->facts) return TC_OK;
    tb_address_flow_enter_caller(flow, true);
    flow->function = frame->facts;
    TC_TRY(find_calls(flow, frame, stack->frame[k - 1].function));
    TC_TRY(tb_address_flow_add_call_writes(flow));
    TC_TRY(tb_address_flow_propagate(flow));
    if (flow->function->file != stack->frame[from].facts->file) owner = find_owner(flow, part);
  }
  return owner ? tc_map_add_text(texts, owner, &out->owner) : TC_OK;
}

static tc_status walk_callers(const tb_call_stack *stack, tc_map *texts, tb_address_flow *flow,
                              tb_allocation_name *out) {
  bool is_lasting = false;
  const char *name = "";
  for (int k = 0; k < stack->frames; name = stack->frame[k++].function) {
    const tb_frame *frame = &stack->frame[k];
    const tb_access_path *found = NULL;
    if (!frame->facts) {
      tb_address_flow_enter_caller(flow, false);
      continue;
    }
    flow->function = frame->facts;
    TC_TRY(find_direct_name(flow, frame, name, &found));
    if (found) {
      const char *old_name = is_lasting ? out->name : NULL;
      TC_TRY(format_path_name(&flow->pool, found, texts, &out->name));
      if (out->name != old_name) TC_TRY(format_site(frame, name, texts, &out->site));
      return find_struct_owner(stack, k, texts, flow, out);
    }
    TC_TRY(record_provisional_name(flow, frame, name, &is_lasting, texts, out));
    if (!flow->returns && !tb_address_flow_reaches_caller(flow)) return TC_OK;
    tb_address_flow_enter_caller(flow, true);
  }
  return TC_OK;
}

tc_status tb_allocation_name_find(const tb_facts *facts, const tb_call_stack *stack, tc_map *texts,
                                  tb_allocation_name *out) {
  tb_address_flow flow;
  *out = (tb_allocation_name){NULL, NULL, NULL};
  if (stack->user_frame < stack->frames)
    TC_TRY(format_site(&stack->frame[stack->user_frame],
                       stack->user_frame > 0 ? stack->frame[stack->user_frame - 1].function : "", texts,
                       &out->site));
  tb_address_flow_init(facts, &flow);
  tc_status status = facts ? walk_callers(stack, texts, &flow, out) : TC_OK;
  tb_address_flow_free(&flow);
  return status;
}
