// The board as a file: the drawing itself, or painted at three times its size.

// A drawing that stands alone: without the cells that only listen to the pointer.
export function drawing(svg: SVGSVGElement, background: string): string {
  const copy = svg.cloneNode(true) as SVGSVGElement;
  for (const row of copy.querySelectorAll('[role="row"], [data-preview], .flip-out')) row.remove();
  const [, , width = "600", height = "600"] = (svg.getAttribute("viewBox") ?? "").split(" ");
  for (const name of ["class", "role", "tabindex", "aria-rowcount", "aria-colcount"]) copy.removeAttribute(name);
  for (const inside of copy.querySelectorAll("[class]")) inside.removeAttribute("class");
  copy.setAttribute("width", width);
  copy.setAttribute("height", height);
  const ground = document.createElementNS("http://www.w3.org/2000/svg", "rect");
  ground.setAttribute("width", "100%");
  ground.setAttribute("height", "100%");
  ground.setAttribute("fill", background);
  copy.prepend(ground);
  return new XMLSerializer().serializeToString(copy);
}

export async function painted(svg: SVGSVGElement, background: string, scale = 3): Promise<Blob> {
  const [, , width = 600, height = 600] = (svg.getAttribute("viewBox") ?? "").split(" ").map(Number);
  const url = URL.createObjectURL(new Blob([drawing(svg, background)], { type: "image/svg+xml" }));
  try {
    const image = new Image();
    image.src = url;
    await image.decode();
    const canvas = document.createElement("canvas");
    canvas.width = width * scale;
    canvas.height = height * scale;
    canvas.getContext("2d")!.drawImage(image, 0, 0, canvas.width, canvas.height);
    return await new Promise((resolve, reject) =>
      canvas.toBlob(
        (blob) => (blob ? resolve(blob) : reject(new Error("the picture could not be painted"))),
        "image/png",
      ),
    );
  } finally {
    URL.revokeObjectURL(url);
  }
}

// A tournament's report as one file: `frame` is what the program has for all reports (report.html). Nothing in `content`
// can end the script element around it.
export const reportFile = (frame: string, content: object): string =>
  frame.replace("{{report}}", () =>
    JSON.stringify(content).replace(/[<\u007f-\uffff]/g, (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, "0")}`),
  );

export function download(content: Blob | string, name: string): void {
  const blob = typeof content === "string" ? new Blob([content], { type: "text/plain;charset=utf-8" }) : content;
  const link = document.createElement("a");
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}
