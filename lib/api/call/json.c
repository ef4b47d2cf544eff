#include "api/call/json.h"

#include <stdio.h>
#include <stdlib.h>

#include "base/document/render.h"

static tc_status no_memory(void) {
  return tc_status_create(TC_INTERNAL, "libtetracast: memory is exhausted: free memory and retry");
}

tc_status tc_api_render_json(tc_document *document, char **json) {
  size_t length;
  char *text = NULL;
  FILE *out = open_memstream(&text, &length);
  if (!out) {
    tc_document_free(document);
    return no_memory();
  }
  tc_status status = tc_document_print(document, tc_document_json, out);
  if (fclose(out) && !status) status = no_memory();
  if (status)
    free(text);
  else
    *json = text;
  return status;
}
