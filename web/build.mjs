// Bundles the package and its tests into build/.
import { build } from "esbuild";
import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";

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

await build({ ...common, minify: true, entryPoints: { worker: "gavel/src/worker.ts" }, outdir: out });
cpSync(`${native}/engine.wasm`, `${out}/engine.wasm`);
writeFileSync(`${out}/licences.txt`, licences);

// --- the tests ---

await build({
  ...common, platform: "node", outdir: "../build/web-test", outExtension: { ".js": ".mjs" },
  entryPoints: ["engine.test", "client.test", "scenarios.test", "node-worker"].map((name) => `gavel/test/${name}.ts`),
});
