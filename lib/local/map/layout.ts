import type { AppMap } from "./app-map";
import { boxHeight, boxWidth, type PlacedMap, type Point } from "./drawing";

// The build copies the package into this file, which the console's page also loads.
/*! @dagrejs/dagre: Copyright (c) 2012-2014 Chris Pettitt, MIT licence */
const { Graph, layout } = require("@dagrejs/dagre") as typeof import("@dagrejs/dagre", { with: {
  "resolution-mode": "import",
}});

const margin = 20;
const letterWidth = 6;
const labelHeight = 14;

/** Places the parts of a map: causes are to the left of their effects, and each label has its own place. */
export function placedMap({ nodes, edges }: AppMap): PlacedMap {
  const graph = new Graph({ multigraph: true });
  graph.setGraph({ rankdir: "LR", nodesep: 20, edgesep: 14, ranksep: 60, marginx: margin, marginy: margin });
  for (const { id } of nodes) graph.setNode(id, { width: boxWidth, height: boxHeight });
  edges.forEach(({ from, to, label }, index) => {
    const width = label.length * letterWidth + 8;
    graph.setEdge(from, to, { width, height: labelHeight, labelpos: "c" }, String(index));
  });
  layout(graph);
  const { width = 0, height = 0 } = graph.graph();
  const centres = new Map(nodes.map(({ id }) => [id, roundedPoint(graph.node(id))]));
  const placed = edges.map(({ from, to }, index) => graph.edge(from, to, String(index)));
  const halves = new Map<number, number>();
  for (const { x = 0, width: labelWidth = 0 } of placed)
    halves.set(Math.round(x), Math.max(halves.get(Math.round(x)) ?? 0, labelWidth / 2));
  for (const { x } of centres.values()) halves.set(x, boxWidth / 2);
  const centreOf = (id: string): Point => centres.get(id) ?? { x: 0, y: 0 };
  return {
    width: Math.max(2 * margin, Math.ceil(width)),
    height: Math.max(2 * margin, Math.ceil(height)),
    nodes: nodes.map((node) => {
      const { x, y } = centreOf(node.id);
      return { ...node, x: x - boxWidth / 2, y: y - boxHeight / 2 };
    }),
    edges: edges.map((edge, index) => {
      const { points = [], ...label } = placed[index] ?? {};
      const inner = points.slice(1, -1).map(roundedPoint);
      const line = lineOf(centreOf(edge.from), inner, centreOf(edge.to), halves);
      return { ...edge, points: line, middle: roundedPoint(label) };
    }),
  };
}

/**
 * A line from side to side. It is horizontal next to the boxes or labels of a column, so that it passes between them.
 *
 * @param halves - half of the width of each column, by its centre
 */
function lineOf(
  from: Point,
  inner: readonly Point[],
  to: Point,
  halves: ReadonlyMap<number, number>,
): readonly Point[] {
  const sign = from.x <= to.x ? 1 : -1;
  const half = (sign * boxWidth) / 2;
  const level = inner.flatMap(({ x, y }) => {
    const own = sign * (halves.get(x) ?? 0);
    return [
      { x: x - own, y },
      { x: x + own, y },
    ];
  });
  return [{ x: from.x + half, y: from.y }, ...level, { x: to.x - half, y: to.y }];
}

const roundedPoint = ({ x = 0, y = 0 }: { readonly x?: number; readonly y?: number }): Point => ({
  x: Math.round(x),
  y: Math.round(y),
});
