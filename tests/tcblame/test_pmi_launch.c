/* Tests of the list with which the ranks of one MPI launch recognise each other. The first rank (by PMI
 * variables) starts the list in the directory of the samples, and each rank adds a line. */
#include "launch/pmi_launch.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static void set_rank(const char *rank, const char *size) {
  setenv("PMI_RANK", rank, 1);
  setenv("PMI_SIZE", size, 1);
}

/* Returns a list with the head and the line that this rank would write, followed by `line`, the line of
 * another rank. */
static const char *list_with(const char *line) {
  static char list[2 * TC_LINE_SIZE];
  tc_line own = {0};
  tb_pmi_format_head(&own);
  tb_pmi_format_line(&own);
  snprintf(list, sizeof list, "%s%s", own.text, line);
  return list;
}

Test(pmi, ranks_of_one_parent_are_of_one_launch) {
  set_rank("0", "3");
  cr_expect(tb_pmi_is_launcher());
  const char *list = list_with("");
  set_rank("1", "3");
  cr_expect(tb_pmi_is_same_launch(list));
}

Test(pmi, ranks_of_another_node_have_another_parent) {
  set_rank("0", "3");
  const char *list = list_with("2 1 elsewhere\n");
  set_rank("1", "3");
  cr_expect(tb_pmi_is_same_launch(list));
  set_rank("2", "3");
  cr_expect_not(tb_pmi_is_same_launch(list), "the list already contains rank 2");
}

Test(pmi, the_same_rank_again_is_another_launch) {
  set_rank("0", "3");
  cr_expect_not(tb_pmi_is_same_launch(list_with("")));
}

Test(pmi, another_number_of_ranks_is_another_launch) {
  set_rank("0", "3");
  const char *list = list_with("");
  set_rank("1", "4");
  cr_expect_not(tb_pmi_is_same_launch(list));
  cr_expect_not(tb_pmi_is_same_launch(""));
  cr_expect_not(tb_pmi_is_same_launch("pmix something"));
}

Test(pmi, another_parent_on_this_node_is_another_launch) {
  char host[256] = "", line[512];
  gethostname(host, sizeof host - 1);
  snprintf(line, sizeof line, "2 %ld %s\n", (long)getppid() + 1, host);
  set_rank("0", "3");
  const char *list = list_with(line);
  set_rank("1", "3");
  cr_expect_not(tb_pmi_is_same_launch(list));
}

Test(pmi, lines_that_make_no_sense_are_of_no_launch) {
  set_rank("0", "3");
  const char *list = list_with("x\n");
  set_rank("1", "3");
  cr_expect_not(tb_pmi_is_same_launch(list));
}
