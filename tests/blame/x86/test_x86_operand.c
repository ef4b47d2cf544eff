#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "blame/x86/x86_operand.h"

enum { NONE = TB_OPERAND_NONE, IP = TB_OPERAND_IP };
enum { AX, CX, DX, BX, SP, BP, SI, DI, R8, R9, R10, R11, R12, R13, R14, R15 };

static tb_x86_operand decode(const char *hex) {
  uint8_t bytes[16];
  size_t count = 0;
  for (unsigned byte; sscanf(hex, "%2x", &byte) == 1; hex += 2) bytes[count++] = (uint8_t)byte;
  const tb_x86_operand operand = tb_x86_operand_decode(bytes, count);
  cr_expect_eq(operand.length, (int)count, "%s: length %d", hex - 2 * count, operand.length);
  return operand;
}

static void expect_memory(const char *hex, int base, int index, int scale, int64_t displacement,
                          bool overwritten) {
  const tb_x86_operand o = decode(hex);
  cr_expect(o.accesses_memory, "%s: uses memory", hex);
  cr_expect_eq(o.base, base, "%s: base %d", hex, o.base);
  cr_expect_eq(o.index, index, "%s: index %d", hex, o.index);
  if (index != NONE) cr_expect_eq(o.scale, scale, "%s: scale %d", hex, o.scale);
  cr_expect_eq(o.displacement, displacement, "%s: displacement %lld", hex, (long long)o.displacement);
  cr_expect_eq(o.overwrites_address, overwritten, "%s: overwritten", hex);
}

static void expect_none(const char *hex) {
  cr_expect_not(decode(hex).accesses_memory, "%s: uses no memory", hex);
}

Test(operand, loads_and_stores) {
  expect_memory("488b03", BX, NONE, 1, 0, false);     /* mov (%rbx),%rax */
  expect_memory("488b00", AX, NONE, 1, 0, true);      /* mov (%rax),%rax */
  expect_memory("488900", AX, NONE, 1, 0, false);     /* mov %rax,(%rax) */
  expect_memory("48631483", BX, AX, 4, 0, false);     /* movslq (%rbx,%rax,4),%rdx */
  expect_memory("48630483", BX, AX, 4, 0, true);      /* movslq (%rbx,%rax,4),%rax */
  expect_memory("0fb600", AX, NONE, 1, 0, true);      /* movzbl (%rax),%eax */
  expect_memory("8a20", AX, NONE, 1, 0, true);        /* mov (%rax),%ah */
  expect_memory("408a26", SI, NONE, 1, 0, false);     /* mov (%rsi),%spl */
  expect_memory("833c2400", SP, NONE, 1, 0, false);   /* cmpl $0,(%rsp) */
  expect_memory("49f77500", R13, NONE, 1, 0, false);  /* divq 0(%r13) */
  expect_memory("48f730", AX, NONE, 1, 0, true);      /* divq (%rax) */
  expect_memory("668107ff7f", DI, NONE, 1, 0, false); /* addw $0x7fff,(%rdi) */
  expect_memory("c78580000000ffffffff", BP, NONE, 1, 128, false);
}

Test(operand, addresses) {
  expect_memory("f2410f1004d4", R12, DX, 8, 0, false);      /* movsd (%r12,%rdx,8),%xmm0 */
  expect_memory("f20f5944c500", BP, AX, 8, 0, false);       /* mulsd 0(%rbp,%rax,8),%xmm0 */
  expect_memory("8b0d10000000", IP, NONE, 1, 16, false);    /* mov 0x10(%rip),%ecx */
  expect_memory("8b04c588ffffff", NONE, AX, 8, -120, true); /* mov -0x78(,%rax,8),%eax */
  expect_memory("8b0425f0ffffff", NONE, NONE, 1, -16, false);
  expect_memory("438b0424", R12, R12, 1, 0, false); /* mov (%r12,%r12),%eax */
  expect_memory("48a18877665544332211", NONE, NONE, 1, 0x1122334455667788, false);
}

Test(operand, strings_are_where_they_were) {
  expect_memory("f348a5", DI, NONE, 1, -8, false); /* rep movsq */
  expect_memory("aa", DI, NONE, 1, -1, false);     /* stosb */
  expect_memory("66ad", SI, NONE, 1, -2, false);   /* lodsw */
}

Test(operand, vectors) {
  expect_memory("c5fd280c07", DI, AX, 1, 0, false);         /* vmovapd (%rdi,%rax),%ymm1 */
  expect_memory("c4c2f5b84c2440", R12, NONE, 1, 64, false); /* vfmadd231pd 64(%r12),%ymm1,%ymm1 */
  expect_memory("62f1fe48e64c5901", CX, BX, 2, 64, false);  /* vcvtqq2pd 64(%rcx,%rbx,2),%zmm1 */
  expect_memory("62f17e48e64901", CX, NONE, 1, 32, false);  /* vcvtdq2pd 32(%rcx),%zmm1 */
  expect_memory("62f1f558584901", CX, NONE, 1, 8, false);   /* vaddpd 8(%rcx){1to8},%zmm1,%zmm1 */
  expect_memory("c4e2fd920cc7", DI, NONE, 1, 0, false);     /* vgatherdpd: its index is a vector */
  expect_memory("c4e2f3f600", AX, NONE, 1, 0, true);        /* mulx (%rax),%rcx,%rax */
  expect_memory("c4e2e8f200", AX, NONE, 1, 0, true);        /* andn (%rax),%edx,%eax */
}

Test(operand, no_memory) {
  expect_none("488d0483");             /* lea (%rbx,%rax,4),%rax */
  expect_none("660f1f840000000000");   /* nopw 0(%rax,%rax,1) */
  expect_none("f30f1efa");             /* endbr64 */
  expect_none("c5f877");               /* vzeroupper */
  expect_none("0f0b");                 /* ud2 */
  expect_none("48b88877665544332211"); /* movabs */
}

static void expect_flow(const char *hex, tb_x86_flow flow, bool direct, int64_t target, bool stack) {
  const tb_x86_operand o = decode(hex);
  cr_expect_eq(o.flow, flow, "%s: flow %d", hex, o.flow);
  cr_expect_eq(o.is_direct, direct, "%s: direct", hex);
  if (direct) cr_expect_eq(o.target, target, "%s: target %lld", hex, (long long)o.target);
  cr_expect_eq(o.accesses_stack, stack, "%s: stack", hex);
}

Test(operand, flow) {
  expect_flow("75e0", TB_FLOW_BRANCH, true, -32, false);
  expect_flow("0f84fa000000", TB_FLOW_BRANCH, true, 250, false);
  expect_flow("ebfe", TB_FLOW_JUMP, true, -2, false);
  expect_flow("e9f0ffffff", TB_FLOW_JUMP, true, -16, false);
  expect_flow("ffe0", TB_FLOW_JUMP, false, 0, false);
  expect_flow("e800000000", TB_FLOW_CALL, true, 0, true);
  expect_flow("ff5308", TB_FLOW_CALL, false, 0, true);
  expect_flow("c3", TB_FLOW_RETURN, false, 0, true);
  expect_flow("4154", TB_FLOW_NEXT, false, 0, true); /* push %r12 */
  cr_expect(decode("803f00").is_comparison);
  cr_expect(decode("483b07").is_comparison);
  cr_expect_not(decode("480307").is_comparison);
}

Test(operand, other_segments) { cr_expect(decode("64488b042528000000").is_segment_relative); }

Test(operand, the_address_is_put_together) {
  const uint64_t registers[16] = {[AX] = 5, [R12] = 1000};
  const tb_x86_operand scaled = decode("498b4cc410"); /* mov 16(%r12,%rax,8),%rcx */
  cr_expect_eq(tb_x86_operand_address(&scaled, registers, 0), 1000 + 5 * 8 + 16);
  const tb_x86_operand relative = decode("8b0d10000000");
  cr_expect_eq(tb_x86_operand_address(&relative, registers, 0x2000), 0x2010);
}

Test(operand, any_bytes_are_fine) {
  uint32_t state = 1;
  uint8_t bytes[16];
  for (int n = 0; n < 300000; n++) {
    for (int b = 0; b < 16; b++) bytes[b] = (uint8_t)((state = state * 1664525u + 1013904223u) >> 24);
    const size_t count = state % 17;
    const tb_x86_operand o = tb_x86_operand_decode(bytes, count);
    cr_assert(o.length >= 0 && o.length <= 15 && (size_t)o.length <= count);
    cr_assert(o.base >= -1 && o.base <= 16 && o.index >= -1 && o.index <= 15);
  }
}

/* ---- comparison with objdump on a whole program ---- */

/* Parses a line of objdump such as "  401000:<tab>48 8b 03 <tab>mov ..". Stores the bytes and the start of
 * the text. Returns the number of bytes, or 0 if the line has another form. */
static size_t bytes_of(char *line, uint8_t *bytes, char **text) {
  char *tab = strchr(line, '\t');
  size_t count = 0;
  if (!tab || strspn(line, " 0123456789abcdef:") != (size_t)(tab - line)) return 0;
  for (unsigned byte;
       count < 15 && tab[1 + 3 * count] > ' ' && sscanf(tab + 1 + 3 * count, "%2x", &byte) == 1;)
    bytes[count++] = (uint8_t)byte;
  *text = strchr(tab + 1, '\t');
  return *text ? count : 0;
}

/* Returns true if the instruction accesses its memory operand. lea and nop have a memory operand but do
 * not access it. */
static bool names_memory(const char *text) {
  return strchr(text, '[') && !strstr(text, "lea ") && !strstr(text, "nop");
}

Test(operand, agrees_with_objdump) {
  char command[512], line[1024], program[256], *text;
  uint8_t bytes[16];
  int compared = 0;
  const ssize_t length = readlink("/proc/self/exe", program, sizeof program - 1);
  if (length <= 0 || system("objdump --version > /dev/null 2>&1") != 0) cr_skip_test("no objdump");
  program[length] = 0;
  snprintf(command, sizeof command, "objdump -d -w -M intel -j .text '%s'", program);
  FILE *out = popen(command, "r");
  while (fgets(line, sizeof line, out)) {
    const size_t count = bytes_of(line, bytes, &text);
    if (count == 0 || strstr(text, "(bad)") || strstr(text, "rep") || strstr(text, " ds:") ||
        strstr(text, " es:"))
      continue;
    const tb_x86_operand o = tb_x86_operand_decode(bytes, count);
    cr_assert_eq(o.length, (int)count, "length %d of %s", o.length, line);
    cr_assert_eq(o.accesses_memory, names_memory(text) || (o.accesses_memory && o.is_segment_relative),
                 "memory %d of %s", o.accesses_memory, line);
    compared++;
  }
  pclose(out);
  cr_expect_gt(compared, 2000);
}
