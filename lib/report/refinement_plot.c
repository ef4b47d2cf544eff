/* A log-log picture, drawn by gnuplot, which is told everything through a pipe. */
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "report/refinement.h"

static bool ends(const char *path, const char *ending) {
  const size_t length = strlen(path), tail = strlen(ending);
  return length > tail && strcmp(path + length - tail, ending) == 0;
}

tc_status tc_refinement_plot_check(const char *path) {
  if (!ends(path, ".png") && !ends(path, ".svg"))
    return tc_status_make(TC_USAGE, "--plot %s: a plot is a .png or .svg", path);
  if (system("command -v gnuplot > /dev/null 2>&1") != 0) // NOLINT(cert-env33-c): found as a shell finds it
    return tc_status_make(TC_OUTPUT,
                          "%s: cannot be drawn, because gnuplot is missing (apt-get install gnuplot-nox)",
                          path);
  return TC_OK;
}

/* As a string of gnuplot, in which only quotes mean something. */
static void write_quoted(const char *text, FILE *out) {
  fputc('\'', out);
  for (; *text; text++) {
    if (*text == '\'') fputc('\'', out);
    fputc(*text == '\n' ? ' ' : *text, out);
  }
  fputc('\'', out);
}

static void write_style(const tc_refinement *study, bool svg, const char *into, FILE *out) {
  fprintf(out, "set terminal %s size 800,600\nset output ",
          svg ? "svg noenhanced font 'DejaVu Sans,14' background '#ffffff'"
              : "pngcairo noenhanced font 'DejaVu Sans,12'");
  write_quoted(into, out);
  fputs("\nset encoding utf8\nset title ", out);
  write_quoted(study->title ? study->title : study->config, out);
  fputs("\nset logscale xy\nset format '%g'\nset grid linecolor "
        "'#d8d8d8'\n"
        "set border 3 linecolor '#444444'\nset tics nomirror\nset key below\n"
        "set xlabel 'h = (volume / cells)^(1/3)'\nset ylabel 'L2 error, relative to the exact solution'\n",
        out);
}

/* Each series is a block of data of its own, so that no name has to be a file's. */
static void write_data(const tc_refinement *study, FILE *out) {
  for (int i = 0; i < study->count; i++) {
    fprintf(out, "$series%d << END\n", i);
    for (int k = 0; k < study->series[i].levels; k++)
      fprintf(out, "%.9g %.9g\n", study->series[i].level[k].h, study->series[i].level[k].relative);
    fputs("END\n", out);
  }
}

/* The errors, and how second order would fall from the first one. */
static void write_plot(const tc_refinement *study, FILE *out) {
  static const char *const colour[] = {"#1f5fa8", "#c8501e", "#2e8b57", "#8a4fa0"};
  fputs("plot", out);
  for (int i = 0; i < study->count; i++) {
    fprintf(out, " $series%d with linespoints linewidth 2 pointtype %d linecolor '%s' title ", i, 7 + 2 * i,
            colour[i % 4]);
    write_quoted(study->series[i].scheme, out);
    fputc(',', out);
  }
  const tc_level *first = study->series[0].level, *last = first + study->series[0].levels - 1;
  fprintf(out,
          " [%.9g:%.9g] %.9g * (x / %.9g)**2 with lines dashtype 2 linecolor '#808080' title 'second "
          "order'\n",
          last->h, first->h, first->relative, first->h);
}

tc_status tc_refinement_plot(const tc_refinement *study, const char *path) {
  tc_file file;
  TC_TRY(tc_file_open(path, &file));
  FILE *gnuplot = popen("gnuplot > /dev/null 2>&1", "w"); // NOLINT(cert-env33-c)
  if (gnuplot) {
    write_style(study, ends(path, ".svg"), file.temporary, gnuplot);
    write_data(study, gnuplot);
    write_plot(study, gnuplot);
  }
  if (gnuplot && pclose(gnuplot) == 0) return tc_file_commit(&file);
  tc_file_abandon(&file);
  return tc_status_make(TC_OUTPUT, "%s: gnuplot could not draw it", path);
}
