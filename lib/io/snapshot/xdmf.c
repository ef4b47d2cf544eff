/* Writes the XDMF file of a snapshot file (see xdmf.h). The entry of each snapshot contains the mesh again
 * and refers to whole datasets, because not all readers support references to another mesh or to parts of
 * datasets. The file is written under a temporary name and then renamed. */
#include "io/snapshot/xdmf.h"

#include <stdio.h>
#include <string.h>

#include "base/core/memory.h"
#include "base/core/print.h"
#include "base/file/file.h"
#include "base/file/path.h"

tc_status tc_xdmf_path(const char *snapshot_path, char **out) {
  char *path = NULL;
  TC_TRY(tc_alloc_text("path", &path, "%.*s.xdmf", (int)tc_path_stem(snapshot_path), snapshot_path));
  if (strcmp(path, snapshot_path) == 0) {
    tc_free(path);
    return tc_status_create(TC_OUTPUT,
                            "%s: this name is reserved for the XDMF file of the snapshots: use another "
                            "ending, such as .h5",
                            snapshot_path);
  }
  *out = path;
  return TC_OK;
}

/* Writes a text and escapes the special characters of XML. */
static void write_escaped(FILE *file, const char *text) {
  for (; *text; text++) {
    if (*text == '&')
      fputs("&amp;", file);
    else if (*text == '<')
      fputs("&lt;", file);
    else if (*text == '>')
      fputs("&gt;", file);
    else
      fputc(*text, file);
  }
}

/* Writes a reference to a dataset of the snapshot file with rows x width values of `bytes` bytes. `kind` is
 * Int or Float. If `width` is 1, the dataset is one-dimensional. */
static void write_data_item(FILE *file, const tc_xdmf *xdmf, const char *kind, int bytes, tc_gid rows,
                            int width, const char *dataset) {
  fprintf(file, "<DataItem Dimensions=\"%lld", (long long)rows);
  if (width > 1) fprintf(file, " %d", width);
  fprintf(file, "\" NumberType=\"%s\" Precision=\"%d\" Format=\"HDF\">", kind, bytes);
  write_escaped(file, tc_path_name(xdmf->snapshot_path));
  fprintf(file, ":%s</DataItem>\n", dataset);
}

/* Writes the XML element Attribute for cell data. `type` is Scalar, Vector or Tensor6. */
static void write_attribute(FILE *file, const tc_xdmf *xdmf, const char *name, const char *type,
                            const char *kind, int bytes, int width, const char *dataset) {
  fprintf(file, "<Attribute Name=\"%s\" AttributeType=\"%s\" Center=\"Cell\">", name, type);
  write_data_item(file, xdmf, kind, bytes, xdmf->cells, width, dataset);
  fputs("</Attribute>\n", file);
}

static void write_extras(FILE *file, const tc_xdmf *xdmf, int64_t k) {
  const tc_snapshot_extras *extras = xdmf->extras;
  for (int i = 0; extras && i < extras->states; i++) {
    char dataset[256];
    snprintf(dataset, sizeof dataset, "/state-frames/%s/%lld", extras->state_name[i], (long long)k);
    write_attribute(file, xdmf, extras->state_name[i], "Scalar", "Float", 8, 1, dataset);
  }
  if (extras && extras->tensor)
    write_attribute(file, xdmf, "tensor", "Tensor6", "Float", 8, 6, "/mesh/tensor");
  if (extras && extras->fibre) write_attribute(file, xdmf, "fibres", "Vector", "Float", 8, 3, "/mesh/fibres");
}

/* Writes the entry of snapshot k. The entry refers to whole datasets, because libXdmf 3 misreads hyperslabs.
 * The entry repeats the mesh, because readers interpret references to another grid differently. */
static void write_frame(FILE *file, const tc_xdmf *xdmf, int64_t k) {
  char dataset[48];
  snprintf(dataset, sizeof dataset, "/field/frames/%lld", (long long)k);
  tc_fprintf(file, "<Grid Name=\"frame %lld\" GridType=\"Uniform\">\n<Time Value=\"%.17g\"/>\n", (long long)k,
             xdmf->time[k]);
  fprintf(file, "<Topology TopologyType=\"Tetrahedron\" NumberOfElements=\"%lld\">", (long long)xdmf->cells);
  write_data_item(file, xdmf, "Int", 4, xdmf->cells, 4, "/mesh/cells");
  fputs("</Topology>\n<Geometry GeometryType=\"XYZ\">", file);
  write_data_item(file, xdmf, "Float", 8, xdmf->nodes, 3, "/mesh/points");
  fputs("</Geometry>\n", file);
  write_attribute(file, xdmf, "v", "Scalar", "Float", 8, 1, dataset);
  write_attribute(file, xdmf, "region", "Scalar", "Int", 4, 1, "/mesh/region");
  write_extras(file, xdmf, k);
  fputs("</Grid>\n", file);
}

static const char xdmf_head[] =
    "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<Xdmf Version=\"3.0\">\n<Domain>\n"
    "<Grid Name=\"snapshots\" GridType=\"Collection\" CollectionType=\"Temporal\">\n";

bool tc_xdmf_is_own(const char *path) { return tc_file_starts_with(path, xdmf_head); }

tc_status tc_xdmf_write(const char *path, const tc_xdmf *xdmf) {
  tc_file file;
  TC_TRY(tc_file_open(path, &file));
  fputs(xdmf_head, file.out);
  for (int64_t k = 0; k < xdmf->frames; k++) write_frame(file.out, xdmf, k);
  fputs("</Grid>\n</Domain>\n</Xdmf>\n", file.out);
  return tc_file_commit(&file);
}
