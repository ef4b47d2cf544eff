/* Stages of a stabilised explicit method: number of products of a run, and number of products of explicit
 * Euler to the same time. The setup of a run logs them, and tables and JSON reports contain them. Pure. */
#ifndef TC_REPORT_DOCUMENT_STAGES_TEXT_H
#define TC_REPORT_DOCUMENT_STAGES_TEXT_H

#include "base/text/line.h"
#include "report/document/report.h"

/* Products of a run with a stabilised method, and steps of a run with error control. */
typedef struct tc_stages_work {
  const char *method; /* name of the integrator */
  int stages;         /* stages of a step, each with one product; 0 for other methods */
  int64_t steps, products;
  /* number of steps of explicit Euler to the same time, each with one product; 0 if unknown */
  int64_t euler_products;
  int searches; /* number of products of all searches for a stable step, made before the first step */
  int powers;   /* number of stages in one pass through the matrix; 0 if unknown */
  /* measured time of such a stage divided by that of a stage computed alone; 0 if unknown */
  double powers_ratio;
  /* number of products of searches that were avoided, because the cache contained the results; 0 if the run
   * has searched */
  int saved;
  /* Error control and its record; borrowed; NULL for steps of given size. With error control the number of
   * stages differs between steps and is not `stages`. */
  const tc_error_control *control;
  const tc_error_control_record *controlled;
} tc_stages_work;

/* Returns the work of `steps` steps of `method` to the time `end` with the stages of `stable`. Explicit Euler
 * has its largest stable step times `safety`, as with time.dt: auto and time.end. */
tc_stages_work tc_stages_work_compute(const char *method, const tc_stable_step *stable, int64_t steps,
                                      double end, double safety);

/* Replaces the steps of `work` by steps with error control. `control` and `controlled` are borrowed. */
void tc_stages_work_add_control(const tc_error_control *control, const tc_error_control_record *controlled,
                                tc_stages_work *work);

/* Returns the work of the runs of a report; its member `stages` is 0 if the method has no stages. */
tc_stages_work tc_report_stages_work(const tc_report *report);

/* Appends, for instance, "rkl2: 64 steps of 27 stages, 2613 products with 885 before the first step (Euler:
 * 13116)", or with error control "rkl2: 112 steps (2 rejected), 2 to 61 stages, 3012 products (Euler:
 * 15082); error per step at most 9.4e-4 of 1e-3". */
void tc_stages_work_format(const tc_stages_work *work, tc_line *line);

/* Appends, for instance, "source: Strang, Heun, 1 part a half step; 4 evaluations a step". Appends nothing
 * without operator splitting. */
void tc_local_steps_format(const tc_local_steps *local, tc_line *line);

#endif
