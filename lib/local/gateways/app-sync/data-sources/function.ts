import { jsonOf } from "../../../../facts/text/json";
import { isValues } from "../../../../model";
import type { InvokeOutcome } from "../../../invoke";
import { callerWith } from "../../../permissions/caller";
import { isTooLarge } from "../../invoke-function";
import { ResolverError } from "../utilities/signals";
import { type DataSourceServices, operationOf } from "./data-source-call";

/**
 * Invokes a function as a handler's request says.
 *
 * Source: https://docs.aws.amazon.com/appsync/latest/devguide/resolver-mapping-template-reference-lambda.html
 */
export async function callFunction(
  functionArn: string,
  request: Readonly<Record<string, unknown>>,
  services: DataSourceServices,
): Promise<unknown> {
  operationOf({ operation: "Invoke", ...request }, ["Invoke", "BatchInvoke"]);
  const { payload = null, invocationType } = request;
  const invocation = askFunction(functionArn, payload, services);
  if (invocationType !== "Event") return invocation;
  // The answer is not awaited; the function's log has its error.
  invocation.catch(() => {});
  return null;
}

/** Invokes a function, and reads its answer. Its failure is the error of the field. */
export async function askFunction(
  functionArn: string,
  payload: unknown,
  { context, caller, credentials }: DataSourceServices,
): Promise<unknown> {
  const { accessKeyId, sessionToken } = credentials;
  const needed = [{ action: "lambda:InvokeFunction", resource: functionArn }];
  const denial = context.access?.check(callerWith(accessKeyId, sessionToken, context.accessKeys), needed);
  if (denial !== undefined) throw new ResolverError(denial, "Lambda:AccessDeniedException");
  const text = JSON.stringify(payload ?? null);
  if (isTooLarge(text))
    throw new ResolverError("The payload of the function is larger than 6 MB.", "Lambda:RequestTooLarge");
  const outcome = await context.functions.invoke({ functionArn, payload: text, source: caller });
  return answerOf(outcome);
}

function answerOf(outcome: InvokeOutcome): unknown {
  switch (outcome.status) {
    case "ok":
      return jsonOf(outcome.payload) ?? null;
    case "refused":
      throw new ResolverError(outcome.reason, "Lambda:IllegalArgument");
    default:
      throw new ResolverError(outcome.errorMessage, "Lambda:Unhandled", null, errorInfoOf(outcome.payload));
  }
}

function errorInfoOf(payload: string): unknown {
  const answer = jsonOf(payload);
  return isValues(answer) && "errorInfo" in answer ? answer.errorInfo : null;
}
