#include <criterion/criterion.h>
#include <string.h>

#include "base/file/path.h"

Test(path, name_and_stem) {
  cr_assert_str_eq(tc_path_name("out/X.h5"), "X.h5");
  cr_assert_str_eq(tc_path_name("X.h5"), "X.h5");
  cr_assert_eq(tc_path_stem("out.d/X.h5"), strlen("out.d/X"));
  cr_assert_eq(tc_path_stem("out.d/X"), strlen("out.d/X"));
  cr_assert_eq(tc_path_stem("out/.config"), strlen("out/.config"));
}

Test(path, endings) {
  static const char *const endings[] = {".pts", ".elem", NULL}, *const none[] = {NULL};
  cr_assert(tc_path_has_ending("heart.elem", endings));
  cr_assert(tc_path_has_ending("d/HEART.Pts", endings));
  cr_assert_not(tc_path_has_ending("heart.elem.gz", endings));
  cr_assert_not(tc_path_has_ending("heartelem", endings));
  cr_assert_not(tc_path_has_ending(".pts", endings));
  cr_assert_not(tc_path_has_ending("", endings));
  cr_assert_not(tc_path_has_ending("heart.elem", none));
}
