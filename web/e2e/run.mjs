// npm run e2e: node e2e/run.mjs [PROGRAM] [PART OF A TEST'S NAME]

import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { runAll } from "./harness.mjs";
import "./play.mjs";
import "./records.mjs";
import "./understand.mjs";

const program = process.argv[2] ?? fileURLToPath(new URL("../../build/release/tengen", import.meta.url));
if (!existsSync(program)) {
  console.error(`${program} is not there; build it first, or name another program`);
  process.exit(2);
}
process.exit((await runAll(program, process.argv[3])) ? 0 : 1);
