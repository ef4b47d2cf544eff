#include <criterion/criterion.h>

#include "blame/samples/live_allocations.h"
#include "blame/synthetic_samples.h"
#include "support/expect.h"

static made_samples all;
static tb_live_allocations *objects;

static void finish(void) {
  tb_live_allocations_destroy(&objects);
  made_destroy(&all);
}

static int begin(void) { return made_process_add(&all, 100, 1, 1000); }

/* Returns the start address of the object that contains `address` at time `time_ns`, or 0 if there is
 * none. */
static uint64_t object_at(uint64_t time_ns, uint64_t address) {
  tb_live_allocations_advance(objects, time_ns);
  const tb_live_allocation *object = tb_live_allocations_find(objects, address);
  return object ? object->record->address : 0;
}

Test(objects, live_from_their_allocation_to_their_end, .fini = finish) {
  const int p = begin();
  made_allocation(&all, p, 10, 0x1000, 0x100, 0, NULL, 0);
  made_allocation(&all, p, 20, 0x3000, 0x100, 0, NULL, 0);
  made_free(&all, p, 30, 0x1000, 0);
  expect_ok(tb_live_allocations_create(&all.samples, p, &objects));
  cr_expect_eq(object_at(5, 0x1000), 0);
  cr_expect_eq(object_at(10, 0x1000), 0x1000);
  cr_expect_eq(object_at(10, 0x10FF), 0x1000);
  cr_expect_eq(object_at(10, 0x1100), 0);
  cr_expect_eq(object_at(10, 0xFFF), 0);
  cr_expect_eq(object_at(25, 0x3001), 0x3000);
  cr_expect_eq(object_at(30, 0x1000), 0);
  cr_expect_eq(object_at(30, 0x3000), 0x3000);
}

Test(objects, an_address_may_be_used_again_at_once, .fini = finish) {
  const int p = begin();
  made_allocation(&all, p, 10, 0x1000, 0x100, 0, NULL, 0);
  made_allocation(&all, p, 20, 0x1000, 0x80, 0, NULL, 0);
  made_free(&all, p, 20, 0x1000, 0);
  expect_ok(tb_live_allocations_create(&all.samples, p, &objects));
  cr_expect_eq(object_at(20, 0x1010), 0x1000);
  cr_expect_eq(object_at(20, 0x1090), 0);
}

Test(objects, what_is_overlapped_has_ended, .fini = finish) {
  const int p = begin();
  made_allocation(&all, p, 10, 0x1000, 0x1000, 0, NULL, 0);
  made_allocation(&all, p, 20, 0x1800, 0x100, 0, NULL, 0);
  expect_ok(tb_live_allocations_create(&all.samples, p, &objects));
  cr_expect_eq(object_at(10, 0x1FFF), 0x1000);
  cr_expect_eq(object_at(20, 0x1FFF), 0);
  cr_expect_eq(object_at(20, 0x1000), 0);
  cr_expect_eq(object_at(20, 0x1850), 0x1800);
}

Test(objects, lie_within_what_is_mapped, .fini = finish) {
  const int p = begin();
  made_allocation(&all, p, 10, 0x10000, 0x10000, 1, NULL, 0);
  made_allocation(&all, p, 20, 0x14000, 0x100, 0, NULL, 0);
  expect_ok(tb_live_allocations_create(&all.samples, p, &objects));
  cr_expect_eq(object_at(20, 0x14080), 0x14000);
  cr_expect_eq(object_at(20, 0x14100), 0x10000);
}

Test(objects, tails_are_unmapped, .fini = finish) {
  const int p = begin();
  made_allocation(&all, p, 10, 0x10000, 0x10000, 1, NULL, 0);
  made_allocation(&all, p, 10, 0x40000, 0x1000, 1, NULL, 0);
  made_free(&all, p, 20, 0x18000, 0x8000);
  made_free(&all, p, 30, 0x10000, 0x40000);
  expect_ok(tb_live_allocations_create(&all.samples, p, &objects));
  cr_expect_eq(object_at(20, 0x17FFF), 0x10000);
  cr_expect_eq(object_at(20, 0x18000), 0);
  cr_expect_eq(object_at(30, 0x10000), 0);
  cr_expect_eq(object_at(30, 0x40000), 0);
}

Test(objects, go_on_around_holes, .fini = finish) {
  const int p = begin();
  made_allocation(&all, p, 10, 0x10000, 0x10000, 1, NULL, 0);
  made_free(&all, p, 20, 0x14000, 0x2000); /* unmaps a part in the middle */
  made_free(&all, p, 30, 0x0F000, 0x2000); /* unmaps the front, and unmapped memory before it */
  made_allocation(&all, p, 40, 0x18000, 0x1000, 1, NULL, 0);
  made_free(&all, p, 50, 0x18000, 0x1000);
  made_free(&all, p, 60, 0x15000, 0x4000); /* unmaps memory and already unmapped holes */
  expect_ok(tb_live_allocations_create(&all.samples, p, &objects));
  cr_expect_eq(object_at(20, 0x13FFF), 0x10000);
  cr_expect_eq(object_at(20, 0x14000), 0);
  cr_expect_eq(object_at(20, 0x15FFF), 0);
  cr_expect_eq(object_at(20, 0x16000), 0x10000);
  cr_expect_eq(object_at(20, 0x1FFFF), 0x10000);
  cr_expect_eq(object_at(20, 0x20000), 0);
  cr_expect_eq(object_at(30, 0x10FFF), 0);
  cr_expect_eq(object_at(30, 0x11000), 0x10000);
  cr_expect_eq(object_at(40, 0x17FFF), 0x10000);
  cr_expect_eq(object_at(40, 0x18000), 0x18000);
  cr_expect_eq(object_at(40, 0x19000), 0x10000);
  cr_expect_eq(object_at(50, 0x18000), 0);
  cr_expect_eq(object_at(60, 0x16000), 0);
  cr_expect_eq(object_at(60, 0x18FFF), 0);
  cr_expect_eq(object_at(60, 0x19000), 0x10000);
}

Test(objects, a_child_has_what_its_parent_had, .fini = finish) {
  const int parent = begin(), child = made_process_add(&all, 101, 100, 1050);
  made_module(&all, parent, 0, "/bin/made", 0x400000, 0x1000);
  made_module(&all, child, 0, "/bin/made", 0x400000, 0x1000);
  made_allocation(&all, parent, 10, 0x1000, 0x100, 0, NULL, 0);
  made_allocation(&all, parent, 90, 0x2000, 0x100, 0, NULL, 0); /* after the fork, so not in the child */
  made_free(&all, child, 20, 0x1000, 0);
  expect_ok(tb_live_allocations_create(&all.samples, child, &objects));
  cr_expect_eq(object_at(0, 0x1000), 0x1000);
  cr_expect_eq(tb_live_allocations_find(objects, 0x1000)->process, parent);
  cr_expect_eq(object_at(20, 0x1000), 0);
  cr_expect_eq(object_at(100, 0x2000), 0);
}

Test(objects, another_program_has_nothing_of_its_parents, .fini = finish) {
  const int parent = begin(), child = made_process_add(&all, 101, 100, 1050);
  made_module(&all, parent, 0, "/bin/sh", 0x400000, 0x1000);
  made_module(&all, child, 0, "/bin/made", 0x500000, 0x1000);
  made_allocation(&all, parent, 10, 0x1000, 0x100, 0, NULL, 0);
  expect_ok(tb_live_allocations_create(&all.samples, child, &objects));
  cr_expect_eq(object_at(0, 0x1000), 0);
}
