import { LambdaInvocation } from "@cdktf/provider-aws/lib/lambda-invocation";
import { Fn, TerraformResource } from "cdktf";
import type { Construct, IConstruct } from "constructs";
import { collectProblems } from "../../facts/errors/problems";
import {
  claimId,
  constructId,
  constructsUsedByCode,
  orderResources,
  resourcesNeededForUse,
  Stack,
} from "../../kit/app";
import { waitFor, withoutUndefined } from "../../kit/core";
import {
  ConstructWithFunctions,
  createPackagedFunction,
  Function,
  FunctionsByKey,
  functionRef,
  RolePolicies,
} from "../../kit/function";
import { jsonTemplate } from "../../kit/iam";
import type { ScriptMetadata } from "./library";
import { parseScriptProps } from "./parse";
import type { ScriptProps } from "./props";

const id = "_script";

/** The function of a stack that runs the functions of all its scripts. Its code is part of this package. */
function dispatcherOf(stack: Stack): Function {
  const existing = stack.node.tryFindChild(id) as Function | undefined;
  return (
    existing ??
    createPackagedFunction(stack, id, {
      entry: "script-dispatcher",
      format: "cjs",
      timeout: 900,
      enableLiveDev: false,
      description: "Runs the functions of scripts during a deployment",
    })
  );
}

/**
 * Lets the dispatcher invoke functions.
 *
 * It names those of its stack by their literal ARNs: with references, each script would wait for the functions of all, and none
 * could wait for another one.
 */
function allowInvocations(dispatcher: Function, functions: readonly Function[]): void {
  const stack = Stack.of(dispatcher);
  for (const fn of functions) {
    const arn = Stack.of(fn) === stack ? fn.knownArn : undefined;
    if (arn === undefined) dispatcher.attachPermissions([[fn, "grantInvoke"]]);
    else RolePolicies.of(stack, dispatcher.role).addLinks([invocationOf(arn)]);
  }
}

const invocationOf = (arn: string) => ({
  effect: "Allow" as const,
  actions: ["lambda:InvokeFunction"],
  resources: [arn, `${arn}:*`],
});

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

/**
 * Resources that must exist before functions can run during the deployment: everything that they are bound to, and everything that the functions
 * among that are bound to themselves.
 *
 * A reference to an API or a function does not lead to its routes and the policies of its role.
 */
function neededByCode(functions: readonly Function[]): readonly TerraformResource[] {
  const found = new Set<IConstruct>();
  const resources = new Set<TerraformResource>();
  const add = (construct: IConstruct): void => {
    if (found.has(construct)) return;
    found.add(construct);
    for (const each of partsOf(construct)) {
      constructsUsedByCode(each).forEach(add);
      if (each instanceof TerraformResource) resources.add(each);
    }
  };
  functions.flatMap(constructsUsedByCode).forEach(add);
  return [...resources];
}

/** The construct with all that is below it, and the policies of the roles that its functions have. */
function partsOf(construct: IConstruct): readonly IConstruct[] {
  const listed = resourcesNeededForUse(construct);
  if (listed !== undefined) return listed;
  return construct.node
    .findAll()
    .flatMap((each) =>
      each instanceof Function
        ? [each, ...RolePolicies.of(Stack.of(each), each.role).node.findAll()]
        : [each],
    );
}
