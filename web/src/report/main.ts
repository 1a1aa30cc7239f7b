// A tournament's report in one file: the page's own parts over the data that the program put into it.

import { mount } from "svelte";
import "../app.css";
import { readReport, type ReportFile } from "./data";
import Report from "./Report.svelte";
import "./report.css";

// Nothing where the file was cut off or changed.
function read(): ReportFile | undefined {
  try {
    return readReport(JSON.parse(document.getElementById("report")?.textContent ?? ""));
  } catch {
    return undefined;
  }
}

mount(Report, { target: document.getElementById("app")!, props: { file: read() } });
