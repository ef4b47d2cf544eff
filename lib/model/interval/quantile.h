/* Quantile of the scores of earlier jobs. A score is ln(measured / forecast), so the quantile is the
 * logarithm of the factor by which a bound exceeds a forecast. Used for jobs and their groups (job_bound.h)
 * and for the remaining time (remaining.h). With enough scores the quantile is a score itself, with the
 * finite-sample correction of split conformal prediction. With fewer scores it is a quantile of Student's
 * distribution, in which an assumed spread counts as four scores. Source: Vovk, Gammerman and Shafer,
 * Algorithmic Learning in a Random World, 2005. Pure. */
#ifndef TC_MODEL_INTERVAL_QUANTILE_H
#define TC_MODEL_INTERVAL_QUANTILE_H

typedef struct tc_quantile_rule {
  double level;  /* probability of the bound, at least 0.5 and below 1; the Student quantile uses it */
  double alpha;  /* error probability of the conformal quantile: 1 - level, or a value that was adapted after
                    each job (tc_job_alpha_next) */
  double spread; /* assumed standard deviation of scores */
} tc_quantile_rule;

/* Returns the smallest number of scores from which one of the scores can be chosen as a bound with the
 * probability `level`; at least 19. With fewer scores, tc_quantile_upper and tc_quantile_lower use the
 * assumed spread. */
int tc_quantile_scores_min(double level);

/* Return the upper and the lower quantile of score[count]. They reorder the scores, of which none may be
 * NaN. */
double tc_quantile_upper(const tc_quantile_rule *rule, int count, double *score);
double tc_quantile_lower(const tc_quantile_rule *rule, int count, double *score);

#endif
