// A real program, a real browser, and one page for each test. Any error on a page's console fails the test.

import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { chromium } from "playwright-core";

const flags = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

// Starts the program on a free port, or on the one that is given, with a database; resolves to its address.
export async function serve(program, database, port) {
  const options = ["play", "--no-browser", "--db", database, ...(port ? ["--port", port] : [])];
  const child = spawn(program, options, { stdio: ["ignore", "pipe", "inherit"] });
  process.on("exit", () => child.kill("SIGKILL")); // whatever ends this script
  const address = await new Promise((resolve, reject) => {
    createInterface({ input: child.stdout }).on("line", (line) => /^http:/.test(line) && resolve(line.trim()));
    child.on("error", reject);
    child.on("exit", (code) => reject(new Error(`${program} ended with ${code} before it served`)));
  });
  return {
    address,
    end: () =>
      new Promise((resolve) => {
        child.on("exit", resolve);
        child.kill("SIGTERM");
      }),
  };
}

const tests = [];
export const test = (name, options, run) => tests.push({ name, options, run });

export function check(condition, message) {
  if (!condition) throw new Error(message);
}
export function same(actual, expected, message) {
  const [a, b] = [JSON.stringify(actual), JSON.stringify(expected)];
  if (a !== b) throw new Error(`${message}: ${a} instead of ${b}`);
}

// Opens a page and collects what its console complains about. `allowed` names addresses whose refusals are expected.
async function openPage(browser, address, options, complaints) {
  const phone = options.phone ?? false;
  const context = await browser.newContext({
    viewport: phone ? { width: 360, height: 740 } : { width: options.width ?? 1280, height: 800 },
    locale: options.language ?? "en-US",
    colorScheme: options.dark ? "dark" : "light",
    reducedMotion: options.motion ? "no-preference" : "reduce",
    hasTouch: phone,
    acceptDownloads: true,
  });
  context.setDefaultTimeout(30_000);
  const page = await context.newPage();
  page.on("pageerror", (error) => complaints.push(String(error)));
  page.on("console", (message) => {
    if (message.type() !== "error" && message.type() !== "warning") return;
    if (options.allowed?.test(message.location().url)) return;
    complaints.push(`${message.text()} (${message.location().url})`);
  });
  await page.goto(address + (options.hash ?? ""));
  await page.waitForSelector("svg.board");
  return page;
}

export async function runAll(program, only) {
  const folder = mkdtempSync(join(tmpdir(), "tengen-page-"));
  const server = await serve(program, join(folder, "play.db"));
  const browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium", args: flags });
  let passed = 0;
  const failed = [];
  for (const { name, options, run } of tests) {
    if (only && !name.includes(only)) continue;
    const complaints = [];
    const opened = [];
    const open = async (more = {}) => {
      const page = await openPage(browser, more.address ?? server.address, { ...options, ...more }, complaints);
      opened.push(page);
      return page;
    };
    const began = Date.now();
    try {
      const page = options.alone ? undefined : await open();
      await run({
        page,
        open,
        address: server.address,
        serve: (name, port) => serve(program, join(folder, name), port),
      });
      if (complaints.length > 0) throw new Error(`the console complains: ${complaints.join("; ")}`);
      ++passed;
      console.log(`ok      ${name} (${((Date.now() - began) / 1000).toFixed(1)} s)`);
    } catch (error) {
      failed.push(name);
      console.log(
        [`FAILED  ${name}`, ...error.message.split("\n"), `console: ${complaints.join("; ") || "quiet"}`].join(
          "\n        ",
        ),
      );
      if (process.env.TENGEN_SHOTS)
        await opened[0]?.screenshot({ path: join(process.env.TENGEN_SHOTS, `${name.replace(/\W+/g, "-")}.png`) });
    }
    for (const page of opened) await page.context().close();
  }
  await browser.close();
  const code = await server.end();
  rmSync(folder, { recursive: true, force: true });
  if (code !== 0) failed.push(`the program ended with ${code}`);
  console.log(`page: ${passed} passed, ${failed.length} failed`);
  return failed.length === 0;
}
