import { LambdaPermission } from "@cdktf/provider-aws/lib/lambda-permission";
import { TerraformStack } from "cdktf";
import type { Construct } from "constructs";
import { checkKeys, checkLiteral, isPlainObject } from "../../core/check";
import { isProviderObject } from "../../core/override";
import { hasPermissionTarget, permissionTarget } from "../../iam/permissions";
import { fail } from "../errors";
import type { Function } from "../function";
import type { FunctionProps } from "../props";
import { type ExistingFunction, existingTarget } from "./existing-function";
import type { FunctionsByKey } from "./functions-by-key";
import { isFunction, resolveFunction } from "./reference";

/** Kinds of things that events are handed to. */
export type EventDestinationKind = "function" | "queue" | "topic" | "log_group";

/** What the full form of a kind takes beside `type` and the destination itself. */
export interface EventDestinationForm {
  /** @default - nothing */
  readonly keys?: readonly string[];
  /** What its `cdk` takes. @default - it has none */
  readonly cdk?: readonly string[];
}

/** The kinds that a construct hands its events to. */
export type EventDestinationForms = Readonly<Partial<Record<EventDestinationKind, EventDestinationForm>>>;

/** A subscriber, notification, target or job in its full form, whichever form the caller has written. */
export interface EventDestination<Kind extends EventDestinationKind = EventDestinationKind> {
  readonly kind: Kind;
  /** The function reference, queue or topic; undefined where `cdk` names what it is. */
  readonly value: unknown;
  /** The prop that holds it, for messages. */
  readonly prop: string;
  readonly options: Readonly<Record<string, unknown>>;
  readonly cdk: Readonly<Record<string, unknown>>;
}

/** Where the construct of each kind stands in the full form, and its row in the table of permissions. */
const constructs = {
  queue: { row: "Queue", example: "queue: new Queue(stack, id)" },
  topic: { row: "Topic", example: "topic: new Topic(stack, id)" },
} as const;

/** Reads what events are handed to; creates nothing. */
export function parseEventDestination<Forms extends EventDestinationForms>(
  owner: Construct,
  prop: string,
  given: unknown,
  forms: Forms,
  remedy: string,
): EventDestination<Extract<keyof Forms, EventDestinationKind>> {
  // The forms hold the kinds, and the kind is one of the forms.
  return parse(owner, prop, given, forms, remedy) as EventDestination<
    Extract<keyof Forms, EventDestinationKind>
  >;
}

function parse(
  owner: Construct,
  prop: string,
  given: unknown,
  forms: EventDestinationForms,
  remedy: string,
): EventDestination {
  const bare = { prop, options: {}, cdk: {} };
  for (const kind of ["queue", "topic"] as const) {
    if (forms[kind] !== undefined && isOfRow(given, constructs[kind].row))
      return { ...bare, kind, value: given };
  }
  if (!isPlainObject(given) || !isFullForm(given, forms)) return { ...bare, kind: "function", value: given };
  const { type: written, cdk = {}, ...rest } = given;
  const type =
    written ?? (["queue", "topic"] as const).find((kind) => given[kind] !== undefined) ?? "function";
  checkLiteral(owner, `${prop}.type`, type, Object.keys(forms));
  const kind = type as EventDestinationKind;
  const { keys = [], cdk: cdkKeys = [] } = forms[kind] ?? {};
  const own = kind === "log_group" ? [] : [kind];
  const all = ["type", ...own, ...keys, ...(cdkKeys.length > 0 ? ["cdk"] : [])];
  checkKeys(owner, prop, given, all);
  if (!isPlainObject(cdk)) {
    fail(owner, "prop-invalid", `${prop}.cdk`, {
      value: cdk,
      expected: `an object: { ${cdkKeys.join(", ")} }`,
    });
  }
  checkKeys(owner, `${prop}.cdk`, cdk, cdkKeys);
  const { [kind]: value, ...options } = rest;
  const at = `${prop}.${kind}`;
  if (kind === "function" && value === undefined && cdk.function === undefined) {
    fail(owner, "prop-required", at, { remedy });
  }
  if (kind === "queue" || kind === "topic") checkConstruct(owner, at, kind, value);
  return { kind, value, prop: at, options, cdk };
}

/** Tells the full form from the props of a function, which know `cdk` too. */
function isFullForm(value: Readonly<Record<string, unknown>>, forms: EventDestinationForms): boolean {
  if (isFunction(value) || "handler" in value) return false;
  const all = Object.values(forms);
  const keys = ["type", "function", "queue", "topic", ...all.flatMap(({ keys = [] }) => keys)];
  if (keys.some((key) => key in value)) return true;
  const cdk = Object(value.cdk) as Readonly<Record<string, unknown>>;
  const cdkKeys = all.flatMap(({ cdk: each = [] }) => each).filter((key) => key !== "function");
  if (cdkKeys.some((key) => key in cdk)) return true;
  return isProviderObject(cdk.function) || "functionArn" in Object(cdk.function);
}

function isOfRow(value: unknown, row: "Queue" | "Topic"): boolean {
  return hasPermissionTarget(value) && value[permissionTarget]().row === row;
}

function checkConstruct(owner: Construct, prop: string, kind: "queue" | "topic", value: unknown): void {
  const { row, example } = constructs[kind];
  if (isOfRow(value, row)) return;
  fail(owner, "prop-invalid", prop, {
    value,
    expected: `a ${row} of this library: ${example}; one that exists already: new ${row}(stack, id, { cdk: { ${kind} } })`,
  });
}

/** A function that a service invokes for one source. */
export interface FunctionDestinationProps {
  /** The construct whose prop it is. */
  readonly owner: Construct;
  /** Where a new function is created. */
  readonly scope: Construct;
  readonly defaults?: Partial<FunctionProps>;
  /** Id of a new function. */
  readonly id: string;
  /** By what the caller knows it. */
  readonly key: string;
  readonly destination: EventDestination;
  /** The functions of the construct, which it joins. */
  readonly functions: FunctionsByKey;
  readonly permission: {
    /** @default - the scope of the function */
    readonly scope?: Construct;
    readonly id: string;
    /** `sns.amazonaws.com` */
    readonly principal: string;
    readonly sourceArn: string;
    /** For a source whose ARN holds no account. @default - none */
    readonly sourceAccount?: string;
  };
}

/** What a source hands its events to. */
export interface FunctionDestination {
  readonly arn: string;
  readonly function: Function | undefined;
  /** Where it is declared; undefined where only its ARN is known. */
  readonly stack: TerraformStack | undefined;
  readonly permission: LambdaPermission;
}

/** Makes or finds the function of a destination, and lets the service invoke it for this source only. */
export function addFunctionDestination(props: FunctionDestinationProps): FunctionDestination {
  const { scope, key, functions, permission } = props;
  const { scope: place = scope, id, principal, sourceArn, sourceAccount } = permission;
  const { function: fn, arn, invokes, stack } = findTarget(props);
  functions.add(key, fn);
  const created = new LambdaPermission(place, id, {
    action: "lambda:InvokeFunction",
    principal,
    sourceArn,
    sourceAccount,
    ...invokes,
  });
  return { arn, function: fn, stack, permission: created };
}

function findTarget({ owner, scope, defaults, id, destination }: FunctionDestinationProps) {
  const { function: existing } = destination.cdk;
  if (existing !== undefined) {
    const prop = destination.prop.replace(/function$/, "cdk.function");
    return { function: undefined, ...existingTarget(owner, prop, existing as ExistingFunction) };
  }
  const made = resolveFunction({ owner, scope, defaults }, id, destination.prop, destination.value);
  const { functionName } = made.cdk.function;
  return { function: made, arn: made.functionArn, invokes: { functionName }, stack: TerraformStack.of(made) };
}
