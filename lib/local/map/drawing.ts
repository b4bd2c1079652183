import { pictureStyle } from "../look/map-style";
import { escapeXml } from "../wire/xml";
import type { MapEdge, MapNode } from "./app-map";
import type { NodeTraffic, Traffic } from "./traffic";

export const boxWidth = 220;
export const boxHeight = 44;

export interface Point {
  readonly x: number;
  readonly y: number;
}

/** A map with the positions of all parts. */
export interface PlacedMap {
  readonly width: number;
  readonly height: number;
  /** The positions of the top left corners. */
  readonly nodes: readonly (MapNode & Point)[];
  /** The corners of each line, and the middle of its label. */
  readonly edges: readonly (MapEdge & { readonly points: readonly Point[]; readonly middle: Point })[];
}

export interface Shape {
  readonly tag: string;
  readonly attributes: Readonly<Record<string, string | number>>;
  readonly children: readonly (Shape | string)[];
}

const shape = (
  tag: string,
  attributes: Shape["attributes"],
  ...children: readonly (Shape | string)[]
): Shape => ({ tag, attributes, children });

/** Longer titles lose their beginning, since their ends differ. The limit fits wide letters, too. */
const maxLetters = 25;

/**
 * The drawing of a map, for a page and for a picture.
 *
 * @param traffic - the use of each node in the last minute. Other nodes show nothing.
 */
export function drawingOf({ width, height, nodes, edges }: PlacedMap, traffic: Traffic = {}): Shape {
  const arrow = shape(
    "marker",
    { id: "arrow", viewBox: "0 0 8 8", refX: 8, refY: 4, markerWidth: 7, markerHeight: 7, orient: "auto" },
    shape("path", { d: "M0 0L8 4L0 8z", class: "map-arrow" }),
  );
  return shape(
    "svg",
    { xmlns: "http://www.w3.org/2000/svg", viewBox: `0 0 ${width} ${height}`, width, height, class: "map" },
    shape("defs", {}, arrow),
    shape("rect", { width, height, class: "map-ground" }),
    ...edges.map(({ points }) =>
      shape("path", {
        d: `M${points.map(({ x, y }) => `${x} ${y}`).join("L")}`,
        class: "map-line",
        "marker-end": "url(#arrow)",
      }),
    ),
    ...edges.map(({ label, middle: { x, y } }) => shape("text", { x, y: y + 4, class: "map-label" }, label)),
    ...nodes.map((node) => boxOf(node, traffic[node.id])),
  );
}

function boxOf({ id, kind, title, x, y }: PlacedMap["nodes"][number], used: NodeTraffic | undefined): Shape {
  const shown = title.length > maxLetters ? `…${title.slice(-maxLetters)}` : title;
  return shape(
    "g",
    { class: `map-${kind} ${used === undefined ? "" : `map-${used.outcome}`}`, "data-id": id },
    shape("title", {}, title),
    shape("rect", { x, y, width: boxWidth, height: boxHeight, rx: 6, class: "map-box" }),
    shape("text", { x: x + 10, y: y + 18 }, shown),
    shape("text", { x: x + 10, y: y + 35, class: "map-small" }, kind),
    ...(used === undefined
      ? []
      : [shape("text", { x: x + boxWidth - 10, y: y + 35, class: "map-count" }, countOf(used))]),
  );
}

const countOf = ({ count, failed }: NodeTraffic): string => `${failed === 0 ? "" : `✗${failed} `}${count}×`;

export function pictureOf({ tag, attributes, children }: Shape): string {
  return textOf({
    tag,
    attributes,
    children: [{ tag: "style", attributes: {}, children: [pictureStyle] }, ...children],
  });
}

function textOf({ tag, attributes, children }: Shape): string {
  const names = Object.entries(attributes).map(([name, value]) => ` ${name}="${escapeXml(String(value))}"`);
  const inner = children.map((each) => (typeof each === "string" ? escapeXml(each) : textOf(each)));
  return `<${tag}${names.join("")}>${inner.join("")}</${tag}>${tag === "g" || tag === "path" ? "\n" : ""}`;
}
