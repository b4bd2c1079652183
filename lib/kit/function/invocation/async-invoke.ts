import { LambdaFunctionEventInvokeConfig } from "@cdktf/provider-aws/lib/lambda-function-event-invoke-config";
import type { Construct } from "constructs";
import type { Where } from "../../../facts/errors/error";
import { checkInteger } from "../../core/checks/check";
import { isFifoTarget } from "../../core/names/fifo";
import { parseDuration } from "../../core/units";
import { resolvePermissions } from "../../iam/permissions";
import { fail } from "../errors";
import type { AsyncInvokeProps } from "../props";
import type { RolePolicies } from "../role";
import { type ParsedDestination, parseDestination } from "./destination";

export interface ParsedAsyncInvoke {
  readonly retryAttempts: number | undefined;
  readonly maxEventAgeSeconds: number | undefined;
  readonly onSuccess: ParsedDestination | undefined;
  readonly onFailure: ParsedDestination | undefined;
}

/**
 * Refuses invalid destinations, and numbers outside the limits of the service.
 *
 * @param prefix - prefix of the props in errors: `currentVersionOptions.`
 */
export function parseAsyncInvoke(
  where: Where,
  prefix: string,
  props: AsyncInvokeProps,
  scope: Construct,
): ParsedAsyncInvoke {
  const { retryAttempts, maxEventAge } = props;
  if (retryAttempts !== undefined) checkInteger(where, `${prefix}retryAttempts`, retryAttempts, 0, 2);
  const within = { min: 60, max: 21_600, range: "60 seconds to 6 hours" };
  const seconds =
    maxEventAge === undefined ? undefined : parseDuration(where, `${prefix}maxEventAge`, maxEventAge, within);
  const destination = (prop: "onSuccess" | "onFailure") => {
    const target = props[prop];
    if (target === undefined) return undefined;
    const parsed = parseDestination(where, `${prefix}${prop}`, target, scope);
    // Source: https://docs.aws.amazon.com/lambda/latest/dg/invocation-async-retain-records.html
    if (isFifoTarget(target)) {
      const value = typeof target === "string" ? target : target.node.path;
      fail(where, "destination-fifo", `${prefix}${prop}`, { value });
    }
    return parsed;
  };
  return {
    retryAttempts,
    maxEventAgeSeconds: seconds,
    onSuccess: destination("onSuccess"),
    onFailure: destination("onFailure"),
  };
}

export interface InvokeTarget {
  readonly functionName: string;
  readonly qualifier?: string | undefined;
}

/** Configures asynchronous invocations, and lets the role of the function send to the destinations. */
export function createInvokeConfig(
  scope: Construct,
  { retryAttempts, maxEventAgeSeconds, onSuccess, onFailure }: ParsedAsyncInvoke,
  { functionName, qualifier }: InvokeTarget,
  policies: RolePolicies,
): LambdaFunctionEventInvokeConfig | undefined {
  const settings = [retryAttempts, maxEventAgeSeconds, onSuccess, onFailure];
  if (settings.every((value) => value === undefined)) return undefined;
  const hasDestination = onSuccess !== undefined || onFailure !== undefined;
  const config = new LambdaFunctionEventInvokeConfig(scope, "InvokeConfig", {
    functionName,
    qualifier,
    maximumRetryAttempts: retryAttempts,
    maximumEventAgeInSeconds: maxEventAgeSeconds,
    destinationConfig: hasDestination
      ? {
          onSuccess: onSuccess && { destination: onSuccess.arn },
          onFailure: onFailure && { destination: onFailure.arn },
        }
      : undefined,
  });
  const permissions = [onSuccess, onFailure].flatMap((each) => (each === undefined ? [] : [each.permission]));
  policies.add(resolvePermissions(scope, "onSuccess", permissions));
  // The service refuses a destination to which the role may not send yet.
  policies.addInvoker(config);
  return config;
}
