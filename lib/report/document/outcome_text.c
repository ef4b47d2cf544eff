#include "report/document/outcome_text.h"

#include "report/document/report_text.h"

/* Writes the mean of the field in each region. Example: means: 2 in region -4, 4 in region 7 'scar' */
static void write_regions(const tc_outcome *o, tc_section *out) {
  const tc_labels *regions = o->problem->space->regions;
  if (regions->count < 2) return;
  tc_section_print(out, "  means:");
  char label[TC_LABEL_TEXT];
  for (int32_t k = 0; k < regions->count; k++)
    tc_section_append(out, "%s %.6g in region %s", k ? "," : "", tc_region_stats_mean(o->digest, k),
                      tc_labels_format_label(regions, k, label));
}

/* Writes the lines about the inflow through each marker and about the balance of the field's integral. */
static void write_balance(const tc_outcome *o, tc_section *out) {
  const tc_physics *physics = o->problem->physics;
  const char *begin = o->balance && o->balance->steady ? "  inflow per unit of time:" : "  inflow:";
  char label[TC_LABEL_TEXT];
  tc_line line = {0};
  if (!o->balance) return;
  for (int m = 0; m < physics->boundaries; m++) {
    if (!physics->boundary[m].has_data) continue;
    tc_line_add(&line, "%s %.6g through marker %s", line.length ? "," : begin, tc_outcome_inflow(o, m),
                tc_labels_format_label(o->problem->space->markers, m, label));
  }
  if (o->balance->source)
    tc_line_add(&line, "%s %.6g from the source", line.length ? "," : begin,
                tc_outcome_inflow(o, physics->boundaries));
  if (line.length) tc_section_print(out, "%s", line.text);
  if (o->balance->steady)
    tc_section_print(out,
                     "  balance: inflow and source add up to %.2g instead of 0; relative error %.1g "
                     "(reference %.3g, the sum of magnitudes)",
                     tc_outcome_defect(o), tc_outcome_error(o), tc_outcome_scale(o));
  else
    tc_section_print(out,
                     "  balance: the integral changed by %.6g, which differs from inflow and source by %.2g; "
                     "relative error %.1g (reference %.3g)",
                     o->digest->integral - o->initial_integral, tc_outcome_defect(o), tc_outcome_error(o),
                     tc_outcome_scale(o));
}

static void write_probes(const tc_outcome *o, tc_section *out) {
  if (o->probes->count == 0) return;
  tc_section_print(out, "  probes:");
  for (int n = 0; n < o->probes->count; n++) tc_section_append(out, "%s %.6g", n ? "," : "", o->probe[n]);
}

void tc_report_text_outcome(const tc_outcome *outcome, tc_section *out) {
  if (!outcome) return;
  write_regions(outcome, out);
  write_balance(outcome, out);
  write_probes(outcome, out);
}
