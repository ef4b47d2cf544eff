/* Text about the Runge-Kutta stages of a stabilised explicit method. It contains the number of matrix-vector
 * products of a run, and the number of products that explicit Euler would need to the same time. The setup of
 * a run logs this text, and tables and JSON reports contain the numbers. Pure. */
#ifndef TC_REPORT_DOCUMENT_STAGES_TEXT_H
#define TC_REPORT_DOCUMENT_STAGES_TEXT_H

#include "base/text/line.h"
#include "report/document/report.h"

/* Numbers of steps, stages and products of a run with a stabilised method or with error control. */
typedef struct tc_stages_work {
  const char *method; /* name of the integrator */
  int stages;         /* number of stages of a step, each with one product; 0 for methods without stages */
  int64_t steps, products;
  /* number of steps of explicit Euler to the same time, each with one product; 0 if unknown */
  int64_t euler_products;
  int searches; /* number of products of all searches for a stable step, made before the first step */
  int powers;   /* number of stages that are computed in one pass through the matrix; 0 if unknown */
  /* measured time of one of these stages, divided by the time of a stage with one stage per pass; 0 if
   * unknown */
  double powers_ratio;
  /* number of products of searches that were avoided, because the cache contained the results; 0 if the run
   * has searched */
  int saved;
  /* Error control and its record; borrowed; NULL if the config sets the size of the steps. With error control
   * the number of stages differs between steps and is not `stages`. */
  const tc_error_control *control;
  const tc_error_control_record *controlled;
} tc_stages_work;

/* Returns the work of `steps` steps of `method` to the time `end` with the stages of `stable`. The steps of
 * explicit Euler are assumed to have the largest stable size times `safety`, as with the config keys time.dt:
 * auto and time.end. */
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
