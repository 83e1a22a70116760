import { figurePage } from "../plots";
import { sectionsHtml, type Section } from "./html";

/** The report as a page that needs no network. Where scripts are off, only the figures are missing. */
export function reportPage(title: string, sections: readonly Section[]): string {
  return figurePage(title, [sectionsHtml(sections), `<script type="module">${script}</script>`], { style });
}

const style = `
body{padding:0 1em;line-height:1.45}
h2{margin-top:2em;border-bottom:1px solid #bbb}
nav ol{columns:2}
table{border-collapse:collapse;margin:.8em 0;font-size:.92em;font-variant-numeric:tabular-nums}
th,td{border-bottom:1px solid #ddd;vertical-align:top}
.facts th,.facts td{text-align:left;padding:.2em 1.2em .2em 0;overflow-wrap:anywhere}
.facts th{white-space:nowrap}
.wide,pre{overflow-x:auto}
pre{background:#f4f4f4;padding:.8em}
.note{border-left:4px solid #d55e00;padding:.2em .8em;background:#fdf3ec}
th button{all:unset;cursor:pointer}
th button:focus-visible{outline:auto}
th button::after{content:" ↕";color:#888}
th[aria-sort=ascending] button::after{content:" ↑"}
th[aria-sort=descending] button::after{content:" ↓"}
@page{size:A4;margin:12mm}
@media print{body{margin:0;max-width:none;font-size:10pt}tr{break-inside:avoid}h2,h3{break-after:avoid}
pre{white-space:pre-wrap}.wide{overflow:visible}.wide table{font-size:.72em}.wide td,.wide th{overflow-wrap:anywhere;padding:.15em .3em!important}
nav,th button::after{display:none}}
`;

/** Runs in the reader's browser. A click on a column's name sorts its table. */
const script = `
const all = (what) => [...document.querySelectorAll(what)];
addEventListener("beforeprint", () => all("details:not(:has(figure))").forEach((each) => (each.open = true)));

all("thead th").forEach((head) => {
  head.innerHTML = '<button type="button">' + head.innerHTML + "</button>";
  head.firstChild.addEventListener("click", () => {
    const [down, body] = [head.ariaSort === "ascending", head.closest("table").tBodies[0]];
    [...head.parentNode.cells].forEach((other) => other.removeAttribute("aria-sort"));
    head.setAttribute("aria-sort", down ? "descending" : "ascending");
    const text = (row) => row.cells[head.cellIndex].textContent.replaceAll(",", "");
    const order = (a, b) => parseFloat(a) - parseFloat(b) || a.localeCompare(b);
    body.append(...[...body.rows].sort((a, b) => (down ? -1 : 1) * order(text(a), text(b))));
  });
});
`;
