/* Cockatrice's decks: XML with zones that contain cards. */
#include "table/deck.h"

#include <expat.h>
#include <stdlib.h>

typedef struct XmlReader {
  DeckReader *r;
  XML_Parser parser;
  bool failed;  /* an error has been reported */
  bool in_name; /* the current text is the deck's name */
} XmlReader;

static const char *attribute(const char **attributes, const char *name) {
  for (u32 i = 0; attributes[i]; i += 2)
    if (strcmp(attributes[i], name) == 0) return attributes[i + 1];
  return NULL;
}

static void place(XmlReader *x) { x->r->line = (u32)XML_GetCurrentLineNumber(x->parser); }

static u32 column(const XmlReader *x) { return (u32)XML_GetCurrentColumnNumber(x->parser) + 1; }

static void zone_begin(XmlReader *x, const char **attributes) {
  static const struct {
    const char *name;
    GavelDeckPart part;
  } ZONES[] = {{"main", GAVEL_DECK_MAIN}, {"side", GAVEL_DECK_SIDEBOARD}, {"commander", GAVEL_DECK_COMMANDER}};
  const char *name = attribute(attributes, "name");
  for (u32 i = 0; name && i < COUNT_OF(ZONES); i++) {
    if (strcmp(ZONES[i].name, name) != 0) continue;
    x->r->part = ZONES[i].part;
    return;
  }
  x->failed = !deck_refuse(x->r, GAVEL_E_SYNTAX, column(x), "found the zone \"%.40s\": expected main or side",
                           name ? name : "");
}

static void card_begin(XmlReader *x, const char **attributes) {
  const char *name = attribute(attributes, "name"), *number = attribute(attributes, "number");
  char *end = NULL;
  unsigned long count = number ? strtoul(number, &end, 10) : 1;
  if (!name || (number && (end == number || *end)) || count < 1 || count > 99999) {
    x->failed = !deck_refuse(x->r, GAVEL_E_SYNTAX, column(x),
                             "found a card without a name or with a wrong number: expected <card number=\"4\" "
                             "name=\"Lightning Bolt\"/>");
    return;
  }
  x->failed = !deck_add(x->r, str_of(name), (u32)count, column(x));
}

static void element_begin(void *user, const char *element, const char **attributes) {
  XmlReader *x = user;
  if (x->failed) return;
  place(x);
  x->in_name = strcmp(element, "deckname") == 0;
  if (strcmp(element, "zone") == 0) zone_begin(x, attributes);
  if (strcmp(element, "card") == 0) card_begin(x, attributes);
  if (x->failed) XML_StopParser(x->parser, XML_FALSE);
}

static void element_end(void *user, const char *element) {
  XmlReader *x = user;
  (void)element;
  x->in_name = false;
}

static void characters(void *user, const char *text, int length) {
  XmlReader *x = user;
  if (x->in_name) text_add(&x->r->deck->name, (Str){text, (u32)length});
}

bool deck_read_xml(DeckReader *r, Str text) {
  XmlReader x = {.r = r, .parser = XML_ParserCreate(NULL)};
  if (!x.parser) return deck_refuse(r, GAVEL_E_MEMORY, 0, "out of memory");
  XML_SetUserData(x.parser, &x);
  XML_SetElementHandler(x.parser, element_begin, element_end);
  XML_SetCharacterDataHandler(x.parser, characters);
  bool fine = text.length <= INT32_MAX && XML_Parse(x.parser, text.data, (int)text.length, XML_TRUE) == XML_STATUS_OK;
  if (!fine && !x.failed) {
    place(&x);
    deck_refuse(r, GAVEL_E_SYNTAX, column(&x), "this isn't a deck in XML: %s",
                XML_ErrorString(XML_GetErrorCode(x.parser)));
  }
  GavelError unfit;
  if (fine && !x.failed && text_check(text_str(&r->deck->name), &unfit))
    fine = deck_refuse(r, GAVEL_E_SYNTAX, 0, "the name of the deck: %s", unfit.message);
  XML_ParserFree(x.parser);
  return fine && !x.failed;
}
