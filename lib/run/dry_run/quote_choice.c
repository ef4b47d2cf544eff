/* Choice among the cases of a quote, the shapes of a node, and the time until which a quote is valid. The
 * functions are pure. Times and node-hours of a case include the time of the launcher (mpirun or srun),
 * because a scheduler counts it. */
#include "run/dry_run/quote.h"

/* ---- choice ---- */

/* Node-hours that differ by at most this factor count as equal, because forecasts are not more accurate. */
static const double equal_hours = 1.02;

static double median_s(const tc_quote_case *c) {
  return tc_job_report_total(c->job).forecast_s + c->launch_s;
}

static bool is_possible(const tc_quote_request *request, const tc_quote *quote, int i) {
  (void)request;
  return quote->item[i].exclusion == TC_QUOTE_POSSIBLE;
}

static bool is_in_time(const tc_quote_request *request, const tc_quote *quote, int i) {
  const bool is_fast = !(request->deadline_s > 0.0) || quote->item[i].limit_s <= request->deadline_s;
  return is_fast && is_possible(request, quote, i);
}

/* True if case i satisfies the request and has not been chosen yet. */
static bool is_candidate(const tc_quote_request *request, const tc_quote *quote, int i) {
  const bool is_cheap =
      !(request->budget_hours > 0.0) || quote->item[i].bound_node_hours <= request->budget_hours;
  const bool is_taken = i == quote->chosen || i == quote->next[0] || i == quote->next[1];
  return is_cheap && !is_taken && is_in_time(request, quote, i);
}

typedef bool predicate(const tc_quote_request *request, const tc_quote *quote, int i);
typedef double value(const tc_quote_case *c);

static double limit_s(const tc_quote_case *c) { return c->limit_s; }

static double node_hours(const tc_quote_case *c) { return c->node_hours; }

static double bound_node_hours(const tc_quote_case *c) { return c->bound_node_hours; }

/* Returns the first case with the smallest value among the cases for which `is` is true; -1 if there is
 * none. */
static int find_smallest(const tc_quote_request *request, const tc_quote *quote, predicate *is,
                         value *value_of) {
  int smallest = -1;
  for (int i = 0; i < quote->cases; i++)
    if (is(request, quote, i) &&
        (smallest < 0 || value_of(&quote->item[i]) < value_of(&quote->item[smallest])))
      smallest = i;
  return smallest;
}

/* Returns the best case among those that satisfy the request and are not chosen yet; -1 if there is none. */
static int find_best(const tc_quote_request *request, const tc_quote *quote) {
  if (request->budget_hours > 0.0 && !(request->deadline_s > 0.0))
    return find_smallest(request, quote, is_candidate, median_s);
  const int cheapest = find_smallest(request, quote, is_candidate, node_hours);
  int best = cheapest;
  for (int i = 0; i < quote->cases; i++)
    if (is_candidate(request, quote, i) &&
        quote->item[i].node_hours <= equal_hours * quote->item[cheapest].node_hours &&
        quote->item[i].limit_s < quote->item[best].limit_s)
      best = i;
  return best;
}

/* Returns the case closest to a request that no case satisfies. It is the cheapest case that meets the
 * deadline and exceeds the budget. If no case meets the deadline, it is the fastest case. */
static int find_closest(const tc_quote_request *request, const tc_quote *quote) {
  const int in_time = find_smallest(request, quote, is_in_time, bound_node_hours);
  return in_time >= 0 ? in_time : find_smallest(request, quote, is_possible, limit_s);
}

void tc_quote_choose(const tc_quote_request *request, tc_quote *quote) {
  quote->chosen = quote->next[0] = quote->next[1] = quote->best = -1;
  quote->chosen = find_best(request, quote);
  quote->next[0] = find_best(request, quote);
  quote->next[1] = find_best(request, quote);
  if (quote->chosen < 0) quote->best = find_closest(request, quote);
}

/* ---- shapes ---- */

static const tc_option_numbers usual_threads = {3, {1, 2, 4}};

static int add_shape(int cores, int32_t ranks, int32_t threads, int count, tc_quote_shape *shape) {
  if (ranks < 1 || (int64_t)ranks * threads > cores) return count;
  if (count < TC_QUOTE_SHAPES) shape[count] = (tc_quote_shape){ranks, threads};
  return count + 1;
}

int tc_quote_shapes(int cores, const tc_option_numbers *ranks_per_node, const tc_option_numbers *threads,
                    tc_quote_shape *shape) {
  const tc_option_numbers *list = threads->count > 0 ? threads : &usual_threads;
  int count = 0;
  for (int r = 0; r < ranks_per_node->count; r++)
    for (int t = 0; t < list->count; t++)
      count = add_shape(cores, ranks_per_node->item[r], list->item[t], count, shape);
  for (int t = 0; t < list->count && ranks_per_node->count == 0; t++)
    if (threads->count > 0 || cores % list->item[t] == 0)
      count = add_shape(cores, cores / list->item[t], list->item[t], count, shape);
  return count;
}

/* ---- validity ---- */

int64_t tc_quote_expiry(int64_t now, int64_t calibrated, int64_t newest_record) {
  const int64_t day_s = 86400, most_s = 30 * day_s, least_s = 7 * day_s;
  int64_t oldest = now;
  if (calibrated > 0 && calibrated < oldest) oldest = calibrated;
  if (newest_record > 0 && newest_record < oldest) oldest = newest_record;
  return oldest + most_s > now + least_s ? oldest + most_s : now + least_s;
}
