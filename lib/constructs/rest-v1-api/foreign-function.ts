import { Lazy, TerraformStack } from "cdktf";
import { Construct } from "constructs";
import { Stack } from "../../app";
import { constructName } from "../../app/construct-name";
import { waitsFor } from "../../app/stack-references";
import { literalName } from "../../core/literal-name";
import { RolePolicies } from "../../function";

/** A function that answers a route, as far as another stack can name it. */
export interface NamedFunction {
  readonly invokeArn: string;
  readonly stack: TerraformStack | undefined;
  /** Its name, which may be a reference. */
  readonly functionName: string | undefined;
  readonly qualifier?: string | undefined;
}

/**
 * A function of another stack behind a route.
 *
 * By default the API's stack refers to it and waits for its stack. Where that stack waits for the API's, because something in it
 * uses the API or its stack, the API names the function by its literal ARN instead, and the permission is created beside the
 * function: only one of the two stacks may wait for the other.
 */
export class ForeignFunction {
  /** What the integration names; decided when everything is declared. */
  readonly uri: string;
  private isNamedLiterally = false;

  private constructor(
    private readonly api: Construct,
    private readonly stack: TerraformStack,
    { invokeArn, functionName, qualifier }: NamedFunction,
  ) {
    const { partition, region, account } = Stack.of(api);
    const name = qualifier === undefined ? functionName : `${functionName}:${qualifier}`;
    const literal = `arn:${partition}:apigateway:${region}:lambda:path/2015-03-31/functions/arn:${partition}:lambda:${region}:${account}:function:${name}/invocations`;
    this.uri = Lazy.stringValue({ produce: () => (this.isNamedLiterally ? literal : invokeArn) });
  }

  /** Undefined for a function of the API's own stack, and for one whose name is not known now. */
  static find(api: Construct, fn: NamedFunction): ForeignFunction | undefined {
    const { stack, functionName, qualifier = "latest" } = fn;
    if (stack === undefined || stack === TerraformStack.of(api)) return undefined;
    if (literalName(functionName) === undefined || literalName(qualifier) === undefined) return undefined;
    return new ForeignFunction(api, stack, fn);
  }

  /** Where the permission of the function is created; undefined where it is created with the API. */
  placePermission(): Construct | undefined {
    const { api, stack } = this;
    RolePolicies.finishAll(api.node.root);
    this.isNamedLiterally = waitsFor(stack, TerraformStack.of(api));
    if (!this.isNamedLiterally) return undefined;
    const id = `Invocations_${constructName(api)}`;
    return (stack.node.tryFindChild(id) as Construct | undefined) ?? new Construct(stack, id);
  }
}
