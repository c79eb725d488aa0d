// Hands out build/web for the tests, as any web server would.
import { createServer } from "node:http";
import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../../../build/web/", import.meta.url));
const TYPES = { html: "text/html; charset=utf-8", js: "text/javascript", css: "text/css", wasm: "application/wasm", svg: "image/svg+xml", txt: "text/plain; charset=utf-8" };

createServer(async (request, response) => {
  const name = new URL(request.url, "http://localhost").pathname.slice(1) || "index.html";
  if (!/^[\w.-]+$/.test(name)) return void response.writeHead(404).end();
  try {
    const bytes = await readFile(root + name);
    response.writeHead(200, { "content-type": TYPES[name.split(".").pop()] ?? "application/octet-stream" }).end(bytes);
  } catch {
    response.writeHead(404).end();
  }
}).listen(Number(process.env.PORT ?? 8123), "127.0.0.1");
