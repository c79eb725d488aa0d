/** The tests of the page, in Debian's Chromium. */
import { defineConfig } from "@playwright/test";

const port = 8391;

export default defineConfig({
  testDir: "page/test",
  timeout: 60_000,
  expect: { timeout: 10_000 },
  workers: 1,
  retries: 0,
  forbidOnly: true,
  reporter: [["list"]],
  outputDir: "../build/test-web-results",
  use: {
    baseURL: `http://127.0.0.1:${port}/`,
    viewport: { width: 1280, height: 800 },
    launchOptions: { executablePath: process.env["CHROMIUM"] ?? "/usr/bin/chromium", args: ["--no-sandbox"] },
  },
  webServer: {
    command: `../build/plain/gavel serve --port ${port} ../build/web`,
    url: `http://127.0.0.1:${port}/`,
    reuseExistingServer: false,
  },
});
