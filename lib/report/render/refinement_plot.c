/* Log-log plot of a refinement study, drawn by gnuplot. Commands and data are sent through a pipe, so no
 * temporary data file is needed. gnuplot draws into a temporary file. A mark of this program is inserted at
 * the end of that file before the file is renamed to its final name. An existing file without this mark is
 * not overwritten. */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/core/print.h"
#include "base/file/file.h"
#include "report/document/refinement.h"

/* Marks at the end of each plot that this program draws. In SVG the mark is a comment. In PNG the mark is a
 * text chunk and the last chunk (IEND), and replaces the last chunk of the file. */
static const char svg_mark[] = "<!-- tetracast verify -->\n";
static const char png_mark[] = "\0\0\0\x12"
                               "tEXtSoftware\0Tetracast"
                               "\x59\xf3\x4d\x46"
                               "\0\0\0\0IEND\xae\x42\x60\x82";

typedef struct plot_format {
  const char *suffix, *terminal, *mark;
  size_t length;
  long replaced_bytes; /* number of bytes at the end of gnuplot's file that the mark replaces */
} plot_format;

static const plot_format plot_formats[] =
    {{".png", "pngcairo noenhanced font 'DejaVu Sans,12'", png_mark, sizeof png_mark - 1, 12},
     {".svg", "svg noenhanced font 'DejaVu Sans,14' background '#ffffff'", svg_mark, sizeof svg_mark - 1, 0}};

static const plot_format *find_format(const char *path) {
  const size_t length = strlen(path);
  for (size_t k = 0; k < sizeof plot_formats / sizeof *plot_formats; k++)
    if (length > 4 && strcmp(path + length - 4, plot_formats[k].suffix) == 0) return &plot_formats[k];
  return NULL;
}

tc_status tc_refinement_plot_check(const char *path) {
  if (!find_format(path))
    return tc_status_create(TC_USAGE, "--plot %s: unknown kind of plot: use a name that ends in .png or .svg",
                            path);
  // NOLINTNEXTLINE(cert-env33-c): searched in PATH as by a shell
  if (system("command -v gnuplot > /dev/null 2>&1") != 0)
    return tc_status_create(TC_OUTPUT,
                            "%s: cannot be drawn because gnuplot is missing: install it (apt-get install "
                            "gnuplot-nox)",
                            path);
  return TC_OK;
}

bool tc_refinement_plot_is_own(const char *path) {
  const plot_format *k = find_format(path);
  char text[64];
  int64_t bytes;
  int file;
  if (!k) return false;
  tc_status status = tc_file_open_regular(path, TC_OUTPUT, &file, &bytes);
  if (status) {
    tc_status_free(&status);
    return false;
  }
  const ssize_t length = pread(file, text, k->length, (off_t)(bytes - (int64_t)k->length));
  close(file);
  return length == (ssize_t)k->length && memcmp(text, k->mark, k->length) == 0;
}

/* Writes a string in single quotes for gnuplot. Quotes in `text` are doubled, and line breaks become
 * blanks. */
static void write_quoted(const char *text, FILE *out) {
  fputc('\'', out);
  for (; *text; text++) {
    if (*text == '\'') fputc('\'', out);
    fputc(*text == '\n' ? ' ' : *text, out);
  }
  fputc('\'', out);
}

static void write_style(const tc_refinement *study, const plot_format *k, const char *picture_path,
                        FILE *out) {
  fprintf(out, "set terminal %s size 800,600\nset output ", k->terminal);
  write_quoted(picture_path, out);
  fputs("\nset encoding utf8\nset title ", out);
  write_quoted(study->title ? study->title : study->config, out);
  fputs("\nset logscale xy\nset format '%g'\nset grid linecolor "
        "'#d8d8d8'\n"
        "set border 3 linecolor '#444444'\nset tics nomirror\nset key below\n"
        "set xlabel 'h = (volume / cells)^(1/3)'\nset ylabel 'L2 error, relative to the exact solution'\n",
        out);
}

/* True if the plot shows the run. Logarithms require positive values, and `relative` is NaN if the exact
 * solution is 0. */
static bool is_shown(const tc_refinement_level *l) { return l->relative > 0.0; }

/* Finds the first and the last run of a series that the plot shows. Returns false if there is none. */
static bool find_shown_range(const tc_refinement_series *s, const tc_refinement_level *end[2]) {
  end[0] = end[1] = NULL;
  for (int k = 0; k < s->levels; k++) {
    if (!is_shown(&s->level[k])) continue;
    if (!end[0]) end[0] = &s->level[k];
    end[1] = &s->level[k];
  }
  return end[0] != NULL;
}

bool tc_refinement_has_plot(const tc_refinement *study) {
  const tc_refinement_level *end[2];
  for (int i = 0; i < study->count; i++)
    if (find_shown_range(&study->series[i], end)) return true;
  return false;
}

static void write_data(const tc_refinement *study, FILE *out) {
  for (int i = 0; i < study->count; i++) {
    const tc_refinement_series *s = &study->series[i];
    fprintf(out, "$series%d << END\n", i);
    for (int k = 0; k < s->levels; k++)
      if (is_shown(&s->level[k])) tc_fprintf(out, "%.9g %.9g\n", s->level[k].h, s->level[k].relative);
    fputs("END\n", out);
  }
}

/* Writes the gnuplot commands that draw the errors and a reference line. This line has the slope of second
 * order and passes through the first error of the first drawn series. */
static void write_plot(const tc_refinement *study, FILE *out) {
  static const char *const colour[] = {"#1f5fa8", "#c8501e", "#2e8b57", "#8a4fa0"};
  const tc_refinement_level *end[2], *from = NULL, *to = NULL;
  fputs("plot", out);
  for (int i = 0; i < study->count; i++) {
    if (!find_shown_range(&study->series[i], end)) continue;
    fprintf(out, " $series%d with linespoints linewidth 2 pointtype %d linecolor '%s' title ", i, 7 + 2 * i,
            colour[i % 4]);
    write_quoted(study->series[i].scheme, out);
    fputc(',', out);
    if (!from) from = end[0], to = end[1];
  }
  if (!from) return;
  tc_fprintf(out,
             " [%.9g:%.9g] %.9g * (x / %.9g)**2 with lines dashtype 2 linecolor '#808080' title 'second "
             "order'\n",
             to->h, from->h, from->relative, from->h);
}

/* Draws the plot with gnuplot into the file `picture_path`. Returns true if gnuplot succeeded. */
static bool draw_plot(const tc_refinement *study, const plot_format *k, const char *picture_path) {
  FILE *gnuplot = popen("gnuplot > /dev/null 2>&1", "w"); // NOLINT(cert-env33-c)
  if (!gnuplot) return false;
  write_style(study, k, picture_path, gnuplot);
  write_data(study, gnuplot);
  write_plot(study, gnuplot);
  return pclose(gnuplot) == 0;
}

static bool append_mark(const plot_format *k, FILE *picture) {
  return fseek(picture, -k->replaced_bytes, SEEK_END) == 0 && fwrite(k->mark, k->length, 1, picture) == 1;
}

tc_status tc_refinement_plot(const tc_refinement *study, const char *path) {
  const plot_format *k = find_format(path);
  tc_file file;
  TC_TRY(tc_file_open(path, &file));
  if (draw_plot(study, k, file.temporary) && append_mark(k, file.out)) return tc_file_commit(&file);
  tc_file_discard(&file);
  return tc_status_create(TC_OUTPUT,
                          "%s: gnuplot failed to draw it: check the free disk space and the installation of "
                          "gnuplot",
                          path);
}
