import { LambdaInvocation } from "@cdktf/provider-aws/lib/lambda-invocation";
import { Fn } from "cdktf";
import type { Construct } from "constructs";
import { collectProblems } from "../../facts/errors/problems";
import { orderResources, Stack } from "../../kit/app";
import { claimId } from "../../kit/app/names/construct-name";
import { constructId } from "../../kit/app/names/ids";
import { withoutUndefined } from "../../kit/core/checks/absence";
import { waitFor } from "../../kit/core/terraform/depends-on";
import {
  ConstructWithFunctions,
  type Function,
  FunctionsByKey,
  functionRef,
  RolePolicies,
} from "../../kit/function";
import { jsonTemplate } from "../../kit/iam/json-template";
import { allowInvocations, dispatcherOf } from "./dispatcher";
import type { ScriptMetadata } from "./library";
import { neededByCode } from "./needed-by-code";
import { parseScriptProps } from "./parse";
import type { ScriptProps } from "./props";

/**
 * Code that runs during the deployment: after the first one, after changes, and before the script is removed.
 *
 * Creates the functions, and an invocation that Terraform repeats when `params`, `version` or the code change. The
 * deployment waits for the functions, and fails when one of them fails.
 *
 * @example
 * new Script(stack, "Seed", { onCreate: "functions/seed.handler", params: { tableName: table.tableName } });
 */
export class Script extends ConstructWithFunctions {
  readonly id: string;
  readonly createFunction: Function | undefined;
  readonly updateFunction: Function | undefined;
  readonly deleteFunction: Function | undefined;
  protected readonly functions: FunctionsByKey;
  private readonly invocation: LambdaInvocation;

  constructor(scope: Construct, id: string, props: ScriptProps) {
    super(scope, constructId(scope, id, props));
    const given = withoutUndefined(props);
    this.id = claimId(this);
    const planned = collectProblems(() => parseScriptProps(this, given));
    this.functions = new FunctionsByKey(this, "function");
    for (const [event, reference] of planned) this.functions.add(event, reference.create());
    this.createFunction = this.functions.get("onCreate");
    this.updateFunction = this.functions.get("onUpdate");
    this.deleteFunction = this.functions.get("onDelete");
    this.invocation = this.createInvocation(given);
  }

  private createInvocation({
    params = {},
    version,
    runOnEveryDeploy = false,
  }: ScriptProps): LambdaInvocation {
    const stack = Stack.of(this);
    const dispatcher = dispatcherOf(stack);
    const nameOf = (fn: Function | undefined) => fn?.cdk.function.functionName;
    const invocation = new LambdaInvocation(this, "Invocation", {
      functionName: dispatcher.cdk.function.functionName,
      lifecycleScope: "CRUD",
      terraformKey: "tf",
      input: jsonTemplate({
        createFunction: nameOf(this.createFunction),
        updateFunction: nameOf(this.updateFunction),
        deleteFunction: nameOf(this.deleteFunction),
        params,
        revision: this.revision(version, runOnEveryDeploy),
      }),
    });
    for (const fn of [dispatcher, ...this.functions.all]) {
      if (Stack.of(fn) === stack) RolePolicies.of(stack, fn.role).addInvoker(invocation);
    }
    allowInvocations(dispatcher, this.functions.all);
    return invocation;
  }

  /** Another text whenever the functions are to run again. It is in the input, because other triggers would replace the invocation. */
  private revision(version: string | undefined, runOnEveryDeploy: boolean): string {
    const own = version ?? this.functions.all.map((fn) => fn.cdk.function.sourceCodeHash).join(" ");
    return runOnEveryDeploy ? `${own} ${Fn.timestamp()}` : own;
  }

  getConstructMetadata(): ScriptMetadata {
    return {
      type: "Script",
      data: {
        createFunction: functionRef(this.createFunction),
        updateFunction: functionRef(this.updateFunction),
        deleteFunction: functionRef(this.deleteFunction),
      },
    };
  }

  [orderResources](): void {
    const { cdktfStack } = this.invocation;
    // Resources of another stack are deployed before this one. A script may be declared below what it uses.
    const needed = neededByCode(this.functions.all).filter(
      (each) => each.cdktfStack === cdktfStack && !each.node.scopes.some((scope) => scope instanceof Script),
    );
    waitFor(this.invocation, needed);
  }
}
