/** The worker's program as Node's worker threads run it; it hangs when it is sent the name "Without End". */
import { parentPort } from "node:worker_threads";
import type { Call } from "../src/protocol.js";
import { Server } from "../src/serve.js";

const server = new Server((reply) => parentPort!.postMessage(reply));
let last: Promise<void> = Promise.resolve();
parentPort!.on("message", (call: Call) => {
  while (JSON.stringify(call).includes("Without End"));
  last = last.then(() => server.hear(call));
});
