/* Parts that all text tables of a report share: head, legend, lines about the field, and columns. The tables
 * in report/sections write the head first, then their own lines, then the legend. Internal to report. */
#ifndef TC_REPORT_DOCUMENT_REPORT_TEXT_H
#define TC_REPORT_DOCUMENT_REPORT_TEXT_H

#include "base/document/document.h"
#include "base/text/line.h"
#include "base/text/number_format.h"
#include "report/document/report.h"

/* Writes title, mesh, scheme, ranks and machine. */
void tc_report_text_head(const tc_report *report, tc_section *out);

/* Writes the device on which the root computes the steps. Writes nothing if there is no device. Other ranks
 * may use other devices of the same kind. */
void tc_report_text_device(const tc_device_config *config, tc_section *out);

/* Writes the legend: definitions of the columns, reasons for missing forecasts, and warnings. */
void tc_report_text_legend(const tc_report *report, tc_section *out);

/* Writes the part of the legend that states why results have no forecast. */
void tc_report_text_missing_forecasts(const tc_report *report, tc_section *out);

/* Writes lines about the field: extremes and integral at the start and at the end, its hash, its errors if an
 * exact solution is known, and the outcome. Writes nothing for the system of a matrix file. */
void tc_report_text_field(const tc_report *report, const tc_result *result, tc_section *out);

/* Writes to model[] the numbers of the models that tables show after the main model, in the order of
 * models.def. A model is shown if it has a forecast of at least one result. The model paper-cached is shown
 * only if its forecasts differ from those of the model paper. Returns the number of models written. */
int tc_report_other_models(const tc_report *report, int model[TC_MODEL_COUNT]);

/* tc_report_add_model_columns appends to a table two columns for each model, its forecast and the error of
 * the forecast. columns[2] are the columns of the main model, and the columns of the other models follow.
 * tc_report_add_model_cells appends to a row the cells of these columns for one part of the step; a `part` of
 * -1 is the whole step. */
void tc_report_add_model_columns(tc_section *table, const tc_report *report, const tc_column columns[2]);
void tc_report_add_model_cells(tc_section *row, const tc_report *report, const tc_result *result, int part);

/* tc_report_add_phase_columns appends to a table a column for each phase that is shown.
 * tc_report_add_phase_cells appends to a row the cells with the seconds of these phases. */
void tc_report_add_phase_columns(tc_section *table, const tc_report *report, int width);
void tc_report_add_phase_cells(tc_section *row, const tc_report *report, const tc_seconds *part_s);

/* True if tables show a phase. They always show the phases of a product. Any other phase is shown if a result
 * has any time in this phase. */
bool tc_report_shows_phase(const tc_report *report, int phase);

/* Returns the fastest result with a correct field, whose strategy exchanges ghosts; NULL if there is none. */
const tc_result *tc_report_fastest(const tc_report *report);

/* Returns "cell", or "row" for the system of a matrix file. */
const char *tc_report_row_noun(const tc_report *report);

/* Returns "step", or "solve" for a steady state or a system. */
const char *tc_report_step_noun(const tc_report *report);

#endif
