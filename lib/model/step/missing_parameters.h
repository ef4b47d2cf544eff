/* Finds the machine parameters that a model needs and the machine lacks. model/step/forecast.c calls
 * tc_missing_params_find if a forecast is not finite. Messages to the user then name the command that
 * measures these parameters. Pure. */
#ifndef TC_MODEL_STEP_MISSING_PARAMETERS_H
#define TC_MODEL_STEP_MISSING_PARAMETERS_H

#include "base/text/line.h"
#include "model/step/model.h"

/* Missing parameters: by_index[p] is true if parameter p is unknown and the model needs it for a forecast of
 * the step (predict.h, iteration.h). If no entry is true, the model has a forecast, or it lacks data that no
 * parameter provides. If any one of several parameters would make a forecast possible, only one of them is
 * marked. */
typedef struct tc_missing_params {
  bool by_index[TC_PARAM_COUNT];
} tc_missing_params;

tc_missing_params tc_missing_params_find(const tc_model *model, const tc_params *machine,
                                         const tc_schedule *product, int ranks, const tc_rank_load *load);

/* Returns the number of missing parameters; 0 if none is missing. */
int tc_missing_params_count(const tc_missing_params *missing);

/* True for parameters of messages between nodes, which a calibration measures only on two nodes or more. */
bool tc_missing_params_is_network(int param);

/* Formats the names of the missing parameters, with their meaning if there are few, and the command that
 * measures them: "a and b: tetracast calibrate measures them". */
void tc_missing_params_format(const tc_missing_params *missing, tc_line *line);

#endif
