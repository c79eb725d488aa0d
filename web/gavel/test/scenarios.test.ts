/** Every scenario of the project ends in WebAssembly as it does natively, down to the hash of the game. */
import { strict as assert } from "node:assert";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { Engine } from "../src/index.js";

const root = process.env["GAVEL_ROOT"]!;

test("scenarios end natively and in WebAssembly in the same state", async () => {
  const engine = await Engine.create(readFileSync(process.env["GAVEL_WASM"]!));
  const lines = readFileSync(process.env["GAVEL_HASHES"]!, "utf8").trim().split("\n");
  assert.ok(lines.length > 2000, `found only ${lines.length} scenarios`);
  const wrong: string[] = [];
  for (const line of lines) {
    const [file, which, verdict, hash] = line.split("\t");
    const text = readFileSync(`${root}/${file}`, "utf8");
    const session = engine.open(text, { scenario: Number(which), objects: 100_000, bytes: 1 << 20 });
    const found = session.moment();
    session.close();
    if (found.verdict !== "pass" || verdict !== "pass" || found.hash !== hash)
      wrong.push(`${file} ${which}: ${found.verdict} ${found.hash}, natively ${verdict} ${hash}`);
  }
  assert.deepEqual(wrong, []);
});
