import { setImmediate as nextTurn } from "node:timers/promises";
import { isJson } from "../../../facts/text/json";
import type { Model } from "../../../model";
import { type InvokeOutcome, type InvokeRequest, inBackground, maxPayloadBytes } from "../../invoke";
import { NotHereError, type Operation, ServiceError } from "../contract/define-service";
import { ModelResources } from "../contract/model-resources";
import type { ServiceContext, ServiceResponse } from "../contract/service";
import { detected, oneOf, violation } from "../contract/violations";
import { DurableFunctions, OtherExecutionError } from "./durable/durable-functions";
import type { DurableExecution } from "./durable/execution";
import { checkQualifier, functionNotFound, withArn } from "./function-name";
import type { LambdaRequest } from "./protocol";

/** The functions of the model. Their processes take over a changed model by themselves. */
export class LambdaFunctions extends ModelResources {
  /** Undefined without durable functions. */
  readonly durable: DurableFunctions | undefined;

  constructor(context: ServiceContext) {
    super(context);
    const { functions } = context;
    this.durable = functions instanceof DurableFunctions ? functions : undefined;
  }
}

/** Operations by name. */
export type LambdaOperations = Readonly<
  Record<string, Operation<LambdaFunctions, LambdaRequest, ServiceResponse>>
>;

export function answer(body: object): ServiceResponse {
  return { status: 200, headers: { "content-type": "application/json" }, body: JSON.stringify(body) };
}

/** Source: https://docs.aws.amazon.com/lambda/latest/api/API_Invoke.html */
export async function invoke(resources: LambdaFunctions, given: LambdaRequest): Promise<ServiceResponse> {
  const { functions, report, invokeLater } = resources.context;
  const { invocationType, wantsLog, executionName } = given;
  const functionArn = withArn(resources.model, given.target);
  checkType(given);
  checkQualifier(resources.model, functionArn);
  const { payload, context } = readEvent(given);
  const lines: string[] = [];
  const request = {
    functionArn,
    payload,
    source: "invoke",
    ...(context !== undefined && { clientContext: context }),
    ...(wantsLog && { onLog: (line: string) => void lines.push(line) }),
  };
  if (invocationType === "DryRun") return { status: 204 };
  const execution = startExecution(resources, request, invocationType, executionName)?.state;
  const started = execution === undefined ? request : { ...request, executionName: execution.name };
  const headers: Readonly<Record<string, string>> =
    execution === undefined ? {} : { "x-amz-durable-execution-arn": execution.arn };
  switch (invocationType) {
    case "Event": {
      const attempt = invokeLater(started);
      // A missing function is known at once; the caller waits for nothing else.
      const known = await Promise.race([attempt, nextTurn()]);
      if (known?.status === "refused" && known.isUnknown)
        throw refusedInvocation(resources.model, functionArn, known);
      inBackground(
        "invocation",
        attempt.then((outcome) => {
          if (outcome.status !== "refused") return;
          report({ event: "warning", text: `An event for ${functionArn} is lost: ${outcome.reason}` });
        }),
      );
      return { status: 202, headers };
    }
    default: {
      const outcome = await functions.invoke(started);
      const log = wantsLog ? logTail(lines) : undefined;
      return responseOf(resources.model, functionArn, outcome, log, headers);
    }
  }
}

function checkType({ invocationType }: LambdaRequest): void {
  const known = ["Event", "RequestResponse", "DryRun"];
  if (known.includes(invocationType)) return;
  const problem = violation("invocationType", invocationType.slice(0, 50), oneOf(known));
  throw new ServiceError("ValidationException", detected(problem), 400);
}

/** Lambda waits for an execution for 15 minutes: https://docs.aws.amazon.com/lambda/latest/dg/durable-invoking.html */
const longestWaitSeconds = 900;

/** Begins the execution of a durable function; undefined for another function. */
function startExecution(
  { durable }: LambdaFunctions,
  request: InvokeRequest,
  invocationType: string,
  name: string | undefined,
): DurableExecution | undefined {
  const { functionArn } = request;
  const settings = durable?.durableSettings(functionArn);
  if (durable === undefined || settings?.durable === undefined) return undefined;
  const refuse = (message: string): never => {
    throw new ServiceError("InvalidParameterValueException", message, 400);
  };
  if ([settings.arn, settings.name].includes(functionArn))
    refuse("You cannot invoke a durable function using an unqualified ARN.");
  if (invocationType !== "Event" && settings.durable.timeoutSeconds > longestWaitSeconds) {
    refuse(
      "You cannot synchronously invoke a durable function with an executionTimeout greater than 15 minutes.",
    );
  }
  try {
    return durable.start(settings, request, name);
  } catch (error) {
    if (!(error instanceof OtherExecutionError)) throw error;
    const message = `An execution with the name ${name} has another payload.`;
    throw new ServiceError("DurableExecutionAlreadyStartedException", message, 409);
  }
}

/** Source: https://docs.aws.amazon.com/lambda/latest/api/API_Invoke.html */
const maxAsynchronousBytes = 1024 * 1024;

/** The event and the context of the client, as texts. Refuses those that are not JSON, and that are too large. */
export function readEvent({ body, clientContext, invocationType }: LambdaRequest) {
  const payload = body === "" ? "{}" : body;
  const [type, limit] =
    invocationType === "Event"
      ? (["Event", maxAsynchronousBytes] as const)
      : (["RequestResponse", maxPayloadBytes] as const);
  const bytes = Buffer.byteLength(payload);
  if (bytes > limit) {
    const message = `${bytes} byte payload is too large for the ${type} invocation type (limit ${limit} bytes)`;
    throw new ServiceError("RequestEntityTooLargeException", message, 413);
  }
  if (!isJson(payload)) {
    throw new ServiceError("InvalidRequestContentException", "Could not parse request body into json", 400);
  }
  const context =
    clientContext === undefined ? undefined : Buffer.from(clientContext, "base64").toString("utf8");
  if (context !== undefined && !isJson(context)) {
    throw new ServiceError(
      "InvalidRequestContentException",
      "Client context must be a valid Base64-encoded JSON object.",
      400,
    );
  }
  return { payload, context };
}

/** The last 4 KB: https://docs.aws.amazon.com/lambda/latest/api/API_Invoke.html#lambda-Invoke-response-LogResult */
const maxTailBytes = 4096;

export function logTail(lines: readonly string[]): string {
  const bytes = Buffer.from(lines.map((line) => `${line}\n`).join(""));
  return bytes.subarray(Math.max(0, bytes.length - maxTailBytes)).toString("base64");
}

/** The refusal of an invocation: the function is not in the app, or this machine cannot run it. */
export function refusedInvocation(
  model: Model,
  functionArn: string,
  { isUnknown, reason }: Extract<InvokeOutcome, { readonly status: "refused" }>,
): NotHereError {
  return isUnknown
    ? functionNotFound(model, functionArn, "$LATEST")
    : new NotHereError("ResourceNotFoundException", reason, reason, 404);
}

function responseOf(
  model: Model,
  functionArn: string,
  outcome: InvokeOutcome,
  log: string | undefined,
  headers: Readonly<Record<string, string>>,
): ServiceResponse {
  if (outcome.status === "refused") throw refusedInvocation(model, functionArn, outcome);
  return {
    status: 200,
    headers: {
      ...headers,
      "content-type": "application/json",
      "x-amzn-requestid": outcome.requestId,
      "x-amz-executed-version": "$LATEST",
      ...(log !== undefined && { "x-amz-log-result": log }),
      ...(outcome.status === "error" && { "x-amz-function-error": "Unhandled" }),
    },
    body: (outcome.status === "ok" ? outcome.bytes : undefined) ?? outcome.payload,
  };
}
