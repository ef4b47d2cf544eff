/* What a model would have to know of a machine. */
#ifndef TC_MODEL_STEP_MISSING_PARAMETERS_H
#define TC_MODEL_STEP_MISSING_PARAMETERS_H

#include "base/text/line.h"
#include "model/step/model.h"

/* By number of a parameter: without those that are true the model has no forecast of such a step (as in
 * predict.h and iteration.h), with them it has one. None is: it has one, or what is missing is no parameter.
 * Where one of several would do, one is named. Pure. The time it takes grows with the ranks. */
typedef struct tc_missing_params {
  bool by_index[TC_PARAM_COUNT];
} tc_missing_params;

tc_missing_params tc_missing_params_find(const tc_model *model, const tc_params *machine,
                                         const tc_schedule *product, int ranks, const tc_rank_load *load);

/* How many there are. */
int tc_missing_params_count(const tc_missing_params *lacks);

/* Their names, of few with what they mean, and which command measures them: "a and b: tetracast calibrate
 * measures them". */
void tc_missing_params_format(const tc_missing_params *lacks, tc_line *line);

#endif
