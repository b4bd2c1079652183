import type * as acorn from "acorn";
import { isRecord } from "../../text/record";
import { isNode, type Node, visit } from "../syntax-tree";
import { isAggregate } from "./conditions";

/** Joined by AND, as one condition that the code does not contain. */
const someCondition = { "?": { eq: "?" } };

/** A placeholder that AWS accepts, for each place whose value is not in the code; undefined if the value is optional. */
const standIns = {
  payload: undefined,
  conditions: someCondition,
  group: [someCondition],
  condition: { eq: "?" },
  size: { eq: 1 },
  pair: ["?", "?"],
  text: "?",
  flag: true,
  row: { "?": "?" },
  value: "?",
  names: ["?"],
  orders: undefined,
  order: { column: "?" },
  count: 1,
  joins: undefined,
} as const;

type Place = keyof typeof standIns;

/** Members of the input, and of a join. Others are joins. */
const members: Readonly<Record<string, Place>> = {
  table: "value",
  from: "value",
  columns: "names",
  where: "conditions",
  on: "conditions",
  using: "names",
  groupBy: "names",
  having: "conditions",
  orderBy: "orders",
  limit: "count",
  offset: "count",
  values: "row",
  returning: "names",
};

const operators: Readonly<Record<string, Place>> = {
  beginsWith: "text",
  contains: "text",
  notContains: "text",
  between: "pair",
  attributeExists: "flag",
  size: "size",
};

function placeOf(holder: Place, key: string): Place {
  switch (holder) {
    case "payload":
      return Object.hasOwn(members, key) ? (members[key] ?? "value") : "joins";
    case "conditions":
      return key === "and" || key === "or" ? "group" : "condition";
    case "condition":
      if (isAggregate(key)) return "condition";
      return Object.hasOwn(operators, key) ? (operators[key] ?? "value") : "value";
    case "order":
      return key === "dir" ? "orders" : "value";
    case "size":
      return key === "between" ? "pair" : "value";
    default:
      return "value";
  }
}

const placeInList: Partial<Record<Place, Place>> = { group: "conditions", orders: "order", joins: "payload" };

export class LiteralReader {
  private readonly uses = new Map<string, number>();
  private readonly constants = new Map<string, Node>();

  constructor(program: acorn.Program) {
    visit(program as unknown as Node, ({ type, name, kind, declarations }, holder, key) => {
      const isOfMember = (key === "key" || key === "property") && holder?.computed !== true;
      if (type === "Identifier" && !isOfMember)
        this.uses.set(String(name), (this.uses.get(String(name)) ?? 0) + 1);
      if (type !== "VariableDeclaration" || kind !== "const" || !Array.isArray(declarations)) return;
      for (const { id, init } of declarations as readonly Node[]) {
        if (isNode(id) && id.type === "Identifier" && isNode(init)) this.constants.set(String(id.name), init);
      }
    });
  }

  /** The input of a statement; undefined if the code does not contain it. */
  payload(node: Node): Readonly<Record<string, unknown>> | undefined {
    const value = this.read(node, "payload");
    return isRecord(value) ? value : undefined;
  }

  private read(node: Node, place: Place): unknown {
    switch (node.type) {
      case "Literal":
        return node.value;
      case "Identifier":
        return node.name === "undefined" ? undefined : this.constant(String(node.name), place);
      case "ArrayExpression":
        return this.list(node.elements as readonly (Node | null)[], place);
      case "ObjectExpression":
        return this.object(node.properties as readonly Node[], place);
      default:
        return standIns[place];
    }
  }

  /** A constant that is used only once, so that nothing else can change its value. */
  private constant(name: string, place: Place): unknown {
    const init = this.constants.get(name);
    return init === undefined || this.uses.get(name) !== 2 ? standIns[place] : this.read(init, place);
  }

  private list(elements: readonly (Node | null)[], place: Place): unknown {
    const known = elements.filter((each) => each !== null && each.type !== "SpreadElement");
    if (known.length < elements.length) return standIns[place];
    return known.map((each) => each && this.read(each, placeInList[place] ?? "value"));
  }

  private object(properties: readonly Node[], place: Place): unknown {
    // The spread members may include a `where`.
    if (properties.some(({ type }) => type === "SpreadElement")) return standIns[place];
    // A join is alone or in a list.
    const holder = place === "joins" ? "payload" : place;
    const entries = properties.map((property, at): readonly [string, unknown] => {
      const key = keyOf(property) ?? `?${at}`;
      const { value } = property;
      const target = keyOf(property) === undefined ? unknownMember(holder) : placeOf(holder, key);
      return [key, isNode(value) ? this.read(value, target) : undefined];
    });
    return Object.fromEntries(entries);
  }
}

const unknownMember = (holder: Place): Place => (holder === "conditions" ? "condition" : "value");

function keyOf({ key, computed }: Node): string | undefined {
  if (!isNode(key)) return undefined;
  if (key.type === "Literal") return String(key.value);
  return computed === true ? undefined : String(key.name);
}
