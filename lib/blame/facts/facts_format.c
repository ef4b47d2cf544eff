#include "blame/facts/facts_format.h"

const char tb_facts_magic[] = "tcblame-facts";

static const char *const root_names[] = {"local", "parameter", "global",  "return",
                                         "heap",  "call",      "unknown", NULL};
static const char *const kind_names[] = {"store", "call", "branch", "return", NULL};

const tb_fact_field tb_facts_header_fields[] = {
    {"compiler", TB_FIELD_WORDS, offsetof(tb_facts, compiler), 0, NULL},
    {"inputs", TB_FIELD_HASH, offsetof(tb_facts, inputs), 0, NULL},
    {"failed", TB_FIELD_INT, offsetof(tb_facts, units_failed), 0, NULL},
    {NULL},
};

const tb_fact_field tb_source_fields[] = {
    {"path", TB_FIELD_WORDS, offsetof(tb_source_file, path), 0, NULL},
    {"hash", TB_FIELD_HASH, offsetof(tb_source_file, hash), 0, NULL},
    {NULL},
};

const tb_fact_field tb_target_fields[] = {
    {"name", TB_FIELD_WORDS, offsetof(tb_pointer_target, name), 0, NULL},
    {"member", TB_FIELD_WORDS, offsetof(tb_pointer_target, member), 0, NULL},
    {"file", TB_FIELD_FILE, offsetof(tb_pointer_target, file), 0, NULL},
    {"signature", TB_FIELD_WORDS, offsetof(tb_pointer_target, signature), 0, NULL},
    {NULL},
};

const tb_fact_field tb_function_fields[] = {
    {"name", TB_FIELD_WORDS, offsetof(tb_function, name), 0, NULL},
    {"file", TB_FIELD_FILE, offsetof(tb_function, file), 0, NULL},
    {"line", TB_FIELD_INT, offsetof(tb_function, line), 0, NULL},
    {"last", TB_FIELD_INT, offsetof(tb_function, last_line), 0, NULL},
    {"static", TB_FIELD_FLAG, offsetof(tb_function, is_static), 0, NULL},
    {"signature", TB_FIELD_WORDS, offsetof(tb_function, signature), 0, NULL},
    {NULL},
};

const tb_fact_field tb_access_path_fields[] = {
    {"of", TB_FIELD_CHOICE, offsetof(tb_access_path, root), 0, root_names},
    {"number", TB_FIELD_INT, offsetof(tb_access_path, number), 0, NULL},
    {"name", TB_FIELD_WORDS, offsetof(tb_access_path, name), 0, NULL},
    {"path", TB_FIELD_WORDS, offsetof(tb_access_path, path), 0, NULL},
    {"type", TB_FIELD_WORDS, offsetof(tb_access_path, type), 0, NULL},
    {"member", TB_FIELD_TEXT, offsetof(tb_access_path, member), 0, NULL},
    {"line", TB_FIELD_INT, offsetof(tb_access_path, line), 0, NULL},
    {"file", TB_FIELD_TEXT, offsetof(tb_access_path, file), 0, NULL},
    {"followed", TB_FIELD_INT, offsetof(tb_access_path, pointer_steps), 0, NULL},
    {"hidden", TB_FIELD_FLAG, offsetof(tb_access_path, is_hidden), 0, NULL},
    {NULL},
};

#define INPUTS(type, in)                                                                                     \
  {"reads", TB_FIELD_NUMBERS, offsetof(type, in reads), 0, NULL},                                            \
      {"from", TB_FIELD_NUMBERS, offsetof(type, in definitions), 0, NULL}, {                                 \
    "enters", TB_FIELD_NUMBERS, offsetof(type, in entry_parameters), 0, NULL                                 \
  }

const tb_fact_field tb_definition_fields[] = {
    {"is", TB_FIELD_CHOICE, offsetof(tb_definition, kind), 0, kind_names},
    {"at", TB_FIELD_POSITION, offsetof(tb_definition, at), 0, NULL},
    {"writes", TB_FIELD_NUMBERS, offsetof(tb_definition, writes), 0, NULL},
    INPUTS(tb_definition, inputs.),
    {"under", TB_FIELD_NUMBERS, offsetof(tb_definition, controlling_branches), 0, NULL},
    {"conditional", TB_FIELD_FLAG, offsetof(tb_definition, is_conditional), 0, NULL},
    {"callee", TB_FIELD_TEXT, offsetof(tb_definition, callee), 0, NULL},
    {"static", TB_FIELD_FILE, offsetof(tb_definition, callee_file), 0, NULL},
    {"through", TB_FIELD_TEXT, offsetof(tb_definition, callee_pointer), 0, NULL},
    {"signature", TB_FIELD_TEXT, offsetof(tb_definition, signature), 0, NULL},
    {"spots", TB_FIELD_POSITIONS, offsetof(tb_definition, position), offsetof(tb_definition, positions),
     NULL},
    {"jumps", TB_FIELD_POSITIONS, offsetof(tb_definition, jump), offsetof(tb_definition, jumps), NULL},
    {NULL},
};

const tb_fact_field tb_argument_fields[] = {
    {"pointer", TB_FIELD_FLAG, offsetof(tb_argument, is_pointer), 0, NULL},
    {"leads", TB_FIELD_NUMBERS, offsetof(tb_argument, targets), 0, NULL},
    INPUTS(tb_argument, inputs.),
    {NULL},
};

const tb_fact_field tb_pointer_fields[] = {
    {"place", TB_FIELD_INT, offsetof(tb_stored_pointer, access_path), 0, NULL},
    {"leads", TB_FIELD_NUMBERS, offsetof(tb_stored_pointer, targets), 0, NULL},
    {NULL},
};

const tb_fact_field tb_inputs_fields[] = {INPUTS(tb_inputs, ), {NULL}};
