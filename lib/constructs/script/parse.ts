import type { Construct, IConstruct } from "constructs";
import { attempt, mapTogether } from "../../facts/errors/problems";
import {
  acceptedKeys,
  isPlainObject,
  isUnresolved,
  memberPath,
  parseDuration,
  propKeys,
  quotas,
  refuseValue,
  withoutUndefined,
} from "../../kit/core";
import {
  type FunctionProps,
  isFunction,
  type PlannedReference,
  planReference,
  withDefaults,
} from "../../kit/function";
import { fail } from "./errors";
import type { ScriptProps } from "./props";

const scriptKeys = propKeys<ScriptProps>()({
  onCreate: true,
  onUpdate: true,
  onDelete: true,
  params: true,
  defaults: true,
  version: true,
  runOnEveryDeploy: true,
});

/** Props of the first generation, and their replacements. */
const replaced: Readonly<Record<string, string>> = {
  function: "Use onCreate, and onUpdate for later deployments; both may name the same handler.",
  defaultFunctionProps: "Use defaults.function.",
};

/** When a function of a script runs. */
const scriptEvents = ["onCreate", "onUpdate", "onDelete"] as const;
export type ScriptEvent = (typeof scriptEvents)[number];

/** The longest timeout of a function, which a script has unless the caller sets another. */
const longestSeconds = 900;

/** Refuses props that cannot work, before anything is created; plans the functions. */
export function parseScriptProps(
  script: Construct,
  props: ScriptProps,
): ReadonlyMap<ScriptEvent, PlannedReference> {
  const given: unknown = props;
  if (!isPlainObject(given)) {
    const expected = 'an object: { onCreate: "functions/seed.handler" }';
    return refuseValue(script, "props", given, expected);
  }
  for (const [key, remedy] of Object.entries(replaced)) {
    if (key in given) fail(script, "key-rejected", "props", { key, remedy });
  }
  const accepted = withDefaults(script, acceptedKeys(script, "props", props, scriptKeys));
  attempt(() => accepted.params !== undefined && checkParams(script, accepted.params));
  attempt(() => checkRevision(script, accepted));
  const events = scriptEvents.filter((event) => accepted[event] !== undefined);
  if (events.length === 0) {
    fail(script, "prop-required", "onCreate", {
      remedy:
        'Write what runs in the first deployment: onCreate: "functions/seed.handler"; or give onUpdate or onDelete.',
    });
  }
  return new Map(mapTogether(events, (event) => [event, planFunction(script, event, accepted)]));
}

function checkRevision(script: Construct, { version, runOnEveryDeploy }: ScriptProps): void {
  if (version !== undefined && typeof version !== "string") {
    refuseValue(script, "version", version, 'a string such as "2"');
  }
  if (runOnEveryDeploy !== undefined && typeof runOnEveryDeploy !== "boolean") {
    refuseValue(script, "runOnEveryDeploy", runOnEveryDeploy, "true or false");
  }
}

function planFunction(script: Construct, event: ScriptEvent, props: ScriptProps): PlannedReference {
  const reference = props[event];
  const defaults = props.defaults?.function;
  const host = { owner: script, scope: script, waits: true };
  const id = `${event}Function`;
  if (isFunction(reference)) {
    const planned = planReference({ ...host, defaults }, id, event, reference);
    if (reference.isLive) fail(script, "script-live-function", event, {});
    checkTimeout(script, `${event}.timeout`, planned.timeoutSeconds);
    return planned;
  }
  checkTimeout(script, "defaults.function.timeout", defaults?.timeout);
  const props900: Partial<FunctionProps> = { timeout: longestSeconds, ...withoutUndefined(defaults) };
  if (!isPlainObject(reference)) {
    return planReference({ ...host, defaults: { ...props900, enableLiveDev: false } }, id, event, reference);
  }
  checkTimeout(script, `${event}.timeout`, reference.timeout);
  return planReference({ ...host, defaults: props900 }, id, event, { ...reference, enableLiveDev: false });
}

/** Refuses a time that no function has. Other mistakes are left to the function's own check. */
function checkTimeout(script: Construct, prop: string, value: unknown): void {
  const seconds = typeof value === "string" ? secondsOf(script, prop, value) : value;
  if (typeof seconds === "number" && seconds > longestSeconds)
    fail(script, "script-timeout", prop, { value });
}

function secondsOf(script: Construct, prop: string, value: string): number {
  return value.startsWith("${") ? 0 : parseDuration(script, prop, value);
}

/** Refuses params that are not JSON, or that Lambda would not take. */
function checkParams(script: IConstruct, params: unknown): void {
  if (!isPlainObject(params)) {
    return refuseValue(script, "params", params, 'an object: { tableName: "notes" }');
  }
  checkValue(script, "params", params, []);
  const bytes = Buffer.byteLength(JSON.stringify(params));
  const limit = quotas.invocationPayloadBytes;
  if (bytes > limit) fail(script, "script-params-too-large", "params", { bytes, limit });
}

function checkValue(script: IConstruct, prop: string, value: unknown, above: readonly unknown[]): void {
  const refuse = (reason: string) => fail(script, "script-params-invalid", prop, { value, reason });
  if (isUnresolved(value) || value === null || value === undefined) return;
  if (above.includes(value))
    fail(script, "script-params-invalid", prop, { value: "...", reason: "which contains itself" });
  switch (typeof value) {
    case "string":
    case "boolean":
      return;
    case "number":
      if (!Number.isFinite(value)) refuse("which is not a number in JSON");
      return;
    case "object":
      break;
    default:
      return refuse("which is not JSON");
  }
  const inside = [...above, value];
  if (Array.isArray(value)) {
    for (const [index, each] of value.entries()) checkValue(script, `${prop}[${index}]`, each, inside);
    return;
  }
  if (!isPlainObject(value)) refuse("which is not a plain object");
  for (const [key, each] of Object.entries(value)) checkValue(script, memberPath(prop, key), each, inside);
}
