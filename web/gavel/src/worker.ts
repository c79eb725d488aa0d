/** The program of a worker that a `Gavel` talks to. */
import type { Call } from "./protocol.js";
import { Server } from "./serve.js";

const server = new Server((reply) => postMessage(reply));
let last: Promise<void> = Promise.resolve();
addEventListener("message", (event: MessageEvent<Call>) => {
  last = last.then(() => server.hear(event.data));
});
