#include "report.h"

#include "base/file.h"
#include "io/folder.h"
#include "report/json_head.h"

static const tc_form *form_of(const tc_options *o) { return tc_form_at(o->form); }

double tc_timing_flops(const tc_options *o, const tc_timing *t) {
  return (double)form_of(o)->flop * o->cells / t->step_s;
}

double tc_timing_Bps(const tc_options *o, const tc_timing *t) {
  return (double)form_of(o)->bytes * o->cells / t->step_s;
}

void tc_kernels_head(const tc_options *o, FILE *out) {
  fprintf(out, "%d rows of four neighbours in blocks of b rows, %s; seed %d\n", (int)o->cells,
          o->directed ? "each drawn for itself" : "symmetric", (int)o->seed);
}

void tc_kernels_timings(const tc_options *o, int count, const tc_timing *timing, FILE *out) {
  const tc_form *form = form_of(o);
  fprintf(out, "form %s: %s; %d products of each line\n\n", form->name, form->summary, (int)o->steps);
  fprintf(out, "%10s %8s  %-8s %12s %12s %10s %8s\n", "b", "threads", "kernel", "ns a row", "fastest",
          "GFLOP/s", "GB/s");
  for (int i = 0; i < count; i++) {
    const tc_timing *t = &timing[i];
    fprintf(out, "%10d %8d  %-8s %12.3f %12.3f %10.3f %8.2f\n", (int)t->block, (int)t->threads,
            t->kernel->name, 1e9 * t->step_s / o->cells, 1e9 * t->fastest_s / o->cells,
            1e-9 * tc_timing_flops(o, t), 1e-9 * tc_timing_Bps(o, t));
  }
  fprintf(out,
          "\nMedian and fastest product. GFLOP/s: %d operations a row. GB/s: %d bytes a row, what has to "
          "move at\n"
          "least; x comes several times when its block does not fit into a cache. All results were "
          "checked.\n",
          form->flop, form->bytes);
}

tc_status tc_kernels_prepare(const char *json) {
  if (!json) return TC_OK;
  TC_TRY(tc_folder_prepare(json));
  return tc_file_replaceable(json, tc_file_begins(json, "{\n  \"program\": \""),
                             "a JSON report of Tetracast");
}

static void write_timing(tc_json *json, const tc_options *o, const tc_timing *t) {
  tc_json_open(json, NULL, '{');
  tc_json_integer(json, "block", t->block);
  tc_json_integer(json, "threads", t->threads);
  tc_json_text(json, "kernel", t->kernel->name);
  tc_json_number(json, "step_s", t->step_s);
  tc_json_number(json, "fastest_s", t->fastest_s);
  tc_json_number(json, "flops", tc_timing_flops(o, t));
  tc_json_number(json, "bandwidth_Bps", tc_timing_Bps(o, t));
  tc_json_close(json, '}');
}

static void write_head(tc_json *json, const tc_options *o) {
  tc_json_program(json, "kernels");
  tc_json_integer(json, "cells", o->cells);
  tc_json_bool(json, "directed", o->directed);
  tc_json_integer(json, "seed", o->seed);
}

tc_status tc_kernels_timings_json(const tc_options *o, int count, const tc_timing *timing) {
  tc_file file;
  TC_TRY(tc_file_open(o->json, &file));
  tc_json json = {file.out, 0, true};
  tc_json_open(&json, NULL, '{');
  write_head(&json, o);
  tc_json_text(&json, "form", form_of(o)->name);
  tc_json_integer(&json, "flop_per_row", form_of(o)->flop);
  tc_json_integer(&json, "bytes_per_row", form_of(o)->bytes);
  tc_json_integer(&json, "steps", o->steps);
  tc_json_open(&json, "results", '[');
  for (int i = 0; i < count; i++) write_timing(&json, o, &timing[i]);
  tc_json_close(&json, ']');
  tc_json_close(&json, '}');
  return tc_file_commit(&file);
}
