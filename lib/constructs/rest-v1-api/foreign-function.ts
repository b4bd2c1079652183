import { Lazy, TerraformStack } from "cdktf";
import { Construct } from "constructs";
import { formatArn } from "../../facts/aws/arns";
import { keptName, markLibraryElement, Stack } from "../../kit/app";
import { isNameableFrom, literalArnFor, type NameableFunction, RolePolicies } from "../../kit/function";

/** A function that answers a route, as far as another stack can name it. */
export interface NamedFunction extends Omit<NameableFunction, "stack"> {
  /** The URI of an integration that invokes it. */
  readonly uri: string;
  /** Whether the gateway invokes it with response streaming. */
  readonly isStreaming: boolean;
  readonly stack: TerraformStack | undefined;
}

/**
 * The URI by which REST APIs invoke a function.
 *
 * Source: https://docs.aws.amazon.com/apigateway/latest/developerguide/response-transfer-mode-lambda.html
 */
export function invocationUri(
  api: Construct,
  arn: string,
  { isStreaming }: { readonly isStreaming: boolean },
): string {
  const { partition, region } = Stack.of(api);
  const path = formatArn({ partition, region, account: "lambda" }, "apigateway", "path");
  return isStreaming
    ? `${path}/2021-11-15/functions/${arn}/response-streaming-invocations`
    : `${path}/2015-03-31/functions/${arn}/invocations`;
}

/**
 * A function of another stack behind a route.
 *
 * Where the API names the function by its literal ARN, because the stack of the function waits for the API's, the permission is
 * created beside the function.
 */
export class ForeignFunction {
  /** The URI in the integration; decided when everything is declared. */
  readonly uri: string;
  private literalArn: string | undefined;

  private constructor(
    private readonly api: Construct,
    private readonly fn: NameableFunction,
    { uri, isStreaming }: Pick<NamedFunction, "uri" | "isStreaming">,
  ) {
    this.uri = Lazy.stringValue({
      produce: () =>
        this.literalArn === undefined ? uri : invocationUri(api, this.literalArn, { isStreaming }),
    });
  }

  /** Undefined for a function of the API's own stack, and for one whose name is not known now. */
  static find(
    api: Construct,
    { uri, isStreaming, stack, ...names }: NamedFunction,
  ): ForeignFunction | undefined {
    if (stack === undefined) return undefined;
    const fn = { ...names, stack };
    return isNameableFrom(TerraformStack.of(api), fn)
      ? new ForeignFunction(api, fn, { uri, isStreaming })
      : undefined;
  }

  /** Where the permission of the function is created; undefined where it is created with the API. */
  placePermission(): Construct | undefined {
    const { api, fn } = this;
    RolePolicies.finishAll(api.node.root);
    this.literalArn = literalArnFor(Stack.of(api), fn);
    if (this.literalArn === undefined) return undefined;
    const id = `Invocations_${keptName(api)}`;
    return (
      (fn.stack.node.tryFindChild(id) as Construct | undefined) ??
      markLibraryElement(new Construct(fn.stack, id))
    );
  }
}
