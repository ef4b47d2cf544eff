#include "blame/extract/translation_unit.h"

#include "blame/extract/definitions.h"

static tc_status analyse_body(tb_analysis *a, tc_pool *pool) {
  TC_TRY(tb_flow_graph_build(a->body.block, a->body.blocks, pool, &a->flow));
  TC_TRY(tb_control_dependence_build(&a->flow, pool, &a->control_dependence));
  a->nodes = (tb_path_nodes){.ir = a->ir, .pool = pool, .node = {.pool = pool}};
  TC_TRY(tb_points_to_build(a->ir, &a->body, &a->flow, &a->nodes, pool, &a->points_to));
  TC_TRY(tb_reaching_stores_build(&a->body, &a->flow, a->points_to.is_tracked, pool, &a->reaching_stores));
  return tb_definitions_number(a, pool);
}

static tc_status write_parameters(const tb_analysis *a, tb_facts *facts, tb_function *out) {
  const char **name;
  TC_TRY(tc_pool_alloc(facts->pool, (size_t)a->body.parameters * sizeof *name, &name));
  for (int i = 0; i < a->body.parameters; i++) name[i] = a->body.parameter[i].name;
  for (int i = 0; i < a->nodes.node.count; i++)
    if (a->nodes.node.item[i].step == TB_NODE_ROOT && a->nodes.node.item[i].root == TB_ROOT_PARAMETER)
      name[a->nodes.node.item[i].number] = a->nodes.node.item[i].name;
  for (int i = 0; i < a->body.parameters; i++) TC_TRY(tc_pool_printf(facts->pool, &name[i], "%s", name[i]));
  out->parameters = a->body.parameters;
  out->parameter = name;
  return TC_OK;
}

static int find_last_line(const tb_ir_body *body, int file, int line) {
  for (int c = 0; c < body->instructions; c++)
    if (body->instruction[c].position.file == file && body->instruction[c].position.line > line)
      line = body->instruction[c].position.line;
  return line;
}

static tc_status add_function(tb_ir *ir, int number, int file, tb_facts *facts) {
  const tb_ir_function *subprogram = tb_ir_subprogram(ir, number);
  tb_function function = {.file = file, .line = subprogram->line, .is_static = subprogram->is_static};
  const tb_source_position at = {.line = subprogram->line, .file = file};
  tc_pool pool = {NULL};
  tb_analysis analysis = {.ir = ir};
  tc_status status;
  TC_GUARD(status, tb_ir_read(ir, number, facts, &pool, &analysis.body));
  TC_GUARD(status, analyse_body(&analysis, &pool));
  TC_GUARD(status, tb_definitions_extract(&analysis, at, facts, &function));
  TC_GUARD(status, write_parameters(&analysis, facts, &function));
  TC_GUARD(status, tc_pool_printf(facts->pool, &function.name, "%s", subprogram->name));
  TC_GUARD(status, tc_pool_printf(facts->pool, &function.signature, "%s", subprogram->signature));
  function.last_line = find_last_line(&analysis.body, file, subprogram->line);
  TC_GUARD(status, tb_facts_add_function(facts, &function, &number));
cleanup:
  tc_pool_free(&pool);
  return status;
}

static tc_status add_functions(tb_ir *ir, tb_facts *facts) {
  for (int i = 0; i < tb_ir_subprograms(ir); i++) {
    const tb_ir_function *subprogram = tb_ir_subprogram(ir, i);
    int file;
    if (!subprogram->has_body) continue;
    TC_TRY(tb_facts_add_file(facts, subprogram->path, &file));
    if (!tb_facts_has_function(facts, subprogram->name, file, subprogram->line))
      TC_TRY(add_function(ir, i, file, facts));
  }
  return TC_OK;
}

tc_status tb_translation_unit_add(const char *bitcode, tb_facts *facts) {
  tb_ir *ir;
  TC_TRY(tb_ir_open(bitcode, &ir));
  tc_status status = add_functions(ir, facts);
  if (!status) status = tb_ir_record_initialisers(ir, facts);
  tb_ir_close(&ir);
  return status;
}
