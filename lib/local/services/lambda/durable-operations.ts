import { jsonOf } from "../../../facts/text/json";
import { isValues, type Values } from "../../../model";
import { ServiceError } from "../contract/define-service";
import type { ServiceResponse } from "../contract/service";
import type { DurableExecution, ExecutionState } from "./durable/execution";
import {
  type DurableError,
  type OperationUpdate,
  seconds,
  UpdateError,
  withTimes,
} from "./durable/operations";
import { answer, type LambdaFunctions, type LambdaOperations } from "./invoke";
import type { LambdaRequest } from "./protocol";

const defaultPageSize = 1000;

export const durableOperations = {
  /** Source: https://docs.aws.amazon.com/lambda/latest/api/API_CheckpointDurableExecution.html */
  CheckpointDurableExecution: (functions, request) => {
    const execution = requireExecution(functions, request);
    const { CheckpointToken, Updates } = bodyOf(request);
    const updates = (Array.isArray(Updates) ? Updates : []) as readonly OperationUpdate[];
    const token = refusing(() => execution.checkpoint(String(CheckpointToken), updates));
    const operations = execution.state.operations.map((each) => withTimes(each, seconds));
    return answer({ CheckpointToken: token, NewExecutionState: { Operations: operations } });
  },

  /** Source: https://docs.aws.amazon.com/lambda/latest/api/API_GetDurableExecutionState.html */
  GetDurableExecutionState: (functions, request) => {
    const execution = requireExecution(functions, request);
    const { query } = request;
    const maxItems = Number(query.get("MaxItems") ?? 0) || defaultPageSize;
    const token = query.get("CheckpointToken") ?? "";
    const page = refusing(() => execution.page(token, query.get("Marker") || undefined, maxItems));
    const Operations = page.Operations.map((each) => withTimes(each, seconds));
    return answer({ Operations, NextMarker: page.NextMarker });
  },

  /** Source: https://docs.aws.amazon.com/lambda/latest/api/API_GetDurableExecution.html */
  GetDurableExecution: (functions, request) => {
    const { state } = requireExecution(functions, request);
    const { timeoutSeconds, retentionDays } = state;
    return answer({
      ...summaryOf(state),
      InputPayload: state.payload,
      Result: state.Result,
      Error: state.Error,
      Version: "$LATEST",
      DurableConfig: { ExecutionTimeout: timeoutSeconds, RetentionPeriodInDays: retentionDays },
    });
  },

  /** Source: https://docs.aws.amazon.com/lambda/latest/api/API_ListDurableExecutionsByFunction.html */
  ListDurableExecutionsByFunction: ({ durable }, { target, query }) => {
    const settings = durable?.durableSettings(target);
    const [name, statuses] = [query.get("DurableExecutionName"), query.getAll("Statuses")];
    const found = (durable?.of(settings?.name ?? target) ?? []).filter(
      (each) =>
        (name === null || each.name === name) && (statuses.length === 0 || statuses.includes(each.status)),
    );
    if (query.get("ReverseOrder") === "true") found.reverse();
    const from = Number(query.get("Marker") ?? 0);
    const to = from + (Number(query.get("MaxItems") ?? 0) || defaultPageSize);
    return answer({
      DurableExecutions: found.slice(from, to).map(summaryOf),
      NextMarker: to < found.length ? String(to) : undefined,
    });
  },

  /** Source: https://docs.aws.amazon.com/lambda/latest/api/API_StopDurableExecution.html */
  StopDurableExecution: (functions, request) => {
    const execution = requireExecution(functions, request);
    const error = bodyOf(request);
    execution.stop(Object.keys(error).length === 0 ? undefined : (error as DurableError));
    return answer({ StopTimestamp: seconds(execution.state.endedAt ?? 0) });
  },

  /** Source: https://docs.aws.amazon.com/lambda/latest/api/API_SendDurableExecutionCallbackSuccess.html */
  SendDurableExecutionCallbackSuccess: (functions, request) =>
    callback(functions, request, (execution, id) =>
      execution.completeCallback(id, "SUCCEEDED", { Result: request.body || undefined }),
    ),

  /** Source: https://docs.aws.amazon.com/lambda/latest/api/API_SendDurableExecutionCallbackFailure.html */
  SendDurableExecutionCallbackFailure: (functions, request) => {
    const error = bodyOf(request) as DurableError;
    return callback(functions, request, (execution, id) =>
      execution.completeCallback(id, "FAILED", { Error: error }),
    );
  },

  /** Source: https://docs.aws.amazon.com/lambda/latest/api/API_SendDurableExecutionCallbackHeartbeat.html */
  SendDurableExecutionCallbackHeartbeat: (functions, request) =>
    callback(functions, request, (execution, id) => execution.heartbeat(id)),
} satisfies LambdaOperations;

function callback(
  { durable }: LambdaFunctions,
  { target }: LambdaRequest,
  act: (execution: DurableExecution, operation: string) => boolean,
): ServiceResponse {
  const found = durable?.byCallback(target);
  if (found === undefined)
    throw new ServiceError("InvalidParameterValueException", "Invalid callback id", 400);
  if (!act(found.execution, found.operation))
    throw new ServiceError("CallbackTimeoutException", "The callback has already ended.", 400);
  return answer({});
}

function requireExecution({ durable }: LambdaFunctions, { target }: LambdaRequest): DurableExecution {
  const found = durable?.byArn(target);
  if (found !== undefined) return found;
  throw new ServiceError("ResourceNotFoundException", `Durable execution not found: ${target}`, 404);
}

function refusing<Result>(act: () => Result): Result {
  try {
    return act();
  } catch (error) {
    if (!(error instanceof UpdateError)) throw error;
    throw new ServiceError("InvalidParameterValueException", error.message, 400);
  }
}

function summaryOf(state: ExecutionState): object {
  return {
    DurableExecutionArn: state.arn,
    DurableExecutionName: state.name,
    FunctionArn: state.functionArn,
    Status: state.status,
    StartTimestamp: seconds(state.startedAt),
    EndTimestamp: state.endedAt === undefined ? undefined : seconds(state.endedAt),
  };
}

function bodyOf({ body }: LambdaRequest): Values {
  const value = jsonOf(body);
  return isValues(value) ? value : {};
}
