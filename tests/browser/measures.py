"""What a page measures of itself: JavaScript expressions."""

# Texts whose contrast with what is behind them is below 4.5, the bound of WCAG's level AA.
CONTRAST = """(() => {
  const parts = (color) => color.match(/[\\d.]+/g).map(Number);
  const light = ([r, g, b]) => [r, g, b].map((c) => c / 255).map((c) => (c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4))
    .reduce((all, c, i) => all + c * [0.2126, 0.7152, 0.0722][i], 0);
  const behind = (element) => {
    for (; element; element = element.parentElement) {
      const color = parts(getComputedStyle(element).backgroundColor);
      if (color.length === 3 || color[3] > 0) return color;
    }
    return [255, 255, 255];
  };
  const poor = new Set();
  for (const element of document.querySelectorAll("body *")) {
    const has_text = element.value || Array.from(element.childNodes).some((node) => node.nodeType === 3 && node.data.trim());
    if (!has_text || !element.getClientRects().length || element.tagName === "NOSCRIPT") continue;
    const [a, b] = [light(parts(getComputedStyle(element).color)), light(behind(element))].sort((x, y) => y - x);
    if ((a + 0.05) / (b + 0.05) < 4.5) poor.add(`${element.tagName}.${element.className}: ${element.textContent.slice(0, 20)}`);
  }
  return [...poor];
})()"""

# What the browser has seen move without the user's doing since the page was opened, and how far.
SHIFTS = """(() => {
  const observer = new PerformanceObserver(() => {});
  observer.observe({ type: "layout-shift", buffered: true });
  return observer.takeRecords().filter((entry) => !entry.hadRecentInput)
    .map((entry) => ({ value: entry.value, of: entry.sources.map((source) => source.node?.outerHTML?.slice(0, 60)) }));
})()"""
