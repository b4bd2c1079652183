import { escapeXml } from "../wire/escape-xml";
import type { AppMap, MapNode } from "./app-map";
import type { MapKind } from "./map-kinds";

const boxWidth = 220;
const boxHeight = 44;
const columnWidth = 330;
const rowHeight = 64;
const margin = 20;
/** Longer titles are cut at their beginning, since their ends differ. */
const maxLetters = 30;

const colours = {
  api: "#0b5cad",
  function: "#b35900",
  queue: "#8a2a7d",
  topic: "#8a2a7d",
  bus: "#8a2a7d",
  table: "#1a6b3a",
  bucket: "#1a6b3a",
  stream: "#8a2a7d",
  database: "#1a6b3a",
  users: "#5a4a9c",
  site: "#0b5cad",
} satisfies Record<MapKind, string>;

/**
 * A map as an SVG picture: what begins is on the left, and what it leads to on the right of it.
 *
 * @param traffic - how often each node was used in the last minute. Nodes that are not in it show nothing.
 */
export function svgOf(map: AppMap, traffic: ReadonlyMap<string, number> = new Map()): string {
  const places = placesOf(map);
  const columns = Math.max(0, ...[...places.values()].map(({ column }) => column)) + 1;
  const rows = Math.max(0, ...[...places.values()].map(({ row }) => row)) + 1;
  const width = 2 * margin + (columns - 1) * columnWidth + boxWidth;
  const height = 2 * margin + rows * rowHeight;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" font-family="system-ui, sans-serif" font-size="13">
<defs><marker id="arrow" viewBox="0 0 8 8" refX="8" refY="4" markerWidth="7" markerHeight="7" orient="auto"><path d="M0 0L8 4L0 8z" fill="#6a737d"/></marker></defs>
<rect width="${width}" height="${height}" fill="#ffffff"/>
${map.edges.map(({ from, to, label }) => edgeOf(places.get(from), places.get(to), label)).join("\n")}
${map.nodes.map((node) => boxOf(node, places.get(node.id), traffic.get(node.id))).join("\n")}
</svg>
`;
}

interface Place {
  readonly column: number;
  readonly row: number;
}

const left = ({ column }: Place): number => margin + column * columnWidth;
const top = ({ row }: Place): number => margin + row * rowHeight;

/** A column for each node, after those that lead to it; arrows that close a circle do not count. */
function placesOf({ nodes, edges }: AppMap): ReadonlyMap<string, Place> {
  const columns = new Map<string, number>();
  const effects = new Map(
    nodes.map(({ id }) => [id, edges.filter(({ from }) => from === id).map(({ to }) => to)]),
  );
  const reached = new Set(edges.map(({ to }) => to));
  const visit = (id: string, column: number, above: ReadonlySet<string>): void => {
    if (above.has(id) || (columns.get(id) ?? -1) >= column) return;
    columns.set(id, column);
    const path = new Set([...above, id]);
    for (const effect of effects.get(id) ?? []) visit(effect, column + 1, path);
  };
  const none: ReadonlySet<string> = new Set();
  for (const { id } of nodes) if (!reached.has(id)) visit(id, 0, none);
  // Nodes in circles that nothing leads to.
  for (const { id } of nodes) if (!columns.has(id)) visit(id, 0, none);
  const rows = new Map<number, number>();
  return new Map(
    nodes.map(({ id }) => {
      const column = columns.get(id) ?? 0;
      const row = rows.get(column) ?? 0;
      rows.set(column, row + 1);
      return [id, { column, row }];
    }),
  );
}

function boxOf({ kind, title }: MapNode, place: Place | undefined, used: number | undefined): string {
  if (place === undefined) return "";
  const [x, y] = [left(place), top(place)];
  const badge =
    used === undefined
      ? ""
      : `<text x="${x + boxWidth - 10}" y="${y + 35}" fill="#1b1f24" font-size="11" font-weight="600" text-anchor="end">${used}×</text>`;
  const shown = title.length > maxLetters ? `…${title.slice(-maxLetters)}` : title;
  return `<g><title>${escapeXml(title)}</title><rect x="${x}" y="${y}" width="${boxWidth}" height="${boxHeight}" rx="6" fill="#f6f8fa" stroke="${colours[kind]}"/><text x="${x + 10}" y="${y + 18}" fill="#1b1f24">${escapeXml(shown)}</text><text x="${x + 10}" y="${y + 35}" fill="${colours[kind]}" font-size="11">${kind}</text>${badge}</g>`;
}

function edgeOf(from: Place | undefined, to: Place | undefined, label: string): string {
  if (from === undefined || to === undefined) return "";
  // An edge to the left begins at the left side of its box, so that it does not cross the picture.
  const isBack = left(to) < left(from);
  const [x1, y1] = [left(from) + (isBack ? 0 : boxWidth), top(from) + boxHeight / 2];
  const [x2, y2] = [left(to) + (isBack ? boxWidth : 0), top(to) + boxHeight / 2];
  const bend = Math.max(40, Math.abs(x2 - x1) / 2) * (isBack ? -1 : 1);
  // The labels of two edges between the same boxes would be on top of each other.
  const labelY = (y1 + y2) / 2 + (isBack ? 12 : -4);
  return `<path d="M${x1} ${y1}C${x1 + bend} ${y1} ${x2 - bend} ${y2} ${x2} ${y2}" fill="none" stroke="#6a737d" marker-end="url(#arrow)"/><text x="${(x1 + x2) / 2}" y="${labelY}" fill="#57606a" font-size="10" text-anchor="middle">${escapeXml(label)}</text>`;
}
