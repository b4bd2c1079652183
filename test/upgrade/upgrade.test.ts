/** @group slow */

import { physicalIdentityOf } from "../../lib/facts/aws/resource-types";
import { goldenApps } from "../golden/apps";
import { holdsData, lasting } from "../support/plan/identity";
import { type Block, type Synthesized, synthesized } from "../support/stack";
import { cases, released, withoutHash } from "./released";

function blocks({ resource }: Synthesized): ReadonlyMap<string, readonly [type: string, Block]> {
  return new Map(
    Object.entries(resource).flatMap(([type, of]) =>
      Object.entries(of).map(([name, block]) => [`${type}.${name}`, [type, block]] as const),
    ),
  );
}

/** The addresses of a version that disappear without being moved. Each has an Addresses line in CHANGELOG.md. */
const gone: Readonly<Record<string, readonly string[]>> = {};

describe.each(cases)("a state of version %s of the app %s", (version, app) => {
  const before = released(version, app);
  const stacks = new Map(goldenApps[app]().stacks.map((stack) => [stack.node.id, stack]));

  test("keeps its stacks and outputs", () => {
    for (const [id, { output }] of Object.entries(before)) {
      const stack = stacks.get(id);
      expect(stack).toBeDefined();
      if (stack)
        expect(Object.keys(synthesized(stack).output)).toEqual(expect.arrayContaining(Object.keys(output)));
    }
  });

  test("has its resources at their addresses, or has them moved", () => {
    const lost = Object.entries(before).flatMap(([id, json]) => {
      const stack = stacks.get(id);
      if (stack === undefined) return [id];
      const now = synthesized(stack);
      const moved = new Set(((now.moved ?? []) as readonly { from: string }[]).map(({ from }) => from));
      const present = blocks(now);
      return [...blocks(json).keys()].filter((address) => !present.has(address) && !moved.has(address));
    });
    expect(lost.map(withoutHash).sort()).toEqual(gone[`${version} ${app}`] ?? []);
  });

  test("keeps the names of resources that hold data or have an address", () => {
    for (const [id, json] of Object.entries(before)) {
      const stack = stacks.get(id);
      const present = stack === undefined ? new Map() : blocks(synthesized(stack));
      for (const [address, [type, block]] of blocks(json)) {
        if (!holdsData.has(type) && !lasting.has(type)) continue;
        const [, now = {}] = present.get(address) ?? [];
        expect([address, physicalIdentityOf(type, now)]).toEqual([address, physicalIdentityOf(type, block)]);
      }
    }
  });
});
