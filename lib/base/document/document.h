/* Document: the content of a report, made of items (key, value, unit) in nested sections and lists. Usage:
 * call tc_document_begin, add items and sections to the root, render the document as JSON, CSV, text or
 * HTML (render.h), call tc_document_free. Functions that add something do not return errors. Instead, the
 * document stores the first error, and the renderers return it. No function is collective. */
#ifndef TC_BASE_DOCUMENT_DOCUMENT_H
#define TC_BASE_DOCUMENT_DOCUMENT_H

#include <stdbool.h>
#include <stdint.h>

#include "base/core/pool.h"
#include "base/core/status.h"

typedef struct tc_section tc_section;

typedef enum tc_item_kind {
  TC_ITEM_NULL,
  TC_ITEM_BOOL,
  TC_ITEM_INTEGER,
  TC_ITEM_HASH,    /* unsigned integer, written as 16 hexadecimal digits */
  TC_ITEM_NUMBER,  /* floating-point number; written as null if it is not finite */
  TC_ITEM_TEXT,    /* text; written as null if the pointer is NULL */
  TC_ITEM_LINE,    /* line of prose, or remark at the end of a table row; only text and HTML show it */
  TC_ITEM_PICTURE, /* SVG markup, with the label as its caption; only HTML shows it */
  TC_ITEM_SECTION
} tc_item_kind;

/* Item of a document. Functions that add an item copy its text and borrow key, label and unit, which are
 * usually string literals. */
typedef struct tc_item {
  const char *key;   /* name of the member in JSON and of the column in CSV; NULL in a list */
  const char *label; /* name in the text; if NULL, the text shows the key without the unit */
  const char *unit;  /* unit; if NULL, the suffix of the key (_s, _B, _Bps or _flops) */
  tc_item_kind kind;
  union {
    bool boolean;
    int64_t integer;
    double number;
    const char *text;
    tc_section *section;
  } value;
} tc_item;

/* Column of a table. A table is a list of sections that all have the same items. In the text, column number i
 * describes item number i of each section. In CSV the headings are the keys of the first section, even if CSV
 * does not show this section. If a list has no columns, the text uses these keys as headings, too. */
typedef struct tc_column {
  const char *label;  /* heading; NULL if the text omits the column */
  int width;          /* smallest width in characters; negative if the column is aligned at the left */
  const char *format; /* printf format of a number; if NULL, the format depends on the unit */
  const char *prefix; /* text before the column; a blank if NULL */
} tc_column;

enum { TC_COLUMNS_MAX = 256 }; /* largest number of columns that the text shows */

typedef enum tc_renderer {
  TC_RENDERER_JSON = 1,
  TC_RENDERER_CSV = 2,
  TC_RENDERER_TEXT = 4,
  TC_RENDERER_HTML = 8
} tc_renderer;

typedef struct tc_node {
  tc_item item;
  struct tc_node *next;
} tc_node;

/* Object or list. An object without a key in another object is a group, whose items are shown as items of the
 * enclosing object. */
struct tc_section {
  struct tc_document *document;
  tc_node *first, *last;
  bool is_list;
  /* title in the text; if it is NULL, the key is the title; if it is "", there is no title */
  const char *label;
  unsigned renderers; /* sum of the tc_renderer values that show the section; 0 if all show it */
  size_t columns;
  tc_column *column; /* [columns] columns of a table; owned by the pool */
};

typedef struct tc_document {
  tc_pool pool;
  tc_status error;            /* first error of a function that adds something; owned */
  tc_section root, discarded; /* `discarded` replaces sections that cannot be allocated */
} tc_document;

/* ---- creation of items ---- */

static inline tc_item tc_item_null(const char *key) { return (tc_item){.key = key}; }
static inline tc_item tc_item_bool(const char *key, bool value) {
  return (tc_item){.key = key, .kind = TC_ITEM_BOOL, .value.boolean = value};
}
static inline tc_item tc_item_integer(const char *key, int64_t value) {
  return (tc_item){.key = key, .kind = TC_ITEM_INTEGER, .value.integer = value};
}
static inline tc_item tc_item_hash(const char *key, uint64_t value) {
  return (tc_item){.key = key, .kind = TC_ITEM_HASH, .value.integer = (int64_t)value};
}
static inline tc_item tc_item_number(const char *key, double value) {
  return (tc_item){.key = key, .kind = TC_ITEM_NUMBER, .value.number = value};
}
static inline tc_item tc_item_text(const char *key, const char *value) {
  return (tc_item){.key = key, .kind = TC_ITEM_TEXT, .value.text = value};
}

/* Returns the item or, if the value is unknown, an item with the same key whose value is null. */
static inline tc_item tc_item_if(bool is_known, tc_item item) {
  if (!is_known) item.kind = TC_ITEM_NULL;
  return item;
}
/* These functions return an item with the value, or an item whose value is null if `value` is not above 0. */
static inline tc_item tc_item_positive(const char *key, double value) {
  return tc_item_if(value > 0.0, tc_item_number(key, value));
}
static inline tc_item tc_item_count(const char *key, int64_t value) {
  return tc_item_if(value > 0, tc_item_integer(key, value));
}

/* ---- addition of items, sections and tables to a document ---- */

/* Initialises a document and returns its root. The root contains the items of tc_items_add_program, or is
 * empty if `program` is NULL. */
tc_section *tc_document_begin(tc_document *document, const char *program);
void tc_document_free(tc_document *document);

/* These functions append one item or `count` items to a section or a list. */
void tc_item_add(tc_section *section, tc_item item);
void tc_items_add(tc_section *section, size_t count, const tc_item *item);

/* These functions append an empty section or list and return it. `key` is NULL for an element of a list. The
 * result is valid until tc_document_free and never NULL. */
tc_section *tc_section_add(tc_section *parent, const char *key);
tc_section *tc_list_add(tc_section *parent, const char *key);

/* Appends a section that has these items, and returns it. */
tc_section *tc_section_add_items(tc_section *parent, const char *key, size_t count, const tc_item *item);

/* Creates an item whose kind follows from the C type of the value: bool, integer, hash (uint64_t), double or
 * text. In C the constants true and false, and conditions with && or ||, have the type int, so they need
 * tc_item_bool. */
#define TC_VALUE(key, value)                                                                                 \
  _Generic((value),                                                                                             \
      bool: tc_item_bool, int: tc_item_integer, unsigned: tc_item_integer, long: tc_item_integer,              \
      long long: tc_item_integer, unsigned long: tc_item_hash, double: tc_item_number, char *: tc_item_text,    \
      const char *: tc_item_text)(key, value)

/* TC_ADD calls tc_items_add, and TC_SECTION calls tc_section_add_items, with the items that are listed as
 * arguments. */
#define TC_ADD(section, ...)                                                                                 \
  tc_items_add(section, sizeof((tc_item[]){__VA_ARGS__}) / sizeof(tc_item), (tc_item[]){__VA_ARGS__})
#define TC_SECTION(parent, key, ...)                                                                         \
  tc_section_add_items(parent, key, sizeof((tc_item[]){__VA_ARGS__}) / sizeof(tc_item),                      \
                       (tc_item[]){__VA_ARGS__})

/* Appends the items program, version, commit and compiler, with which the JSON reports of all programs
 * begin. */
void tc_items_add_program(tc_section *section, const char *program);

/* These functions append a list of numbers, integers or texts. */
void tc_list_add_numbers(tc_section *parent, const char *key, int count, const double *value);
void tc_list_add_integers(tc_section *parent, const char *key, int count, const int64_t *value);
void tc_list_add_texts(tc_section *parent, const char *key, int count, const char *const *value);

/* Appends a group, which only the renderers in `renderers` show, and returns the group. `renderers` is a sum
 * of tc_renderer values. */
tc_section *tc_group_add(tc_section *parent, unsigned renderers);

/* Appends a picture, which only HTML shows. `svg` is the markup of an svg element and is copied; `caption` is
 * borrowed. */
void tc_picture_add(tc_section *section, const char *caption, const char *svg);

/* Appends columns to a list of sections. The columns are copied. */
void tc_columns_add(tc_section *list, size_t count, const tc_column *column);

/* Calls tc_columns_add with the columns that are listed as arguments. */
#define TC_COLUMNS(list, ...)                                                                                \
  tc_columns_add(list, sizeof((tc_column[]){__VA_ARGS__}) / sizeof(tc_column), (tc_column[]){__VA_ARGS__})

static inline tc_column tc_column_text(const char *label, int width) {
  return (tc_column){.label = label, .width = width};
}
static inline tc_column tc_column_number(const char *label, int width, const char *format) {
  return (tc_column){.label = label, .width = width, .format = format};
}

/* Returns a formatted text that is valid until tc_document_free. Callers use it for keys and labels that are
 * not literals. */
const char *tc_document_format(tc_document *document, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* Appends a line of prose to the text. If `section` is a row of a table, appends a remark after the last
 * cell. Blanks at the end of a line are removed. */
void tc_section_print(tc_section *section, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* Appends text to the last line, which tc_section_print has begun. */
void tc_section_append(tc_section *section, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* These functions append a cell to a row of a table. Only the text shows such cells. tc_cell_print appends a
 * formatted text, tc_cell_seconds a time (a dash for NaN), and tc_cell_error the error of a forecast
 * (base/text/number_format.h). */
void tc_cell_print(tc_section *row, const char *format, ...) __attribute__((format(printf, 2, 3)));
void tc_cell_seconds(tc_section *row, double seconds);
void tc_cell_error(tc_section *row, double forecast, double measured, double step);

#endif
