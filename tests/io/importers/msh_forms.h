/* Writer of a small Gmsh mesh in all forms of the format (version, text or binary, byte order). The mesh
 * has two cells with the regions outer (10) and inner (20). Its three boundary faces have the markers wall
 * (6), inlet (9) and outlet (7). */
#ifndef TC_TESTS_IO_IMPORTERS_MSH_FORMS_H
#define TC_TESTS_IO_IMPORTERS_MSH_FORMS_H

#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

typedef struct msh_form {
  const char *version; /* version of the format, "2.2" or "4.1" */
  bool is_binary, swaps;
  const char *format; /* description of the format that the reader must report */
} msh_form;

static const msh_form msh_forms[] = {
    {"2.2", false, false, "Gmsh MSH 2.2, text"},  {"2.2", true, false, "Gmsh MSH 2.2, binary"},
    {"2.2", true, true, "Gmsh MSH 2.2, binary"},  {"4.1", false, false, "Gmsh MSH 4.1, text"},
    {"4.1", true, false, "Gmsh MSH 4.1, binary"}, {"4.1", true, true, "Gmsh MSH 4.1, binary"},
};
enum { msh_form_count = sizeof msh_forms / sizeof *msh_forms };

typedef struct msh_bytes {
  msh_form form;
  size_t length;
  char text[1 << 14];
} msh_bytes;

__attribute__((format(printf, 2, 3))) static inline void msh_line(msh_bytes *b, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  b->length += (size_t)vsnprintf(b->text + b->length, sizeof b->text - b->length, format, arguments);
  va_end(arguments);
}

/* Appends the bytes of a number to a binary file, in reversed order if the form swaps the byte order. */
static inline void msh_bits(msh_bytes *b, const void *bits, size_t bytes) {
  const char *from = bits;
  for (size_t i = 0; i < bytes; i++) b->text[b->length++] = from[b->form.swaps ? bytes - 1 - i : i];
}

/* msh_int and the functions after it append a number as text or as bytes. msh_end ends the row of a text
 * file. */
static inline void msh_int(msh_bytes *b, int32_t value) {
  if (b->form.is_binary)
    msh_bits(b, &value, sizeof value);
  else
    msh_line(b, "%d ", value);
}

static inline void msh_size(msh_bytes *b, int64_t value) {
  if (b->form.is_binary)
    msh_bits(b, &value, sizeof value);
  else
    msh_line(b, "%lld ", (long long)value);
}

static inline void msh_reals(msh_bytes *b, int count, const double *value) {
  for (int i = 0; i < count; i++)
    if (b->form.is_binary)
      msh_bits(b, &value[i], sizeof value[i]);
    else
      msh_line(b, "%d.%02d ", (int)value[i], (int)(value[i] * 100) % 100);
}

static inline void msh_end(msh_bytes *b) {
  if (!b->form.is_binary) msh_line(b, "\n");
}

static inline void msh_ints(msh_bytes *b, int count, const int *value) {
  for (int i = 0; i < count; i++) msh_int(b, value[i]);
}

static inline void msh_sizes(msh_bytes *b, int count, const int *value) {
  for (int i = 0; i < count; i++) msh_size(b, value[i]);
}

static inline void msh_head(msh_bytes *b) {
  msh_line(b, "$MeshFormat\n%s %d 8\n", b->form.version, b->form.is_binary);
  if (b->form.is_binary) msh_int(b, 1);
  msh_line(b, "%s$EndMeshFormat\n", b->form.is_binary ? "\n" : "");
}

static const double msh_points[5][3] = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}, {1, 1.25, 1}};

/* The elements: Gmsh type, physical group, number of points, and numbers of the points. */
static const struct {
  int type, group, points, point[4];
} msh_elements[5] = {{2, 6, 3, {1, 2, 3, 0}},
                     {2, 9, 3, {2, 3, 5, 0}},
                     {2, 7, 3, {5, 4, 2, 0}},
                     {4, 10, 4, {1, 2, 3, 4}},
                     {4, 20, 4, {2, 3, 4, 5}}};

static inline void msh_write2(msh_bytes *b) {
  msh_line(b, "$Nodes\n5\n");
  for (int i = 0; i < 5; i++) {
    msh_int(b, i + 1);
    msh_reals(b, 3, msh_points[i]);
    msh_end(b);
  }
  msh_line(b, "\n$EndNodes\n$Elements\n5\n");
  for (int i = 0; i < 5; i++) {
    const int type = msh_elements[i].type, points = msh_elements[i].points;
    if (b->form.is_binary)
      msh_ints(b, 4, (int[]){type, 1, 2, i + 1});
    else
      msh_ints(b, 3, (int[]){i + 1, type, 2});
    msh_ints(b, 2, (int[]){msh_elements[i].group, i + 1});
    msh_ints(b, points, msh_elements[i].point);
    msh_end(b);
  }
  msh_line(b, "\n$EndElements\n");
}

static inline void msh_entities(msh_bytes *b) {
  static const double box[6] = {0, 0, 0, 1, 1, 1};
  msh_line(b, "$Entities\n");
  msh_sizes(b, 4, (int[]){1, 0, 3, 2});
  msh_end(b);
  msh_int(b, 1);
  msh_reals(b, 3, box);
  msh_size(b, 0);
  msh_end(b);
  for (int i = 0; i < 5; i++) {
    msh_int(b, i + 1);
    msh_reals(b, 6, box);
    msh_size(b, 1);
    msh_int(b, msh_elements[i].group);
    msh_size(b, i < 3 ? 0 : 1);
    if (i >= 3) msh_int(b, -1);
    msh_end(b);
  }
  msh_line(b, "\n$EndEntities\n");
}

static inline void msh_write4(msh_bytes *b) {
  msh_entities(b);
  msh_line(b, "$Nodes\n");
  msh_sizes(b, 4, (int[]){1, 5, 1, 5});
  msh_end(b);
  msh_ints(b, 3, (int[]){3, 4, 0});
  msh_size(b, 5);
  msh_end(b);
  for (int i = 0; i < 5; i++) {
    msh_size(b, i + 1);
    msh_end(b);
  }
  for (int i = 0; i < 5; i++) {
    msh_reals(b, 3, msh_points[i]);
    msh_end(b);
  }
  msh_line(b, "\n$EndNodes\n$Elements\n");
  msh_sizes(b, 4, (int[]){5, 5, 1, 5});
  msh_end(b);
  for (int i = 0; i < 5; i++) {
    msh_ints(b, 3, (int[]){msh_elements[i].points - 1, i + 1, msh_elements[i].type});
    msh_size(b, 1);
    msh_end(b);
    msh_size(b, i + 1);
    msh_sizes(b, msh_elements[i].points, msh_elements[i].point);
    msh_end(b);
  }
  msh_line(b, "\n$EndElements\n");
}

static inline void msh_write(const msh_form *form, msh_bytes *b) {
  b->form = *form;
  b->length = 0;
  msh_head(b);
  msh_line(b, "$PhysicalNames\n5\n2 6 \"wall\"\n2 9 \"inlet\"\n2 7 \"outlet\"\n3 10 \"outer\"\n"
              "3 20 \"inner\"\n$EndPhysicalNames\n");
  if (form->version[0] == '2')
    msh_write2(b);
  else
    msh_write4(b);
}

#endif
