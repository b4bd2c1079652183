import type { Construct } from "constructs";
import { mapTogether } from "../../../facts/errors/problems";
import { isPlainObject } from "../checks/check";
import { fail, refuseValue } from "../errors";

/** Named parts of a construct before their creation below a scope. */
export interface PartNames {
  /** The construct with the prop. */
  readonly owner: Construct;
  /** The word for a part in messages: `subscriber`. */
  readonly part: string;
  /** The prop that holds the parts: `subscribers`. */
  readonly prop: string;
  readonly isTaken: (name: string) => boolean;
  /** The ids below the scope that a part needs. */
  readonly idsOf: (name: string) => readonly string[];
}

/** Rejects a map of parts with an existing name or id, before any part is created. */
export function checkPartNames(
  scope: Construct,
  parts: unknown,
  { owner, part, prop, isTaken, idsOf }: PartNames,
): void {
  if (!isPlainObject(parts)) refuseValue(owner, prop, parts, `an object: { name: ${part} }`);
  const planned = new Set<string>();
  mapTogether(Object.keys(parts), (name) => {
    const at = `${prop}[${JSON.stringify(name)}]`;
    if (name.trim() === "") refuseValue(owner, at, name, "a name");
    if (isTaken(name)) fail(owner, "part-duplicate", at, { part, value: name });
    for (const id of idsOf(name).map((each) => each.replaceAll("/", "--"))) {
      if (planned.has(id) || scope.node.tryFindChild(id) !== undefined) {
        fail(owner, "part-id-taken", at, { id, path: scope.node.path });
      }
      planned.add(id);
    }
  });
}
