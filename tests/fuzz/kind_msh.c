/* Gmsh meshes of versions 2 and 4.1, as text and in binary form. Each input is read and converted to a
 * mesh. */
#include <string.h>
#include <unistd.h>

#include "convert/convert.h"
#include "fuzz/kinds.h"
#include "fuzz/raw_mesh_rules.h"
#include "io/importers/importer.h"
#include "io/importers/msh_forms.h"

#define HEAD(version) "$MeshFormat\n" version " 0 8\n$EndMeshFormat\n"

static const char *const texts[] = {
    /* version 2.2: gaps in the vertex numbers; elements with zero, one and four tags; second order;
     * comments; periodic links */
    HEAD("2.2") "$Comments\nby hand\n$EndComments\n$Nodes\n6\n1 0 0 0\n900 1 0 0\n3 0 1 0\n40 0 0 1\n5 .5 0 "
                "0\n"
                "7 1 1 1\n$EndNodes\n$Elements\n4\n1 15 0 1\n2 8 1 4 1 900 5\n3 4 4 1 1 1 2 1 900 3 40\n"
                "4 4 5 1 1 2 1 -2 900 3 40 7\n$EndElements\n$Periodic\n1\n2 1 2\n1\n1 3\n$EndPeriodic\n",
    /* version 2: version number without a minor digit, physical names without a dimension, Windows line
     * ends */
    HEAD("2") "$Nodes\r\n4\r\n1 0 0 0\r\n2 1 0 0\r\n3 0 1 0\r\n4 0 0 1\r\n$EndNodes\r\n$Elements\r\n2\r\n"
              "1 2 3 1 1 0 1 2 3\r\n2 4 3 2 1 1 1 2 3 4\r\n$EndElements\r\n$PhysicalNames\r\n1\r\n2 \"a "
              "b\"\r\n"
              "$EndPhysicalNames\r\n",
    /* version 4.1: partitioned entities, two groups of one entity, parametric vertices, ghost elements */
    HEAD("4.1") "$PhysicalNames\n2\n2 1 \"a\" word\n3 1 b\n$EndPhysicalNames\n$Entities\n0 0 1 1\n1 0 0 0 1 "
                "1 1 0 0\n"
                "1 0 0 0 1 1 1 1 1 1 1\n$EndEntities\n$PartitionedEntities\n2\n1\n3 2\n0 0 1 2\n"
                "2 2 1 2 1 2 0 0 0 1 1 1 2 1 -5 0\n2 3 1 1 1 0 0 0 1 1 1 1 1 0\n3 3 1 1 2 0 0 0 1 1 1 1 1 0\n"
                "$EndPartitionedEntities\n$Nodes\n2 5 1 5\n2 2 1 3\n1\n2\n3\n0 0 0 .1 .2\n1 0 0 .1 .2\n0 1 0 "
                "0 0\n"
                "3 3 0 2\n4\n5\n0 0 1\n1 1 1\n$EndNodes\n$Elements\n3 3 1 3\n2 2 2 1\n1 2 3 5\n3 2 4 1\n2 1 "
                "2 3 4\n"
                "3 3 4 1\n3 2 3 4 5\n$EndElements\n$GhostElements\n1\n3 2 1 1\n$EndGhostElements\n",
};

static const char *const words[] = {
    "9223372036854775807",
    "-9223372036854775808",
    "99999999999999999999",
    "2147483648",
    "4294967296",
    "-2147483648",
    "-1",
    "0",
    "1",
    "2",
    "3",
    "4",
    "5",
    "8",
    "9",
    "11",
    "12",
    "15",
    "17",
    "29",
    "93",
    "1e308",
    "1e999",
    "nan",
    "1.0",
    "0x10",
    "1,5",
    "\xef\xbb\xbf",
    "version https://git-lfs.github.com/spec/v1\n",
    "\n",
    "\r\n",
    " ",
    "\"",
    "$",
    "$Nodes\n",
    "$EndNodes\n",
    "$Elements\n",
    "$EndElements\n",
    "$Entities\n",
    "$EndEntities\n",
    "$PhysicalNames\n",
    "$EndPhysicalNames\n",
    "$PartitionedEntities\n",
    "$Periodic\n",
    "$EndPeriodic\n",
    "$MeshFormat\n",
    "$EndMeshFormat\n",
    "4.1 0 8\n",
    "4.1 1 8\n",
    "2.2 1 8\n",
    "4 0 8\n",
    "2.2 0 4\n",
    "$NOD\n",
    "\x01",
    "\xff\xff\xff\xff\xff\xff\xff",
    "\x7f\xff",
    NULL,
};

static void begin(dice *d, mutant *m) {
  enum { text_count = sizeof texts / sizeof *texts };
  static msh_bytes bytes;
  const uint64_t choice = roll(d, msh_form_count + text_count);
  if (choice >= msh_form_count) {
    mutant_set(m, texts[choice - msh_form_count]);
    return;
  }
  msh_write(&msh_forms[choice], &bytes);
  m->length = bytes.length;
  memcpy(m->text, bytes.text, m->length);
  m->text[m->length] = '\0';
}

/* Returns options of the conversion that depend on the number of the input. */
static tc_convert_options choose_options(uint64_t number) {
  tc_convert_options options = tc_convert_defaults;
  options.merge = (tc_merge_policy)(number % 3);
  options.tolerance = number % 2 ? 0 : 1e-3;
  options.divides = number / 3 % 2;
  options.drops_curved = number / 6 % 2;
  return options;
}

/* Reads a mesh and converts it. Sets *is_valid to false if the reader violates the rules of raw meshes. */
static tc_status read_and_convert(const char *path, uint64_t number, bool *is_valid) {
  tc_raw_mesh *raw = NULL;
  tc_converted converted = {0};
  const tc_convert_options options = choose_options(number);
  const tc_status status = tc_importer_find("msh")->read(path, &(tc_import_options){0}, NULL, &raw);
  *is_valid = status ? raw == NULL : raw_mesh_is_valid(raw);
  if (status) return status;
  const tc_status later = tc_raw_mesh_convert(&raw, "m", &options, NULL, &converted);
  tc_converted_free(&converted);
  return later;
}

static bool use(const mutant *m, uint64_t number) {
  char path[MUTATE_PATH];
  bool is_valid;
  if (!mutant_write(m, ".msh", path)) return false;
  tc_status status = read_and_convert(path, number, &is_valid);
  unlink(path);
  return is_proper(&status, TC_INPUT, path) && is_valid;
}

const kind kind_msh = {"msh", 1, NULL, words, begin, use, .room = 2 * KIND_LITTLE};
