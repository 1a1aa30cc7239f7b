// How the games ended, failures apart from games lost on the board.

const onTheBoard = { win: "Lost", draw: "Drawn", resign: "Gave up" };
const isFailure = (t) => (typeof t.failure === "boolean" ? t.failure : !(t.kind in onTheBoard));

function terminationsSection(r) {
  const kinds = r.terminations.filter((t) => isText(t.kind));
  if (kinds.length === 0) return null;
  const board = kinds.filter((t) => !isFailure(t)),
    failures = kinds.filter(isFailure);
  const cell = (t, i) => {
    const n = list(t.by_player)[i] ?? 0;
    const bad = n > 0 && isFailure(t);
    return el(
      "td",
      { class: `figure${bad ? " bad" : n === 0 ? " quiet" : ""}` },
      bad ? "⚠ " : "",
      n === 0 ? "0" : count(n),
    );
  };
  const decided =
    typeof r.by_play === "number"
      ? el(
          "p",
          { class: "intro" },
          failures.length === 0 ? "No player failed. " : "",
          `${count(r.by_play)} of ${plural(r.games_played, "game")} decided by play: won, drawn or given up on the board.`,
        )
      : null;
  return section(
    "terminations",
    "How the games ended",
    "Games decided on the board, and apart from them those that a player lost by failing to play.",
    tableFrame(
      "How the games ended",
      el(
        "thead",
        {},
        el(
          "tr",
          {},
          el("th", { rowspan: 2, scope: "col", class: "stick" }, "Player"),
          board.length > 0
            ? el("th", { colspan: board.length, scope: "colgroup", class: "group" }, "On the board")
            : null,
          failures.length > 0
            ? el("th", { colspan: failures.length, scope: "colgroup", class: "group" }, "Lost by failing")
            : null,
        ),
        el(
          "tr",
          {},
          [...board, ...failures].map((t) =>
            el("th", { scope: "col", class: "figure" }, onTheBoard[t.kind] || capital(t.kind)),
          ),
        ),
      ),
      el(
        "tbody",
        {},
        orderOf(r).map((i) =>
          el(
            "tr",
            {},
            el("th", { scope: "row", class: "stick" }, playerName(r, i)),
            [...board, ...failures].map((t) => cell(t, i)),
          ),
        ),
      ),
    ),
    decided,
    incidents(r),
  );
}

function incidents(r) {
  const all = r.incidents;
  if (all.length === 0) return null;
  const shown = all.slice(0, 200);
  return el(
    "details",
    {},
    el("summary", {}, `${plural(all.length, "incident")} in detail`),
    el(
      "ul",
      { class: "incidents" },
      shown.map((i) =>
        el("li", {}, el("b", {}, nameOf(r, i.player)), ` ${words(i.kind)}: `, el("q", {}, words(i.detail))),
      ),
    ),
    all.length > shown.length ? el("p", { class: "quiet" }, `and ${count(all.length - shown.length)} more`) : null,
  );
}
