/* Stream in the format by which the meshio importer receives meshes from its Python program. The mesh has
 * two tetrahedra and a triangle, with groups, names and directions. */
#ifndef TC_TESTS_IO_IMPORTERS_MESHIO_STREAMS_H
#define TC_TESTS_IO_IMPORTERS_MESHIO_STREAMS_H

#include <endian.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

enum { stream_bytes_max = 2048, stream_parts = 10 };

typedef struct stream_bytes {
  size_t length;
  char byte[stream_bytes_max];
  size_t part[stream_parts]; /* offset in `byte` of each array of the stream, in the order of the stream */
} stream_bytes;

static inline void stream_add(stream_bytes *s, const void *bytes, size_t n) {
  memcpy(s->byte + s->length, bytes, n);
  s->length += n;
}

static inline void stream_add_integers(stream_bytes *s, int part, int count, const int64_t *value) {
  s->part[part] = s->length;
  for (int i = 0; i < count; i++) stream_add(s, &(uint64_t){htole64((uint64_t)value[i])}, 8);
}

static inline void stream_add_reals(stream_bytes *s, int part, int count, const double *value) {
  s->part[part] = s->length;
  for (int i = 0; i < count; i++) {
    uint64_t bits;
    memcpy(&bits, &value[i], 8);
    stream_add(s, &(uint64_t){htole64(bits)}, 8);
  }
}

#define STREAM_TEXT "VTU, by meshio\0outer\0\0wall\0careful\0"
#define STREAM_HEAD                                                                                          \
  "tcraw1\n{\"status\": 0, \"base\": 1, \"numbered\": 1, \"points\": 5, \"elements\": 3, \"corners\": 11, "  \
  "\"blocks\": 2, \"groups\": 3, \"members\": 4, \"width\": 3, \"sides\": 0, \"text\": 35}\n"

/* The keys after "status" in the header of a stream without a mesh. All counts are 0, and the number of
 * bytes of the texts is appended. */
#define STREAM_ZEROS                                                                                         \
  ", \"base\": 0, \"numbered\": 0, \"points\": 0, \"elements\": 0, \"corners\": 0, \"blocks\": 0, "          \
  "\"groups\": 0, \"members\": 0, \"width\": 0, \"sides\": 0, \"text\": "
/* The header of a stream without a mesh. It has a status and the number of bytes of the text that follows
 * the header. */
#define STREAM_HEAD_OF(status, text) "tcraw1\n{\"status\": " #status STREAM_ZEROS #text "}\n"

static inline void stream_make(stream_bytes *s) {
  *s = (stream_bytes){0};
  stream_add(s, STREAM_HEAD, sizeof STREAM_HEAD - 1);
  s->part[0] = s->length;
  stream_add(s, STREAM_TEXT, sizeof STREAM_TEXT - 1);
  stream_add_integers(s, 1, 6, (int64_t[]){3, 7, 3, 8, 2, 7});
  stream_add_integers(s, 2, 3, (int64_t[]){11, 12, 20});
  stream_add_integers(s, 3, 4, (int64_t[]){0, 2, 3, 4});
  stream_add_integers(s, 4, 4, (int64_t[]){1, 0, 1, 2});
  stream_add_integers(s, 5, 4, (int64_t[]){8, 2, 3, 1});
  stream_add_integers(s, 6, 11, (int64_t[]){0, 1, 2, 3, 1, 2, 3, 4, 0, 1, 2});
  stream_add_reals(s, 7, 15, (double[]){0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1, 1, 1, 1.5});
  stream_add_integers(s, 8, 5, (int64_t[]){100, 200, 300, 400, 500});
  stream_add_reals(s, 9, 9, (double[]){1, 0, 0, 0, 2, 0, 0, 0, 0});
}

#endif
