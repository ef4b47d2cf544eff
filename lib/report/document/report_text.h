/* What the tables have in common. Internal to this floor. */
#ifndef TC_REPORT_DOCUMENT_REPORT_TEXT_H
#define TC_REPORT_DOCUMENT_REPORT_TEXT_H

#include "base/text/line.h"
#include "report/document/report.h"

/* Title, mesh, scheme, ranks and machine. */
void tc_report_text_head(const tc_report *report, FILE *out);

/* Which device made the steps, if any; of the root, others may have others of its kind. */
void tc_report_text_device(const tc_device_config *use, FILE *out);

/* What a reader has to know about the figures above, and no more. */
void tc_report_text_legend(const tc_report *report, FILE *out);

/* Why results have no forecast, where some have none: part of the legend. */
void tc_report_text_missing_forecasts(const tc_report *report, FILE *out);

/* Writes the line without the blanks at its end. */
void tc_report_text_write_trimmed(tc_line *line, FILE *out);

/* Extremes and integral of the field at the start and at the end, its hash, its errors where they are
 * known, and the outcome. */
void tc_report_text_field(const tc_report *report, const tc_result *result, FILE *out);

/* The models shown after the main one: those that have any forecast, in the order of models.def, without
 * paper-cached where it equals paper. Returns their number. */
int tc_report_other_models(const tc_report *report, int model[TC_MODEL_COUNT]);

/* Width of a model's column: that of its name, or `least`. */
int tc_report_text_model_width(int model, int least);

/* Whether tables show a phase: those of a product always, what comes beside it where any result has some. */
bool tc_report_shows_phase(const tc_report *report, int phase);

/* What a run makes: "step", or "solve" of a steady state. */
const char *tc_report_step_noun(const tc_report *report);

const char *tc_plural_suffix(int n); /* "s", or "" for 1 */

#endif
