#include <criterion/criterion.h>
#include <string.h>

#include "blame/facts/externals.h"

Test(externals, all_are_found_and_read) {
  for (int i = 0; i < tb_external_registry.count; i++) {
    tb_external external;
    const char *name = tb_external_registry.name(i);
    cr_expect(tb_external_find(name, &external), "%s: is not in order, or its effects cannot be read: %s",
              name, tb_external_registry.summary(i));
  }
  cr_expect_gt(tb_external_registry.count, 600);
}

Test(externals, effects_are_told_apart) {
  tb_external e;
  cr_assert(tb_external_find("memcpy", &e));
  cr_expect_eq(e.kind, TB_EXTERNAL_PLAIN);
  cr_expect_eq(e.returned_argument, 0);
  cr_assert_eq(e.effects, 1);
  cr_expect(e.effect[0].written.is_dereferenced && e.effect[0].written.argument == 0);
  cr_assert_eq(e.effect[0].inputs, 2);
  cr_expect(e.effect[0].input[0].is_dereferenced && e.effect[0].input[0].argument == 1);
  cr_expect(!e.effect[0].input[1].is_dereferenced && e.effect[0].input[1].argument == 2);
  cr_assert(tb_external_find("snprintf", &e));
  cr_expect(e.effect[0].input[2].and_following && e.effect[1].written.argument == TB_EXTERNAL_RETURN);
  cr_expect_eq(e.returned_argument, -1);
}

Test(externals, kinds_stand_beside_the_names) {
  tb_external e;
  cr_expect(tb_external_find("malloc", &e) && e.kind == TB_EXTERNAL_ALLOC);
  cr_expect(tb_external_find("free", &e) && e.kind == TB_EXTERNAL_FREE);
  cr_expect(tb_external_find("MPI_Waitall", &e) && e.kind == TB_EXTERNAL_WAIT);
  cr_expect(tb_external_find("sqrt", &e) && e.kind == TB_EXTERNAL_PLAIN);
  cr_expect_not(tb_external_find("nobody_knows_it", &e));
  cr_expect_not(tb_external_find("", &e));
}

Test(externals, what_is_no_effect_is_refused) {
  static const char *const wrong[] = {"x",
                                      "*",
                                      "*0",
                                      "*0<,",
                                      "*0<1,",
                                      "r=*0",
                                      "r=r",
                                      "0=1",
                                      "*r=1",
                                      "r<0 ;",
                                      "r<0x",
                                      "*0<1;; r<0",
                                      "r",
                                      "r<0,1,2,3,4,5,6,7,8,9,10,11,12",
                                      "r<;r<;r<;r<;r<;r<;r<;r<;r<"};
  tb_external e;
  for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
    cr_expect_not(tb_external_parse(wrong[i], &e), "'%s' is accepted", wrong[i]);
  cr_expect(tb_external_parse("", &e) && e.effects == 0 && e.returned_argument == -1);
  cr_expect(tb_external_parse("r=12; *r<1+", &e) && e.returned_argument == 12);
}
