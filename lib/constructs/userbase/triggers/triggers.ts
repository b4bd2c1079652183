import type { CognitoUserPoolLambdaConfig } from "@cdktf/provider-aws/lib/cognito-user-pool";
import { LambdaPermission } from "@cdktf/provider-aws/lib/lambda-permission";
import type { Construct, IConstruct } from "constructs";
import { Stack } from "../../../app";
import { propKeys } from "../../../core/check";
import { type Function, FunctionsByKey, functionRef, RolePolicies, resolveFunction } from "../../../function";
import { type PermissionEntry, type Permissions, resolvePermissions } from "../../../iam/permissions";
import type { UserbaseProps, UserbaseUserPoolTriggers } from "../props";
import { tokenVersionConfig } from "./pre-token-generation";

/** What a trigger is called in the props. */
export type TriggerKey = keyof UserbaseUserPoolTriggers;

export const triggerKeys = propKeys<UserbaseUserPoolTriggers>()({
  createAuthChallenge: true,
  customEmailSender: true,
  customMessage: true,
  customSmsSender: true,
  defineAuthChallenge: true,
  postAuthentication: true,
  postConfirmation: true,
  preAuthentication: true,
  preSignUp: true,
  preTokenGeneration: true,
  userMigration: true,
  verifyAuthChallengeResponse: true,
}) as readonly TriggerKey[];

/** Triggers that send codes, which only they can decrypt. */
export const senderKeys = ["customEmailSender", "customSmsSender"] as const satisfies readonly TriggerKey[];

type SenderKey = (typeof senderKeys)[number];

/** The triggers that are given, in the order in which they are documented. */
export function givenTriggers({ triggers = {} }: UserbaseProps): readonly TriggerKey[] {
  return triggerKeys.filter((key) => triggers[key] !== undefined);
}

/** The functions that a user directory calls. */
export class Triggers {
  private readonly functions: FunctionsByKey;
  private readonly byKey = new Map<TriggerKey, Function>();

  constructor(
    private readonly userbase: Construct,
    private readonly props: UserbaseProps,
  ) {
    this.functions = new FunctionsByKey(userbase, "trigger");
    const host = { owner: userbase, scope: userbase, defaults: props.defaults?.function };
    for (const key of givenTriggers(props)) {
      const fn = resolveFunction(host, key, `triggers.${key}`, props.triggers?.[key]);
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

  get metadata(): readonly unknown[] {
    return [...this.byKey].map(([name, fn]) => ({ name, fn: functionRef(fn) }));
  }

  /** What the pool is told of its functions; undefined without any, since an empty block never converges. */
  lambdaConfig(kmsKeyId: string | undefined): CognitoUserPoolLambdaConfig | undefined {
    if (this.byKey.size === 0) return undefined;
    const entries = [...this.byKey].map(([key, { functionArn }]) => [
      key,
      isSender(key) ? { lambdaArn: functionArn, lambdaVersion: "V1_0" } : functionArn,
    ]);
    const versioned = tokenVersionConfig(this.props, this.byKey.get("preTokenGeneration")?.functionArn);
    return { ...Object.fromEntries(entries), ...versioned, kmsKeyId };
  }

  /** Lets the pool, and no other one, call its functions. */
  addPermissions(userPoolArn: string): void {
    for (const [key, fn] of this.byKey) {
      new LambdaPermission(this.userbase, `Permission_${key}`, {
        action: "lambda:InvokeFunction",
        functionName: fn.cdk.function.functionName,
        principal: "cognito-idp.amazonaws.com",
        sourceArn: userPoolArn,
      });
    }
  }

  bind(constructs: readonly IConstruct[]): void {
    this.functions.bind(constructs);
  }

  bindTo(method: string, key: string, constructs: readonly IConstruct[]): void {
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
   * Lets a trigger of another stack use what is part of the directory, by a policy of this stack: that stack is there
   * first, so that a policy beside the function would be a circle of stacks.
   *
   * @returns what is still to be permitted beside the function: everything, for a function of this stack
   */
  permitHere(fn: Function, entries: readonly PermissionEntry[]): readonly PermissionEntry[] {
    const stack = Stack.of(this.userbase);
    if (Stack.of(fn) === stack) return entries;
    const statements = resolvePermissions(this.userbase, "permissions", entries);
    if (statements.length > 0) RolePolicies.of(stack, fn.role).add(statements);
    return [];
  }
}

function isSender(key: TriggerKey): key is SenderKey {
  return senderKeys.some((each) => each === key);
}
