/* Debug information: the source position of each code address of a small library that clang 14 compiles. */
#include "blame/dwarf/debug_info.h"

#include "blame/extract/unit_text.h"

/* `norm` is in norm.h and `work` in work.c, so the file of a line identifies its function. clang generates
 * code without a line for `sqrt`, and assigns some of this code to the wrong file. */
static const char text[] = "double sqrt(double);\n"
                           "#line 1 \"norm.h\"\n"
                           "static inline double norm(const double *x, int n) {\n"
                           "  double s = 0;\n"
                           "  for (int i = 0; i < n; i++) {\n"
                           "    s += sqrt(x[i] * x[i] + 1.0);\n"
                           "    if (x[i] > 0.5)\n"
                           "      s += sqrt(x[i]);\n"
                           "    else\n"
                           "      s -= sqrt(x[i] + 2.0);\n"
                           "  }\n"
                           "  return s;\n"
                           "}\n"
                           "#line 101 \"work.c\"\n"
                           "double work(const double *x, int n) {\n"
                           "  double all = 0;\n"
                           "  for (int r = 0; r < 100; r++) all += 2 * norm(x, n);\n"
                           "  return all;\n"
                           "}\n";

enum { norm_last = 11, work_first = 101, work_last = 105 };

static int norms, works;

static void check_frame(const tb_inline_frame *frame, uint64_t address) {
  const bool is_norm = strcmp(frame->function, "norm") == 0;
  if (!frame->file || frame->line == 0) return;
  const char *name = strrchr(frame->file, '/') + 1;
  cr_expect_str_eq(name, is_norm ? "norm.h" : "work.c", "%s:%d at %lx", name, frame->line, (long)address);
  cr_expect(is_norm ? frame->line <= norm_last : frame->line >= work_first && frame->line <= work_last,
            "%s:%d at %lx", name, frame->line, (long)address);
  ++*(is_norm ? &norms : &works);
}

Test(debug, lines_and_their_files) {
  char *path = bitcode_of(text, "clang-14 -O3 -g -shared -fPIC -nostdlib");
  tb_image *image = NULL;
  tc_map texts = {0};
  tb_debug *debug = NULL;
  tb_inline_chain calls;
  expect_ok(tb_image_open(path, &image));
  expect_ok(tb_debug_create(image, &texts, &debug));
  for (int s = 0; s < image->segments; s++)
    for (uint64_t at = 0; image->segment[s].is_code && at < image->segment[s].bytes; at++) {
      expect_ok(tb_debug_find(debug, image->segment[s].address + at, &calls));
      if (calls.count > 0) check_frame(&calls.frame[0], image->segment[s].address + at);
    }
  cr_expect(norms > 0 && works > 0);
  tb_debug_destroy(&debug);
  tc_map_free(&texts);
  tb_image_close(&image);
  remove_bitcode(path);
}
