/** What `gavel serve` answers. */
import { request } from "node:http";
import { expect, test } from "@playwright/test";

function ask(baseURL: string, path: string, headers: Record<string, string> = {}, method = "GET"): Promise<number> {
  const { hostname, port } = new URL(baseURL);
  return new Promise((answer, fail) => {
    request({ hostname, port, path, headers, method }, (response) => {
      response.resume();
      answer(response.statusCode!);
    }).on("error", fail).end();
  });
}

test("the page's files are handed out, and nothing else", async ({ baseURL }) => {
  for (const path of ["/", "/index.html", "/engine.wasm", "/worker.js"]) expect(await ask(baseURL!, path)).toBe(200);
  for (const path of ["/../README.md", "/%2e%2e/README.md", "/etc/passwd", "/build.log", "//", "/page.js/"])
    expect(await ask(baseURL!, path)).toBe(404);
  expect(await ask(baseURL!, "/", {}, "POST")).toBe(405);
});

test("who asks by another name than this machine's is refused", async ({ baseURL }) => {
  expect(await ask(baseURL!, "/", { Host: "example.com" })).toBe(403);
  expect(await ask(baseURL!, "/", { Host: `example.com:${new URL(baseURL!).port}` })).toBe(403);
  expect(await ask(baseURL!, "/", { Host: `localhost:${new URL(baseURL!).port}` })).toBe(200);
});
