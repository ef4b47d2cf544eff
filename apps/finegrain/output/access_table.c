/* Table and JSON report of `finegrain bench`. For each access pattern they contain the accesses per second,
 * the time of one access, and the gap (equation (2) of Zhang and Seidel 2006). The gap is the number of
 * accesses to private memory that take the same time as one access to the shared array. Rates that were not
 * measured, such as those between nodes on a single node, are 0 and are printed as "-" or null. Only the root
 * calls these functions. */
#include "output/access_table.h"
#include "base/core/print.h"

#include <math.h>

#include "base/document/render.h"
#include "base/text/number_format.h"
#include "machine/parameters/machine_items.h"
#include "output/report.h"

/* Formats a number of accesses per second like "45.4 K", the notation of Table 1 of Zhang and Seidel (2006).
 */
static void format_rate(double per_second, char *out, size_t size) {
  static const char *const unit[] = {"", " K", " M", " G"};
  int u = 0;
  while (u < 3 && per_second >= 999.5) {
    per_second /= 1000.0;
    u++;
  }
  tc_snprintf(out, size, "%.*f%s", per_second < 9.995 ? 2 : per_second < 99.95 ? 1 : 0, per_second, unit[u]);
}

/* Writes accesses per second, the time `s` of an access in seconds, and the gap s / private_s. All are "-" if
 * `s` is 0, which means not measured. */
static void write_cells(double s, double private_s, FILE *out) {
  char rate[FG_CELL] = "-", time[FG_CELL], gap[FG_CELL] = "-";
  if (s > 0.0) format_rate(1.0 / s, rate, sizeof rate);
  if (s > 0.0 && private_s > 0.0)
    tc_snprintf(gap, sizeof gap, s < 1000.0 * private_s ? "%.3g" : "%.0f", s / private_s);
  fprintf(out, " %9s %8s %6s", rate, fg_format_seconds(s > 0.0 ? s : NAN, time), gap);
}

static void write_row(const fg_access_table *t, const char *layer, const char *pattern,
                      const tc_estimate node[2], const tc_estimate remote[2], FILE *out) {
  const tc_params *m = t->rates;
  const double private_s[2] = {m->private_read_s, m->private_write_s};
  fprintf(out, "  %-8s %-9s", layer, pattern);
  for (int write = 0; write < 2; write++) write_cells(node[write].value, private_s[write], out);
  for (int write = 0; write < 2; write++) write_cells(remote[write].value, private_s[write], out);
  fputc('\n', out);
}

static void write_layer(const fg_access_table *t, int l, FILE *out) {
  for (int p = 0; p < TC_ACCESS_PATTERNS; p++)
    write_row(t, p ? "" : t->layer[l]->name, tc_access_pattern_names[p], t->cost[l].node_local[p],
              t->cost[l].remote[p], out);
}

static bool has_layer(const fg_access_table *t, const char *layer) {
  for (int l = 0; l < t->layers; l++)
    if (t->layer[l] == tc_access_layer_find(layer)) return true;
  return false;
}

/* Writes the seconds per value of the STREAM triad, and compares them with the seconds per value of long
 * vectors that are read from other ranks of the node. */
static void write_stream(const fg_access_table *t, FILE *out) {
  const double vector_s = t->rates->vector_near_read_s;
  char in_cache[FG_CELL], memory[FG_CELL], vector[FG_CELL];
  fprintf(out, "\nSTREAM triad: %s per value for arrays of %d KB in total, %s from memory",
          fg_format_seconds(t->stream_s, in_cache), FG_STREAM_KB, fg_format_seconds(t->memory_s, memory));
  if (vector_s > 0.0)
    tc_fprintf(out,
               ";\nlong vectors read from other ranks of the node: %s per value, %.2f and %.2f times these "
               "rates",
               fg_format_seconds(vector_s, vector), t->stream_s / vector_s, t->memory_s / vector_s);
  fputs(".\n", out);
}

static void write_notes(const fg_access_table *t, FILE *out) {
  const tc_world *w = t->world;
  fputs("\nread/s, written/s: accesses per second, then the time of one. gap (2): private accesses in that "
        "time.\nnear: values of other ranks of the node; far: values of other nodes; private, local: owned "
        "values.\nvector, coalesce: sequences of 256 values that are known in advance.\n",
        out);
  if (w->ranks == 1) fputs("One rank: near and far are not measured (-).\n", out);
  if (w->ranks > 1 && w->shm_groups == 1)
    fprintf(out,
            "All ranks share one node: far is not measured (-)%s. To measure it, use two nodes or, as "
            "root,\nvirtual ones: tests/cluster/nodes.sh run 2 1 build/bin/finegrain bench\n",
            has_layer(t, "cached") ? ", and layer cached caches nothing" : "");
  if (w->shm_groups > 1 && w->max_shm_ranks == 1)
    fputs("One rank per node: near is not measured (-).\n", out);
}

/* Writes the numbers of ranks, nodes and accesses per rank, also that of accesses to other nodes if it
 * differs. Example: 4 ranks on 2 nodes, 4096 accesses each (512 if to other nodes), all ranks at the same
 * time */
static void write_shape(const fg_access_table *t, FILE *out) {
  const tc_world *w = t->world;
  fprintf(out, "%d rank%s on %d node%s, %d access%s each", w->ranks, tc_plural_suffix(w->ranks),
          w->shm_groups, tc_plural_suffix(w->shm_groups), t->node_local, t->node_local == 1 ? "" : "es");
  if (w->shm_groups > 1 && t->remote != t->node_local) fprintf(out, " (%d if to other nodes)", t->remote);
  fputs(", all ranks at the same time\n\n", out);
}

void fg_access_table_write(const fg_access_table *t, FILE *out) {
  static const char *const column[] = {"near, read/s", "near, written/s", "far, read/s", "far, written/s"};
  const tc_estimate owned[2] = {{.value = t->rates->private_read_s}, {.value = t->rates->private_write_s}};
  write_shape(t, out);
  fprintf(out, "  %-8s %-9s", "layer", "pattern");
  for (int c = 0; c < 4; c++) fprintf(out, " %18s %6s", column[c], "gap");
  fputc('\n', out);
  write_row(t, "", "private", owned, (const tc_estimate[2]){0}, out);
  for (int l = 0; l < t->layers; l++) write_layer(t, l, out);
  write_stream(t, out);
  write_notes(t, out);
}

/* ---- JSON ---- */

static void add_location(tc_section *section, const char *key, const tc_estimate cost[2]) {
  TC_SECTION(section, key, tc_item_positive("read_s", cost[0].value),
             tc_item_positive("read_spread", cost[0].spread), tc_item_positive("write_s", cost[1].value),
             tc_item_positive("write_spread", cost[1].spread));
}

static void add_layer(tc_section *list, const fg_access_table *t, int l) {
  for (int p = 0; p < TC_ACCESS_PATTERNS; p++) {
    tc_section *section = TC_SECTION(list, NULL, TC_VALUE("layer", t->layer[l]->name),
                                     TC_VALUE("pattern", tc_access_pattern_names[p]));
    add_location(section, p == TC_ACCESS_LOCAL ? "local" : "near", t->cost[l].node_local[p]);
    if (p != TC_ACCESS_LOCAL) add_location(section, "far", t->cost[l].remote[p]);
  }
}

tc_status fg_access_table_json(const fg_access_table *t, const char *path) {
  tc_document document;
  tc_section *root = tc_document_begin(&document, "finegrain");
  TC_ADD(root, TC_VALUE("ranks", t->world->ranks), TC_VALUE("nodes", t->world->shm_groups),
         TC_VALUE("accesses_near", t->node_local), TC_VALUE("accesses_far", t->remote));
  tc_section *results = tc_list_add(root, "results");
  for (int l = 0; l < t->layers; l++) add_layer(results, t, l);
  TC_ADD(root, TC_VALUE("stream_s", t->stream_s), TC_VALUE("stream_memory_s", t->memory_s));
  tc_items_add_params(tc_section_add(root, "machine"), t->rates);
  return tc_document_write(&document, tc_document_json, path);
}
