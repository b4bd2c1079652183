import type { Application, FunctionModel, MethodCall, ResourceModel } from "../model/application";
import type { Names } from "../model/names";
import type { Findings } from "../model/place";
import { code, compact, computedParts, isList, isMap, type Value, type ValueMap } from "../model/value";
import { type Attachment, attachmentOf, type CallingConstruct } from "./attachments";

/** An object of the stack with all its parts. */
export interface StackObject {
  readonly name: string;
  readonly variable: string;
  readonly id: string;
  readonly className: string;
  readonly from: string;
  readonly attributes: (attribute: string) => string | undefined;
  props: ValueMap;
  /** Calls after all declarations. */
  readonly calls: MethodCall[];
}

/** The name of the declaration of the defaults of all functions. Sources cannot contain this name. */
export const defaultsName = "(defaults)";

const functionAttributes: Readonly<Record<string, string>> = {
  "": ".functionName",
  Arn: ".functionArn",
  FunctionUrl: '.url ?? ""',
  RoleName: ".role.name",
  RoleArn: ".role.arn",
  LogGroup: ".cdk.logGroup.name",
  LogGroupArn: ".cdk.logGroup.arn",
};

/** The objects of a stack: resources, functions, and their callers. */
export function stackObjectsOf(
  application: Application,
  names: Names,
  findings: Findings,
): readonly StackObject[] {
  const declarations = new Map<string, StackObject>();
  const { sharedEnvironment, sharedPermissions } = application;
  declarations.set(defaultsName, defaultsOf(sharedEnvironment, sharedPermissions));
  for (const resource of application.resources) declarations.set(resource.name, resourceOf(resource, names));
  for (const each of application.functions) declarations.set(each.name, functionOf(each, names));
  for (const each of application.functions) {
    for (const event of each.events) {
      const variable = declarations.get(each.name)?.variable ?? each.name;
      add(declarations, attachmentOf(event, each, variable), names, findings);
    }
  }
  for (const { target, place, method, args } of application.additions) {
    const owner = declarations.get(target);
    if (owner === undefined)
      findings.todo(place, `\`${target}\`, to which this belongs, was not translated.`);
    else owner.calls.push({ method, args });
  }
  breakCircles(declarations);
  return withOwnIds([...declarations.values()]);
}

/** Gives each object a unique id: an API that SAM creates by itself may have the id of a resource of the template. */
function withOwnIds(objects: readonly StackObject[]): readonly StackObject[] {
  const taken = new Set<string>();
  return objects.map((each) => {
    const candidates = [
      each.id,
      each.name,
      ...Array.from({ length: 9 }, (_, index) => `${each.id}${index + 2}`),
    ];
    const id = candidates.find((one) => !taken.has(one)) ?? each.id;
    taken.add(id);
    return { ...each, id };
  });
}

function defaultsOf(environment: ValueMap, permissions: readonly Value[]): StackObject {
  return {
    name: defaultsName,
    variable: "stack",
    id: "",
    className: "",
    from: "",
    attributes: () => undefined,
    props: { environment, permissions },
    calls: [],
  };
}

function resourceOf(
  { name, id = name, className, from, props, attributes }: ResourceModel,
  names: Names,
): StackObject {
  const variable = names.variable(name, className);
  return { name, variable, id, className, from, attributes, props, calls: [] };
}

function functionOf({ name, props, environment, permissions }: FunctionModel, names: Names): StackObject {
  return {
    name,
    variable: names.variable(name.replace(/Function$/, "") || name, "Function"),
    id: name,
    className: "Function",
    from: "serverform",
    attributes: (attribute) => functionAttributes[attribute],
    props: {
      ...props,
      environment: compact(environment),
      permissions: permissions.length === 0 ? undefined : permissions,
    },
    calls: [],
  };
}

type StackObjects = Map<string, StackObject>;

const stackCode = code("stack");

/** The names that a declaration uses, and that must be declared before it. */
export const usesOf = ({ props, className }: Pick<StackObject, "props" | "className">): ReadonlySet<string> =>
  new Set([...namesIn(props), ...(className === "Function" ? [defaultsName] : [])]);

export function namesIn(value: Value): ReadonlySet<string> {
  return new Set(
    computedParts(value).flatMap((part) =>
      "target" in part ? [part.target] : "object" in part ? [part.object] : [],
    ),
  );
}

const graphOf = (declarations: StackObjects): ReadonlyMap<string, ReadonlySet<string>> =>
  new Map([...declarations].map(([name, each]) => [name, usesOf(each)]));

function add(
  declarations: StackObjects,
  made: Attachment | CallingConstruct,
  names: Names,
  findings: Findings,
): void {
  if ("className" in made) {
    const { id, className, props } = made;
    const name = `${className} ${id}`;
    const variable = names.variable(`${id} ${className}`);
    const attributes = () => undefined;
    declarations.set(name, {
      name,
      variable,
      id,
      className,
      from: "serverform",
      attributes,
      props,
      calls: [],
    });
    return;
  }
  const owner = declarations.get(made.resource);
  if (owner === undefined) {
    findings.todo(made.place, `\`${made.resource}\`, where the events come from, was not translated.`);
    return;
  }
  const addition = attachedProps(owner.props, made);
  const uses = graphOf(declarations);
  const isLater = [...namesIn(made.value)].some((name) => reaches(uses, name, made.resource));
  if (addition !== undefined && (!isLater || made.method === undefined)) owner.props = addition;
  else if (made.method !== undefined) addLater(owner, made, made.method);
}

/** The props with one more part. Undefined if the prop already has its value. */
function attachedProps(props: ValueMap, { prop, key, value }: Attachment): ValueMap | undefined {
  const present = props[prop];
  if (key === undefined) return present === undefined ? { ...props, [prop]: value } : undefined;
  return { ...props, [prop]: { ...(isMap(present) ? present : {}), [key]: value } };
}

/** One call for all parts of a kind. */
function addLater(owner: StackObject, { key, value }: Attachment, method: string): void {
  const index = owner.calls.findIndex((call) => call.method === method);
  const given = owner.calls[index]?.args[1];
  if (key === undefined || index < 0 || given === undefined || !isMap(given))
    owner.calls.push({ method, args: [stackCode, key === undefined ? value : { [key]: value }] });
  else owner.calls[index] = { method, args: [stackCode, { ...given, [key]: value }] };
}

/** Functions that need one another get variables and permissions after all declarations. */
function breakCircles(declarations: StackObjects): void {
  for (const declaration of declarations.values()) {
    const isDefaults = declaration.name === defaultsName;
    if (declaration.className !== "Function" && !isDefaults) continue;
    const { environment, permissions } = declaration.props;
    const uses = graphOf(declarations);
    const isLate = (value: Value): boolean =>
      [...namesIn(value)].some((name) => isCircular(uses, declaration.name, name));
    const variables = isMap(environment) ? Object.entries(environment) : [];
    const entries = isList(permissions) ? permissions : [];
    const [lateVariables, lateEntries] = [
      variables.filter(([, value]) => isLate(value)),
      entries.filter(isLate),
    ];
    if (lateVariables.length + lateEntries.length === 0) continue;
    const early = entries.filter((entry) => !lateEntries.includes(entry));
    declaration.props = {
      ...declaration.props,
      environment: compact(Object.fromEntries(variables.filter((each) => !lateVariables.includes(each)))),
      permissions: early.length === 0 ? undefined : early,
    };
    const functions = [...declarations.values()].filter(({ className }) => className === "Function");
    for (const each of isDefaults ? functions : [declaration]) {
      for (const [key, value] of lateVariables)
        each.calls.push({ method: "addEnvironment", args: [key, value] });
      if (lateEntries.length > 0) each.calls.push({ method: "attachPermissions", args: [lateEntries] });
    }
  }
}

/** The order of declarations: names, and the names that each of them uses. */
type Uses = ReadonlyMap<string, ReadonlySet<string>>;

/** Whether one name uses another one, directly or through others. */
function reaches(uses: Uses, from: string, to: string): boolean {
  const seen = new Set<string>();
  const visit = (name: string): boolean => {
    if (name === to) return true;
    if (seen.has(name)) return false;
    seen.add(name);
    return [...(uses.get(name) ?? [])].some(visit);
  };
  return visit(from);
}

/** Whether two names use each other. */
const isCircular = (uses: Uses, from: string, to: string): boolean => uses.has(to) && reaches(uses, to, from);

/** The names in an order in which each follows the names that it uses; otherwise in the given order. */
export function inOrder(uses: Uses): readonly string[] {
  const ordered: string[] = [];
  const seen = new Set<string>();
  const visit = (name: string): void => {
    if (seen.has(name) || !uses.has(name)) return;
    seen.add(name);
    for (const used of uses.get(name) ?? []) visit(used);
    ordered.push(name);
  };
  for (const name of uses.keys()) visit(name);
  return ordered;
}
