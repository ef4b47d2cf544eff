/* Compiler from formulas to bytecode, by operator precedence climbing. fv/formula/expression.c calls it after
 * muParser has accepted the formula. The compiler therefore rarely finds an error, and its error messages
 * have few details. Temporaries form a stack: an instruction pops its operands and pushes its result. The
 * compiler evaluates an instruction whose operands are all constants and replaces it by a constant. */
#include "fv/formula/bytecode.h"

#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/core/print.h"
#include "fv/formula/math_functions.h"

enum { depth_max = 1000, name_max = 63 };
enum { lowest_level, or_level, and_level, compare_level, sum_level, product_level, power_level };

typedef struct compiler {
  const char *cursor;
  const char *const *name;
  int names, stacked, depth; /* stacked: number of temporaries on the stack; depth: number of parentheses,
                             signs, powers and conditions in which the current position is nested */
  tc_bytecode *program;
  tc_status status; /* the first error; the compiler emits no instructions after an error */
} compiler;

static int parse_expression(compiler *c, int level_min);

/* Records an error. Replaces control characters of the quoted text by blanks, because a message is one line.
 */
static int compile_error(compiler *c, const char *problem) {
  char excerpt[21];
  snprintf(excerpt, sizeof excerpt, "%s", c->cursor);
  for (char *sign = excerpt; *sign; sign++)
    if (iscntrl((unsigned char)*sign)) *sign = ' ';
  /* Example: syntax error at ") + y" */
  if (!c->status) c->status = tc_status_create(TC_USAGE, "%s at \"%s\"", problem, excerpt);
  return 0;
}

static char skip_blanks(compiler *c) {
  while (isspace((unsigned char)*c->cursor)) c->cursor++;
  return *c->cursor;
}

static bool accept_token(compiler *c, const char *sign) {
  skip_blanks(c);
  const size_t length = strlen(sign);
  if (strncmp(c->cursor, sign, length) != 0) return false;
  c->cursor += length;
  return true;
}

static void expect_token(compiler *c, const char *sign) {
  if (!accept_token(c, sign)) compile_error(c, "syntax error");
}

/* ---- instructions ---- */

static int add_constant(compiler *c, double value) {
  tc_bytecode *p = c->program;
  p->constant[p->constants] = value;
  return -1 - p->constants++;
}

static bool is_constant(int operand) { return operand < 0; }

/* Evaluates an instruction at compile time. Its operands must be the constants added most recently. Replaces
 * these constants by one constant with the result. */
static int fold_constants(compiler *c, const tc_bytecode_instruction *instruction, int operands) {
  tc_bytecode *p = c->program;
  const double *k[3] = {NULL, NULL, NULL};
  double value;
  for (int i = 0; i < operands; i++) k[i] = &p->constant[-1 - instruction->operand[i]];
  tc_bytecode_apply(instruction, k[0], k[1], k[2], &value, 1);
  p->constants = -1 - instruction->operand[0];
  return add_constant(c, value);
}

static int emit_instruction(compiler *c, tc_bytecode_instruction instruction, int operands) {
  tc_bytecode *p = c->program;
  bool is_foldable = true;
  if (c->status) return 0;
  for (int i = 0; i < operands; i++) {
    is_foldable = is_foldable && is_constant(instruction.operand[i]);
    if (instruction.operand[i] >= c->names) c->stacked--;
  }
  if (is_foldable) return fold_constants(c, &instruction, operands);
  instruction.operands = operands;
  instruction.target = c->names + c->stacked++;
  if (c->stacked > p->temporaries) p->temporaries = c->stacked;
  p->instruction[p->instructions++] = instruction;
  return instruction.target;
}

static int emit_unary(compiler *c, tc_bytecode_op operation, int a) {
  return emit_instruction(c, (tc_bytecode_instruction){.operation = operation, .operand = {a}}, 1);
}

static int emit_binary(compiler *c, tc_bytecode_op operation, int a, int b) {
  return emit_instruction(c, (tc_bytecode_instruction){.operation = operation, .operand = {a, b}}, 2);
}

static int emit_call2(compiler *c, double (*call)(double, double), int a, int b) {
  return emit_instruction(c,
                          (tc_bytecode_instruction){.operation = TC_BYTECODE_CALL2,
                                                    .operand = {a, b},
                                                    .call2 = call},
                          2);
}

/* Emits instructions that compute a^b, where a and b are operands. The constant exponents 2, 3 and 4 become
 * products, as in tc_math_power. */
static int emit_power(compiler *c, int a, int b) {
  static const tc_bytecode_op product[] = {TC_BYTECODE_SQUARE, TC_BYTECODE_CUBE, TC_BYTECODE_FOURTH_POWER};
  const double y = is_constant(b) ? c->program->constant[-1 - b] : 0.0;
  if (is_constant(a) || !(y == 2.0 || y == 3.0 || y == 4.0)) return emit_call2(c, tc_math_power, a, b);
  c->program->constants--;
  return emit_unary(c, product[(int)y - 2], a);
}

/* ---- functions ---- */

static double round_half_up(double x) { return floor(x + 0.5); }
static double absolute_value(double x) { return x >= 0.0 ? x : -x; }
static double sign_value(double x) { return x < 0.0 ? -1.0 : x > 0.0 ? 1.0 : 0.0; }

static const tc_math_function exact_functions[] = {
    {"sqrt", sqrt}, {"rint", round_half_up}, {"abs", absolute_value}, {"sign", sign_value}, {NULL, NULL},
};

static tc_math_function1 *find_function(const tc_math_function *list, const char *name) {
  for (; list->name; list++)
    if (!strcmp(list->name, name)) return list->value;
  return NULL;
}

static int parse_call1(compiler *c, tc_math_function1 *function) {
  const int a = parse_expression(c, lowest_level);
  return emit_instruction(c,
                          (tc_bytecode_instruction){.operation = TC_BYTECODE_CALL1,
                                                    .operand = {a},
                                                    .call1 = function},
                          1);
}

static int parse_call2(compiler *c, double (*function)(double, double)) {
  const int a = parse_expression(c, lowest_level);
  expect_token(c, ",");
  return emit_call2(c, function, a, parse_expression(c, lowest_level));
}

/* Parses the remaining arguments of a function such as max, whose first argument has been parsed to the
 * operand `first`. Emits instructions that combine each argument with the result so far. Sets *count to the
 * number of arguments. */
static int parse_reduction(compiler *c, tc_bytecode_op operation, int first, int *count) {
  int result = first;
  for (*count = 1; !c->status && accept_token(c, ","); ++*count)
    result = emit_binary(c, operation, result, parse_expression(c, lowest_level));
  return result;
}

static int parse_sum(compiler *c, bool is_mean) {
  int count, result = add_constant(c, 0.0);
  result = emit_binary(c, TC_BYTECODE_ADD, result, parse_expression(c, lowest_level));
  result = parse_reduction(c, TC_BYTECODE_ADD, result, &count);
  return is_mean ? emit_binary(c, TC_BYTECODE_DIVIDE, result, add_constant(c, count)) : result;
}

static int parse_call(compiler *c, const char *name) {
  int count;
  if (find_function(tc_math_functions, name)) return parse_call1(c, find_function(tc_math_functions, name));
  if (find_function(exact_functions, name)) return parse_call1(c, find_function(exact_functions, name));
  if (!strcmp(name, "atan2")) return parse_call2(c, tc_math_atan2);
  if (!strcmp(name, "min"))
    return parse_reduction(c, TC_BYTECODE_MIN, parse_expression(c, lowest_level), &count);
  if (!strcmp(name, "max"))
    return parse_reduction(c, TC_BYTECODE_MAX, parse_expression(c, lowest_level), &count);
  if (!strcmp(name, "sum")) return parse_sum(c, false);
  if (!strcmp(name, "avg")) return parse_sum(c, true);
  return compile_error(c, "syntax error");
}

/* ---- operands ---- */

static int parse_number(compiler *c) {
  char *end;
  const double value = tc_strtod(c->cursor, &end);
  if (end == c->cursor) return compile_error(c, "syntax error");
  c->cursor = end;
  return add_constant(c, value);
}

static int parse_variable(compiler *c, const char *name) {
  for (int k = 0; k < c->names; k++)
    if (!strcmp(name, c->name[k])) {
      c->program->uses[k] = true;
      return k;
    }
  if (*name == '_') name++;
  if (!strcmp(name, "pi")) return add_constant(c, TC_MATH_PI);
  if (!strcmp(name, "e")) return add_constant(c, TC_MATH_E);
  return compile_error(c, "syntax error");
}

static int parse_word(compiler *c) {
  char name[name_max + 1];
  size_t length = 0;
  while (isalnum((unsigned char)c->cursor[length]) || c->cursor[length] == '_') length++;
  if (length > name_max) return compile_error(c, "syntax error");
  memcpy(name, c->cursor, length);
  name[length] = '\0';
  c->cursor += length;
  if (!accept_token(c, "(")) return parse_variable(c, name);
  const int value = parse_call(c, name);
  expect_token(c, ")");
  return value;
}

static int parse_operand(compiler *c) {
  const char first = skip_blanks(c);
  if (accept_token(c, "+")) return parse_expression(c, power_level);
  if (accept_token(c, "-")) return emit_unary(c, TC_BYTECODE_NEGATE, parse_expression(c, power_level));
  if (accept_token(c, "(")) {
    const int inner = parse_expression(c, lowest_level);
    expect_token(c, ")");
    return inner;
  }
  return isalpha((unsigned char)first) || first == '_' ? parse_word(c) : parse_number(c);
}

/* Binary operators with their precedence. The parser uses the first operator that matches the text. An
 * operator such as "<=" must therefore precede its prefix "<". */
static const struct sign {
  const char *text;
  int level;
  tc_bytecode_op operation;
} operators[] = {
    {"<=", compare_level, TC_BYTECODE_LESS_EQUAL},
    {">=", compare_level, TC_BYTECODE_GREATER_EQUAL},
    {"==", compare_level, TC_BYTECODE_EQUAL},
    {"!=", compare_level, TC_BYTECODE_NOT_EQUAL},
    {"&&", and_level, TC_BYTECODE_AND},
    {"||", or_level, TC_BYTECODE_OR},
    {"<", compare_level, TC_BYTECODE_LESS},
    {">", compare_level, TC_BYTECODE_GREATER},
    {"+", sum_level, TC_BYTECODE_ADD},
    {"-", sum_level, TC_BYTECODE_SUBTRACT},
    {"*", product_level, TC_BYTECODE_MULTIPLY},
    {"/", product_level, TC_BYTECODE_DIVIDE},
};
enum { operator_count = sizeof operators / sizeof *operators };

static const struct sign *accept_binary_operator(compiler *c, int level_min) {
  skip_blanks(c);
  for (int s = 0; s < operator_count; s++)
    if (!strncmp(c->cursor, operators[s].text, strlen(operators[s].text))) {
      if (operators[s].level < level_min) return NULL;
      c->cursor += strlen(operators[s].text);
      return &operators[s];
    }
  return NULL;
}

static int parse_condition(compiler *c, int condition) {
  const int if_true = parse_expression(c, lowest_level);
  expect_token(c, ":");
  const int if_false = parse_expression(c, lowest_level);
  return emit_instruction(c,
                          (tc_bytecode_instruction){.operation = TC_BYTECODE_SELECT,
                                                    .operand = {condition, if_true, if_false}},
                          3);
}

/* Parses operands that are joined by binary operators of precedence `level_min` or higher, and emits their
 * instructions. Returns the operand that contains the value of this expression. */
static int parse_expression(compiler *c, int level_min) {
  if (c->status || ++c->depth > depth_max) return compile_error(c, "nested too deeply");
  int left = parse_operand(c);
  if (accept_token(c, "^")) left = emit_power(c, left, parse_expression(c, power_level));
  for (const struct sign *s; !c->status && (s = accept_binary_operator(c, level_min)) != NULL;)
    left = emit_binary(c, s->operation, left, parse_expression(c, s->level + 1));
  if (level_min == lowest_level && accept_token(c, "?")) left = parse_condition(c, left);
  c->depth--;
  return left;
}

/* ---- formula ---- */

/* Allocates one constant and one instruction for each character of the formula, which it cannot exceed.
 * Allocates one more of each, because `sum` adds its arguments to a constant 0. */
static tc_status alloc_bytecode(size_t length, int names, tc_pool *memory, tc_bytecode **out) {
  TC_TRY(tc_pool_alloc(memory, sizeof **out, out));
  (*out)->variables = names;
  TC_TRY(TC_POOL_ARRAY_ZERO(memory, (*out)->uses, names));
  TC_TRY(TC_POOL_ARRAY(memory, (*out)->constant, length + 1));
  return TC_POOL_ARRAY(memory, (*out)->instruction, length + 1);
}

tc_status tc_bytecode_create(const char *formula, const char *const *name, int names, tc_pool *memory,
                             tc_bytecode **out) {
  compiler c = {.cursor = formula, .name = name, .names = names};
  TC_TRY(alloc_bytecode(strlen(formula), names, memory, &c.program));
  c.program->result = parse_expression(&c, lowest_level);
  if (skip_blanks(&c)) compile_error(&c, "syntax error");
  *out = c.program;
  return c.status;
}
