import { readFileSync } from "node:fs";
import { join } from "node:path";
import { jsonOf } from "../facts/text/json";
import type { Resource } from "../model/resources/model";
import { isValues } from "../model/resources/values";

/**
 * Sorts resources in the order in which the app declares their constructs.
 *
 * Terraform JSON is sorted by name. The order is in `serverform.json` beside it; resources that it does not list keep
 * their order, behind the others.
 */
export function inDeclarationOrder(folder: string, resources: readonly Resource[]): readonly Resource[] {
  const declared = declaredIn(folder);
  const placeOf = ({ stack, constructPath = "" }: Resource): number => {
    const ids = constructPath.split("/");
    const place = declared.findIndex((each) => each.stack === stack && ids.includes(each.id));
    return place < 0 ? declared.length : place;
  };
  return [...resources].sort((left, right) => placeOf(left) - placeOf(right));
}

interface Declared {
  readonly id: string;
  readonly stack: string;
}

function declaredIn(folder: string): readonly Declared[] {
  try {
    const entries = jsonOf(readFileSync(join(folder, "serverform.json"), "utf8"));
    if (!Array.isArray(entries)) return [];
    return entries.flatMap((entry: unknown) =>
      isValues(entry) && typeof entry.id === "string" && typeof entry.stack === "string"
        ? [{ id: entry.id, stack: entry.stack }]
        : [],
    );
  } catch {
    // Other programs write no such file.
    return [];
  }
}
