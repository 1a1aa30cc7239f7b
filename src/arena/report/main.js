// Reads the data, builds the page, follows the address.

const readJson = (id) => JSON.parse(document.getElementById(id).textContent);
const nameOf = (r, i) => words(list(r.players)[i]?.name) || (Number.isInteger(i) ? `Player ${i + 1}` : "unknown");

// Light, dark, or as the system has it.
function themeButton() {
  const modes = { "light dark": "Auto", light: "Light", dark: "Dark" };
  const keys = Object.keys(modes);
  const button = el("button", {
    type: "button",
    class: "theme",
    onclick: () => apply(keys[(keys.indexOf(mode) + 1) % keys.length], true),
  });
  let mode = "light dark";
  function apply(next, remember) {
    mode = next in modes ? next : "light dark";
    document.documentElement.style.colorScheme = mode;
    button.textContent = `Theme: ${modes[mode]}`;
    try {
      if (remember) localStorage.setItem("tengen-theme", mode);
    } catch {
      /* a file may not be allowed to store */
    }
  }
  let stored = null;
  try {
    stored = localStorage.getItem("tengen-theme");
  } catch {
    /* likewise */
  }
  apply(stored || "light dark", false);
  return button;
}

function build() {
  const r = readJson("report-data") || {};
  for (const key of ["standings", "ladder", "terminations", "incidents", "timeline", "warnings"])
    r[key] = list(r[key]).filter(Boolean);
  const { games, unreadable } = readGames(document.getElementById("games-data").textContent);
  document.title = titleOf(r);
  const warnings = [...r.warnings];
  if (unreadable > 0) warnings.push(`${plural(unreadable, "game")} could not be read.`);
  if (isNumber(r.games_played) && games.length < r.games_played) {
    warnings.push(
      `This page holds ${count(games.length)} of ${plural(r.games_played, "game")}; the figures count all.`,
    );
  }
  const table = games.length > 0 ? new GamesTable(r, games) : null;
  const sections = [
    standingsSection(r),
    bracketSection(r),
    sprtSection(r),
    matrixSection(r, (i, j) => table?.openPair(i, j)),
    superioritySection(r),
    timelineSection(r),
    ladderSection(r),
    terminationsSection(r),
    table?.element,
    setupSection(r),
  ].filter(Boolean);
  const links = sections.map((s) => el("a", { href: `#${s.id}` }, s.querySelector("h2").textContent));
  document.getElementById("top").append(el("div", { class: "headline" }, el("div", {}, heading(r)), themeButton()));
  document
    .getElementById("main")
    .append(
      ...[
        el("nav", { "aria-label": "Sections" }, links),
        facts(r),
        notices(warnings),
        ...sections,
        el("footer", {}, `Made by Tengen ${words(r.version)}`),
      ].filter(Boolean),
    );

  const viewer = new Viewer(r, () => table?.shown || games);
  const byNumber = new Map(games.map((g) => [String(g.n), g]));
  function follow() {
    const match = addressForm.exec(location.hash);
    const game = match && byNumber.get(match[1]);
    if (game) viewer.open(game, match[2] === undefined ? null : Number(match[2]));
    else viewer.close();
  }
  addEventListener("hashchange", follow);
  follow();
}
build();
