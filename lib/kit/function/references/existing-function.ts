import type { DataAwsLambdaAlias } from "@cdktf/provider-aws/lib/data-aws-lambda-alias";
import type { DataAwsLambdaFunction } from "@cdktf/provider-aws/lib/data-aws-lambda-function";
import type { LambdaAlias } from "@cdktf/provider-aws/lib/lambda-alias";
import type { LambdaFunction } from "@cdktf/provider-aws/lib/lambda-function";
import { TerraformStack } from "cdktf";
import type { IConstruct } from "constructs";
import { formatArn } from "../../../facts/aws/arns";
import { Stack } from "../../app/stack";
import { isPlainObject } from "../../core/checks/check";
import { refuseValue } from "../../core/errors";
import { isProviderObject } from "../../core/terraform/override";
import { resolveValue } from "../../core/tokens/resolve";
import type { FunctionVersion } from "../invocation/version";
import type { InvokedFunction } from "../invoke-permissions";

/** An existing function, or an alias or version of one. */
export type ExistingFunction =
  | LambdaFunction
  | DataAwsLambdaFunction
  | LambdaAlias
  | DataAwsLambdaAlias
  | FunctionVersion;

/** An existing function for a gateway or service. */
export interface ExistingTarget {
  readonly arn: string;
  readonly invokeArn: string;
  readonly invokes: InvokedFunction;
  /** Its declared name, which may be a reference. */
  readonly name?: string | undefined;
  /** Identifies the function, even if its name is unknown. */
  readonly identity: string;
  /** The stack of the function; undefined if only its ARN is known. */
  readonly stack: TerraformStack | undefined;
}

export function existingTarget(where: IConstruct, prop: string, given: ExistingFunction): ExistingTarget {
  if (isProviderObject(given, "aws_lambda_function")) {
    const fn = given as unknown as LambdaFunction | DataAwsLambdaFunction;
    const { functionName } = fn;
    const name = "functionNameInput" in fn ? fn.functionNameInput : undefined;
    const declared = { identity: fn.node.path, stack: TerraformStack.of(fn), name };
    // A data source may refer to one version or alias.
    if ("qualifierInput" in fn && fn.qualifierInput !== undefined) {
      const invokes = { functionName, qualifier: fn.qualifierInput };
      return { arn: fn.qualifiedArn, invokeArn: fn.qualifiedInvokeArn, invokes, ...declared };
    }
    return { arn: fn.arn, invokeArn: fn.invokeArn, invokes: { functionName }, ...declared };
  }
  if (isProviderObject(given, "aws_lambda_alias")) {
    const alias = given as unknown as LambdaAlias | DataAwsLambdaAlias;
    const { arn, invokeArn, functionName, name } = alias;
    const declared = { identity: alias.node.path, stack: TerraformStack.of(alias) };
    return { arn, invokeArn, invokes: { functionName, qualifier: name }, ...declared };
  }
  if (isPlainObject(given) && "functionArn" in given && "version" in given) {
    const { functionArn, functionName, version } = given as unknown as FunctionVersion;
    const invokes = { functionName, qualifier: version };
    const identity = JSON.stringify(resolveValue(where, functionArn));
    const invokeArn = invokeArnOf(where, functionArn);
    return { arn: functionArn, invokeArn, invokes, identity, stack: undefined };
  }
  const expected =
    "a LambdaFunction, an alias, a data source of one, or fn.currentVersion; pass a Function as function";
  return refuseValue(where, prop, isProviderObject(given) ? given.terraformResourceType : given, expected);
}

/** Source: https://docs.aws.amazon.com/apigateway/latest/api/API_PutIntegration.html, `uri`. */
function invokeArnOf(where: IConstruct, functionArn: string): string {
  const { partition, region } = Stack.of(where);
  return formatArn(
    { partition, region, account: "lambda" },
    "apigateway",
    `path/2015-03-31/functions/${functionArn}/invocations`,
  );
}
