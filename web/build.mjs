// Bundles the package and its tests into build/.
import { build } from "esbuild";
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";

const out = "../build/web";
const packaged = "../build/web-package";
const native = "../build/wasm/web/native";
const sources = "../build/web-sources";
const common = { bundle: true, format: "esm", target: "es2022", logLevel: "warning", legalComments: "none" };

for (const directory of [out, packaged, "../build/web-test"]) {
  rmSync(directory, { recursive: true, force: true });
  mkdirSync(directory, { recursive: true });
}

// Whose work is in the files that are handed out.
const licences = [
  ["Gavel", "../LICENSE", "../NOTICE"],
  ["yajl", `${sources}/yajl/COPYING`],
  ["expat", `${sources}/expat/COPYING`],
  ["preact", "node_modules/preact/LICENSE"],
  ["@preact/signals", "node_modules/@preact/signals/LICENSE"],
].map(([name, ...files]) => `${name}\n\n${files.map((file) => readFileSync(file, "utf8")).join("\n")}`).join("\n\n");

// --- the package ---

await build({ ...common, entryPoints: ["gavel/src/index.ts", "gavel/src/worker.ts"], outdir: `${packaged}/dist` });
execFileSync(process.execPath, ["node_modules/typescript/bin/tsc", "-p", "gavel", "--outDir", `${packaged}/dist`],
             { stdio: "inherit" });
cpSync(`${native}/engine.wasm`, `${packaged}/dist/engine.wasm`);
for (const file of ["package.json", "README.md"]) cpSync(`gavel/${file}`, `${packaged}/${file}`);
cpSync("../NOTICE", `${packaged}/NOTICE`);
writeFileSync(`${packaged}/LICENSE`, licences);

// --- the page ---

const cookbook = "../samples/cookbook";
const examples = readdirSync(cookbook).filter((file) => file.endsWith(".scenario")).sort().map((file) => {
  const text = readFileSync(`${cookbook}/${file}`, "utf8");
  return { title: /^scenario "(.*)"$/m.exec(text)[1], text };
});
const decks = readdirSync("../decks").sort().map((file) => {
  const text = readFileSync(`../decks/${file}`, "utf8");
  return { name: file.replace(/\.\w+$/, "").split("-").map((word) => word[0].toUpperCase() + word.slice(1)).join(" "), text };
});
await build({
  ...common, minify: true, jsx: "automatic", jsxImportSource: "preact", outdir: out,
  define: { GAVEL_EXAMPLES: JSON.stringify(examples), GAVEL_DECKS: JSON.stringify(decks) },
  entryPoints: { worker: "gavel/src/worker.ts", page: "page/src/main.tsx" },
});
cpSync(`${native}/engine.wasm`, `${out}/engine.wasm`);
for (const file of ["index.html", "page.css", "icon.svg"]) cpSync(`page/${file}`, `${out}/${file}`);
writeFileSync(`${out}/licences.txt`, licences);

// What works offline: all of it, as it is now.
const files = readdirSync(out).sort();
const version = createHash("sha256");
for (const file of files) version.update(file).update(readFileSync(`${out}/${file}`));
await build({
  ...common, minify: true, entryPoints: { offline: "page/src/offline.ts" }, outdir: out,
  define: { GAVEL_FILES: JSON.stringify(["./", ...files]), GAVEL_VERSION: JSON.stringify(version.digest("hex").slice(0, 16)) },
});

// --- the tests ---

await build({
  ...common, platform: "node", outdir: "../build/web-test", outExtension: { ".js": ".mjs" },
  entryPoints: ["engine.test", "client.test", "scenarios.test", "node-worker"].map((name) => `gavel/test/${name}.ts`),
});
await build({
  ...common, format: "iife", outdir: "../build/web-test", entryPoints: ["page/test/screen-reader.ts"],
  define: { "process.env.NODE_ENV": '"production"' },
});
