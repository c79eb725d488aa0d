#include "cards/tokens.h"

#include "cards/ir_args.h"
#include "cards/ir_walk.h"

static u32 write_piece(char *out, u32 cap, u32 length, Str piece) {
  for (u32 i = 0; i < piece.length && length < cap; i++) out[length++] = piece.data[i];
  return length;
}

u32 token_name_write(const Word *subtypes, u32 count, char *out, u32 cap) {
  u32 length = 0;
  for (u32 i = 0; i < count; i++) {
    length = write_piece(out, cap, length, word_text(subtypes[i]));
    length = write_piece(out, cap, length, STR(" "));
  }
  return write_piece(out, cap, length, STR("Token"));
}

typedef struct Names {
  Intern *names;
  bool failed;
} Names;

static bool intern_name(void *context, const CardDb *db, Node node) {
  Names *names = context;
  if (node_op(db, node) != IR_TOKEN || node_arg(db, node, ARG_TOKEN_NAME)) return true;
  Word subtypes[TOKEN_SUBTYPES];
  u32 count = 0;
  for (u32 i = ARG_TOKEN_MODS; i < node_argc(db, node); i++) {
    Node mod = node_arg(db, node, i);
    IrOp op = node_op(db, mod);
    if (op != IR_M_SET_SUBTYPES && op != IR_M_ADD_SUBTYPE) continue;
    for (u32 w = 0; w < node_argc(db, mod); w++) {
      if (count == TOKEN_SUBTYPES) return true; /* no game creates it, so it needs no name */
      subtypes[count++] = (Word)node_arg(db, mod, w);
    }
  }
  char text[TOKEN_NAME_CAP];
  u32 length = token_name_write(subtypes, count, text, sizeof text);
  names->failed |= intern_add(names->names, (Str){text, length}) == 0;
  return true;
}

bool token_names_intern(CardDb *db) {
  Names names = {.names = &db->names};
  for (u32 i = 1; i < db->abilities.count; i++) ir_walk(db, db->abilities.data[i].node, intern_name, &names);
  return !names.failed;
}
