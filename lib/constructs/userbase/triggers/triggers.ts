import type { CognitoUserPoolLambdaConfig } from "@cdktf/provider-aws/lib/cognito-user-pool";
import { LambdaPermission } from "@cdktf/provider-aws/lib/lambda-permission";
import type { Construct } from "constructs";
import { servicePrincipal } from "../../../facts/aws/principals";
import { mapTogether } from "../../../facts/errors/problems";
import { Stack } from "../../../kit/app";
import {
  type BindingEntry,
  type Function,
  FunctionsByKey,
  functionRef,
  type PlannedReference,
  planReference,
  RolePolicies,
} from "../../../kit/function";
import { type PermissionEntry, type Permissions, resolvePermissions } from "../../../kit/iam";
import type { UserbaseMetadata } from "../library";
import type { UserbaseProps } from "../props";
import { givenTriggers, type TriggerKey, triggerConfig } from "./kinds";

/** The service that calls the triggers. */
const principal = servicePrincipal("cognito-idp");

/** The functions of triggers, checked and not created yet. */
export type PlannedTriggers = readonly (readonly [TriggerKey, PlannedReference])[];

/** Refuses triggers whose functions cannot work. Creates nothing. */
export function planTriggers(userbase: Construct, props: UserbaseProps): PlannedTriggers {
  const host = { owner: userbase, scope: userbase, defaults: props.defaults?.function, waits: true };
  return mapTogether(givenTriggers(props), (key) => [
    key,
    planReference(host, key, `triggers.${key}`, props.triggers?.[key]),
  ]);
}

/** The functions that a user directory calls. */
export class Triggers {
  private readonly functions: FunctionsByKey;
  private readonly byKey = new Map<TriggerKey, Function>();

  constructor(
    private readonly userbase: Construct,
    private readonly props: UserbaseProps,
    planned: PlannedTriggers,
  ) {
    this.functions = new FunctionsByKey(userbase, "trigger");
    for (const [key, trigger] of planned) {
      const fn = trigger.create();
      this.byKey.set(key, fn);
      this.functions.add(key, fn);
    }
  }

  get(key: string): Function | undefined {
    return this.functions.get(key);
  }

  get entries(): Iterable<[TriggerKey, Function]> {
    return this.byKey;
  }

  get all(): readonly Function[] {
    return this.functions.all;
  }

  get metadata(): UserbaseMetadata["data"]["triggers"] {
    return [...this.byKey].map(([name, fn]) => ({ name, fn: functionRef(fn) }));
  }

  /** The `lambda_config` of the pool; undefined without triggers, because a plan never converges with an empty block. */
  lambdaConfig(kmsKeyId: string | undefined): CognitoUserPoolLambdaConfig | undefined {
    if (this.byKey.size === 0) return undefined;
    const configs = [...this.byKey].map(([key, { functionArn }]) =>
      triggerConfig(key, functionArn, this.props),
    );
    return { ...Object.assign({}, ...configs), kmsKeyId };
  }

  /** Lets this pool, and no other, call its functions. */
  addPermissions(userPoolArn: string): void {
    for (const [key, fn] of this.byKey) {
      new LambdaPermission(this.userbase, `Permission_${key}`, {
        action: "lambda:InvokeFunction",
        ...fn.invoked,
        principal,
        sourceArn: userPoolArn,
      });
    }
  }

  bind(constructs: readonly BindingEntry[]): void {
    this.functions.bind(constructs);
  }

  bindTo(method: string, key: string, constructs: readonly BindingEntry[]): void {
    this.functions.bindTo(method, key, constructs);
  }

  attachPermissions(permissions: Permissions): void {
    for (const fn of this.all) this.permit(fn, permissions);
  }

  attachPermissionsTo(method: string, key: string, permissions: Permissions): void {
    this.permit(this.functions.require(method, key), permissions);
  }

  private permit(fn: Function, permissions: Permissions): void {
    const isOwn = (entry: unknown) => (Array.isArray(entry) ? entry[0] : entry) === this.userbase;
    if (!Array.isArray(permissions)) return fn.attachPermissions(permissions);
    const own = this.permitHere(fn, permissions.filter(isOwn));
    fn.attachPermissions(own.length > 0 ? permissions : permissions.filter((entry) => !isOwn(entry)));
  }

  /**
   * Gives a trigger in another stack access to the directory, with a policy in the directory's stack. The directory's
   * stack depends on the trigger's stack, so a policy in the trigger's stack would be a circular dependency.
   *
   * @returns the entries that the function's own policy must contain: all of them for a function of this stack
   */
  permitHere(fn: Function, entries: readonly PermissionEntry[]): readonly PermissionEntry[] {
    const stack = Stack.of(this.userbase);
    if (Stack.of(fn) === stack) return entries;
    const statements = resolvePermissions(this.userbase, "permissions", entries);
    if (statements.length > 0) RolePolicies.of(stack, fn.role).add(statements);
    return [];
  }
}
