import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

type Blocks = Record<string, Record<string, Record<string, unknown>>>;

/** How many blocks of each type an application has, and which attributes those of one type set. */
export interface Inventory {
  readonly counts: ReadonlyMap<string, number>;
  readonly attributes: ReadonlyMap<string, string>;
}

/** Reads the Terraform JSON of all stacks of an output folder. */
export function readInventory(outdir: string): Inventory {
  const counts = new Map<string, number>();
  const attributes = new Map<string, Set<string>>();
  const stacks = join(outdir, "stacks");
  for (const stack of readdirSync(stacks)) {
    const json = JSON.parse(readFileSync(join(stacks, stack, "cdk.tf.json"), "utf8")) as Record<
      string,
      Blocks
    >;
    for (const section of ["data", "resource"]) {
      for (const [type, blocks] of Object.entries(json[section] ?? {})) {
        if (type === "terraform_data") continue;
        const name = section === "data" ? `data.${type}` : type;
        counts.set(name, (counts.get(name) ?? 0) + Object.keys(blocks).length);
        const found = attributes.get(name) ?? new Set();
        attributes.set(name, found);
        for (const block of Object.values(blocks)) for (const path of pathsOf(block)) found.add(path);
      }
    }
  }
  return {
    counts,
    attributes: new Map([...attributes].map(([type, paths]) => [type, [...paths].sort().join(" ")])),
  };
}

/** The order of replacements, with `terraform_data`, is what the library adds: few write it by hand. */
const ofOrder: ReadonlySet<string> = new Set(["lifecycle", "depends_on"]);

function pathsOf(block: Record<string, unknown>, prefix = ""): string[] {
  return Object.entries(block).flatMap(([key, value]) => {
    if (key === "//" || ofOrder.has(key)) return [];
    const isBlock = typeof value === "object" && value !== null && !Array.isArray(value);
    return isBlock ? pathsOf(value as Record<string, unknown>, `${prefix}${key}.`) : [`${prefix}${key}`];
  });
}

/** Fails unless both applications have as many blocks of each type, with the same attributes. */
export function requireSame(library: Inventory, byHand: Inventory): void {
  const types = new Set([...library.counts.keys(), ...byHand.counts.keys()]);
  const differences = [...types].sort().flatMap((type) => {
    const counts = [library.counts.get(type) ?? 0, byHand.counts.get(type) ?? 0];
    if (counts[0] !== counts[1]) return [`${type}: ${counts[0]} by the library, ${counts[1]} by hand`];
    const [first, second] = [library.attributes.get(type), byHand.attributes.get(type)];
    return first === second ? [] : [`${type} sets by the library ${first}\n  and by hand ${second}`];
  });
  if (differences.length > 0) {
    throw new Error(`The variants are not the same application:\n  ${differences.join("\n  ")}`);
  }
}

/** All blocks, data sources included. */
export function countBlocks({ counts }: Inventory): number {
  return [...counts.values()].reduce((sum, count) => sum + count, 0);
}
