import { randomUUID } from "node:crypto";
import { type Functions, functionTraceHeader, type InvokeOutcome, parseFunctionName } from "../../invoke";
import { areRecorded, currentCauses, unrecordedId, withCauses } from "./causes";
import type { FactDetails } from "./fact";
import { factText } from "./fact-text";
import type { History } from "./history";

/** Functions whose invocations are facts. A handler's calls name the invocation in the trace header that it is given. */
export function recordInvocations(functions: Functions, history: History): Functions {
  const { running } = history;
  const invokeUnrecorded: Functions["invoke"] = async (request) => {
    const { name } = parseFunctionName(request.functionArn);
    running.beginUnrecorded(name);
    // Calls of the handler name the parent in the trace header.
    const outcome = await functions.invoke({
      ...request,
      traceHeader: functionTraceHeader(Date.now(), unrecordedId),
    });
    running.endUnrecorded(name);
    return outcome;
  };
  return {
    invoke: async (request) => {
      if (!areRecorded(currentCauses())) return invokeUnrecorded(request);
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
        functions.invoke({
          ...request,
          requestId,
          traceHeader: functionTraceHeader(fact.at, fact.id),
          onStart: (isCold) => {
            fact.isCold = isCold;
          },
        }),
      );
      running.end(fact);
      history.end(fact, outcomeFacts(outcome), "durationMs" in outcome ? outcome.durationMs : 0);
      return outcome;
    },
    replace: (settings, environment) => functions.replace(settings, environment),
    stop: () => functions.stop(),
  };
}

function outcomeFacts(outcome: InvokeOutcome): Partial<FactDetails["invocation"]> {
  if (outcome.status === "refused") {
    return { status: "refused", error: { type: "Refused", message: outcome.reason, stack: [] } };
  }
  return { status: outcome.status, answer: factText(outcome.payload) };
}
