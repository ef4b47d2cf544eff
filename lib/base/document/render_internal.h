/* Helpers that the renderers of documents share. Internal to base/document. */
#ifndef TC_BASE_DOCUMENT_RENDER_INTERNAL_H
#define TC_BASE_DOCUMENT_RENDER_INTERNAL_H

#include "base/document/document.h"

/* True if the renderer shows the item. A renderer shows all items except sections that are only for other
 * renderers. Only HTML shows pictures. */
static inline bool tc_item_is_shown(const tc_item *item, tc_renderer renderer) {
  if (item->kind == TC_ITEM_PICTURE) return renderer == TC_RENDERER_HTML;
  return item->kind != TC_ITEM_SECTION || item->value.section->renderers == 0 ||
         (item->value.section->renderers & (unsigned)renderer);
}

enum { TC_ITEM_TEXT_SIZE = 64 }; /* size of a buffer for the text of a number or a label */

/* Returns the text of a value, with its unit. Numbers are written in the printf format `format`; if it is
 * NULL, the format depends on the unit. The result is stored in the item, in `out` or in a constant. */
const char *tc_item_format(const tc_item *item, const char *format, char out[TC_ITEM_TEXT_SIZE]);

/* Returns the label of an item: the member `label`, or the key without the unit and with blanks. The result
 * is stored in the item, in `out` or in a constant. */
const char *tc_item_label(const tc_item *item, char out[TC_ITEM_TEXT_SIZE]);

/* True if `item` is a group: a section whose items are shown as items of `section` itself. */
static inline bool tc_item_is_group(const tc_section *section, const tc_item *item) {
  return item->kind == TC_ITEM_SECTION && !item->key && !section->is_list;
}

/* True if the section is a list of sections, which CSV and text show as a table. */
static inline bool tc_section_is_table(const tc_section *section) {
  const tc_node *first = section->first;
  return section->is_list && (section->columns > 0 || (first && first->item.kind == TC_ITEM_SECTION &&
                                                       !first->item.value.section->is_list));
}

#endif
