/* Options and input of `tcblame report` and `tcblame diff`. The input is a directory of samples, whose
 * addresses are resolved to functions and lines and matched with facts (the result of the static analysis).
 * Usage: parse the options, call tb_report_options_prepare, then tb_report_input_open for each directory, and
 * free both. */
#ifndef TC_TCBLAME_REPORT_INPUT_H
#define TC_TCBLAME_REPORT_INPUT_H

#include "blame/report/blame_report.h"
#include "options/options.h"

typedef struct tb_report_options {
  /* options of the views, such as --from and --min; view.points is borrowed from `points` below */
  tb_view_options view;
  const char *views;     /* value of --view; NULL selects the default views */
  bool chosen[TB_VIEWS]; /* true for each view that is selected; set by tb_report_options_prepare */
  /* value of --facts: path of the facts; NULL selects the default of tb_report_input_open */
  const char *facts;
  const char *json, *csv;
  /* [TB_REPORT_OPTIONS_POINTS + 1] names of the functions at which blame ends (blame points),
   * NULL-terminated; owned */
  const char **points;
  int transfer, skid;
} tb_report_options;

enum { TB_REPORT_OPTIONS_POINTS = 64 };

/* Table of the options of `report` and `diff`. `diff` skips the first TB_REPORT_OPTIONS_REPORT_ONLY options,
 * which only `report` has. */
enum { TB_REPORT_OPTIONS_REPORT_ONLY = 2 };
extern const tb_option tb_report_options_known[];

/* Part of the help texts of `report` and `diff` that describes their common options. */
#define TB_REPORT_OPTIONS_HELP                                                                               \
  "  --facts FILE       facts of `tcblame analyze` (default: facts in the directory of the samples, then\n"  \
  "                     in the current one; without facts the views data and hybrid are omitted)\n"          \
  "  --view LIST        comma-separated views, or all (default: data,touch; see `tcblame list`)\n"           \
  "  --from FUNCTION    only samples within this function\n"                                                 \
  "  --transfer NAME    rule that transfers blame between statements: full or certain (default: full; see\n" \
  "                     `tcblame list`)\n"                                                                   \
  "  --waiting HOW      samples that wait for other ranks or threads: separate, in rows of their own,\n"     \
  "                     or blame, like all others (default: separate)\n"                                     \
  "  --min PERCENT      smallest share of a row that is shown (default: 1%)\n"                               \
  "  --top N            largest number of rows of a table (default: 20)\n"                                   \
  "  --all              show every row of every table\n"                                                     \
  "  --skid N           instructions between the one that waited and the sampled one: 0 or 1 (default: 1)\n" \
  "  --json FILE        also write the result as JSON\n"                                                     \
  "  --csv FILE         also write the result as CSV\n\n"

/* Returns the default options. */
tb_report_options tb_report_options_default(void);

/* Selects the views of --view in options->chosen and checks that the files of --json and --csv can be
 * written. Call it after the options are parsed. `without` is the number of a view that the command does not
 * support; TB_VIEWS if it supports all. Errors: TC_USAGE; TC_OUTPUT. */
tc_status tb_report_options_prepare(tb_report_options *options, int without);
void tb_report_options_free(tb_report_options *options);

/* Input of a report, read and analysed. Zero-initialise before use. */
typedef struct tb_report_input {
  tb_samples *samples;
  tb_facts *facts; /* NULL if there are no facts */
  tb_profile *profile;
  tb_selection *selection;
} tb_report_input;

/* Reads the samples and facts of a directory. The facts are options->facts, FOLDER/facts or ./facts,
 * whichever is found first. Without facts, the views that need them are removed from options->chosen. The
 * caller frees *out, also after errors. The options must outlive *out. Errors: those of samples, facts,
 * profiles and selections; TC_USAGE if the user named a view that needs facts. */
tc_status tb_report_input_open(const char *folder, tb_report_options *options, tb_report_input *out);
void tb_report_input_free(tb_report_input *reading);

#endif
