/* What `tcblame report` and `tcblame diff` have in common: their options, and a folder of samples read,
 * resolved and matched with facts. */
#ifndef TC_TCBLAME_REPORT_INPUT_H
#define TC_TCBLAME_REPORT_INPUT_H

#include "blame/report/blame_report.h"
#include "options.h"

typedef struct tb_report_options {
  tb_view_options view;  /* points: borrowed, of `points` */
  const char *views;     /* as given; NULL: those that there are by default */
  bool chosen[TB_VIEWS]; /* by tb_report_options_prepare */
  const char *facts;     /* NULL: see tb_report_input_open */
  const char *json, *csv;
  const char **points; /* [TB_REPORT_OPTIONS_POINTS + 1], owned */
  int transfer, skid;
} tb_report_options;

enum { TB_REPORT_OPTIONS_POINTS = 64 };

/* Of both commands; the first TB_REPORT_OPTIONS_REPORT_ONLY are the report's alone. */
enum { TB_REPORT_OPTIONS_REPORT_ONLY = 2 };
extern const tb_option tb_report_options_known[];

/* In the help of both. */
#define TB_REPORT_OPTIONS_HELP                                                                               \
  "  --facts FILE       what `tcblame analyze` wrote (facts in the folder of the samples, else in this "     \
  "one; without,\n"                                                                                          \
  "                     views that need none are told)\n"                                                    \
  "  --view LIST        views between commas, or all (data,touch; `tcblame list`)\n"                         \
  "  --from FUNCTION    only samples within it\n"                                                            \
  "  --transfer NAME    how blame goes from statement to statement: full, certain (full; `tcblame list`)\n"  \
  "  --waiting HOW      samples that wait for other ranks or threads: apart, in rows of their own, or "      \
  "blame, like all\n"                                                                                        \
  "                     others (apart)\n"                                                                    \
  "  --min PERCENT      rows with less are not shown (1%)\n"                                                 \
  "  --top N            rows of a table (20)\n"                                                              \
  "  --all              every row of every table\n"                                                          \
  "  --skid N           instructions that a sample lies behind the one that it waited for: 1, or 0 (1)\n"    \
  "  --json FILE        also write it as JSON\n"                                                             \
  "  --csv FILE         also write it as CSV\n\n"

/* Defaults. */
tb_report_options tb_report_options_default(void);

/* After the command line was read, before the work: which views there are to be, whether files can be
 * written. without: a view that the command does not know; TB_VIEWS: none. Errors: TC_USAGE; TC_OUTPUT. */
tc_status tb_report_options_prepare(tb_report_options *options, int without);
void tb_report_options_free(tb_report_options *options);

/* Zeros: nothing is read. */
typedef struct tb_report_input {
  tb_samples *samples;
  tb_facts *facts; /* NULL: there are none */
  tb_profile *profile;
  tb_selection *selection;
} tb_report_input;

/* Facts are those that were named, else FOLDER/facts, else ./facts, else none; then views of blame are left
 * out where nobody asked for them by name. *out is cleared with tb_report_input_free also after errors. The
 * options live longer. Errors: those of samples, facts, profiles and selections; TC_USAGE: a view that was
 * asked for needs facts. */
tc_status tb_report_input_open(const char *folder, tb_report_options *options, tb_report_input *out);
void tb_report_input_free(tb_report_input *reading);

#endif
