/* Tables and JSON reports of `kernels run` and `kernels count`. Operations and bytes per second are computed
 * from the median time and the minimum number of operations and bytes of a row. Missing values are printed as
 * "-" or null. */
#include "report.h"
#include "base/core/print.h"

#include <math.h>
#include <string.h>

#include "base/document/render.h"
#include "base/program/numa_pages.h"
#include "forecast.h"
#include "machine/parameters/machine_items.h"

/* Returns the form of the rows (the formula of a row) that the user selected with --form. `kernels count`
 * does not have this option and always uses the default `difference`. */
static const kn_row_form *selected_form(const kn_options *o) { return kn_row_form_at(o->form); }

static double compute_flops(const kn_options *o, const kn_timing *t) {
  return (double)kn_row_form_flop(selected_form(o), o->width) * o->cells / t->step_s;
}

static double compute_Bps(const kn_options *o, const kn_timing *t) {
  return (double)kn_row_form_bytes(selected_form(o), o->width) * o->cells / t->step_s;
}

void kn_kernels_head(const kn_options *o, FILE *out) {
  if (o->pattern) {
    fprintf(out, "%d rows of up to %d neighbours: %s\n", (int)o->cells, o->width, o->pattern);
    return;
  }
  fprintf(out, "%d rows of four neighbours in blocks of b rows, %s; seed %d\n", (int)o->cells,
          o->directed ? "directed" : "symmetric", (int)o->seed);
}

/* Writes a count to `out`, padded to `width` characters; "-" if it is 0. */
static void write_count(int width, int32_t count, FILE *out) {
  char text[16] = "-";
  if (count > 0) snprintf(text, sizeof text, "%d", (int)count);
  fprintf(out, " %*s", width, text);
}

static void write_line(const kn_options *o, const kn_timing_list *list, const kn_timing *t, FILE *out) {
  write_count(9, t->block, out);
  write_count(8, t->threads, out);
  if (list->device) write_count(6, t->tile, out);
  tc_fprintf(out, "  %-8s %12.3f %12.3f %10.3f %8.2f", t->kernel->name, 1e9 * t->step_s / o->cells,
             1e9 * t->fastest_s / o->cells, 1e-9 * compute_flops(o, t), 1e-9 * compute_Bps(o, t));
  if (isnan(t->local_page_share))
    fprintf(out, " %11s", "-");
  else
    tc_fprintf(out, " %9.1f %%", 100.0 * t->local_page_share);
  if (list->forecasts) kn_forecasts_line(o, t, out);
  fputc('\n', out);
}

static void write_device(const tc_device *device, FILE *out) {
  fprintf(out, "device %s:%d: %s%s\n", tc_backend_name(device->backend), device->index, device->name,
          device->processor ? " (CPU device: its times do not represent GPUs)" : "");
}

void kn_kernels_timings(const kn_options *o, const kn_timing_list *list, FILE *out) {
  const kn_row_form *form = selected_form(o);
  if (list->device) write_device(list->device, out);
  fprintf(out, "form %s: %s; %d products of each line\n\n", form->name, form->summary, (int)o->steps);
  fprintf(out, "%10s %8s%s  %-8s %12s %12s %10s %8s %11s", "b", "threads", list->device ? "   tile" : "",
          "kernel", "ns/row", "fastest", "GFLOP/s", "GB/s", "local pages");
  if (list->forecasts) kn_forecasts_head(out);
  fputc('\n', out);
  for (int i = 0; i < list->count; i++) write_line(o, list, &list->timing[i], out);
  fprintf(out,
          "\nb: rows of a block. ns/row, fastest: median and fastest product, ns per row. GFLOP/s: %d "
          "operations per row. GB/s: %d bytes\nper row, the minimum; x moves repeatedly if its block does "
          "not fit into a cache. local pages: share of the pages on the NUMA\nnode of the thread that uses "
          "them%s. All results were checked.\n",
          kn_row_form_flop(form, o->width), kn_row_form_bytes(form, o->width),
          tc_numa_node_count() == 1 ? "; with one node simple and placed are equal" : "");
  if (list->forecasts) kn_forecasts_legend(list, out);
  if (list->device)
    tc_fprintf(out,
               "Products on the device are timed by its clock, without transfers; their bits equal those of "
               "the processor.\n"
               "The device copies the bytes of a product at %.2f GB/s, read plus written.\n",
               1e-9 * list->copy_Bps);
}

/* Returns the largest counted block size for which the memory bandwidth limits the product, with tiles of
 * `tile` rows; 0 if the cache bandwidth limits all of them. */
static int32_t find_largest_block(const kn_count_results *counted, int32_t tile) {
  int32_t largest = 0;
  for (int i = 0; i < counted->sector_counts; i++) {
    const kn_sector_count *t = &counted->sector_count[i];
    if (t->tile == tile && !t->is_cache_limited && t->block > largest) largest = t->block;
  }
  return largest;
}

/* Writes, for each tile, the largest block size for which the memory bandwidth limits the product. By
 * equation (2) of Langguth et al. (2015) the cache bandwidth limits it instead if the number of sectors per
 * row that are read or written exceeds r BW_cache / BW_memory. BW is a bandwidth, and r is the minimum number
 * of bytes per row divided by the bytes of a sector (64 / 32 = 2 by default). */
static void write_largest_blocks(const kn_options *o, const kn_count_results *counted, FILE *out) {
  const double bytes = kn_row_form_bytes(selected_form(o), o->width);
  if (o->bandwidth_Bps <= 0.0 || o->pattern) return;
  tc_fprintf(out,
             "Largest counted b for which the memory bandwidth limits the product (at most %.3g sectors per "
             "row, y included,\nby equation (2) of Langguth et al. 2015):",
             bytes / o->sector * o->cache_Bps / o->bandwidth_Bps);
  for (int i = 0; i < o->tiles.count; i++) {
    fprintf(out, "%s tile %d", i > 0 ? "," : "", (int)o->tiles.item[i]);
    write_count(1, find_largest_block(counted, o->tiles.item[i]), out);
  }
  fputs(".\n", out);
}

static void write_title(const kn_options *o, FILE *out) {
  fprintf(out, "sectors of %d bytes; ", (int)o->sector);
  if (o->tile_cache > 0)
    fprintf(out, "%d rows in flight share a cache of %d bytes for %s\n\n", (int)o->in_flight,
            (int)o->tile_cache, strcmp(o->cached, "all") == 0 ? "x and the matrix" : "x");
  else
    fputs("each tile reads a sector of x once\n\n", out);
}

static void write_sector_counts(const kn_options *o, int count, const kn_sector_count *sector_count,
                                FILE *out) {
  const kn_row_form *form = selected_form(o);
  const bool device = o->bandwidth_Bps > 0.0;
  write_title(o, out);
  fprintf(out, "%10s %8s %10s %10s", "b", "tile", "x/row", "reads/row");
  fputs(device ? "   GFLOP/s  limit\n" : "\n", out);
  for (int i = 0; i < count; i++) {
    const kn_sector_count *t = &sector_count[i];
    write_count(9, t->block, out);
    tc_fprintf(out, " %8d %10.4f %10.4f", (int)t->tile, t->x, t->reads);
    if (device) tc_fprintf(out, " %9.2f  %s", 1e-9 * t->flops, t->is_cache_limited ? "cache" : "memory");
    fputc('\n', out);
  }
  fprintf(out,
          "\nb: rows of a block. tile: rows of a tile. x/row: %s, divided by its rows.\n"
          "reads/row: sectors of x, of matrix values and of column indices; the matrix has %d bytes per "
          "row.\n",
          o->tile_cache > 0 ? "sectors of x that a tile reads from beyond the cache"
                            : "distinct sectors of x that a tile reads",
          12 * o->width);
  if (device)
    tc_fprintf(out,
               "GFLOP/s: %d operations per row; limit: the slower of cache (all reads and 8 bytes of y at %g "
               "GB/s) and memory\n(%d bytes at %g GB/s).\n",
               kn_row_form_flop(form, o->width), 1e-9 * o->cache_Bps, kn_row_form_bytes(form, o->width),
               1e-9 * o->bandwidth_Bps);
}

static void write_line_counts(int count, const kn_line_count *line_count, FILE *out) {
  fprintf(out, "\n%10s %10s %10s %10s\n", "b", "cache [B]", "x again", "lines/row");
  for (int i = 0; i < count; i++) {
    write_count(9, line_count[i].block, out);
    tc_fprintf(out, " %10d %10.4f %10.4f\n", (int)line_count[i].cache, line_count[i].x, line_count[i].total);
  }
  fputs("\nx again: repeated loads of cache lines (64 bytes) of x per row, because the cache no longer "
        "contains the\nline (it evicts the least recently used line); lines/row: these loads plus the loads "
        "of all lines of matrix\nvalues and column indices and the first loads of x.\n",
        out);
}

void kn_kernels_counted(const kn_options *o, const kn_count_results *counted, FILE *out) {
  write_sector_counts(o, counted->sector_counts, counted->sector_count, out);
  write_largest_blocks(o, counted, out);
  if (counted->line_counts > 0) write_line_counts(counted->line_counts, counted->line_count, out);
}

static void add_timing(tc_section *list, const kn_options *o, const kn_timing *t) {
  tc_section *section =
      TC_SECTION(list, NULL, tc_item_count("block", t->block), tc_item_count("threads", t->threads),
                 tc_item_count("tile", t->tile), TC_VALUE("kernel", t->kernel->name),
                 TC_VALUE("step_s", t->step_s), TC_VALUE("fastest_s", t->fastest_s),
                 TC_VALUE("warmup_products", t->warm_up_products),
                 /* former name of the key warmup_products, still written until version 1.0 */
                 TC_VALUE("untimed", t->warm_up_products), TC_VALUE("flops", compute_flops(o, t)),
                 TC_VALUE("bandwidth_Bps", compute_Bps(o, t)),
                 TC_VALUE("local_page_share", t->local_page_share),
                 /* former name of the key local_page_share, still written until version 1.0 */
                 TC_VALUE("pages_near", t->local_page_share));
  TC_SECTION(section, "forecasts", TC_VALUE("levels_s", t->levels_s), TC_VALUE("hierarchy_s", t->reads_s));
}

/* Begins a document with the items at the beginning of both reports: program and options. */
static tc_section *begin_report(tc_document *document, const kn_options *o) {
  tc_section *root = tc_document_begin(document, "kernels");
  TC_ADD(root, TC_VALUE("pattern", o->pattern), TC_VALUE("cells", o->cells), TC_VALUE("width", o->width),
         tc_item_bool("directed", o->directed), TC_VALUE("seed", o->seed));
  return root;
}

tc_status kn_kernels_timings_json(const kn_options *o, const kn_timing_list *list) {
  tc_document document;
  const kn_row_form *form = selected_form(o);
  tc_section *root = begin_report(&document, o);
  TC_ADD(root, TC_VALUE("form", form->name), TC_VALUE("flop_per_row", kn_row_form_flop(form, o->width)),
         TC_VALUE("bytes_per_row", kn_row_form_bytes(form, o->width)), TC_VALUE("steps", o->steps),
         TC_VALUE("memory_nodes", tc_numa_node_count()));
  tc_items_add_device(root, list->device);
  tc_item_add(root, TC_VALUE("device_copy_Bps", list->copy_Bps));
  kn_forecasts_machine_add(root, list->forecasts);
  tc_section *results = tc_list_add(root, "results");
  for (int i = 0; i < list->count; i++) add_timing(results, o, &list->timing[i]);
  return tc_document_write(&document, tc_document_json, o->json);
}

/* Appends, for each tile, the largest block size for which the memory bandwidth limits the product; null if
 * there is none or no bandwidth is set. */
static void add_largest_blocks(tc_section *section, const kn_options *o, const kn_count_results *counted) {
  tc_section *list = tc_list_add(section, "largest_blocks");
  for (int i = 0; i < o->tiles.count; i++) {
    const int32_t tile = o->tiles.item[i];
    const int32_t block = o->bandwidth_Bps > 0.0 ? find_largest_block(counted, tile) : 0;
    TC_SECTION(list, NULL, TC_VALUE("tile", tile), tc_item_count("block", block));
  }
}

static void add_sector_count(tc_section *list, const kn_sector_count *t) {
  TC_SECTION(list, NULL, tc_item_count("block", t->block), TC_VALUE("tile", t->tile),
             TC_VALUE("x_sectors_per_row", t->x), TC_VALUE("reads_per_row", t->reads),
             tc_item_positive("flops", t->flops));
}

static void add_line_count(tc_section *list, const kn_line_count *f) {
  TC_SECTION(list, NULL, tc_item_count("block", f->block), TC_VALUE("cache_B", f->cache),
             TC_VALUE("x_lines_per_row", f->x), TC_VALUE("lines_per_row", f->total));
}

tc_status kn_kernels_counted_json(const kn_options *o, const kn_count_results *counted) {
  tc_document document;
  tc_section *root = begin_report(&document, o);
  TC_ADD(root, TC_VALUE("sector_B", o->sector), tc_item_positive("device_bandwidth_Bps", o->bandwidth_Bps),
         tc_item_positive("device_cache_Bps", o->cache_Bps), tc_item_count("tile_cache_B", o->tile_cache),
         tc_item_count("rows_in_flight", o->in_flight), TC_VALUE("cached", o->cached));
  add_largest_blocks(root, o, counted);
  tc_section *caches = tc_list_add(root, "caches");
  for (int i = 0; i < counted->line_counts; i++) add_line_count(caches, &counted->line_count[i]);
  tc_section *results = tc_list_add(root, "results");
  for (int i = 0; i < counted->sector_counts; i++) add_sector_count(results, &counted->sector_count[i]);
  return tc_document_write(&document, tc_document_json, o->json);
}
