/* Access paths (a variable with members, elements and dereferences): containment, overlap, concatenation
 * and truncation. */
#include "blame/facts/access_path.h"

#include "support/expect.h"

static tb_access_path at(const char *path, int followed) {
  return (tb_access_path){.root = TB_ROOT_PARAMETER,
                          .name = "p",
                          .path = path,
                          .type = "",
                          .pointer_steps = followed};
}

Test(access_path, an_arrow_counts_two_steps) {
  cr_expect_eq(tb_access_path_count_steps(""), 0);
  cr_expect_eq(tb_access_path_count_steps("->a"), 2);
  cr_expect_eq(tb_access_path_count_steps("[].a->b[]"), 5);
  cr_expect_eq(tb_access_path_count_steps("->a..."), 3);
}

static void expect_contains(const char *whole, const char *part, bool wanted) {
  const tb_access_path a = at(whole, 0), b = at(part, 0);
  cr_expect_eq(tb_access_path_contains(&a, &b), wanted, "'%s' contains '%s'", whole, part);
}

Test(access_path, contains_what_is_below_it_in_either_spelling) {
  expect_contains("", "->a.b", true);
  expect_contains("->a", "->a", true);
  expect_contains("[]", "->a", true);
  expect_contains("->a", "[].a[]", true);
  expect_contains("->a", "->ab", false);
  expect_contains("->a", "[]", false);
  expect_contains("->a...", "->a[]", true);
  expect_contains("->a...", "->a", false);
  expect_contains(".a", "->a", false);
}

Test(access_path, of_another_variable_has_nothing_to_do_with_it) {
  const tb_access_path p = at("", 0);
  tb_access_path q = p;
  q.number = 1;
  cr_expect(!tb_access_path_contains(&p, &q) && !tb_access_path_overlaps(&p, &q));
  q = p;
  q.file = "/a.c";
  cr_expect(!tb_access_path_contains(&p, &q) && tb_access_path_contains(&q, &q));
}

Test(access_path, is_the_same_in_either_spelling) {
  const tb_access_path a = at("->a[]", 3), b = at("[].a[]", 3), c = at("->a", 1);
  cr_expect(tb_access_path_is_equal(&a, &b) && tb_access_path_hash(&a) == tb_access_path_hash(&b));
  cr_expect(!tb_access_path_is_equal(&a, &c) && tb_access_path_hash(&a) != tb_access_path_hash(&c));
}

static void expect_overlaps(const char *one, int one_followed, const char *other, int followed, bool wanted) {
  const tb_access_path a = at(one, one_followed), b = at(other, followed);
  cr_expect_eq(tb_access_path_overlaps(&a, &b), wanted, "'%s' overlaps '%s'", one, other);
  cr_expect_eq(tb_access_path_overlaps(&b, &a), wanted, "'%s' overlaps '%s'", other, one);
}

Test(access_path, a_pointer_does_not_overlap_what_it_leads_to) {
  expect_overlaps("", 0, "[]", 1, false);
  expect_overlaps("", 0, "[]", 0, true); /* an array and its elements */
  expect_overlaps("", 0, ".a.b", 0, true);
  expect_overlaps("->a", 1, "->a[]", 3, false);
  expect_overlaps("->a", 1, "->a[]", 1, true);
  expect_overlaps("[]", 1, "->a", 1, true);
  expect_overlaps("->a", 1, "->b", 1, false);
  expect_overlaps("->a...", 3, "->a->b", 3, true);
}

static void expect_below(tb_access_path base, tb_access_path part, int steps, const char *path,
                         int followed) {
  tc_pool pool = {NULL};
  tb_access_path out;
  expect_ok(tb_access_path_append(&pool, &base, &part, steps, &out));
  cr_expect_str_eq(out.path, path);
  cr_expect_eq(out.pointer_steps, followed, "%s: followed %d", path, out.pointer_steps);
  tc_pool_free(&pool);
}

Test(access_path, what_a_parameter_leads_to_is_found_in_the_caller) {
  expect_below(at("", 0), at("[]", 1), 1, "", 0);           /* passing &x, accessing *p */
  expect_below(at("", 0), at("->m", 1), 1, ".m", 0);        /* passing &x, accessing p->m */
  expect_below(at("[]", 0), at("->m", 1), 1, "[].m", 0);    /* passing &array[i], accessing p->m */
  expect_below(at("[]", 1), at("->m", 1), 1, "->m", 1);     /* passing p, accessing p->m */
  expect_below(at("->x[]", 3), at("[]", 1), 1, "->x[]", 3); /* passing self->x, accessing *p */
  expect_below(at("->x[]", 3), at("[][]", 2), 1, "->x[][]", 4);
  expect_below(at("->x", 1), at("->m[]", 3), 1, "->x.m[]", 4); /* passing &self->x, accessing p->m[] */
  expect_below(at("", 0), at("[].a.b", 1), 2, ".b", 0);
}

Test(access_path, long_paths_are_cut_off) {
  expect_below(at("->a->b->c->d", 7), at("->e->f->g", 5), 0, "->a->b->c->d->e->f...", 13);
  expect_below(at("->a->b->c->d->e->f", 11), at("[]", 1), 1, "->a->b->c->d->e->f", 11);
  expect_below(at("->a->b->c->d->e->f...", 13), at("->g", 1), 1, "->a->b->c->d->e->f...", 13);
}

Test(access_path, the_last_struct_names_the_member) {
  tc_pool pool = {NULL};
  tb_access_path base = at("->copy[]", 3), part = at("[].v", 1), out;
  base.member = "condensed.copy[]";
  part.member = "vector.v";
  part.type = "double";
  expect_ok(tb_access_path_append(&pool, &base, &part, 1, &out));
  cr_expect_str_eq(out.member, "vector.v");
  cr_expect_str_eq(out.type, "double");
  part = at("[][]", 2);
  expect_ok(tb_access_path_append(&pool, &base, &part, 1, &out));
  cr_expect_str_eq(out.member, "condensed.copy[][]");
  base.member = NULL;
  expect_ok(tb_access_path_append(&pool, &base, &part, 1, &out));
  cr_expect_null(out.member);
  tc_pool_free(&pool);
}

static void expect_cut(const char *steps_text, int steps, const char *wanted) {
  tc_pool pool = {NULL};
  tb_access_path out;
  const tb_access_path path = at(steps_text, 1);
  expect_ok(tb_access_path_truncate(&pool, &path, steps, &out));
  cr_expect_str_eq(out.path, wanted);
  tc_pool_free(&pool);
}

Test(access_path, can_stand_for_all_that_is_below_it) {
  expect_cut("->a[].b", 3, "->a[].b");
  expect_cut("->a[].b", 2, "->a[]...");
  expect_cut("->a[].b", 0, "...");
  expect_cut("->a...", 1, "->a...");
  expect_cut("->a...", 0, "...");
  expect_cut("", 0, "");
  expect_below(at("", 0), at("...", 1), 1, "...", 0);
  expect_below(at("->x[]", 3), at("...", 1), 1, "->x[]...", 3);
}

Test(access_path, lists_have_no_end_of_names) {
  expect_below(at("->next", 1), at("->v", 1), 0, "->next->v", 3);
  expect_below(at("->next", 1), at("->next->v", 3), 0, "->next...", 3);
  expect_below(at("->a->b", 3), at("->a", 1), 0, "->a->b...", 5);
}
