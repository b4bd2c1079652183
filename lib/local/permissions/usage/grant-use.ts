import { block, type Model, textMap, type Values } from "../../../model";
import { variableOf } from "../suggestion";
import { type GrantedAccess, grantsOfConstruct } from "./granted";
import type { ImpliedAccess } from "./implied-access";
import { includesAction, isFromGrant, narrowerGrants } from "./narrower-grants";
import type { UsedPermission } from "./recorded-use";
import type { GrantUse } from "./report";

interface FunctionContext {
  readonly model: Model;
  readonly values: Values;
  readonly calls: readonly UsedPermission[];
  readonly implied: readonly ImpliedAccess[];
  readonly isMeasured: (service: string) => boolean;
}

type Remedy = Pick<GrantUse, "code" | "now">;

export function grantUseOf(granted: GrantedAccess, context: FunctionContext): GrantUse {
  const { calls, isMeasured } = context;
  const own = calls.filter(({ grant }) => granted.names.has(grant));
  const used = countsOf(own, granted.actions);
  const isAnywhere = granted.names.has("*");
  const neededActions = context.implied.flatMap(({ name, actions }) =>
    isAnywhere || granted.names.has(name) ? actions : [],
  );
  const called = used.map(({ action }) => action);
  const rest = [...granted.actions].filter(([each]) => !isUsed(each, called));
  const implied = rest.filter(([each]) => includesAction(neededActions, each));
  const unmeasured = rest.filter(([each]) => !isMeasured(serviceOf(each)));
  const unused = rest.filter((each) => !implied.includes(each) && !unmeasured.includes(each));
  const isAllUnmeasured = unmeasured.length === granted.actions.size;
  const remedy = isAllUnmeasured ? {} : remedyFor(granted, context, own, [...called, ...neededActions]);
  return {
    resource: granted.resource,
    use: isAllUnmeasured
      ? "unmeasured"
      : unused.length === granted.actions.size - unmeasured.length
        ? "unused"
        : remedy.code === undefined
          ? "used"
          : "partly",
    used,
    unused: unused.map(([, written]) => written),
    implied: implied.map(([, written]) => written),
    ...remedy,
  };
}

/** Services spell actions differently: `SNS:Publish`. */
function countsOf(calls: readonly UsedPermission[], granted: ReadonlyMap<string, string>): GrantUse["used"] {
  const counts = new Map<string, number>();
  for (const { action: called, count } of calls) {
    const action = granted.get(called.toLowerCase()) ?? called;
    counts.set(action, (counts.get(action) ?? 0) + count);
  }
  return [...counts]
    .sort(([left], [right]) => (left < right ? -1 : 1))
    .map(([action, count]) => ({ action, count }));
}

const isUsed = (pattern: string, called: readonly string[]): boolean =>
  called.some((each) => includesAction([pattern], each));

const serviceOf = (action: string): string => action.split(":")[0] ?? action;

/** Code that grants enough and less than now. */
function remedyFor(
  access: GrantedAccess,
  context: FunctionContext,
  calls: readonly UsedPermission[],
  needed: readonly string[],
): Remedy {
  const { resource, grants, actions, names } = access;
  const granted = [...actions.keys()];
  if (grants === undefined) {
    const isEverything = names.has("*") && granted.some((each) => each.includes("*"));
    return isEverything
      ? wildcardRemedy(actions, context, calls)
      : statementRemedy(access, granted, needed, context);
  }
  const prop = isBound(context.values, resource) ? "bind" : "permissions";
  const variable = variableOf(resource);
  const now = `${prop}: [${currentGrant(variable, grants, granted)}]`;
  if (needed.length === 0) return { now, code: `${prop}: []` };
  const narrower = narrowerGrants(grants, granted, needed);
  if (narrower !== undefined)
    return { now, code: `${prop}: [${narrower.names.map((name) => `[${variable}, "${name}"]`).join(", ")}]` };
  const written = granted.filter((each) => !isFromGrant(grants, granted, each));
  return written.length === 0 ? {} : statementRemedy(access, written, needed, context);
}

/** The grant in its written form, if the actions are those of one. */
function currentGrant(
  variable: string,
  { access }: NonNullable<GrantedAccess["grants"]>,
  granted: readonly string[],
): string {
  const same = Object.entries(access).find(
    ([, each]) =>
      each.length === granted.length && each.every((action) => granted.includes(action.toLowerCase())),
  );
  return same === undefined ? variable : `[${variable}, "${same[0]}"]`;
}

/** For a statement about all resources: the actual calls, by construct. */
function wildcardRemedy(
  actions: ReadonlyMap<string, string>,
  { model }: FunctionContext,
  calls: readonly UsedPermission[],
): Remedy {
  const written = [...actions.values()];
  const now = written.includes("*") ? 'permissions: "*"' : `permissions: [${statementText(written, "*")}]`;
  const byConstruct = new Map<string, string[]>();
  for (const { resource, action } of calls) {
    const called = byConstruct.get(resource) ?? [];
    byConstruct.set(resource, called.includes(action) ? called : [...called, action]);
  }
  const entries = [...byConstruct].map(([resource, called]) => {
    const grants = grantsOfConstruct(model, resource);
    const names = grants && narrowerGrants(grants, [...actions.keys()], called)?.names;
    if (names === undefined || names.length === 0) return statementText(called, resource);
    return names.map((name) => `[${variableOf(resource)}, "${name}"]`).join(", ");
  });
  return { now, code: `permissions: [${entries.join(", ")}]` };
}

const statementText = (actions: readonly string[], resource: string): string =>
  `{ actions: ${listText(actions)}, resources: ["${resource}"] }`;

const listText = (texts: readonly string[]): string =>
  `[${[...new Set(texts)].map((each) => `"${each}"`).join(", ")}]`;

/** Whether a function's environment contains the names of a construct, as with `bind`. */
function isBound(values: Values, resource: string): boolean {
  const id = (resource.split("/").at(-1) ?? resource).replaceAll("-", "_");
  const variables = Object.keys(textMap(block(values, "environment") ?? {}, "variables"));
  return variables.some((each) => each.startsWith("SERVERFORM_") && each.endsWith(`_${id}`));
}

/** For a handwritten statement: its used actions. */
function statementRemedy(
  { resource, actions }: GrantedAccess,
  written: readonly string[],
  needed: readonly string[],
  { isMeasured }: FunctionContext,
): Remedy {
  const measured = written.filter((each) => isMeasured(serviceOf(each)));
  const lower = needed.map((each) => each.toLowerCase());
  const tooMuch = measured.filter(
    (each) => !includesAction(lower, each) && (each.includes("*") || !isUsed(each, needed)),
  );
  if (tooMuch.length === 0) return {};
  const kept = written.flatMap((each) => {
    if (!tooMuch.includes(each)) return [actions.get(each) ?? each];
    return needed.filter((action) => includesAction([each], action));
  });
  const all = written.map((each) => actions.get(each) ?? each);
  // A statement has at least one action.
  if (kept.length === 0)
    return { now: `permissions: [${statementText(all, resource)}]`, code: "permissions: []" };
  const code = `actions: ${listText(kept)}`;
  const now = `actions: ${listText(all)}`;
  return code === now ? {} : { now, code };
}
