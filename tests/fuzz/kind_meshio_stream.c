/* Output of the Python process that runs meshio. */
#include <fcntl.h>
#include <string.h>
#include <unistd.h>

#include "fuzz/kinds.h"
#include "fuzz/raw_mesh_rules.h"
#include "io/importers/meshio_stream.h"
#include "io/importers/meshio_streams.h"

static const char error[] = STREAM_HEAD_OF(2, 11) "--a b\0use c\0";

static const char *const words[] = {"\"points\": 5",
                                    "\"points\": 2147483647",
                                    "\"elements\": 2147483646",
                                    "\"corners\": 9223372036854775807",
                                    "\"width\": 6",
                                    "\"text\": 67108864",
                                    "\"status\": 1",
                                    "\"status\": 3",
                                    "\"members\": 0",
                                    "\"groups\": 0",
                                    "\n",
                                    "}",
                                    "tcraw1\n",
                                    "\xff\xff\xff\xff\xff\xff\xff\xff",
                                    "\x01\x01\x01\x01\x01\x01\x01\x7f",
                                    NULL};

static void begin(dice *d, mutant *m) {
  stream_bytes s;
  stream_make(&s);
  const bool is_error = roll(d, 8) == 0;
  m->length = is_error ? sizeof error - 1 : s.length;
  memcpy(m->text, is_error ? error : s.byte, m->length);
  m->text[m->length] = '\0';
}

static bool use(const mutant *m, uint64_t number) {
  (void)number;
  char path[MUTATE_PATH];
  bool is_missing, is_cut;
  tc_raw_mesh *raw = NULL;
  if (!mutant_write(m, ".bin", path)) return false;
  const int file = open(path, O_RDONLY | O_CLOEXEC);
  tc_status status = tc_meshio_stream_read(file, "x.vtu", NULL, &is_missing, &is_cut, &raw);
  close(file);
  unlink(path);
  const bool good = status || is_missing ? raw == NULL : raw_mesh_is_valid(raw);
  tc_raw_mesh_destroy(&raw);
  const bool is_usage = status && tc_status_code(status) == TC_USAGE;
  return is_proper(&status, is_usage ? TC_USAGE : TC_INPUT, is_usage ? "" : "x.vtu") && good;
}

const kind kind_meshio_stream = {"meshio_stream", 1, NULL, words, begin, use, .room = KIND_LITTLE};
