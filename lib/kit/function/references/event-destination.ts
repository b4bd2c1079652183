import { LambdaPermission } from "@cdktf/provider-aws/lib/lambda-permission";
import { TerraformStack } from "cdktf";
import type { Construct } from "constructs";
import type { ProviderConfigs } from "../../core/checks/below-cdk";
import {
  checkKeys,
  checkLiteral,
  checkObject,
  isPlainObject,
  joinKeys,
  propKeys,
} from "../../core/checks/check";
import { refuseValue } from "../../core/errors";
import { isProviderObject } from "../../core/terraform/override";
import { hasPermissionTarget, permissionTarget } from "../../iam/permissions";
import { fail } from "../errors";
import type { Function } from "../function";
import type { FunctionProps } from "../props";
import { type ExistingFunction, type ExistingTarget, existingTarget } from "./existing-function";
import { isFunction, planReference } from "./reference";

export type EventDestinationKind = "function" | "queue" | "topic" | "log_group";

/** Keys of the full form of a kind, in addition to `type` and the destination itself. */
export interface EventDestinationForm {
  /** @default - nothing */
  readonly keys?: readonly string[] | undefined;
  /** Keys of its `cdk`. @default - it has no `cdk` */
  readonly cdk?: readonly string[] | undefined;
  /** Configs of the provider in its `cdk`, for messages. @default - none */
  readonly configs?: (() => ProviderConfigs) | undefined;
}

export type EventDestinationForms = Readonly<Partial<Record<EventDestinationKind, EventDestinationForm>>>;

/** A subscriber, notification, target or job in its full form. */
export interface EventDestination<Kind extends EventDestinationKind = EventDestinationKind> {
  readonly kind: Kind;
  /** The function reference, queue or topic; undefined if `cdk` contains an existing one. */
  readonly value: unknown;
  /** Its prop, for messages. */
  readonly prop: string;
  readonly options: Readonly<Record<string, unknown>>;
  readonly cdk: Readonly<Record<string, unknown>>;
}

/** The row in the table of permissions, and an example of the full form, for each kind of construct. */
const constructs = {
  queue: { row: "Queue", example: "queue: new Queue(stack, id)" },
  topic: { row: "Topic", example: "topic: new Topic(stack, id)" },
} as const;

/** Parses a destination of events; creates nothing. */
export function parseEventDestination<Forms extends EventDestinationForms>(
  owner: Construct,
  prop: string,
  given: unknown,
  forms: Forms,
  remedy: string,
): EventDestination<Extract<keyof Forms, EventDestinationKind>>;
export function parseEventDestination(
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
  const { keys = [], cdk: cdkKeys = [], configs } = forms[kind] ?? {};
  const own = kind === "log_group" ? [] : [kind];
  const cdkKey = propKeys<{ readonly cdk: unknown }>()({ cdk: true }, configs);
  const all = joinKeys(["type", ...own], keys, cdkKeys.length > 0 ? cdkKey : []);
  checkKeys(owner, prop, given, all);
  checkObject(owner, `${prop}.cdk`, cdk, cdkKeys, `an object: { ${cdkKeys.join(", ")} }`);
  const { [kind]: value, ...options } = rest;
  const at = `${prop}.${kind}`;
  if (kind === "function" && value === undefined && cdk.function === undefined) {
    fail(owner, "prop-required", at, { remedy });
  }
  if (kind === "queue" || kind === "topic") checkConstruct(owner, at, kind, value);
  return { kind, value, prop: at, options, cdk };
}

/** Distinguishes the full form from the props of a function, which also have `cdk`. */
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
  return hasPermissionTarget(value) && value[permissionTarget]().row.name === row;
}

function checkConstruct(owner: Construct, prop: string, kind: "queue" | "topic", value: unknown): void {
  const { row, example } = constructs[kind];
  if (isOfRow(value, row)) return;
  const expected = `a ${row} of this library: ${example}; for an existing one: new ${row}(stack, id, { cdk: { ${kind} } })`;
  refuseValue(owner, prop, value, expected);
}

/** A function that will receive the events of one source. */
export interface FunctionDestinationProps {
  /** The construct with the prop. */
  readonly owner: Construct;
  /** The scope of a new function. */
  readonly scope: Construct;
  readonly defaults?: Partial<FunctionProps> | undefined;
  readonly id: string;
  readonly destination: EventDestination;
}

export interface FunctionDestinationPermission {
  /** @default - the scope of the function */
  readonly scope?: Construct | undefined;
  readonly id: string;
  /** `sns.amazonaws.com` */
  readonly principal: string;
  readonly sourceArn: string;
  /** For a source whose ARN does not contain the account. @default - none */
  readonly sourceAccount?: string | undefined;
}

export interface FunctionDestination {
  readonly arn: string;
  /** Undefined for an existing function, which is not a construct of this library. */
  readonly function: Function | undefined;
  /** The stack of the function; undefined if only its ARN is known. */
  readonly stack: TerraformStack | undefined;
  readonly permission: LambdaPermission;
}

/** A checked function destination. Nothing has been created for it. */
export interface PlannedFunctionDestination {
  /** Creates or finds the function, and lets the service invoke it only for this source. */
  create(permission: FunctionDestinationPermission): FunctionDestination;
}

/** Checks the function of a destination; creates nothing. */
export function planFunctionDestination(props: FunctionDestinationProps): PlannedFunctionDestination {
  const target = planTarget(props);
  return {
    create({ scope = props.scope, id, principal, sourceArn, sourceAccount }) {
      const { function: fn, arn, invokes, stack } = target();
      const permission = new LambdaPermission(scope, id, {
        action: "lambda:InvokeFunction",
        principal,
        sourceArn,
        sourceAccount,
        ...invokes,
      });
      return { arn, function: fn, stack, permission };
    },
  };
}

type Target = Pick<ExistingTarget, "arn" | "invokes" | "stack"> & { readonly function: Function | undefined };

function planTarget({ owner, scope, defaults, id, destination }: FunctionDestinationProps): () => Target {
  const { function: given } = destination.cdk;
  if (given !== undefined) {
    const prop = destination.prop.replace(/function$/, "cdk.function");
    const existing = existingTarget(owner, prop, given as ExistingFunction);
    return () => ({ ...existing, function: undefined });
  }
  const reference = planReference(
    { owner, scope, defaults, waits: false },
    id,
    destination.prop,
    destination.value,
  );
  return () => {
    const fn = reference.create();
    return { function: fn, arn: fn.functionArn, invokes: fn.invoked, stack: TerraformStack.of(fn) };
  };
}
