#include "state/payload.h"

enum { WHO_ANYBODY, WHO_SOMEBODY };
#define OF(WHO, WORD, AMOUNT, HOLDS) \
  { WHO_##WHO, WORD_OF_##WORD, AMOUNT_##AMOUNT, HOLDS_##HOLDS }

static const Payload PAYLOADS[EVENT_KIND_COUNT] = {
#define EV(KIND, NAME, RULE, APPLICATION, PAYLOAD) [EVENT_##KIND] = PAYLOAD,
    EVENT_KINDS(EV)
#undef EV
};

const Payload *event_payload(u32 kind) { return &PAYLOADS[kind < EVENT_KIND_COUNT ? kind : EVENT_NONE]; }

WordClass mod_word_class(IrOp op) {
  switch (op) {
    case IR_M_ADD_TYPE:
    case IR_M_LOSE_TYPE: return WC_TYPE;
    case IR_M_ADD_SUBTYPE:
    case IR_M_SET_SUBTYPES:
    case IR_M_SET_LAND_TYPES: return WC_SUBTYPE;
    case IR_M_LOSE_SUBTYPES: return WC_SUBTYPE_CLASS;
    case IR_M_ADD_SUPERTYPE:
    case IR_M_LOSE_SUPERTYPE: return WC_SUPERTYPE;
    case IR_M_GAIN:
    case IR_M_LOSE_KEYWORD:
    case IR_M_CANT_HAVE: return WC_KEYWORD;
    default: return WC_ANY;
  }
}
