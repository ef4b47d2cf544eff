#include "blame/extract/translation_unit.h"

#include "blame/extract/definitions.h"

static tc_status analyse(tc_analysis *a, tc_pool *pool) {
  TC_TRY(tc_flow_make(a->body.block, a->body.blocks, pool, &a->flow));
  TC_TRY(tc_control_make(&a->flow, pool, &a->control));
  a->nodes = (tc_nodes){.ir = a->ir, .pool = pool};
  TC_TRY(tc_memory_make(a->ir, &a->body, &a->flow, &a->nodes, pool, &a->memory));
  TC_TRY(tc_reach_make(&a->body, &a->flow, a->memory.tracked, pool, &a->reach));
  return tc_define_number(a, pool);
}

static tc_status write_parameters(const tc_analysis *a, tc_facts *facts, tc_function *out) {
  const char **name;
  TC_TRY(tc_pool_alloc(facts->pool, (size_t)a->body.parameters * sizeof *name, &name));
  for (int i = 0; i < a->body.parameters; i++) name[i] = a->body.parameter[i].name;
  for (int i = 0; i < a->nodes.count; i++)
    if (a->nodes.node[i].step == TC_NODE_ROOT && a->nodes.node[i].root == TC_ROOT_PARAMETER)
      name[a->nodes.node[i].number] = a->nodes.node[i].name;
  for (int i = 0; i < a->body.parameters; i++) TC_TRY(tc_pool_print(facts->pool, &name[i], "%s", name[i]));
  out->parameters = a->body.parameters;
  out->parameter = name;
  return TC_OK;
}

static int last_line(const tc_body *body, int file, int line) {
  for (int c = 0; c < body->codes; c++)
    if (body->code[c].at.file == file && body->code[c].at.line > line) line = body->code[c].at.line;
  return line;
}

static void clear(tc_analysis *a) {
  if (a->control.under) tc_control_clear(&a->control);
  if (a->reach.stores) tc_reach_clear(&a->reach);
  tc_memory_clear(&a->memory);
  tc_nodes_clear(&a->nodes);
}

static tc_status add_function(tc_ir *ir, int number, int file, tc_facts *facts) {
  const tc_subprogram *subprogram = tc_ir_subprogram(ir, number);
  tc_function function = {.file = file, .line = subprogram->line, .is_static = subprogram->is_static};
  const tc_spot at = {.line = subprogram->line, .file = file};
  tc_pool pool = {NULL};
  tc_analysis analysis = {.ir = ir};
  tc_status status;
  TC_GUARD(status, tc_ir_read(ir, number, facts, &pool, &analysis.body));
  TC_GUARD(status, analyse(&analysis, &pool));
  TC_GUARD(status, tc_define_all(&analysis, at, facts, &function));
  TC_GUARD(status, write_parameters(&analysis, facts, &function));
  TC_GUARD(status, tc_pool_print(facts->pool, &function.name, "%s", subprogram->name));
  TC_GUARD(status, tc_pool_print(facts->pool, &function.signature, "%s", subprogram->signature));
  function.last_line = last_line(&analysis.body, file, subprogram->line);
  TC_GUARD(status, tc_facts_add_function(facts, &function, &number));
cleanup:
  clear(&analysis);
  tc_pool_empty(&pool);
  return status;
}

static tc_status add_functions(tc_ir *ir, tc_facts *facts) {
  for (int i = 0; i < tc_ir_subprograms(ir); i++) {
    const tc_subprogram *subprogram = tc_ir_subprogram(ir, i);
    int file;
    if (!subprogram->has_body) continue;
    TC_TRY(tc_facts_add_file(facts, subprogram->path, &file));
    if (!tc_facts_has(facts, subprogram->name, file, subprogram->line))
      TC_TRY(add_function(ir, i, file, facts));
  }
  return TC_OK;
}

tc_status tc_unit_add(const char *bitcode, tc_facts *facts) {
  tc_ir *ir;
  TC_TRY(tc_ir_open(bitcode, &ir));
  tc_status status = add_functions(ir, facts);
  if (!status) status = tc_ir_targets(ir, facts);
  tc_ir_close(&ir);
  return status;
}
