import { byKind } from "../../../lib/facts/text/by-kind";

type Shape = { readonly type: "circle"; readonly radius: number } | { readonly type: "point" };

describe("A table of kinds", () => {
  test("calls the entry of the kind, with the other arguments", () => {
    const area = byKind<Shape, "type", [scale: number], number>("type", {
      circle: ({ radius }, scale) => radius * scale,
      point: () => 0,
    });
    expect(area({ type: "circle", radius: 2 }, 3)).toBe(6);
    expect(area({ type: "point" }, 3)).toBe(0);
  });

  test("needs an entry for each kind, and accepts no others", () => {
    // @ts-expect-error there is no entry for "point"
    const name = byKind<Shape, "type", [], string>("type", { circle: () => "a circle" });
    byKind<Shape, "type", [], string>("type", {
      circle: () => "a circle",
      point: () => "a point",
      // @ts-expect-error there is no such kind
      line: () => "a line",
    });
    expect(() => name({ type: "point" })).toThrow("There is no entry for the kind point.");
  });
});
