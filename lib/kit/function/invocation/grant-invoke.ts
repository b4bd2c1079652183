import type { DataAwsIamRole } from "@cdktf/provider-aws/lib/data-aws-iam-role";
import type { IamRole } from "@cdktf/provider-aws/lib/iam-role";
import type { LambdaPermissionConfig } from "@cdktf/provider-aws/lib/lambda-permission";
import { isServicePrincipal, servicePrincipal } from "../../../facts/aws/principals";
import { Stack } from "../../app/stack";
import { refuseValue } from "../../core/errors";
import { checkLimit, limits } from "../../core/limits";
import { isProviderObject } from "../../core/terraform/override";
import { resolvePermissions } from "../../iam/permissions";
import type { Function } from "../function";
import { RolePolicies } from "../role";

/** A principal that may invoke a function: another function, a role, or a service such as `events.amazonaws.com`. */
export type Invoker = Function | IamRole | DataAwsIamRole | string;

/** Lets a principal invoke a function, with a policy of its role or, for a service, with one of the function. */
export function grantInvoke(fn: Function, target: Invoker): void {
  if (typeof target === "string") {
    checkLimit(fn, "grantInvoke", target, limits.aws_lambda_permission.principal);
    const id = `Invoke_${target}`;
    if (fn.node.tryFindChild(id) !== undefined) return;
    // Without an account, the service could also invoke it for resources of other accounts.
    const sourceAccount = isAwsService(target) ? Stack.of(fn).account : undefined;
    fn.addPermission(id, { principal: target, sourceAccount });
    return;
  }
  const role = findRole(target);
  if (role === undefined) {
    const expected = `a Function, a role or a service such as "${servicePrincipal("events")}"`;
    return refuseValue(fn, "grantInvoke", target, expected);
  }
  permit(laterStack(Stack.of(fn), Stack.of(role)), fn, role);
}

/**
 * Lets a role invoke a function, for a gateway that refers to both.
 *
 * The gateway's stack waits for the stacks of both, so a policy there never makes stacks wait for each other.
 */
export function grantInvokeFrom(gateway: Stack, fn: Function, role: IamRole | DataAwsIamRole): void {
  const [ofFunction, ofRole] = [Stack.of(fn), Stack.of(role)];
  const isBeside = ofFunction === gateway || ofRole === gateway;
  permit(isBeside ? gateway : laterStack(ofFunction, ofRole), fn, role);
}

function permit(stack: Stack, fn: Function, role: IamRole | DataAwsIamRole): void {
  RolePolicies.of(stack, role).add(resolvePermissions(fn, "grantInvoke", [[fn, "grantInvoke"]]));
}

/** Whether a principal is a service that sends the account for which it acts. */
function isAwsService(principal: unknown): boolean {
  return typeof principal === "string" && isServicePrincipal(principal);
}

/** Notes a permission with which a service may invoke the function for other accounts, too. */
export function noteOpenPermission(
  fn: Function,
  id: string,
  {
    principal,
    ...limits
  }: Pick<LambdaPermissionConfig, "principal" | "sourceArn" | "sourceAccount" | "principalOrgId">,
): void {
  const isLimited = [limits.sourceArn, limits.sourceAccount, limits.principalOrgId].some(
    (each) => each !== undefined,
  );
  if (isLimited || !isAwsService(principal)) return;
  const text =
    `serverform: addPermission(${JSON.stringify(id)}) lets ${principal} invoke the function for any AWS account; ` +
    "add sourceArn or sourceAccount";
  Stack.of(fn).app.addNotice(text, fn);
}

function findRole(target: unknown): IamRole | DataAwsIamRole | undefined {
  if (isProviderObject(target, "aws_iam_role")) return target as unknown as IamRole;
  return "isServerformFunction" in Object(target) ? (target as Function).role : undefined;
}

/**
 * The later of two stacks.
 *
 * Stack functions can only use results of earlier ones, so references from later stacks to earlier ones are not circular.
 */
function laterStack(one: Stack, other: Stack): Stack {
  const { stacks } = one.app;
  return stacks.indexOf(one) > stacks.indexOf(other) ? one : other;
}
