/** The cookbook's questions, which the build puts into the page. */
export interface Example {
  title: string;
  text: string;
}

declare const GAVEL_EXAMPLES: Example[];
export const EXAMPLES: Example[] = GAVEL_EXAMPLES;

/** Decks that come with the page. */
export interface SampleDeck {
  name: string;
  text: string;
}

declare const GAVEL_DECKS: SampleDeck[];
export const DECKS: SampleDeck[] = GAVEL_DECKS;
