#include "base/document/render.h"

#include "base/file/file.h"

tc_status tc_document_print(tc_document *document, tc_document_renderer *render, FILE *out) {
  tc_status status = document->error;
  document->error = TC_OK;
  if (!status) render(&document->root, out);
  tc_document_free(document);
  return status;
}

tc_status tc_document_write(tc_document *document, tc_document_renderer *render, const char *path) {
  tc_file file;
  tc_status status = tc_file_open(path, &file);
  if (status) {
    tc_document_free(document);
    return status;
  }
  status = tc_document_print(document, render, file.out);
  if (!status) return tc_file_commit(&file);
  tc_file_discard(&file);
  return status;
}
