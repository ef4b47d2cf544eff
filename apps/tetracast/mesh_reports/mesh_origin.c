#include "mesh_reports/mesh_origin.h"

void app_mesh_origin_write(const tc_mesh_origin *origin, const char *name, FILE *out) {
  if (!origin) return;
  fprintf(out, "%-17s %s (%s, %lld bytes, hash %016llx)\n", "source", name, origin->format,
          (long long)origin->source_bytes, (unsigned long long)origin->source_hash);
  if (origin->is_automatic)
    fprintf(out, "%-17s automatic, because a config or command named the source file\n", "import");
  if (origin->options && *origin->options) fprintf(out, "%-17s %s\n", "options", origin->options);
}

tc_section *app_mesh_origin_add(tc_section *root, const tc_mesh_origin *origin) {
  if (!origin) {
    tc_item_add(root, tc_item_null("source"));
    return NULL;
  }
  return TC_SECTION(root, "source", TC_VALUE("file", origin->source), TC_VALUE("format", origin->format),
                    TC_VALUE("hash", origin->source_hash), TC_VALUE("size_B", origin->source_bytes),
                    TC_VALUE("options", origin->options), TC_VALUE("scale", origin->scale),
                    TC_VALUE("automatic", origin->is_automatic));
}
