/* Converts documents to the JSON texts that public functions return. */
#ifndef TC_API_CALL_JSON_H
#define TC_API_CALL_JSON_H

#include "base/document/document.h"

/* Not collective. Renders the document as JSON and frees it. The caller frees *out with tetracast_text_free.
 * Errors: TC_INTERNAL if memory is exhausted. */
tc_status tc_api_render_json(tc_document *document, char **out);

#endif
