/* Options and input of `tcblame report` and `tcblame diff`. The input is a directory of samples, whose
 * addresses are resolved to functions and lines and matched with facts (the result of the static analysis).
 * Usage: call tb_report_options_prepare, then tb_report_input_open for each directory, and
 * free both. */
#ifndef TC_TCBLAME_REPORT_INPUT_H
#define TC_TCBLAME_REPORT_INPUT_H

#include "base/command/option.h"
#include "blame/report/blame_report.h"

typedef struct tb_report_options {
  tc_option_texts folders; /* directories of samples */
  /* options of the views, such as --from and --min; view.blame_points is `blame_points` */
  tb_view_options view;
  const char *views;          /* value of --view; NULL selects the default views */
  bool is_selected[TB_VIEWS]; /* true for each view that is selected; set by tb_report_options_prepare */
  /* value of --facts: path of the facts; NULL selects the default of tb_report_input_open */
  const char *facts;
  const char *json, *csv, *html, *point_list;
  /* [TB_REPORT_OPTIONS_POINTS + 1] names of the functions at which blame ends (blame points), from
   * `point_list`; NULL-terminated; owned */
  const char **blame_points;
  int transfer, skid;
} tb_report_options;

enum { TB_REPORT_OPTIONS_POINTS = 64 };

/* Table of the options of `report` and `diff`. */
extern const tc_option tb_report_options_table[];

/* Selects the views of --view in options->is_selected, and stores the names of --points in
 * options->blame_points. Checks that the files of --json, --csv and --html differ and can be written. Call it
 * after the options are parsed. `unsupported_view` is the number of a view that the command does not support;
 * TB_VIEWS if it supports all. Errors: TC_USAGE; TC_OUTPUT; TC_INTERNAL if memory is exhausted. */
tc_status tb_report_options_prepare(tb_report_options *options, int unsupported_view);
/* Frees the list of the names that --points sets. `tcblame diff` does not have this option. */
void tb_report_options_free(tb_report_options *options);

/* Samples, facts and profile of a report, and the selected stacks. Zero-initialise before use. */
typedef struct tb_report_input {
  tb_samples *samples;
  tb_facts *facts; /* result of the static analysis; NULL if there is none */
  tb_profile *profile;
  tb_selection *selection;
} tb_report_input;

/* Reads the samples and facts of a directory. The facts are options->facts, FOLDER/facts or ./facts,
 * whichever is found first. Without facts, the views that need them are removed from options->is_selected.
 * The caller frees *out, also after errors. The options must outlive *out. Errors: those of samples, facts,
 * profiles and selections; TC_USAGE if the user named a view that needs facts. */
tc_status tb_report_input_open(const char *folder, tb_report_options *options, tb_report_input *out);
void tb_report_input_free(tb_report_input *input);

#endif
