// The box: a puzzle or a request goes to the daemon, and its answer is shown. The text is what
// counts and what is sent; the cells show the puzzle in it, and write it.

import { $, duration, grouped, make } from "/numbers.js";

const EXAMPLE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
const BLANKS = ".0_*Xx";
const MOST_COUNTED = 10000; // solutions of a puzzle; takes the daemon 20 ms

// ---- texts ----

// The cells of a text, "" for blanks; null if it is no 81 cells with white space in between. What
// stands behind a line of 81 is no part of the puzzle.
function cells_of(text) {
  const found = [];
  for (const c of text.trim().replace(/^(\S{81})[\s,#].*$/s, "$1")) {
    if (c >= "1" && c <= "9") found.push(c);
    else if (BLANKS.includes(c)) found.push("");
    else if (!/\s/.test(c)) return null;
  }
  return found.length === 81 ? found : null;
}

const line_of = (clues) => clues.map((clue) => clue || ".").join("");

// The words in front of the puzzle, and the text of the puzzle: of `count K`, `target` and so on.
function split(text) {
  const of_puzzle = /^\s*(count\s+\d+|target|solve|canon|rate(?:\s+backtracks)?|minimal)\s(.*)$/s;
  const [, verb, puzzle] = of_puzzle.exec(text) ?? [null, "", text];
  return { verb: verb.replace(/\s+/, " "), puzzle };
}

// The request for a text. A puzzle alone has its solutions counted. What is neither goes as it is:
// the daemon says what is wrong with it.
function request_of(text, wants_score) {
  const { verb, puzzle } = split(text);
  const clues = cells_of(puzzle);
  if (!clues) return text.trim();
  const plain = verb === "" || verb === "solve";
  if (wants_score) return `target ${line_of(clues)}`;
  return `${plain ? `count ${MOST_COUNTED + 1}` : verb} ${line_of(clues)}`;
}

// ---- answers ----

function show_answer(text = "", kind = "", solution = "") {
  $("answer").textContent = text;
  $("answer").className = kind;
  $("solution").textContent = solution;
}

function tell_count(limit, count, solution, took) {
  const known = BigInt(count);
  const most = BigInt(limit);
  if (known === 0n) return show_answer(UNSOLVABLE, "bad");
  const is_all = most === 0n || known < most;
  if (known === 1n && is_all)
    return show_answer(`Unique: this is the only solution. Answered in ${took}.`, "good", solution);
  const number = is_all
    ? `${grouped(count)} solutions`
    : most === BigInt(MOST_COUNTED + 1)
      ? `More than ${grouped(MOST_COUNTED)} solutions`
      : `${grouped(count)} solutions or more`;
  show_answer(`${number}; this is one of them. Answered in ${took}.`, "warn", solution);
}

// What the daemon answers in words of its own: invalid REASON, error CODE TEXT.
function tell_failure(answer) {
  const stopped = /^error (?:timeout|cancelled) ([^:]*): ([^\t]*)\t?(.*)/.exec(answer);
  if (stopped) {
    const [, when, found, grid] = stopped;
    const so_far = found === "at least 0" ? "no solution found so far" : found.replace(/\d{4,}/g, grouped);
    return show_answer(`Stopped ${when}: ${so_far}.`, "warn", /^[1-9]{81}$/.test(grid) ? grid : "");
  }
  const text = answer.replace(/^invalid /, "Invalid: ").replace(/^error (\S+) /, "Error ($1): ");
  show_answer(text.slice(0, 300), "bad");
}

const solutions = (count) => (count === "1" ? "1 solution" : `${grouped(count)} solutions`);
const UNSOLVABLE = "Unsolvable: no grid agrees with these clues.";

function tell_score(score, solution, took) {
  if (score === "-1") return show_answer(UNSOLVABLE, "bad");
  const text = `Best score ${grouped(score)}: no grid of this puzzle has more. Answered in ${took}.`;
  show_answer(text, "good", solution);
}

function tell_rating(rating, took) {
  if (rating === "0") return show_answer("Not rated: the puzzle has not exactly one solution.", "warn");
  show_answer(`Rated ${rating} (level.depth.phases). Answered in ${took}.`, "good");
}

function tell_guesses(mean, took) {
  if (mean === "-") return show_answer("Not rated: the puzzle has not exactly one solution.", "warn");
  show_answer(`Rated ${mean}: so many guesses a search needs on average. Answered in ${took}.`, "good");
}

function tell_minimal(answer, took) {
  if (answer === "unsolvable") return show_answer(UNSOLVABLE, "bad");
  if (answer === "multiple") return show_answer("The puzzle has more than one solution.", "warn");
  if (answer === "minimal")
    return show_answer(`Minimal: no clue of it can go. Answered in ${took}.`, "good");
  show_answer(`Clues that can go, one at a time: ${answer}. Answered in ${took}.`, "warn");
}

// Shows the answer as that to its verb; returns the solution in it, if any.
function tell(request, answer, took) {
  const [first, second] = answer.split("\t");
  const [verb, argument, ...rest] = request.split(/\s+/);
  const solution = /^[1-9]{81}$/.test(second) ? second : "";
  const good = (text) => show_answer(`${text} Answered in ${took}.`, "good");
  if (/^(invalid|error) /.test(answer)) tell_failure(answer);
  else if (verb === "count") tell_count(argument, first, solution, took);
  else if (verb === "queens" && /^\d{1,3}$/.test(argument)) good(`${solutions(first)} for ${argument} queens.`);
  else if (verb === "target") tell_score(first, solution, took);
  else if (verb === "rate" && argument === "backtracks") tell_guesses(first, took);
  else if (verb === "rate") tell_rating(first, took);
  else if (verb === "minimal") tell_minimal(answer, took);
  else if (verb === "ping") good("The daemon is there.");
  else if (verb === "cover")
    good(
      `${solutions(first)} of ${argument}` +
        (rest.length > 0 ? ` with options ${rest.join(", ")}.` : "."),
    );
  else if (verb === "canon") {
    show_answer(`Canonical form of this puzzle. Answered in ${took}.`, "good", first);
    return ""; // it is another puzzle
  } else show_answer(answer.slice(0, 300)); // of a verb that this page does not know
  return $("solution").textContent;
}

const PATIENCE_MS = 60000;
let asking = null; // the request under way: an AbortController. The daemon stops when we leave.

async function ask(wants_score) {
  const text = $("line").value;
  if (!text.trim()) return show_answer("There is no puzzle yet.", "bad");
  const request = request_of(text, wants_score);
  asking?.abort();
  const mine = (asking = new AbortController());
  const timer = setTimeout(() => mine.abort(new Error(`none in ${PATIENCE_MS / 1000} s`)), PATIENCE_MS);
  show_answer("Asking …");
  $("stop").hidden = false;
  const begin = performance.now();
  try {
    const response = await fetch("/ask", {
      method: "POST",
      headers: { "Content-Type": "text/plain" },
      body: request,
      signal: mine.signal,
    });
    const answer = (await response.text()).trim();
    if (mine !== asking || text !== $("line").value) return; // changed in the meantime
    const solution = tell(request, answer, duration((performance.now() - begin) / 1000));
    show_cells(cells_of(split(text).puzzle) ?? Array(81).fill(""), solution);
  } catch (error) {
    if (mine !== asking) return;
    if (error === CANCELLED) show_answer("Cancelled.", "warn");
    else show_answer("The daemon did not answer: " + error.message, "bad");
  } finally {
    clearTimeout(timer);
    if (mine === asking) $("stop").hidden = true;
  }
}

const CANCELLED = "cancelled"; // why a request was aborted

// ---- cells ----

const cells = [];

function show_cells(clues, solution) {
  cells.forEach((cell, i) => {
    const found = !clues[i] && solution ? solution[i] : "";
    cell.value = clues[i] || found;
    cell.className = found ? "found" : "";
  });
}

// The board is open while there is a puzzle, until somebody opens or closes it; an empty one leaves
// its place to the rest of the page.
let is_board_wanted = null;

function show_board(clues) {
  $("board").open = is_board_wanted ?? clues !== null;
  show_cells(clues ?? Array(81).fill(""));
}

function set_line(text) {
  $("line").value = text;
  show_board(cells_of(split(text).puzzle));
  show_answer();
}

function write_cell(i, digit) {
  const clues = cells.map((cell) => (cell.className === "found" ? "" : cell.value));
  clues[i] = digit;
  set_line(line_of(clues));
}

function go_to(i) {
  for (const cell of cells) cell.tabIndex = -1;
  cells[i].tabIndex = 0;
  cells[i].focus();
}

function on_key(event, i) {
  if (event.ctrlKey || event.altKey || event.metaKey) return;
  const row = i - (i % 9);
  const moves = {
    ArrowLeft: Math.max(i - 1, row),
    ArrowRight: Math.min(i + 1, row + 8),
    ArrowUp: i >= 9 ? i - 9 : i,
    ArrowDown: i < 72 ? i + 9 : i,
    Home: row,
    End: row + 8,
  };
  if (event.key in moves) {
    go_to(moves[event.key]);
  } else if (event.key === "Backspace" || event.key === "Delete") {
    write_cell(i, "");
    if (event.key === "Backspace" && i > 0) go_to(i - 1);
  } else if (event.key.length === 1) {
    take_input(event.key, i);
  } else {
    return;
  }
  event.preventDefault();
}

// One character, typed with whatever kind of keyboard.
function take_input(character, i) {
  if (character >= "1" && character <= "9") write_cell(i, character);
  else if (character === " " || BLANKS.includes(character)) write_cell(i, "");
  else return;
  if (i < 80) go_to(i + 1);
}

function make_cells() {
  for (let row = 0; row < 9; ++row) {
    const line = $("cells").insertRow();
    for (let column = 0; column < 9; ++column) {
      const i = 9 * row + column;
      const cell = make("input", undefined, {
        inputmode: "numeric",
        autocomplete: "off",
        "aria-label": `Row ${row + 1}, column ${column + 1}`,
        tabindex: i === 0 ? 0 : -1,
      });
      cell.addEventListener("keydown", (event) => on_key(event, i));
      cell.addEventListener("focus", () => {
        for (const other of cells) other.tabIndex = other === cell ? 0 : -1;
        cell.select();
      });
      cell.addEventListener("input", (event) => {
        // keyboards on screens send no key
        const typed = event.data || "";
        set_line($("line").value);
        if (typed) take_input(typed.at(-1), i);
        else write_cell(i, "");
      });
      cell.addEventListener("paste", (event) => {
        event.preventDefault();
        set_line(event.clipboardData.getData("text").trim());
      });
      cells.push(cell);
      line.insertCell().append(cell);
    }
  }
}

// A puzzle behind # in the address is filled in and solved.
function take_address() {
  let text = location.hash.slice(1);
  try {
    text = decodeURIComponent(text);
  } catch {
    // A % that means nothing stays as it is.
  }
  if (!text) return;
  set_line(text);
  ask(false);
}

make_cells();
$("board").firstElementChild.addEventListener("click", () => {
  is_board_wanted = !$("board").open;
});
$("puzzle").addEventListener("submit", (event) => {
  event.preventDefault();
  ask(false);
});
$("line").addEventListener("input", () => set_line($("line").value));
$("line").addEventListener("keydown", (event) => {
  // Until a puzzle is complete, Enter begins its next row.
  const text = $("line").value;
  const is_complete = cells_of(split(text).puzzle) || /^\s*(queens\s+\S.*|ping|cover\s+\S.*)\s*$/.test(text);
  if (event.key !== "Enter" || event.shiftKey || event.isComposing || !is_complete) return;
  event.preventDefault();
  ask(false);
});
$("score").addEventListener("click", () => ask(true));
$("example").addEventListener("click", () => set_line(EXAMPLE));
$("clear").addEventListener("click", () => set_line(""));
$("stop").addEventListener("click", () => asking.abort(CANCELLED));
addEventListener("hashchange", take_address);
take_address();
