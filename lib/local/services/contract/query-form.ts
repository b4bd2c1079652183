import type { Values } from "../../../model";
import type { Members, Shape } from "./service-model";

/** The parts of the names of parameters: `Entry.2.Id` is the `Id` of the second entry. */
interface Part {
  value: string | undefined;
  readonly parts: Map<string, Part>;
}

/** Reads the members of an input from the parameters of a form. Other parameters are left out. */
export function readForm(members: Members, form: Iterable<readonly [string, string]>): Values {
  const root: Part = { value: undefined, parts: new Map() };
  for (const [name, value] of form) {
    let part = root;
    for (const key of name.split(".", deepest)) {
      let next = part.parts.get(key);
      if (next === undefined) {
        next = { value: undefined, parts: new Map() };
        part.parts.set(key, next);
      }
      part = next;
    }
    part.value ??= value;
  }
  return membersIn(members, root);
}

/** No parameter has more parts: an attribute of a message in a batch has seven. */
const deepest = 10;

function membersIn(members: Members, { parts }: Part): Values {
  const values: Record<string, unknown> = {};
  for (const [name, shape] of members) {
    // Integrations of API Gateway also send the name in JSON, and the one of an item.
    const given = [shape.xmlName ?? name, name, name.replace(/s$/, "")].find((each) => parts.has(each));
    const value = given === undefined ? undefined : valueIn(shape, parts.get(given));
    if (value !== undefined) values[name] = value;
  }
  return values;
}

function valueIn({ kind, of, members, isFlattened, xmlKey = "key" }: Shape, part: Part | undefined): unknown {
  if (part === undefined) return undefined;
  if (members !== undefined) return membersIn(members, part);
  if (of === undefined) {
    const number = kind === "number" ? Number(part.value) : Number.NaN;
    return Number.isFinite(number) ? number : part.value;
  }
  const items = itemsIn(isFlattened ? part : part.parts.get(kind === "list" ? "member" : "entry"));
  if (kind === "list") return items.map((item) => valueIn(of, item));
  return Object.fromEntries(
    items.map(({ parts }) => [parts.get(xmlKey)?.value ?? "", valueIn(of, parts.get(of.xmlName ?? "value"))]),
  );
}

/** The items in the order of their numbers, which need not be complete. */
function itemsIn(part: Part | undefined): readonly Part[] {
  return [...(part?.parts ?? [])]
    .filter(([index]) => /^\d{1,4}$/.test(index))
    .sort(([a], [b]) => Number(a) - Number(b))
    .map(([, item]) => item);
}
