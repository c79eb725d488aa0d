#include "cards/names.h"
#include "state/walk.h"

static u64 set_number(const Field *field, const void *at) {
  u64 set[SUBTYPE_CAP / 64];
  u32 count = field->size / (u32)sizeof *set;
  memcpy(set, at, field->size);
  return word_set_number(set, count, field->arg ? W_KEYWORD_FIRST : W_SUBTYPE_FIRST);
}

u64 field_number(const CardDb *db, const Field *field, const void *at) {
  if (field->kind == FIELD_WORD_SET) return set_number(field, at);
  u64 value = number_at(at, field->size);
  switch ((FieldKind)field->kind) {
    case FIELD_WORD: return word_number(value);
    case FIELD_OPERATION: return operation_number(value);
    case FIELD_EVENT_KIND: return event_number(value);
    case FIELD_PROCEDURE: return value < PROC_COUNT ? PROCEDURE_NAMES[value] : value;
    case FIELD_NODE: return node_number(db, (Node)value);
    case FIELD_ABILITY: return ability_number(db, (u32)value);
    case FIELD_NAME: return text_number(db, (StrId)value);
    case FIELD_COST: return cost_number(db, (u32)value);
    case FIELD_CARD_DEF: return card_number(db, (u32)value);
    case FIELD_CV: return value & CV_RECORD ? value : card_number(db, (u32)value);
    default: return value;
  }
}
