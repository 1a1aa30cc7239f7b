// A tournament's report in one file: the page's own parts over the data that the program put into it.

import { mount } from "svelte";
import "../app.css";
import { learnKinds } from "../lib/kinds.svelte";
import { readReport, type ReportFile } from "./data";
import Report from "./Report.svelte";
import "./report.css";

// Nothing where the file was cut off or changed.
function read(): ReportFile | undefined {
  try {
    const file = readReport(JSON.parse(document.getElementById("report")?.textContent ?? ""));
    const { game, look, sides } = file.report;
    learnKinds([{ name: game, look, sides }]);
    return file;
  } catch {
    return undefined;
  }
}

mount(Report, { target: document.getElementById("app")!, props: { file: read() } });
