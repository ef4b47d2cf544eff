#include <criterion/criterion.h>

#include "blame/x86/sampled_instruction.h"
#include "support/expect.h"

/* Code of a loop that sums the values of a list. Its instructions begin at the offsets 0, 2, 5, 9, 12, 16,
 * 19 and 21. */
static const uint8_t code[] = {
    0x31, 0xC0,             /*  0 xor %eax,%eax */
    0x48, 0x85, 0xFF,       /*  2 test %rdi,%rdi */
    0x48, 0x8B, 0x57, 0x08, /*  5 L: mov 8(%rdi),%rdx */
    0x48, 0x01, 0xD0,       /*  9 add %rdx,%rax */
    0x48, 0x8B, 0x3C, 0xF7, /* 12 mov (%rdi,%rsi,8),%rdi */
    0x48, 0x3B, 0x3E,       /* 16 cmp (%rsi),%rdi */
    0x75, 0xF0,             /* 19 jne L */
    0xC3,                   /* 21 ret */
};

static tc_pool pool;

static tb_code_listing read_code(void) {
  tb_code_listing listing;
  expect_ok(tb_code_listing_read(code, sizeof code, &pool, &listing));
  return listing;
}

static void expect_sampled(uint32_t ip, int skid, uint32_t at) {
  const tb_code_listing listing = read_code();
  const tb_sampled_instruction sampled = tb_sampled_instruction_find(&listing, ip, skid);
  cr_expect(sampled.is_known, "at %u", ip);
  cr_expect_eq(sampled.begin, at, "at %u: %u", ip, sampled.begin);
  tc_pool_free(&pool);
}

Test(sampled_instruction, instructions_and_jumps) {
  const tb_code_listing listing = read_code();
  cr_assert_eq(listing.count, 8);
  cr_expect_eq(listing.offset[7], 21);
  cr_expect_eq(listing.offset[8], sizeof code);
  cr_assert_eq(listing.jumps, 1);
  cr_expect_eq(listing.jump[0].to, 5);
  cr_expect_eq(listing.jump[0].from, 6);
  tc_pool_free(&pool);
}

Test(sampled_instruction, the_instruction_before) {
  expect_sampled(9, 1, 5);
  expect_sampled(12, 1, 9);
  expect_sampled(16, 1, 12);
}

Test(sampled_instruction, a_branch_is_done_with_its_comparison) {
  expect_sampled(21, 1, 16);
  expect_sampled(5, 1, 16); /* 5 is also the target of the jump at 19, after the compare at 16 */
}

Test(sampled_instruction, no_skid) { expect_sampled(12, 0, 12); }

Test(sampled_instruction, where_a_function_begins_it_was_called) {
  const tb_code_listing listing = read_code();
  const tb_sampled_instruction sampled = tb_sampled_instruction_find(&listing, 0, 1);
  cr_expect(sampled.is_known);
  cr_expect_eq(sampled.begin, 0);
  cr_expect(sampled.operand.accesses_stack);
  tc_pool_free(&pool);
}

Test(sampled_instruction, between_instructions_nothing_is_known) {
  const tb_code_listing listing = read_code();
  const tb_sampled_instruction sampled = tb_sampled_instruction_find(&listing, 7, 1);
  cr_expect_not(sampled.is_known);
  cr_expect_eq(sampled.begin, 6);
  tc_pool_free(&pool);
}

Test(sampled_instruction, a_jump_ahead_yields_to_memory) {
  static const uint8_t ahead[] = {
      0x85, 0xC0,       /* 0 test %eax,%eax */
      0x74, 0x03,       /* 2 je 7 */
      0x48, 0x01, 0x06, /* 4 add %rax,(%rsi) */
      0x74, 0x02,       /* 7 je 11 */
      0xFF, 0xC0,       /* 9 inc %eax */
      0xC3,             /* 11 ret */
  };
  tb_code_listing listing;
  expect_ok(tb_code_listing_read(ahead, sizeof ahead, &pool, &listing));
  cr_expect_eq(tb_sampled_instruction_find(&listing, 7, 1).begin, 4);
  cr_expect_eq(tb_sampled_instruction_find(&listing, 11, 1).begin, 7);
  tc_pool_free(&pool);
}
