/** A question in the fragment of a link: `#v1=`, then the scenario, deflated, in base64url. Links come from strangers. */

/** The most that a link may hold: characters behind `#v1=`, and bytes they may inflate to. */
export const ENCODED_CAP = 8 * 1024;
export const EXPANDED_CAP = 64 * 1024;

export type LinkFault = "long" | "large" | "damaged" | "future";

export type Link = { text: string } | { fault: LinkFault };

async function through(bytes: Uint8Array, transform: CompressionStream | DecompressionStream, cap: number): Promise<Uint8Array | null> {
  const source = new Blob([bytes as Uint8Array<ArrayBuffer>]).stream();
  const reader = (source.pipeThrough(transform as TransformStream<Uint8Array, Uint8Array>) as ReadableStream<Uint8Array>).getReader();
  const pieces: Uint8Array[] = [];
  let length = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    length += value.length;
    if (length > cap) {
      void reader.cancel().catch(() => {});
      return null;
    }
    pieces.push(value);
  }
  const whole = new Uint8Array(length);
  let at = 0;
  for (const piece of pieces) {
    whole.set(piece, at);
    at += piece.length;
  }
  return whole;
}

function toBase64Url(bytes: Uint8Array): string {
  let binary = "";
  for (const byte of bytes) binary += String.fromCharCode(byte);
  return btoa(binary).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

function fromBase64Url(text: string): Uint8Array {
  const binary = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
  return Uint8Array.from(binary, (c) => c.charCodeAt(0));
}

/** The fragment that carries a scenario, or null where it would be too long. */
export async function fragmentOf(text: string): Promise<string | null> {
  const bytes = new TextEncoder().encode(text);
  if (bytes.length > EXPANDED_CAP) return null;
  const packed = await through(bytes, new CompressionStream("deflate-raw"), EXPANDED_CAP);
  const encoded = packed ? toBase64Url(packed) : "";
  return packed && encoded.length <= ENCODED_CAP ? `#v1=${encoded}` : null;
}

/** What a fragment carries; null for one that is no question. */
export async function readFragment(fragment: string): Promise<Link | null> {
  const form = /^#v(\d+)=(.*)$/s.exec(fragment);
  if (!form) return null;
  if (form[1] !== "1") return { fault: "future" };
  const encoded = form[2]!;
  if (encoded.length > ENCODED_CAP) return { fault: "long" };
  try {
    const bytes = await through(fromBase64Url(encoded), new DecompressionStream("deflate-raw"), EXPANDED_CAP);
    if (!bytes) return { fault: "large" };
    return { text: new TextDecoder("utf-8", { fatal: true }).decode(bytes) };
  } catch {
    return { fault: "damaged" };
  }
}
