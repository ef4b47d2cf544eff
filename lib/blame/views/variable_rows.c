/* Rows of variables for the views `data` and `hybrid`; see variable_rows.h. tb_variables_visit computes the
 * blame of each stack (profile/attribute.h) and passes the named variables to the view. The view finds their
 * rows with tb_variable_rows_find, which creates the rows of the containing structs first. Row numbers are
 * cached by function and access path. */
#include "blame/views/variable_rows.h"
#include "base/file/path.h"

#include <string.h>

/* Returns the name of a variable in tables. A global variable has its name in the source. A member of a
 * struct has the name of the struct and the member, so that an object has the same name in all functions. */
static const char *get_variable_name(const tb_access_path *path, const char *written) {
  return path->member && path->root != TB_ROOT_GLOBAL ? path->member : written;
}

static bool has_unique_name(const tb_facts *facts, const tb_function *function) {
  for (int f = 0; f < facts->functions; f++)
    if (&facts->function[f] != function && strcmp(facts->function[f].name, function->name) == 0) return false;
  return true;
}

/* Formats the function of a variable: "multiply", or "multiply (file.c)" if the name is ambiguous. */
static tc_status format_context(tb_rows *rows, const tb_function *function, const char **out) {
  const tb_facts *facts = rows->selection->profile->facts;
  const char *path = facts->file[function->file].path;
  *out = function->name;
  return has_unique_name(facts, function)
             ? TC_OK
             : tc_pool_printf(&rows->pool, out, "%s (%s)", function->name, tc_path_name(path));
}

static tb_row_lifetime find_lifetime(const tb_access_path *path) {
  if (path->member || path->root == TB_ROOT_GLOBAL) return TB_ROW_GLOBAL;
  return path->pointer_steps > 0 || path->root == TB_ROOT_HEAP ? TB_ROW_POINTED : TB_ROW_LOCAL;
}

/* Fills in a row from an access path, except for the parent of the row. rows->pool owns the new texts. */
static tc_status describe_variable(tb_rows *rows, const tb_function *function, int path, tb_row *out) {
  const tb_access_path *p = &function->access_path[path];
  const tb_facts *facts = rows->selection->profile->facts;
  *out = (tb_row){.kind = TB_ROW_VARIABLE, .type = p->type, .line = p->line, .scope = function, .parent = -1};
  out->lifetime = find_lifetime(p);
  out->file = p->file ? p->file : facts->file[function->file].path;
  TC_TRY(tc_pool_printf(&rows->pool, &out->written, "%s%s", p->name, p->path));
  out->name = get_variable_name(p, out->written);
  return format_context(rows, function, &out->context);
}

/* Returns the smallest access path of the function that contains the given one; -1 if there is none. */
static int find_container(const tb_function *function, int path) {
  const tb_access_path *inner = &function->access_path[path];
  const size_t length = strlen(inner->path);
  size_t best = 0;
  int container = -1;
  for (int p = 0; p < function->access_paths; p++) {
    const size_t length_of_path = strlen(function->access_path[p].path);
    if (p == path || length_of_path >= length || !tb_access_path_contains(&function->access_path[p], inner))
      continue;
    if (container >= 0 && length_of_path <= best) continue;
    best = length_of_path;
    container = p;
  }
  return container;
}

tb_variable_rows tb_variable_rows_init(tb_rows *rows) {
  return (tb_variable_rows){.rows = rows, .row_number = {.pool = &rows->pool}};
}

static tc_status create_row(tb_variable_rows *rows, int slot, int node, const tb_function *function, int path,
                            int *index) {
  tb_row row;
  const int container = find_container(function, path);
  TC_TRY(describe_variable(rows->rows, function, path, &row));
  row.node = node + 1;
  row.parent = node;
  if (container >= 0) TC_TRY(tb_variable_rows_find(rows, slot, node, function, container, &row.parent));
  return tb_rows_find(rows->rows, &row, index);
}

tc_status tb_variable_rows_find(tb_variable_rows *rows, int slot, int node, const tb_function *function,
                                int path, int *index) {
  while (rows->row_number.count <= slot) TC_TRY(TC_ARRAY_ADD(&rows->row_number, &(int *){NULL}));
  if (!rows->row_number.item[slot])
    TC_TRY(tc_pool_alloc(&rows->rows->pool, (size_t)function->access_paths * sizeof(int),
                         &rows->row_number.item[slot]));
  int *number = &rows->row_number.item[slot][path];
  if (!*number) {
    TC_TRY(create_row(rows, slot, node, function, path, index));
    *number = *index + 1;
  }
  *index = *number - 1;
  return TC_OK;
}

/* Returns true if the path has a name in the source. The result of a call has none if no variable stores it,
 * but its members have names. */
static bool is_named(const tb_access_path *path) {
  const bool nameless = path->root == TB_ROOT_CALL && strchr(path->name, '@') && !path->member;
  return !path->is_hidden && !nameless;
}

static tc_status visit_stack(const tb_selection *s, int stack, const tb_variable_visitor *visitor,
                             tb_stack_blame *blame) {
  const tb_selected_stack *selected = &s->stack[stack];
  TC_TRY(tb_stack_blame_compute(s->profile->facts, selected->stack->frame, selected->frames,
                                visitor->blame_points, blame));
  if (blame->has_unmatched_call && visitor->unmatched_samples)
    *visitor->unmatched_samples += selected->samples;
  for (int c = 0; c < blame->variables.count; c++) {
    const tb_blamed_variable *variable = &blame->variables.item[c];
    if (is_named(&variable->function->access_path[variable->access_path]))
      TC_TRY(visitor->visit(visitor->data, stack, variable));
  }
  return TC_OK;
}

tc_status tb_variables_visit(const tb_selection *selection, const tb_variable_visitor *visitor) {
  tb_stack_blame blame = {0};
  tc_status status = TC_OK;
  for (int i = 0; i < selection->stacks && !status; i++)
    if (!selection->stack[i].is_waiting && selection->profile->facts)
      status = visit_stack(selection, i, visitor, &blame);
  tb_stack_blame_free(&blame);
  return status;
}

enum { named_rows_max = 2 };

void tb_variable_name(const tb_rows *rows, const tb_row *row, tc_line *out) {
  const int index = (int)(row - rows->row);
  int duplicates = 0;
  tc_line_add(out, "%s", row->name);
  for (int i = 0; i < rows->count; i++) {
    const tb_row *other = &rows->row[rows->order[i]];
    if (other->folded_into != index || !other->is_named) continue;
    if (duplicates++ < named_rows_max) tc_line_add(out, ", %s", other->name);
  }
  if (duplicates > named_rows_max) tc_line_add(out, " +%d", duplicates - named_rows_max);
}
