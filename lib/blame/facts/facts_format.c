#include "blame/facts/facts_format.h"

const char tc_facts_magic[] = "tcblame-facts";

static const char *const roots[] = {"local", "parameter", "global",  "return",
                                    "heap",  "call",      "unknown", NULL};
static const char *const kinds[] = {"store", "call", "branch", "return", NULL};

const tc_field tc_made_fields[] = {
    {"compiler", TC_FIELD_WORDS, offsetof(tc_facts, compiler), 0, NULL},
    {"inputs", TC_FIELD_HASH, offsetof(tc_facts, inputs), 0, NULL},
    {"failed", TC_FIELD_INT, offsetof(tc_facts, units_failed), 0, NULL},
    {NULL},
};

const tc_field tc_source_fields[] = {
    {"path", TC_FIELD_WORDS, offsetof(tc_source, path), 0, NULL},
    {"hash", TC_FIELD_HASH, offsetof(tc_source, hash), 0, NULL},
    {NULL},
};

const tc_field tc_target_fields[] = {
    {"name", TC_FIELD_WORDS, offsetof(tc_target, name), 0, NULL},
    {"member", TC_FIELD_WORDS, offsetof(tc_target, member), 0, NULL},
    {"file", TC_FIELD_FILE, offsetof(tc_target, file), 0, NULL},
    {"signature", TC_FIELD_WORDS, offsetof(tc_target, signature), 0, NULL},
    {NULL},
};

const tc_field tc_function_fields[] = {
    {"name", TC_FIELD_WORDS, offsetof(tc_function, name), 0, NULL},
    {"file", TC_FIELD_FILE, offsetof(tc_function, file), 0, NULL},
    {"line", TC_FIELD_INT, offsetof(tc_function, line), 0, NULL},
    {"last", TC_FIELD_INT, offsetof(tc_function, last_line), 0, NULL},
    {"static", TC_FIELD_FLAG, offsetof(tc_function, is_static), 0, NULL},
    {"signature", TC_FIELD_WORDS, offsetof(tc_function, signature), 0, NULL},
    {NULL},
};

const tc_field tc_place_fields[] = {
    {"of", TC_FIELD_CHOICE, offsetof(tb_access_path, root), 0, roots},
    {"number", TC_FIELD_INT, offsetof(tb_access_path, number), 0, NULL},
    {"name", TC_FIELD_WORDS, offsetof(tb_access_path, name), 0, NULL},
    {"path", TC_FIELD_WORDS, offsetof(tb_access_path, path), 0, NULL},
    {"type", TC_FIELD_WORDS, offsetof(tb_access_path, type), 0, NULL},
    {"member", TC_FIELD_TEXT, offsetof(tb_access_path, member), 0, NULL},
    {"line", TC_FIELD_INT, offsetof(tb_access_path, line), 0, NULL},
    {"file", TC_FIELD_TEXT, offsetof(tb_access_path, file), 0, NULL},
    {"followed", TC_FIELD_INT, offsetof(tb_access_path, followed), 0, NULL},
    {"hidden", TC_FIELD_FLAG, offsetof(tb_access_path, hidden), 0, NULL},
    {NULL},
};

#define INPUTS(type, in)                                                                                     \
  {"reads", TC_FIELD_NUMBERS, offsetof(type, in.reads), 0, NULL},                                            \
      {"from", TC_FIELD_NUMBERS, offsetof(type, in.from), 0, NULL}, {                                        \
    "enters", TC_FIELD_NUMBERS, offsetof(type, in.enters), 0, NULL                                           \
  }

const tc_field tc_definition_fields[] = {
    {"is", TC_FIELD_CHOICE, offsetof(tc_definition, kind), 0, kinds},
    {"at", TC_FIELD_SPOT, offsetof(tc_definition, at), 0, NULL},
    {"writes", TC_FIELD_NUMBERS, offsetof(tc_definition, writes), 0, NULL},
    INPUTS(tc_definition, in),
    {"under", TC_FIELD_NUMBERS, offsetof(tc_definition, under), 0, NULL},
    {"conditional", TC_FIELD_FLAG, offsetof(tc_definition, conditional), 0, NULL},
    {"callee", TC_FIELD_TEXT, offsetof(tc_definition, callee), 0, NULL},
    {"static", TC_FIELD_FILE, offsetof(tc_definition, callee_file), 0, NULL},
    {"through", TC_FIELD_TEXT, offsetof(tc_definition, through), 0, NULL},
    {"signature", TC_FIELD_TEXT, offsetof(tc_definition, signature), 0, NULL},
    {"spots", TC_FIELD_SPOTS, offsetof(tc_definition, spot), offsetof(tc_definition, spots), NULL},
    {"jumps", TC_FIELD_SPOTS, offsetof(tc_definition, jump), offsetof(tc_definition, jumps), NULL},
    {NULL},
};

const tc_field tc_argument_fields[] = {
    {"pointer", TC_FIELD_FLAG, offsetof(tc_argument, pointer), 0, NULL},
    {"leads", TC_FIELD_NUMBERS, offsetof(tc_argument, leads), 0, NULL},
    INPUTS(tc_argument, in),
    {NULL},
};

const tc_field tc_pointer_fields[] = {
    {"place", TC_FIELD_INT, offsetof(tb_stored_pointer, place), 0, NULL},
    {"leads", TC_FIELD_NUMBERS, offsetof(tb_stored_pointer, leads), 0, NULL},
    {NULL},
};

const tc_field tc_inputs_fields[] = {
    {"reads", TC_FIELD_NUMBERS, offsetof(tc_inputs, reads), 0, NULL},
    {"from", TC_FIELD_NUMBERS, offsetof(tc_inputs, from), 0, NULL},
    {"enters", TC_FIELD_NUMBERS, offsetof(tc_inputs, enters), 0, NULL},
    {NULL},
};
