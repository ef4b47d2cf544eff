/* Tables that describe the bytes after each opcode, with one letter per opcode and 16 opcodes per line. The
 * comment of tb_x86_instruction_form in x86_instruction.h explains the letters. */
#include "blame/x86/x86_instruction.h"

static const char forms_one_byte[257] = "MMMMbzxxMMMMbzxx" /* opcodes 00 to 3F */
                                        "MMMMbzxxMMMMbzxx"
                                        "MMMMbzxxMMMMbzxx"
                                        "MMMMbzxxMMMMbzxx"
                                        "xxxxxxxxxxxxxxxx" /* opcodes 40 to 7F */
                                        "                "
                                        "xxxMxxxxzZbB    "
                                        "jjjjjjjjjjjjjjjj"
                                        "BZxBMMMMMMMMMMMM" /* opcodes 80 to BF */
                                        "          x     "
                                        "oooo    bz      "
                                        "bbbbbbbbvvvvvvvv"
                                        "BBw xxBZe w  bx " /* opcodes C0 to FF */
                                        "MMMMxxx MMMMMMMM"
                                        "jjjjbbbbJJxj    "
                                        "x xx  tT      MM";

static const char forms_0f[257] = "MMMMx     x xM B" /* opcodes 0F 00 to 0F 3F */
                                  "MMMMMMMMMMMMMMMM"
                                  "MMMMxxxxMMMMMMMM"
                                  "        xxxxxxxx"
                                  "MMMMMMMMMMMMMMMM" /* opcodes 0F 40 to 0F 7F */
                                  "MMMMMMMMMMMMMMMM"
                                  "MMMMMMMMMMMMMMMM"
                                  "BBBBMMM MMxxMMMM"
                                  "JJJJJJJJJJJJJJJJ" /* opcodes 0F 80 to 0F BF */
                                  "MMMMMMMMMMMMMMMM"
                                  "   MBMxx   MBMMM"
                                  "MMMMMMMMMMBMMMMM"
                                  "MMBMBBBM        " /* opcodes 0F C0 to 0F FF */
                                  "MMMMMMMMMMMMMMMM"
                                  "MMMMMMMMMMMMMMMM"
                                  "MMMMMMMMMMMMMMMM";

/* Returns the letter for an opcode with VEX or EVEX prefix. With such a prefix, more opcodes are valid, and
 * all opcodes of map 0F except vzeroupper are followed by a ModRM byte. */
static char get_vector_form(const tb_x86_instruction *i) {
  if (i->map == TB_MAP_0F3A) return 'B';
  if (i->map != TB_MAP_0F) return 'M';
  if (i->encoding == TB_CODING_VEX && i->opcode == 0x77) return ' ';
  return forms_0f[i->opcode] == 'B' ? 'B' : 'M';
}

char tb_x86_instruction_form(const tb_x86_instruction *i) {
  if (i->encoding != TB_CODING_PLAIN) return get_vector_form(i);
  switch (i->map) {
  case TB_MAP_ONE: return forms_one_byte[i->opcode];
  case TB_MAP_0F: return forms_0f[i->opcode];
  case TB_MAP_0F38: return 'M';
  case TB_MAP_0F3A: return 'B';
  default: return 'x';
  }
}
