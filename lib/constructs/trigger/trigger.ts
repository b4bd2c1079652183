import type { Construct } from "constructs";
import { collectProblems, together } from "../../facts/errors/problems";
import { claimId, constructId } from "../../kit/app";
import { acceptedKeys, isPlainObject, refuseValue, requireProp, withoutUndefined } from "../../kit/core";
import {
  ConstructWithFunctions,
  type Function,
  FunctionsByKey,
  functionRef,
  planReference,
} from "../../kit/function";
import { fail } from "./errors";
import { triggerKinds } from "./kinds";
import type { SourceKind, TriggerResources } from "./kinds/kind";
import type { TriggerMetadata } from "./library";
import type { TriggerProps, TriggerType } from "./props";

export type { TriggerResources } from "./kinds/kind";

const remedy = 'Write what is called: function: "functions/alarm.handler".';

/**
 * Lets something call a function that has no construct of its own: lines of a log group, requests to a load balancer,
 * messages of devices, and skills of a voice assistant.
 *
 * Creates the resources that connect both, and a permission for this one source.
 *
 * @example
 * new Trigger(stack, "Errors", {
 *   type: "log_group", logGroup: worker, filterPattern: "ERROR", function: "functions/alarm.handler",
 * });
 */
export class Trigger extends ConstructWithFunctions {
  readonly id: string;
  readonly function: Function;
  readonly cdk: TriggerResources;
  private readonly type: TriggerType;
  protected readonly functions: FunctionsByKey;

  constructor(scope: Construct, id: string, props: TriggerProps) {
    super(scope, constructId(scope, id, props));
    this.id = claimId(this);
    if (!isPlainObject(props)) {
      const expected = 'a plain object: { type: "log_group", logGroup, function }';
      refuseValue(this, "props", props, expected);
    }
    const given = withoutUndefined(props);
    const { type } = given;
    const [planned, create] = collectProblems(() => {
      // The type decides which other props there are.
      const kind = this.kindOf(type);
      const accepted = acceptedKeys(this, "props", given, kind.keys);
      const cdk = acceptedKeys(this, "cdk", accepted.cdk ?? {}, ["id", ...kind.cdkKeys]);
      const host = { owner: this, scope: this, defaults: undefined, waits: kind.waits };
      return together(
        () => {
          requireProp(this, "function", given.function, remedy);
          return planReference(host, "Function", "function", given.function);
        },
        () => kind.plan(this, { ...accepted, cdk } as never),
      );
    });
    // Up to here nothing is created. From here on nothing is refused.
    this.type = type;
    this.function = planned.create();
    this.cdk = create(this.function);
    this.functions = new FunctionsByKey(this, "function");
    this.functions.add("function", this.function);
  }

  /** The type decides what is created, so that it must be known here. */
  private kindOf(type: unknown): SourceKind<never> {
    const kinds: Readonly<Record<string, SourceKind<never>>> = triggerKinds;
    const found = typeof type === "string" && Object.hasOwn(kinds, type) ? kinds[type] : undefined;
    return found ?? fail(this, "literal-unknown", "type", { value: type, allowed: Object.keys(kinds) });
  }

  getConstructMetadata(): TriggerMetadata {
    return { type: "Trigger", data: { kind: this.type, fn: functionRef(this.function) } };
  }
}
