// The list of running searches, with a button for each that cancels it. Rows stay while their search
// runs, so that no button moves to another search below the pointer.

import { $, duration, grouped, make } from "/numbers.js";

const MOST_SEARCHES = 8;
const SURE_MS = 5000; // in which a second press on a button must come

export const ONLY_LOOPBACK = "Listed only where http is a loopback address.";

async function cancel(id, name) {
  try {
    const response = await fetch("/cancel", {
      method: "POST",
      // The daemon asks for this header, which pages of other sites cannot send.
      headers: { "Puzzled-Action": "cancel" },
      body: String(id),
      signal: AbortSignal.timeout(5000),
    });
    const answer = (await response.text()).trim();
    $("cancelled").textContent = response.ok ? `Cancelled: ${name}` : `Not cancelled: ${answer}`;
    return response.ok;
  } catch (error) {
    $("cancelled").textContent = `The daemon did not answer: ${error.message}`;
    return false;
  }
}

// Its first press asks, and its second one cancels.
function make_button(id, name) {
  const button = make("button", undefined, { type: "button", class: "cancel" });
  const show = (text, is_sure) => {
    button.textContent = text;
    button.setAttribute("aria-label", `${text}: ${name}`);
    button.classList.toggle("sure", is_sure);
  };
  let timer = 0;
  const reset = () => {
    clearTimeout(timer);
    if (!button.disabled) show("Cancel", false);
  };
  button.addEventListener("blur", reset);
  button.addEventListener("click", async () => {
    clearTimeout(timer);
    if (!button.classList.contains("sure")) {
      show("Sure?", true);
      timer = setTimeout(reset, SURE_MS);
      return;
    }
    button.disabled = true;
    show("…", false);
    if (await cancel(id, name)) return; // the row goes with its search
    button.disabled = false;
    reset();
  });
  reset();
  return button;
}

const rows = new Map(); // by the id of the search

function row_of(search) {
  const known = rows.get(search.id);
  if (known) return known;
  const kind = search.kind === "solve" ? "hard puzzles" : search.kind;
  const row = make("tr");
  for (const text of [kind, search.argument, search.client]) row.append(make("td", text, { title: text }));
  const button = make("td");
  button.append(make_button(search.id, `${kind} ${search.argument} of ${search.client}`));
  row.append(make("td"), button);
  rows.set(search.id, row);
  return row;
}

export function make_searches() {
  const head = $("searches").createTHead().insertRow();
  for (const name of ["Kind", "Argument", "Client", "Running"]) head.append(make("th", name, { scope: "col" }));
  head.append(make("td")); // over the buttons
  $("searches").createTBody();
}

export function show_searches(told) {
  const shown = (told.searches ?? []).slice(0, MOST_SEARCHES);
  const body = $("searches").tBodies[0];
  const wanted = shown.map((search) => {
    const row = row_of(search);
    row.cells[3].textContent = duration(search.running_seconds);
    return row;
  });
  for (const id of rows.keys()) if (!shown.some((search) => search.id === id)) rows.delete(id);
  if (wanted.length === 0) {
    const empty = make("tr");
    empty.append(make("td", told.searches ? "None is running." : ONLY_LOOPBACK, { colspan: 5, class: "empty" }));
    body.replaceChildren(empty);
  } else {
    // Rows that stay are not touched: they may have the focus.
    for (const row of [...body.rows]) if (!wanted.includes(row)) row.remove();
    wanted.forEach((row, i) => {
      if (body.rows[i] !== row) body.insertBefore(row, body.rows[i] ?? null);
    });
  }
  const more = told.running > shown.length && told.searches ? `, ${shown.length} of them shown` : "";
  $("searches-count").textContent =
    `${grouped(told.running)} running${more}, ${grouped(told.waiting)} waiting`;
}
