import { randomUUID } from "node:crypto";
import {
  type Functions,
  functionTraceHeader,
  type InvokeOutcome,
  type InvokeRequest,
  parseFunctionName,
} from "../invoke";
import { areRecorded, currentCauses, withCauses } from "./causes";
import type { FactDetails } from "./fact";
import { factText } from "./fact-text";
import type { History } from "./history";

/**
 * Records the invocations of functions. Calls of a handler contain the invocation in their trace header.
 *
 * @param functions - they use `unrecordedId` as the parent in trace headers, unless a request has a header
 */
export function recordInvocations(functions: Functions, history: History): Functions {
  const { running } = history;
  const invokeRecorded: Functions["invoke"] = async (request) => {
    const { functionArn, source, payload, requestId = randomUUID() } = request;
    const fact = history.begin("invocation", {
      function: parseFunctionName(functionArn).name,
      functionArn,
      source,
      requestId,
      payload: factText(payload),
      logs: [],
    });
    running.begin(fact);
    const outcome = await withCauses([fact.id], () =>
      functions.invoke(
        withTrace(request, {
          requestId,
          traceHeader: functionTraceHeader(fact.at, fact.id),
          onStart: (isCold) => {
            fact.isCold = isCold;
          },
        }),
      ),
    );
    running.end(fact);
    history.end(fact, outcomeFacts(outcome), "durationMs" in outcome ? outcome.durationMs : 0);
    return outcome;
  };
  return {
    invoke: (request) => (areRecorded(currentCauses()) ? invokeRecorded(request) : functions.invoke(request)),
    replace: (settings, environment) => functions.replace(settings, environment),
    stop: () => functions.stop(),
  };
}

/**
 * A request with other members. It lists all members: reading a request that was made by a spread takes 15 µs longer, a sixth of
 * the time of an API's request.
 */
function withTrace(
  request: InvokeRequest,
  { requestId = request.requestId, traceHeader, onStart = request.onStart }: Partial<InvokeRequest>,
): InvokeRequest {
  const { functionArn, functionId, payload, executionName, source } = request;
  const { clientContext, identity, deadlineMs, onCall, onLog, onChunk } = request;
  // Does not compile if a member of requests is missing here.
  const whole: { readonly [Member in keyof Required<InvokeRequest>]: InvokeRequest[Member] } = {
    functionArn,
    functionId,
    payload,
    requestId,
    executionName,
    source,
    clientContext,
    identity,
    deadlineMs,
    traceHeader,
    onStart,
    onCall,
    onLog,
    onChunk,
  };
  return whole;
}

function outcomeFacts(outcome: InvokeOutcome): Partial<FactDetails["invocation"]> {
  if (outcome.status === "refused") {
    return { status: "refused", error: { type: "Refused", message: outcome.reason, stack: [] } };
  }
  return { status: outcome.status, answer: factText(outcome.payload) };
}
