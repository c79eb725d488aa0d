/** A client ends a worker that doesn't answer, and stands where it stood. */
import { strict as assert } from "node:assert";
import { readFileSync } from "node:fs";
import { after, test } from "node:test";
import { Worker } from "node:worker_threads";
import { Gavel, GavelError, type WorkerLike } from "../src/index.js";

/** A worker of Node, spoken to like one of a browser. */
function nodeWorker(): WorkerLike {
  const worker = new Worker(new URL("./node-worker.mjs", import.meta.url));
  return {
    postMessage: (message: unknown) => worker.postMessage(message),
    terminate: () => void worker.terminate(),
    addEventListener: (type: string, listener: (event: never) => void) => {
      if (type === "message") worker.on("message", (data: unknown) => listener({ data } as never));
      else worker.on("error", (error: Error) => listener({ message: error.message } as never));
    },
  };
}

const wasm = `data:application/wasm;base64,${readFileSync(process.env["GAVEL_WASM"]!).toString("base64")}`;
const gavel = new Gavel(nodeWorker, wasm, 3000);
after(() => gavel.end());

test("a session in a worker answers as one beside the caller does", async () => {
  const session = await gavel.open("player Alice\n  battlefield: Grizzly Bears as bears\nturn 1 main\n");
  assert.equal(session.now.board!.objects[0]!.name, "Grizzly Bears");
  const moment = await session.act("expect bears is 2/2");
  assert.equal(moment.undo, 1);
  assert.match(await session.account("brief"), /As expected/);
  await assert.rejects(session.act("expect bears is 3/3"), GavelError);
  await session.close();
});

test("what never ends is stopped, and the session stands as it did", async () => {
  const session = await gavel.open("player Alice\n  battlefield: Grizzly Bears as bears\nturn 1 main\n");
  const before = session.now.hash;
  await assert.rejects(
    session.put("Alice", "battlefield", "Without End"),
    (error: GavelError) => error.status === "stopped",
  );
  assert.equal((await session.act("expect bears is 2/2")).hash, before);
  await session.close();
});

test("a compressed file of card data is imported, with progress, and sessions go on", async () => {
  const data = JSON.stringify([{ name: "Sample Ogre", layout: "normal", type_line: "Creature — Ogre", mana_cost: "{R}",
                                 power: "3", toughness: "3", oracle_text: "" }]);
  const session = await gavel.open("player Alice\nturn 1 main\n");
  const gzip = new Response(new Blob([data]).stream().pipeThrough(new CompressionStream("gzip")));
  let told = 0;
  const summary = await gavel.importFile(await gzip.blob(), () => told++);
  assert.deepEqual([summary.cards, summary.accepted], [1, 1]);
  assert.ok(told > 0);
  assert.ok((await gavel.names()).includes("Sample Ogre"));
  assert.equal((await session.put("Alice", "hand", "Sample Ogre")).board!.players[0]!.hand, 1);
  await assert.rejects(gavel.importFile(new Blob([new Uint8Array([0x1f, 0x8b, 1, 2, 3])]), () => {}), GavelError);
  assert.ok((await gavel.names()).includes("Sample Ogre"));
});
