/** @group slow */

import type { AppMap } from "../../../lib/local";
import { boxHeight, boxWidth, type PlacedMap, type Point } from "../../../lib/local/map/drawing";
import { placedMap } from "../../../lib/local/map/layout";

/** An app with many functions that read and write the same tables, with queues, circles and nodes that nothing leads to. */
function largeMap(functions: number): AppMap {
  const all = Array.from({ length: functions }, (_, index) => index);
  const node = (kind: "api" | "function" | "table" | "queue", title: string) => ({ id: title, kind, title });
  const tables = all.filter((each) => each % 4 === 0);
  return {
    nodes: [
      node("api", "Api"),
      ...all.map((each) => node("function", `F${each}`)),
      ...tables.flatMap((each) => [node("table", `T${each}`), node("queue", `Q${each}`)]),
    ],
    edges: [
      ...all
        .filter((each) => each % 5 !== 0)
        .map((each) => ({ from: "Api", to: `F${each}`, label: "calls" })),
      ...all.flatMap((each) =>
        tables
          .filter((table) => (table + each) % 3 === 0)
          .map((table) => ({ from: `F${each}`, to: `T${table}`, label: "reads, writes" })),
      ),
      ...tables.flatMap((each) => [
        { from: `F${each}`, to: `Q${each}`, label: "writes" },
        { from: `Q${each}`, to: `F${each + 1}`, label: "feeds" },
        { from: `F${each + 1}`, to: `F${each}`, label: "calls" },
        { from: `F${each}`, to: `Q${each}`, label: "dead letters" },
      ]),
    ],
  };
}

interface Box extends Point {
  readonly width: number;
  readonly height: number;
}

const boxesOf = ({ nodes }: PlacedMap) =>
  nodes.map(({ id, x, y }) => ({ id, x, y, width: boxWidth, height: boxHeight }));

const labelsOf = ({ edges }: PlacedMap): readonly Box[] =>
  edges.map(({ label, middle: { x, y } }) => {
    const width = label.length * 5;
    return { x: x - width / 2, y: y - 5, width, height: 10 };
  });

const overlap = (left: Box, right: Box): boolean =>
  left.x < right.x + right.width &&
  right.x < left.x + left.width &&
  left.y < right.y + right.height &&
  right.y < left.y + left.height;

/** Whether a line from one point to another passes through a box: no step of a pixel is inside. */
function crosses(from: Point, to: Point, box: Box): boolean {
  const { x, y, width, height } = box;
  const corner = { x: Math.min(from.x, to.x), y: Math.min(from.y, to.y) };
  const size = { width: Math.abs(from.x - to.x) + 1, height: Math.abs(from.y - to.y) + 1 };
  if (!overlap({ ...corner, ...size }, box)) return false;
  const steps = Math.ceil(Math.hypot(to.x - from.x, to.y - from.y));
  return Array.from({ length: steps + 1 }, (_, step) => step / Math.max(1, steps)).some((part) => {
    const [atX, atY] = [from.x + (to.x - from.x) * part, from.y + (to.y - from.y) * part];
    return atX > x && atX < x + width && atY > y && atY < y + height;
  });
}

describe.each([3, 12, 60])("the places of a map with %i functions", (functions) => {
  const placed = placedMap(largeMap(functions));

  test("no line passes through a box", () => {
    const boxes = boxesOf(placed);
    const found = placed.edges.flatMap(({ from, to, points }) =>
      points.slice(1).flatMap((point, index) => {
        const before = points[index] ?? point;
        return boxes.filter((box) => crosses(before, point, box)).map(({ id }) => `${from} ${to} ${id}`);
      }),
    );
    expect(found).toEqual([]);
  });

  test("labels and boxes are apart, and inside the picture", () => {
    const all: readonly Box[] = [...labelsOf(placed), ...boxesOf(placed)];
    const found = all.flatMap((each, index) => all.slice(index + 1).filter((other) => overlap(each, other)));
    expect(found).toEqual([]);
    const picture = { x: 0, y: 0, ...placed };
    expect(all.every((each) => each.x >= 0 && each.y >= 0 && overlap(each, picture))).toBe(true);
  });

  test("a cause is on the left of its effects, except in a circle", () => {
    const places = new Map(placed.nodes.map(({ id, x }) => [id, x]));
    expect(places.get("Api")).toBeLessThan(places.get("F1") ?? 0);
    expect(places.get("F1")).toBeLessThan(Math.max(...places.values()));
  });
});
