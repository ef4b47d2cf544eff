/* Stages of a stabilised explicit method: how many products a run needs, and how many explicit Euler would
 * need to the same time. The setup of a run logs them, and tables and JSON reports contain them. Pure. */
#ifndef TC_REPORT_DOCUMENT_STAGES_TEXT_H
#define TC_REPORT_DOCUMENT_STAGES_TEXT_H

#include "base/text/line.h"
#include "report/document/report.h"

/* Products of a run with a stabilised method. */
typedef struct tc_stages_work {
  const char *method; /* name of the integrator */
  int stages;         /* stages of a step, each with one product; 0 for other methods */
  int64_t steps, products;
  int64_t euler_products; /* steps, and so products, of explicit Euler to the same time; 0 if unknown */
  int searches;           /* products of all searches before the first step */
} tc_stages_work;

/* Returns the work of `steps` steps of `method` to the time `end` with the stages of `stable`. Explicit Euler
 * has its largest stable step times `safety`, as with time.dt: auto and time.end. */
tc_stages_work tc_stages_work_compute(const char *method, const tc_stable_step *stable, int64_t steps,
                                      double end, double safety);

/* Returns the work of the runs of a report; its member `stages` is 0 if the method has no stages. */
tc_stages_work tc_report_stages_work(const tc_report *report);

/* Appends, for instance, "rkl2: 64 steps of 27 stages, 1728 products (Euler: 13116) ; searches before the
 * first step: 885 products". */
void tc_stages_work_format(const tc_stages_work *work, tc_line *line);

#endif
