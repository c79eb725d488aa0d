/** What the page says, in English and Italian. What the engine says is in English. */
import { signal } from "@preact/signals";

const WORDS = {
  ask: ["Ask", "Chiedi"],
  cards: ["Cards", "Carte"],
  data: ["Card data", "Dati delle carte"],
  play: ["Play", "Gioca"],
  tagline: ["What happens, and why", "Che cosa succede, e perché"],
  loading: ["Starting the rules engine…", "Avvio del motore di regole…"],
  working: ["Working…", "Elaborazione…"],
  failedStart: ["The rules engine could not be started.", "Il motore di regole non può partire."],
  theme: ["Dark or light", "Scuro o chiaro"],
  language: ["Italiano", "English"],
  undo: ["Undo", "Annulla"],
  redo: ["Redo", "Ripeti"],
  newBoard: ["New board", "Nuovo tavolo"],
  examples: ["Examples", "Esempi"],
  chooseExample: ["Open an example…", "Apri un esempio…"],
  copyLink: ["Copy link", "Copia link"],
  linkCopied: ["The link is in the clipboard.", "Il link è negli appunti."],
  linkTooLong: ["This question is too long for a link. Copy its text instead.", "Questa domanda è troppo lunga per un link. Copia il testo."],
  board: ["Board", "Tavolo"],
  addCard: ["Add a card", "Aggiungi una carta"],
  cardName: ["Card name", "Nome della carta"],
  count: ["How many", "Quante"],
  player: ["Player", "Giocatore"],
  zone: ["Zone", "Zona"],
  add: ["Add", "Aggiungi"],
  battlefield: ["Battlefield", "Campo di battaglia"],
  hand: ["Hand", "Mano"],
  graveyard: ["Graveyard", "Cimitero"],
  exile: ["Exile", "Esilio"],
  library: ["Library", "Grimorio"],
  command: ["Command zone", "Zona di comando"],
  stack: ["Stack", "Pila"],
  stackHint: ["The last one resolves first.", "L'ultima si risolve per prima."],
  life: ["life", "punti vita"],
  empty: ["empty", "vuoto"],
  whatNow: ["What now?", "E adesso?"],
  hasPriority: ["{name} has priority.", "{name} ha priorità."],
  youHavePriority: ["You have priority.", "Hai priorità."],
  moment: ["Turn {n} ({name}), {step}", "Turno {n} ({name}), {step}"],
  nothingAsked: ["Nothing is asked now.", "Nessuna scelta in sospeso."],
  gameOver: ["The game is over.", "La partita è finita."],
  manaAbilities: ["Mana abilities", "Abilità di mana"],
  resolve: ["Resolve the top of the stack", "Risolvi la cima della pila"],
  goTo: ["Go to", "Vai a"],
  go: ["Go", "Vai"],
  turn: ["Turn", "Turno"],
  step: ["Step", "Sottofase"],
  command_line: ["Say what happens", "Scrivi che cosa succede"],
  commandHint: ['Alice casts "Lightning Bolt" targeting bears', 'Alice casts "Lightning Bolt" targeting bears'],
  doIt: ["Do it", "Esegui"],
  happened: ["What happened", "Che cosa è successo"],
  brief: ["Brief", "Breve"],
  full: ["Full", "Completo"],
  nothingHappened: ["Nothing has happened yet.", "Non è ancora successo nulla."],
  text: ["As text", "Come testo"],
  textLabel: ["The question as text", "La domanda come testo"],
  apply: ["Apply the text", "Applica il testo"],
  discard: ["Discard changes", "Scarta le modifiche"],
  object: ["Object", "Oggetto"],
  pickObject: ["Choose a card on the board to see what it is, and why.", "Scegli una carta sul tavolo per vedere che cos'è, e perché."],
  whyIsIt: ["Why it is what it is", "Perché è com'è"],
  canDo: ["What can be done", "Che cosa si può fare"],
  whyNot: ["Why it can't be played now", "Perché non si può giocare adesso"],
  change: ["Change the setup", "Cambia la disposizione"],
  changeHint: ["The game is played again from the start.", "La partita viene rigiocata dall'inizio."],
  notInSetup: ["Only cards with a name of their own in the text (`as bears`) can be changed here.", "Qui si possono cambiare solo le carte che nel testo hanno un nome proprio (`as bears`)."],
  tapped: ["tapped", "TAPpata"],
  faceDown: ["face down", "a faccia in giù"],
  sick: ["came this turn", "entrata in questo turno"],
  counters: ["+1/+1 counters", "Segnalini +1/+1"],
  damage: ["Damage", "Danno"],
  attachedTo: ["Attached to", "Assegnata a"],
  copyOf: ["A copy of", "Copia di"],
  nothing: ["nothing", "niente"],
  remove: ["Remove", "Rimuovi"],
  close: ["Close", "Chiudi"],
  linkTitle: ["A question came with this link", "Questo link porta una domanda"],
  linkHint: ["It was written by whoever made the link. Nothing has been run yet.", "L'ha scritta chi ha creato il link. Non è ancora stato eseguito nulla."],
  openQuestion: ["Open this question", "Apri questa domanda"],
  ignoreLink: ["Ignore it", "Ignorala"],
  linkLong: ["The link is too long to be a question. Ask for the text of the question instead.", "Il link è troppo lungo per essere una domanda. Chiedi il testo della domanda."],
  linkLarge: ["The link holds more than a question may. It was not opened.", "Il link contiene più di quanto una domanda possa avere. Non è stato aperto."],
  linkDamaged: ["The link is damaged or was cut off. Copy it again, whole.", "Il link è danneggiato o incompleto. Copialo di nuovo, per intero."],
  linkFuture: ["The link was made by a newer version of this page. Reload the page to update it.", "Il link viene da una versione più recente di questa pagina. Ricarica la pagina per aggiornarla."],
  questionWrong: ["This question goes wrong", "Questa domanda non riesce"],
  line: ["line", "riga"],
  search: ["Search cards", "Cerca carte"],
  searchHint: ["Type part of a name. {n} cards are known.", "Scrivi una parte del nome. Le carte note sono {n}."],
  cantPlay: ["can't be played", "non si può giocare"],
  cantPlayWhy: ["Gavel can't play this card.", "Gavel non può giocare questa carta."],
  dataRefused: ["Cards of your data that can't be played: {n}. Search for one under Cards to see why.", "Carte dei tuoi dati che non si possono giocare: {n}. Cercane una sotto Carte per vedere perché."],
  noCard: ["No card has that in its name.", "Nessuna carta ha questo nel nome."],
  moreCards: ["… and {n} more; type more of the name.", "… e altre {n}; scrivi di più."],
  cardText: ["Text", "Testo"],
  definition: ["In Gavel's notation", "Nella notazione di Gavel"],
  usedIn: ["Examples with this card", "Esempi con questa carta"],
  noExamples: ["No example uses this card.", "Nessun esempio usa questa carta."],
  askAbout: ["Ask about this card", "Fai una domanda su questa carta"],
  tryText: ["Try a text of your own", "Prova un testo tuo"],
  tryHint: ["Gavel reads every word, or says which it does not understand.", "Gavel legge ogni parola, o dice quali non capisce."],
  spell: ["An instant or sorcery", "Un istantaneo o una stregoneria"],
  readIt: ["Read it", "Leggi"],
  understood: ["Understood completely.", "Capito per intero."],
  notUnderstood: ["Not understood:", "Non capito:"],
  phrase: ["Phrase by phrase", "Frase per frase"],
  dataNow: ["{n} cards are known.", "Le carte note sono {n}."],
  dataBuiltIn: ["The built-in cards work at once. To know more cards, give this page card data.", "Le carte incluse funzionano subito. Per conoscerne altre, dai alla pagina dei dati."],
  dataHow: ["Take “Oracle Cards” from Scryfall's bulk data, or “AtomicCards” from MTGJSON, as .json or .json.gz. The file stays on this device; nothing is sent anywhere.", "Prendi “Oracle Cards” dai bulk data di Scryfall o “AtomicCards” da MTGJSON, come .json o .json.gz. Il file resta su questo dispositivo; nulla viene inviato."],
  dropHere: ["Drop a file here, or choose one", "Trascina qui un file, o scegline uno"],
  chooseFile: ["Choose a file", "Scegli un file"],
  readingFile: ["Reading the file: {n} MB", "Lettura del file: {n} MB"],
  compiling: ["Compiling: {n} of {m} cards", "Compilazione: {n} di {m} carte"],
  cancel: ["Cancel", "Annulla"],
  imported: ["{n} of {m} cards are understood completely and can be used; the others are refused.", "{n} carte su {m} sono capite per intero e si possono usare; le altre sono rifiutate."],
  noCardsInFile: ["The file holds no cards of a game. Take “Oracle Cards” or “AtomicCards”.", "Il file non contiene carte da gioco. Prendi “Oracle Cards” o “AtomicCards”."],
  notKept: ["This browser keeps no files here, as in private mode, so the cards are gone once the page is closed.", "Questo browser qui non conserva file, come in modalità privata: le carte spariranno alla chiusura della pagina."],
  noSpace: ["There is no space left on this device to keep the file, so the cards are gone once the page is closed.", "Su questo dispositivo non c'è più spazio per conservare il file: le carte spariranno alla chiusura della pagina."],
  kept: ["Kept on this device: {name}", "Conservato su questo dispositivo: {name}"],
  forget: ["Forget it and use the built-in cards", "Dimenticalo e usa le carte incluse"],
  keptDamaged: ["The card data kept on this device is damaged and was not used. Give the file again.", "I dati conservati su questo dispositivo sono danneggiati e non sono stati usati. Dai di nuovo il file."],
  shortcuts: ["Single-key shortcuts", "Scorciatoie a tasto singolo"],
  shortcutsHint: ["U undo · R redo · P pass · S resolve · / write · A repeat the last announcement", "U annulla · R ripeti · P passa · S risolvi · / scrivi · A ripeti l'ultimo annuncio"],
  announcements: ["Announcements", "Annunci"],
  detail: ["Screen readers are told", "I lettori di schermo annunciano"],
  detailEvery: ["every event", "ogni evento"],
  detailMain: ["what a log would say", "ciò che direbbe una cronaca"],
  detailAsked: ["only what is asked", "solo ciò che viene chiesto"],
  repeat: ["Repeat the last announcement", "Ripeti l'ultimo annuncio"],
  undone: ["Undone.", "Annullato."],
  redone: ["Done again.", "Rifatto."],
  takenBack: ["Your last choice is taken back.", "La tua ultima scelta è ritirata."],
  byHand: ["Choose what pays for my spells and abilities", "Scelgo io come pagare magie e abilità"],
  payPool: ["Pay with the mana in the pool", "Paga con il mana nella riserva"],
  choices: ["Choices", "Scelte"],
  which: ["{what}, {n} of {m}", "{what}, {n} di {m}"],
  skip: ["Skip to the question", "Vai alla domanda"],
  newGame: ["A game of Magic", "Una partita a Magic"],
  ownDeckOf: ["Your deck", "Il tuo mazzo"],
  deckOf: ["Deck of {name}", "Mazzo di {name}"],
  ownDeck: ["My own deck, as text…", "Un mio mazzo, come testo…"],
  deckText: ["{deck}, as text", "{deck}, come testo"],
  deckHint: ["As Magic Online, Arena or Cockatrice write it, or simply `4 Lightning Bolt` on each line.", "Come lo scrivono Magic Online, Arena o Cockatrice, o semplicemente `4 Lightning Bolt` su ogni riga."],
  you: ["You", "Tu"],
  opponent: ["The automatic player", "Il giocatore automatico"],
  youSaid: ["the player", "il giocatore"],
  opponentSaid: ["the automatic player", "il giocatore automatico"],
  first: ["Player 1", "Giocatore 1"],
  second: ["Player 2", "Giocatore 2"],
  against: ["Against", "Contro"],
  person: ["A person at this screen", "Una persona a questo schermo"],
  begin: ["Begin the game", "Inizia la partita"],
  handover: ["Give the screen to {name}.", "Passa lo schermo a {name}."],
  showHand: ["I am {name}: show my cards", "Sono {name}: mostra le mie carte"],
  stops: ["Ask me", "Chiedimi"],
  stopsUsual: ["where I usually act", "dove di solito agisco"],
  stopsAlways: ["whenever I have priority", "ogni volta che ho priorità"],
  passTurn: ["Pass until the turn ends", "Passa fino alla fine del turno"],
  takeBack: ["Take my last choice back", "Ritira la mia ultima scelta"],
  hint: ["Suggest something", "Dammi un suggerimento"],
  suggested: ["Suggested: {what}", "Suggerimento: {what}"],
  leaveGame: ["End this game", "Termina questa partita"],
  log: ["Log", "Cronaca"],
  thinking: ["The automatic player is thinking…", "Il giocatore automatico sta pensando…"],
  isMonarch: ["the monarch", "il monarca"],
  hasWon: ["has won", "ha vinto"],
  hasLost: ["has lost", "ha perso"],
  declare: ["Declare what is picked ({n})", "Dichiara ciò che è scelto ({n})"],
  notTogether: ["The rules don't allow all of this together. Pick fewer, or others.", "Le regole non permettono tutto questo insieme. Scegline di meno, o altri."],
  won: ["{name} has won.", "{name} ha vinto."],
  youWon: ["You have won.", "Hai vinto."],
  drawn: ["The game is a draw.", "La partita è patta."],
  turnOf: ["Turn {n}: {name}", "Turno {n}: {name}"],
  playKeys: ["1–9 choose · P pass · E pass the turn · U take back · M choose what pays · H suggest · A repeat the last announcement", "1–9 scegli · P passa · E passa il turno · U ritira · M scegli come pagare · H suggerisci · A ripeti l'ultimo annuncio"],
  deckWrong: ["This deck can't be played:", "Questo mazzo non si può giocare:"],
  skipContent: ["Skip to the content", "Vai al contenuto"],
  tapLabel: ["tapped", "TAPpata"],
  times: ["{n} of them", "{n} in tutto"],
  legal: ["can be used", "utilizzabile"],
} satisfies Record<string, [string, string]>;

export type Word = keyof typeof WORDS;
export type Language = "en" | "it";

function kept(): Language {
  try {
    const chosen = localStorage.getItem("language");
    if (chosen === "en" || chosen === "it") return chosen;
  } catch {
    // Without storage the browser's language holds.
  }
  return navigator.language.startsWith("it") ? "it" : "en";
}

export const language = signal<Language>(kept());

export function setLanguage(to: Language): void {
  language.value = to;
  document.documentElement.lang = to;
  try {
    localStorage.setItem("language", to);
  } catch {
    // It holds until the page is closed.
  }
}

const STEPS: Record<string, [string, string]> = {
  untap: ["untap step", "sottofase di STAP"],
  upkeep: ["upkeep", "mantenimento"],
  draw: ["draw step", "sottofase di acquisizione"],
  main: ["main phase", "fase principale"],
  "begin combat": ["beginning of combat", "inizio del combattimento"],
  attackers: ["declare attackers", "dichiarazione degli attaccanti"],
  blockers: ["declare blockers", "dichiarazione dei bloccanti"],
  "first strike damage": ["first-strike damage", "danno con attacco improvviso"],
  damage: ["combat damage", "danno da combattimento"],
  "end combat": ["end of combat", "fine del combattimento"],
  "main 2": ["second main phase", "seconda fase principale"],
  end: ["end step", "sottofase finale"],
  cleanup: ["cleanup step", "sottofase di cancellazione"],
};

/** What people call a step, of its word in scenarios or on a board ("declare-attackers"). */
export function stepName(word: string): string {
  const step = word.replaceAll("-", " ").replace(/^declare /, "").replace(/^combat damage$/, "damage");
  return STEPS[step]?.[language.value === "it" ? 1 : 0] ?? word;
}

/** A name behind a preposition of Italian: "di il giocatore" is "del giocatore". */
const CONTRACTIONS: Record<string, string> = { di: "del", a: "al", da: "dal", su: "sul" };
export function contracted(text: string): string {
  return text.replace(/\b(di|a|da|su) il (?=giocatore)/g, (_, preposition: string) => `${CONTRACTIONS[preposition]!} `);
}

/** A text of the page, with values in the places of their names. */
export function t(word: Word, values: Record<string, string | number> = {}): string {
  const text: string = WORDS[word][language.value === "it" ? 1 : 0];
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole));
}
