/* Command `tcblame list`: lists the names that options accept, the hints that a report may give, and the
 * library functions whose effects the analysis contains. */
#include <stdio.h>
#include <string.h>

#include "blame/closure/transfer.h"
#include "blame/facts/externals.h"
#include "blame/hints/hint.h"
#include "blame/samples/clock_names.h"
#include "blame/views/view.h"
#include "commands/command.h"

typedef struct name_list {
  const char *name;
  const tc_registry *registry;
  const char *about;
  int width; /* smallest width of a name in characters */
} name_list;

static const name_list name_lists[] = {
    {"views", &tb_view_registry, "tables of `report` and `diff` (--view)", 12},
    {"clocks", &tb_clock_registry, "sampling clocks of `run` (--clock)", 12},
    {"transfers", &tb_transfer_registry, "rules that transfer blame between statements (--transfer)", 12},
    {"hints", &tb_hint_registry, "hints of `report` and their conditions", 12},
    {"externals", &tb_external_registry, "library functions with known effects", 28},
};

static void write_list(const name_list *l) {
  static const char *const kinds[] = {[TB_EXTERNAL_PLAIN] = "",
                                      [TB_EXTERNAL_WAIT] = "; waits for other threads or ranks",
                                      [TB_EXTERNAL_ALLOC] = "; allocates memory",
                                      [TB_EXTERNAL_FREE] = "; frees memory"};
  printf("%s: %s\n", l->name, l->about);
  for (int i = 0; i < l->registry->count; i++) {
    tb_external external = {0};
    if (l->registry == &tb_external_registry) tb_external_find(l->registry->name(i), &external);
    printf("  %-*s %s%s\n", l->width, l->registry->name(i), l->registry->summary(i), kinds[external.kind]);
  }
}

static tc_status write_all_lists(void) {
  const size_t count = sizeof name_lists / sizeof *name_lists;
  for (size_t i = 0; i < count - 1; i++) write_list(&name_lists[i]);
  printf("%s: %d %s (tcblame list externals)\n", name_lists[count - 1].name,
         name_lists[count - 1].registry->count, name_lists[count - 1].about);
  return TC_OK;
}

static tc_status run_list(tc_command_call *call) {
  const char *name = *(const char *const *)call->options;
  if (!name) return write_all_lists();
  for (size_t i = 0; i < sizeof name_lists / sizeof *name_lists; i++) {
    if (strcmp(name, name_lists[i].name) != 0) continue;
    write_list(&name_lists[i]);
    return TC_OK;
  }
  return tc_status_create(TC_USAGE,
                          "list: cannot list '%s': use one of views, clocks, transfers, hints, externals",
                          name);
}

static const tc_option option_table[] = {{"LIST", "a list", NULL, .set = tc_option_set_text}, {0}};

const tc_command tb_command_list = {
    .name = "list",
    .summary = "list names of options, hints and library functions",
    .about = "Lists the names that options accept, and the hints of a report with their conditions. LIST "
             "selects one\n"
             "of views, clocks, transfers, hints and externals. The list externals contains library "
             "functions with\n"
             "their effects: \"*0<*1,2\" means that the target of argument 0 is computed from the target of\n"
             "argument 1 and from argument 2; r is the result of the function.\n",
    .example = "example: tcblame list externals\n",
    .options = option_table,
    .size = sizeof(const char *),
    .run = run_list,
};
