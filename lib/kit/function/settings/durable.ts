import type { LambdaFunctionDurableConfig } from "@cdktf/provider-aws/lib/lambda-function";
import { findRuntime, runtimes } from "../../../bundle";
import type { Where } from "../../../facts/errors/error";
import { checkKeys, propKeys } from "../../core/checks/check";
import { refuseValue, requireProp } from "../../core/errors";
import { checkLimit, limits, rangeOf } from "../../core/limits";
import { type Duration, parseDuration } from "../../core/units";
import type { Statement } from "../../iam/permissions";
import { fail } from "../errors";

/** The time limit of executions of a durable function, and how long they are kept. */
export interface FunctionDurableProps {
  /**
   * Maximum total time of an execution, including waits: 1 second to 366 days. `timeout` of the function limits each
   * invocation of the execution.
   *
   * A caller that waits for the result waits at most 15 minutes: behind routes, authorizers, triggers of a Userbase,
   * consumers and function URLs, set 15 minutes or less.
   */
  readonly timeout: Duration;
  /**
   * How long the history of an execution is kept after its end: 1 to 90 whole days.
   *
   * @default - 14 days, by the service
   */
  readonly retention?: Duration | undefined;
}

interface DurableFacts {
  readonly durable?: FunctionDurableProps | undefined;
  readonly cdk?: { readonly function?: { readonly runtime?: string | undefined } | undefined } | undefined;
}

const durableKeys = propKeys<FunctionDurableProps>()({ timeout: true, retention: true });
const daySeconds = 86_400;

/**
 * The maximum time that a caller waits for an execution.
 *
 * Source: https://docs.aws.amazon.com/lambda/latest/dg/durable-invoking.html and
 * https://docs.aws.amazon.com/lambda/latest/dg/durable-invoking-esm.html
 */
const longestWaitSeconds = 15 * 60;

/** A durable function, checked. */
export interface ParsedDurable {
  readonly timeoutSeconds: number;
  /** As the caller wrote it. */
  readonly timeout: Duration;
  readonly config: LambdaFunctionDurableConfig;
}

/**
 * Refuses settings that Lambda does not accept: times out of range, and runtimes without durable functions. Undefined for a
 * function that is not durable.
 *
 * Sources: https://docs.aws.amazon.com/lambda/latest/api/API_DurableConfig.html;
 * https://docs.aws.amazon.com/lambda/latest/dg/durable-supported-runtimes.html
 */
export function parseDurable(
  where: Where,
  { durable, cdk }: DurableFacts,
  packaged: { readonly runtime: string },
): ParsedDurable | undefined {
  if (durable === undefined) return undefined;
  checkKeys(where, "durable", durable, durableKeys);
  const { timeout, retention } = durable;
  const remedy = 'Write how long an execution may take: durable: { timeout: "15 minutes" }.';
  requireProp(where, "durable.timeout", timeout, remedy);
  const rows = limits.aws_lambda_function;
  const longest = rows["durableConfig.executionTimeout"];
  const { min, max } = longest;
  const timeoutSeconds = parseDuration(where, "durable.timeout", timeout, {
    min,
    max,
    range: rangeOf(longest),
  });
  const runtime = cdk?.function?.runtime ?? packaged.runtime;
  const known = findRuntime(runtime);
  if (known !== undefined && known.durable !== true) {
    const allowed = Object.keys(runtimes).filter((name) => findRuntime(name)?.durable === true);
    fail(where, "durable-runtime", "durable", { runtime, allowed });
  }
  const retentionPeriod = retention === undefined ? undefined : parseRetention(where, retention);
  return { timeoutSeconds, timeout, config: { executionTimeout: timeoutSeconds, retentionPeriod } };
}

function parseRetention(where: Where, retention: Duration): number {
  const prop = "durable.retention";
  const days = parseDuration(where, prop, retention) / daySeconds;
  if (!Number.isInteger(days)) refuseValue(where, prop, retention, 'a number of whole days: "14 days"');
  checkLimit(where, prop, days, limits.aws_lambda_function["durableConfig.retentionPeriod"]);
  return days;
}

/** Refuses a durable function that may take longer than its caller waits. */
export function checkAwaited(
  where: Where,
  prop: string,
  durable: Pick<ParsedDurable, "timeout" | "timeoutSeconds"> | undefined,
): void {
  if (durable === undefined || durable.timeoutSeconds <= longestWaitSeconds) return;
  fail(where, "durable-caller-waits", prop, { value: durable.timeout });
}

/**
 * Permissions of its code to write and read the state of its executions. These actions apply to executions, whose ARNs begin with
 * that of a version, so the ARN of the function alone would allow nothing.
 *
 * Source: https://docs.aws.amazon.com/lambda/latest/dg/durable-security.html
 */
export function durableStatement(functionArn: string): Statement {
  return {
    effect: "Allow",
    actions: ["lambda:CheckpointDurableExecution", "lambda:GetDurableExecutionState"],
    resources: [`${functionArn}:*`],
  };
}

/** The alias for invocations of a durable function: AWS refuses its ARN without a version or an alias. */
export const durableAlias = "durable";
