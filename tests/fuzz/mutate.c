#include "fuzz/mutate.h"

#include <ctype.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/numeric/hash.h"

uint64_t roll(dice *d, uint64_t sides) { return tc_hash_mix(++d->state) % sides; }

void mutant_set(mutant *m, const char *text) {
  m->length = strlen(text);
  if (m->length > MUTATE_MOST) m->length = MUTATE_MOST;
  memcpy(m->text, text, m->length);
  m->text[m->length] = '\0';
}

/* Replaces the `gone` bytes that begin at position `at` by n other bytes. Does nothing if the text would
 * become too long. */
static void replace(mutant *m, size_t at, size_t gone, const char *bytes, size_t n) {
  if (m->length - gone + n > MUTATE_MOST) return;
  memmove(m->text + at + n, m->text + at + gone, m->length - at - gone + 1);
  memmove(m->text + at, bytes, n);
  m->length += n - gone;
}

static void put_word(mutant *m, size_t at, size_t gone, dice *d, const char *const *words) {
  size_t count = 0;
  while (words[count]) count++;
  const char *word = words[roll(d, count)];
  replace(m, at, gone, word, strlen(word));
}

/* Replaces the word that contains the position `at` by another word. */
static void swap_word(mutant *m, size_t at, dice *d, const char *const *words) {
  while (at > 0 && !isspace((unsigned char)m->text[at - 1])) at--;
  size_t end = at;
  while (end < m->length && !isspace((unsigned char)m->text[end])) end++;
  put_word(m, at, end - at, d, words);
}

static void repeat_piece(mutant *m, size_t at, size_t n, dice *d) {
  char piece[64];
  if (n > sizeof piece) n = sizeof piece;
  memcpy(piece, m->text + at, n);
  const size_t where = roll(d, 2) ? at : roll(d, m->length + 1);
  for (uint64_t k = roll(d, 4) ? 1 : roll(d, 200); k > 0; k--) replace(m, where, 0, piece, n);
}

static void change(mutant *m, dice *d, const char *const *words) {
  static const char bytes[] = "\n \t\"':{}[],#&*!|>%@`-?0~\\\0\x01\x1b\xff\xc3\x80\r";
  const size_t at = roll(d, m->length + 1), rest = m->length - at;
  const size_t n = rest ? roll(d, rest < 24 ? rest : 24) + 1 : 0;
  switch (roll(d, 8)) {
  case 0: replace(m, at, 0, bytes + roll(d, sizeof bytes - 1), 1); break;
  case 1:
    if (rest) m->text[at] = bytes[roll(d, sizeof bytes - 1)];
    break;
  case 2:
    if (rest) m->text[at] ^= (char)(1u << roll(d, 8));
    break;
  case 3: replace(m, at, n, "", 0); break;
  case 4: repeat_piece(m, at, n, d); break;
  case 5: put_word(m, at, 0, d, words); break;
  default: swap_word(m, at, d, words);
  }
}

void mutate(mutant *m, dice *d, const char *const *words) {
  for (uint64_t changes = roll(d, 6); changes > 0; changes--) change(m, d, words);
}

void mutant_base(char path[MUTATE_PATH]) {
  static bool looked, in_memory;
  if (!looked) in_memory = access("/dev/shm", W_OK) == 0;
  looked = true;
  snprintf(path, MUTATE_PATH, "%s/tetracast-fuzz-%d", in_memory ? "/dev/shm" : "/tmp", (int)getpid());
}

bool mutant_write(const mutant *m, const char *ending, char path[MUTATE_PATH]) {
  char base[MUTATE_PATH];
  mutant_base(base);
  snprintf(path, MUTATE_PATH, "%.40s%.39s", base, ending);
  unlink(path); /* some file systems wait for the disk if an existing file is overwritten */
  const int file = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
  const bool written = file >= 0 && write(file, m->text, m->length) == (ssize_t)m->length;
  return file >= 0 && close(file) == 0 && written;
}
