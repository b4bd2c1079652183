import type { Block } from "../stack";
import type { PlannedTemplate } from "./template";

/** An operation of Terraform on one resource. */
export interface Operation {
  readonly address: string;
  readonly type: string;
  readonly action: "create" | "update" | "replace" | "delete" | "move" | "none";
  /** Whether the new resource is created before the old one is destroyed. */
  readonly isCreatedFirst: boolean;
  /** The attributes that force a replacement. */
  readonly forcedBy: readonly string[];
  readonly before: Block;
  readonly after: Block;
  /** Where it was, if it moves. */
  readonly from: string | undefined;
}

/** The plan for one module: its operations by address, and their order. */
export interface EditPlan {
  readonly operations: ReadonlyMap<string, Operation>;
  /** Whether Terraform waits for one step before it takes the other. */
  precedes(first: Step, then: Step): boolean;
}

/** Creating or changing the resource of an address, or destroying it. */
export interface Step {
  readonly address: string;
  readonly isDestroyed: boolean;
}

interface ShownChange {
  readonly address: string;
  readonly previous_address?: string;
  readonly module_address?: string;
  readonly mode: string;
  readonly type: string;
  readonly change: {
    readonly actions: readonly string[];
    readonly before: Block | null;
    readonly after: Block | null;
    readonly replace_paths?: readonly (readonly (string | number)[])[];
  };
}

/** The operations of `terraform show -json` and the order of `terraform graph -plan`, by module. */
export function plansOf(plan: unknown, graph: string): ReadonlyMap<string, EditPlan> {
  const { resource_changes: changes = [] } = plan as { resource_changes?: readonly ShownChange[] };
  const order = orderOf(graph);
  const found = new Map<string, Map<string, Operation>>();
  for (const change of changes) {
    if (change.mode !== "managed") continue;
    const module = String(change.module_address).replace(/^module\./, "");
    const operations = found.get(module) ?? new Map<string, Operation>();
    const operation = operationOf(change, `module.${module}.`);
    found.set(module, operations.set(operation.address, operation));
  }
  return new Map(
    [...found].map(([module, operations]) => [
      module,
      {
        operations,
        precedes: (first: Step, then: Step) =>
          order.precedes({ ...first, module: `module.${module}.` }, { ...then, module: `module.${module}.` }),
      },
    ]),
  );
}

function operationOf({ address, previous_address, type, change }: ShownChange, module: string): Operation {
  const { actions, before, after, replace_paths = [] } = change;
  const from = previous_address?.slice(module.length);
  return {
    address: address.slice(module.length),
    type,
    action: actionOf(actions, from),
    isCreatedFirst: actions.join() === "create,delete",
    forcedBy: replace_paths.map((path) => path.join(".")),
    before: before ?? {},
    after: after ?? {},
    from,
  };
}

function actionOf(actions: readonly string[], from: string | undefined): Operation["action"] {
  const [action = "", second] = actions;
  if (second !== undefined) return "replace";
  if (action === "create" || action === "update" || action === "delete") return action;
  return from === undefined ? "none" : "move";
}

interface ModuleStep extends Step {
  readonly module: string;
}

function orderOf(graph: string): { precedes(first: ModuleStep, then: ModuleStep): boolean } {
  const waitsFor = new Map<string, string[]>();
  for (const [, from = "", to = ""] of graph.matchAll(/"\[root\] (.*?)" -> "\[root\] (.*?)"/g)) {
    waitsFor.set(from, [...(waitsFor.get(from) ?? []), to]);
  }
  const nodes = new Set([...waitsFor.keys(), ...[...waitsFor.values()].flat()]);
  const nodesOf = ({ module, address, isDestroyed }: ModuleStep) => {
    const full = `${module}${address}`;
    if (!isDestroyed) return [full].filter((each) => nodes.has(each));
    return [...nodes].filter((each) => each.startsWith(`${full} (destroy`));
  };
  const reached = new Map<string, ReadonlySet<string>>();
  const reach = (from: string): ReadonlySet<string> => {
    const known = reached.get(from);
    if (known !== undefined) return known;
    const found = new Set<string>();
    const open = [...(waitsFor.get(from) ?? [])];
    for (let next = open.pop(); next !== undefined; next = open.pop()) {
      if (found.has(next)) continue;
      found.add(next);
      open.push(...(waitsFor.get(next) ?? []));
    }
    reached.set(from, found);
    return found;
  };
  return {
    precedes: (first, then) => {
      const [firsts, thens] = [nodesOf(first), nodesOf(then)];
      return (
        thens.length > 0 &&
        thens.every((each) => firsts.length > 0 && firsts.every((f) => reach(each).has(f)))
      );
    },
  };
}

/** The two sides of an edit as Terraform sees them. */
export interface PlannedSides {
  readonly before: PlannedTemplate;
  readonly after: PlannedTemplate;
}
