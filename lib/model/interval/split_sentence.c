/* Sentence of the report about the error of a forecast (tc_split_format). The total comes first, then the two
 * causes, the larger one before the other. Clauses about a low CPU share and about a slow rank follow if
 * these explain a part of the error. A factor that is not larger than the noise of the probe is called not
 * distinguishable. */
#include <math.h>
#include <stdio.h>

#include "base/core/print.h"
#include "model/interval/error_split.h"

/* The sentence states the share of processor time if it is below share_limit. It names the slowest rank if
 * the ratio of this rank's time to the median is above rank_ratio_limit. */
static const double share_limit = 0.95, rank_ratio_limit = 1.3;

/* The sentence is "Job as forecast" if the logarithms of both factors, machine and model, are within this
 * limit. */
static const double exact_limit = 0.03;

/* Buffer to which the parts of the sentence are appended. */
typedef struct sentence {
  char *out;
  size_t size, length;
} sentence;

static void append(sentence *s, const char *text) {
  const int length = snprintf(s->out + s->length, s->size - s->length, "%s", text);
  if (length > 0)
    s->length += (size_t)length < s->size - s->length ? (size_t)length : s->size - s->length - 1;
}

static int percent(double factor) { return (int)fmin(round(100.0 * fabs(factor - 1.0)), 1e6); }

static void append_total(sentence *s, double total) {
  char text[96];
  if (percent(total) == 0)
    append(s, "Job as long as the forecast of the model");
  else {
    snprintf(text, sizeof text, "Job %d %% %s than the forecast of the model", percent(total),
             total > 1.0 ? "longer" : "shorter");
    append(s, text);
  }
}

static bool is_distinct(double factor, double resolution) { return fabs(factor - 1.0) >= resolution; }

static void append_machine(sentence *s, const tc_split *split) {
  char text[128];
  if (!is_distinct(split->machine, split->resolution))
    snprintf(text, sizeof text, "a change of the machine is not distinguishable (below %d %%)",
             percent(1.0 + split->resolution));
  else if (percent(split->machine) == 0)
    snprintf(text, sizeof text, "the machine was as fast as when it was measured");
  else
    snprintf(text, sizeof text, "the machine was %d %% %s than when it was measured", percent(split->machine),
             split->machine > 1.0 ? "slower" : "faster");
  append(s, text);
}

static void append_model(sentence *s, const tc_split *split) {
  char text[128];
  if (is_distinct(split->model, split->resolution))
    snprintf(text, sizeof text, "the model %d %% off", percent(split->model));
  else
    snprintf(text, sizeof text, "an error of the model is not distinguishable (below %d %%)",
             percent(1.0 + split->resolution));
  append(s, text);
}

/* Appends the clauses about both causes of the error, machine and model, the larger factor first. */
static void append_causes(sentence *s, const tc_split *split) {
  const bool is_machine_first = fabs(log(split->machine)) >= fabs(log(split->model));
  append(s, ": ");
  (is_machine_first ? append_machine : append_model)(s, split);
  append(s, ", ");
  (is_machine_first ? append_model : append_machine)(s, split);
}

static void append_details(sentence *s, const tc_split *split) {
  char text[TC_SPLIT_NODE_SIZE + 96];
  if (split->cpu_share < share_limit) {
    snprintf(text, sizeof text, "; the CPU share of the ranks was %d %%",
             (int)lround(100.0 * split->cpu_share));
    append(s, text);
  }
  if (split->slowest.ratio > rank_ratio_limit) {
    tc_snprintf(text, sizeof text, "; rank %d%s%s was %.1f times as slow as the median rank",
                split->slowest.rank, split->slowest.node[0] ? " on node " : "", split->slowest.node,
                split->slowest.ratio);
    append(s, text);
  }
}

static const char *lack_text(tc_split_lack lack) {
  return lack == TC_SPLIT_NO_REFERENCE
             ? "; causes unknown, because the machine parameters contain no speed probe"
             : "; causes unknown, because the run made no speed probe";
}

void tc_split_format(const tc_split *split, char *out, size_t size) {
  sentence s = {.out = out, .size = size};
  out[0] = '\0';
  if (split->lack == TC_SPLIT_NO_FORECAST) return;
  if (split->is_known && fabs(log(split->machine)) < exact_limit && fabs(log(split->model)) < exact_limit)
    append(&s, "Job as forecast (within 3 %)");
  else {
    append_total(&s, split->total);
    if (split->is_known)
      append_causes(&s, split);
    else
      append(&s, lack_text(split->lack));
  }
  append_details(&s, split);
  append(&s, ".");
}
