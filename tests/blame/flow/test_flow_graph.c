/* Postdominators, cycles and control dependence of small flow graphs. */
#include "blame/flow/flow_graph.h"

#include <criterion/criterion.h>
#include <stdarg.h>

#include "blame/flow/control_dependence.h"
#include "support/expect.h"

enum { most = 16 };

typedef struct graph {
  tb_ir_block block[most];
  int to[most][4], blocks;
  tc_pool pool;
  tb_flow_graph flow;
  tb_control_dependence control;
} graph;

static void arrow(graph *g, int from, int to) {
  g->to[from][g->block[from].successors++] = to;
  g->block[from].successor = g->to[from];
  if (from >= g->blocks) g->blocks = from + 1;
  if (to >= g->blocks) g->blocks = to + 1;
}

/* Builds a graph from its edges. "01 12" means edges from block 0 to 1 and from 1 to 2. */
static void draw(graph *g, const char *arrows) {
  *g = (graph){0};
  for (; *arrows; arrows += arrows[2] ? 3 : 2) arrow(g, arrows[0] - '0', arrows[1] - '0');
  expect_ok(tb_flow_graph_build(g->block, g->blocks, &g->pool, &g->flow));
  expect_ok(tb_control_dependence_build(&g->flow, &g->pool, &g->control));
}

static void erase(graph *g) { tc_pool_free(&g->pool); }

static void expect_list(const char *what, const int *list, int count, const int *expected) {
  for (int i = 0; i < count; i++)
    cr_expect_eq(list[i], expected[i], "%s of %d: %d, not %d", what, i, list[i], expected[i]);
}

static void expect_under(const graph *g, int block, int count, const int *expected) {
  cr_assert_eq(g->control.controlling_branches[block].count, count, "block %d is under %d", block,
               g->control.controlling_branches[block].count);
  for (int i = 0; i < count; i++)
    cr_expect_eq(g->control.controlling_branches[block].item[i], expected[i], "block %d", block);
}

Test(flow, a_diamond_meets_where_it_closes) {
  graph g;
  draw(&g, "01 02 13 23");
  expect_list("after", g.flow.postdominator, 4, (int[]){3, 3, 3, 4});
  expect_list("cycle", g.flow.cycle_of_block, 4, (int[]){-1, -1, -1, -1});
  expect_under(&g, 1, 1, (int[]){0});
  expect_under(&g, 2, 1, (int[]){0});
  expect_under(&g, 3, 0, NULL);
  expect_list("conditional",
              (int[]){g.control.is_conditional[0], g.control.is_conditional[1], g.control.is_conditional[3]},
              3, (int[]){0, 1, 0});
  erase(&g);
}

Test(flow, a_loop_decides_about_itself_but_is_taken_to_run) {
  graph g;
  draw(&g, "01 12 13 21");
  expect_list("after", g.flow.postdominator, 4, (int[]){1, 3, 1, 4});
  expect_list("cycle", g.flow.cycle_of_block, 4, (int[]){-1, 0, 0, -1});
  expect_under(&g, 1, 1, (int[]){1});
  expect_under(&g, 2, 1, (int[]){1});
  expect_under(&g, 3, 0, NULL);
  for (int b = 0; b < 4; b++) cr_expect_not(g.control.is_conditional[b]);
  erase(&g);
}

Test(flow, what_stands_in_an_if_in_a_loop_is_conditional) {
  graph g; /* Numbers are blocks: for (1) { if (2) 3; 4 } 5 */
  draw(&g, "01 12 15 23 24 34 41");
  expect_under(&g, 3, 1, (int[]){2});
  cr_expect(g.control.is_conditional[3]);
  cr_expect_not(g.control.is_conditional[4]);
  expect_list("cycle", g.flow.cycle_of_block, 6, (int[]){-1, 0, 0, 0, 0, -1});
  erase(&g);
}

Test(flow, a_break_leaves_what_comes_after_it_certain) {
  graph g; /* Numbers are blocks: for (1) { if (2) break; 3 } 4 */
  draw(&g, "01 12 14 23 24 31");
  expect_under(&g, 3, 1, (int[]){2});
  cr_expect_not(g.control.is_conditional[3]);
  expect_under(&g, 1, 1, (int[]){2});
  erase(&g);
}

Test(flow, an_early_return_decides_about_the_rest) {
  graph g; /* Numbers are blocks: if (0) { 1: return } 2: 3 */
  draw(&g, "01 02 23");
  expect_list("after", g.flow.postdominator, 4, (int[]){4, 4, 3, 4});
  expect_under(&g, 2, 1, (int[]){0});
  expect_under(&g, 3, 1, (int[]){0});
  cr_expect(g.control.is_conditional[3]);
  erase(&g);
}

Test(flow, loops_lie_in_loops) {
  graph g; /* Blocks: 1 { 2 { 3 } 4 } 5, with an if in the inner loop: 3 branches to 6 and 7 */
  draw(&g, "01 12 15 23 24 41 36 37 67 72");
  expect_list("cycle", g.flow.cycle_of_block, 8, (int[]){-1, 0, 1, 1, 0, -1, 1, 1});
  cr_assert_eq(g.flow.cycles, 2);
  expect_list("outer", g.flow.outer_cycle, 2, (int[]){-1, 0});
  cr_expect(tb_flow_graph_is_nested(&g.flow, 1, 0) && tb_flow_graph_is_nested(&g.flow, 0, -1) &&
            !tb_flow_graph_is_nested(&g.flow, 0, 1));
  cr_expect(g.control.is_conditional[6] && !g.control.is_conditional[7] && !g.control.is_conditional[3]);
  erase(&g);
}

Test(flow, two_loops_one_after_the_other_are_two) {
  graph g;
  draw(&g, "01 11 12 22 23");
  cr_assert_eq(g.flow.cycles, 2);
  cr_expect(g.flow.cycle_of_block[0] == -1 && g.flow.cycle_of_block[3] == -1 &&
            g.flow.cycle_of_block[1] + g.flow.cycle_of_block[2] == 1);
  expect_list("outer", g.flow.outer_cycle, 2, (int[]){-1, -1});
  erase(&g);
}

Test(flow, a_cycle_with_two_entries_is_one) {
  graph g; /* a loop of blocks 1 and 2 with two entries, as with goto into its middle */
  draw(&g, "01 02 12 21 23");
  cr_expect(g.flow.cycle_of_block[1] == 0 && g.flow.cycle_of_block[2] == 0 && g.flow.cycles == 1);
  expect_under(&g, 1, 2, (int[]){0, 2});
  erase(&g);
}

Test(flow, a_loop_without_a_way_out_ends_where_it_is_entered) {
  graph g; /* Numbers are blocks: if (0) for (;;) { 1 2 } 3 */
  draw(&g, "01 03 12 21");
  expect_list("after", g.flow.postdominator, 4, (int[]){4, 4, 1, 4});
  expect_under(&g, 1, 1, (int[]){0});
  expect_under(&g, 3, 1, (int[]){0});
  erase(&g);
}

Test(flow, what_nothing_leads_to_is_not_in_the_order) {
  graph g;
  draw(&g, "01 21");
  cr_expect_eq(g.flow.reachable_blocks, 2);
  expect_list("order", g.flow.order, 2, (int[]){0, 1});
  cr_expect(g.flow.is_reachable[1] && !g.flow.is_reachable[2]);
  erase(&g);
}

Test(flow, a_switch_decides_about_each_case) {
  graph g; /* Numbers are blocks: switch (0) { 1: falls through to 2; 3 } 4 */
  draw(&g, "01 02 03 04 12 24 34");
  expect_under(&g, 1, 1, (int[]){0});
  expect_under(&g, 2, 1, (int[]){0});
  expect_under(&g, 3, 1, (int[]){0});
  expect_under(&g, 4, 0, NULL);
  erase(&g);
}

Test(flow, a_choice_names_the_branch_before_the_join) {
  graph g; /* a && b has the edges 0 -> 1 and 3, 1 -> 2 and 3, 2 -> 3 */
  tc_int_list blocks = {0};
  draw(&g, "01 03 12 13 23");
  expect_ok(tb_control_dependence_find_join_branches(&g.control, 3, 3, (int[]){0, 1, 2}, &blocks));
  cr_assert_eq(blocks.count, 2);
  expect_list("choice", blocks.item, 2, (int[]){0, 1});
  TC_ARRAY_FREE(&blocks);
  erase(&g);
}
