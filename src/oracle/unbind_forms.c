/* Forms that are said otherwise than their operations stand: the rows of unbind.def. */
#include "oracle/unbind.h"

#define REST_MAX 48u
#define NAMES_MAX 8u

/* A row and a form that are compared: what the names of the row stand for. */
typedef struct Fit {
  LfStore *lf;
  Lf names[NAMES_MAX], values[NAMES_MAX];
  u32 count;
  Lf rest[REST_MAX];
  u32 rest_count;
} Fit;

static bool is_name(const LfStore *lf, Lf form, bool rest) {
  if (!lf_is_atom(lf, form)) return false;
  Str text = lf_head(lf, form);
  return text.length > 1 && text.data[0] == '?' && (text.data[text.length - 1] == '*') == rest;
}

static bool fits(Fit *f, Lf row, Lf form);

/* Items of `and`: each of the row's is one of the form's, the others are the rest. */
static bool terms_fit(Fit *f, Lf row, Lf form) {
  bool taken[REST_MAX] = {0}, rest = false;
  u32 count = lf_count(f->lf, form), named, left;
  for (u32 i = 1; i < lf_count(f->lf, row); i++) {
    u32 k = 1;
    rest |= is_name(f->lf, lf_item(f->lf, row, i), true);
    if (is_name(f->lf, lf_item(f->lf, row, i), true)) continue;
    for (; k < count; k++) {
      named = f->count, left = f->rest_count;
      if (!taken[k] && fits(f, lf_item(f->lf, row, i), lf_item(f->lf, form, k))) break;
      f->count = named, f->rest_count = left;
    }
    if (k == count) return false;
    taken[k] = true;
  }
  for (u32 k = 1; k < count; k++) {
    if (!taken[k] && !rest) return false;
    if (!taken[k]) f->rest[f->rest_count++] = lf_item(f->lf, form, k);
  }
  return true;
}

static bool fits(Fit *f, Lf row, Lf form) {
  if (is_name(f->lf, row, false)) {
    for (u32 i = 0; i < f->count; i++)
      if (f->names[i] == row) return f->values[i] == form;
    if (f->count == NAMES_MAX) return false;
    f->names[f->count] = row;
    f->values[f->count++] = form;
    return true;
  }
  if (lf_is_atom(f->lf, row) || lf_is_atom(f->lf, form)) return row == form;
  u32 count = lf_count(f->lf, form), of = lf_count(f->lf, row);
  if (count > REST_MAX) return false;
  if (lf_item(f->lf, row, 0) == LF_AND && lf_item(f->lf, form, 0) == LF_AND) return terms_fit(f, row, form);
  bool rest = is_name(f->lf, lf_item(f->lf, row, of - 1), true);
  if (rest ? count + 1 < of : count != of) return false;
  for (u32 i = 0; i + rest < of; i++)
    if (!fits(f, lf_item(f->lf, row, i), lf_item(f->lf, form, i))) return false;
  for (u32 i = of - 1; rest && i < count; i++) f->rest[f->rest_count++] = lf_item(f->lf, form, i);
  return true;
}

static Lf built(const Fit *f, Lf row) {
  for (u32 i = 0; i < f->count; i++)
    if (f->names[i] == row) return f->values[i];
  if (lf_is_atom(f->lf, row)) return row;
  Lf items[2 * REST_MAX];
  u32 count = 0;
  for (u32 i = 0; i < lf_count(f->lf, row) && count + REST_MAX < COUNT_OF(items); i++) {
    Lf item = lf_item(f->lf, row, i);
    Lf made = is_name(f->lf, item, true) ? 0 : built(f, item);
    if (made) items[count++] = made;
    if (!made && !is_name(f->lf, item, true) && lf_is(f->lf, row, LF_ACT)) return 0;
    for (u32 k = 0; k < f->rest_count && is_name(f->lf, item, true); k++) items[count++] = f->rest[k];
  }
  if (str_is(lf_head(f->lf, row), "all-of")) items[0] = LF_AND;
  if (count == 1 && lf_is_flat(items[0])) return items[0] == LF_AND ? LF_ALWAYS : 0;
  return lf_list(f->lf, items, count);
}

bool forms_init(FormRows *rows, GavelAllocator allocator, LfStore *lf) {
  static const struct {
    FormHow how;
    const char *from, *to;
  } ROWS[] = {
#define FORM(HOW, FROM, TO) {FORM_##HOW, FROM, TO},
#include "oracle/unbind.def"
#undef FORM
  };
  u32 bad;
  bool fine = true;
  for (u32 i = 0; i < COUNT_OF(ROWS) && fine; i++) {
    Lf from = lf_read(lf, str_of(ROWS[i].from), &bad), to = lf_read(lf, str_of(ROWS[i].to), &bad);
    fine = from && to && vec_push(&allocator, rows, ((FormRow){ROWS[i].how, lf_first(lf, from), from, to}));
  }
  return fine;
}

/* The form by the rows that are for it, not for its parts: each once, but not `*last`, which becomes the last used. */
static Lf by_rows(Unbinder *u, Lf form, u32 *last) {
  u32 around = *last;
  Lf head = lf_first(u->lf, form);
  for (u32 i = 0; i < u->rows->count; i++) {
    const FormRow *row = &u->rows->data[i];
    if (row->head != head || i == around) continue;
    Fit fit;
    fit.lf = u->lf, fit.count = fit.rest_count = 0;
    if (!fits(&fit, row->from, form)) continue;
    if (row->how == FORM_KEEP) return form;
    if (row->how != FORM_ALWAYS && unbind_way(u, 2) != (row->how == FORM_LATER ? 1u : 0u)) continue;
    form = built(&fit, row->to);
    head = lf_first(u->lf, form);
    *last = i;
  }
  return form;
}

/* `last` is the row that made the form around this one. */
static Lf said(Unbinder *u, Lf form, u32 last) {
  form = by_rows(u, form, &last);
  u32 count = form ? lf_count(u->lf, form) : 0;
  if (count == 0 || count > REST_MAX) return form;
  Lf items[REST_MAX];
  for (u32 i = 0; i < count; i++) items[i] = i == 0 ? lf_item(u->lf, form, 0) : said(u, lf_item(u->lf, form, i), last);
  return lf_list(u->lf, items, count);
}

Lf forms_said(Unbinder *u, Lf form) { return said(u, form, u->rows->count); }
