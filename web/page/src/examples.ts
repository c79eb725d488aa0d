/** The cookbook's questions, which the build puts into the page. */
export interface Example {
  title: string;
  text: string;
}

declare const GAVEL_EXAMPLES: Example[];
export const EXAMPLES: Example[] = GAVEL_EXAMPLES;
