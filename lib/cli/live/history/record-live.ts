import { currentCauses, newFactId, withCauses } from "../../../local/history/causes";
import type { FactDetails } from "../../../local/history/fact";
import type { History } from "../../../local/history/history";
import { recordInvocations } from "../../../local/history/record-invocations";
import {
  type Functions,
  type InvokeOutcome,
  jsonOf,
  type ObservedCall,
  parseFunctionName,
} from "../../../local/invoke";
import { isValues } from "../../../model/resources/values";
import { factIdOf } from "../../console/fact-ids";
import type { LiveReport } from "../../live-client/report";
import { observedOperation, sentIds } from "./call-details";
import { type EventDetails, eventDetails } from "./event-details";
import { Links } from "./links";

/** The source of invocations that the page asks for. */
export const consoleSource = "console";

/**
 * Functions of a deployed stage whose invocations on this machine are facts, with the requests that they are made from and the calls of
 * their handlers.
 *
 * @param functions - they observe the calls of handlers
 */
export function recordLive(functions: Functions, history: History): Functions {
  const links = new Links(history);
  return {
    invoke: async (request) => {
      const { name } = parseFunctionName(request.functionArn);
      const { requestId } = request;
      // An event that a person sends again has the ids of the first one's cause.
      const event = eventDetails(request.source === consoleSource ? "" : request.payload);
      const ids = [...event.ids, ...(requestId === undefined ? [] : [requestId])];
      const observed: Functions = {
        ...through(functions),
        invoke: (given) => {
          const [fact = ""] = currentCauses();
          links.receive(fact, name, ids);
          return functions.invoke({
            ...given,
            onCall: (call) => recordCall(history, links, call, fact, name),
          });
        },
      };
      const sent = [...links.causesOf(name, ids), ...event.parents.filter((id) => history.find(id))];
      const from = openRequest(history, event);
      const causes = from === undefined ? [...new Set(sent)] : [from.id];
      const outcome = await withCauses(causes, () => recordInvocations(observed, history).invoke(request));
      from?.end(outcome, name);
      return outcome;
    },
    ...through(functions),
  };
}

const through = (functions: Functions) => ({
  replace: (...given: Parameters<Functions["replace"]>) => functions.replace(...given),
  stop: () => functions.stop(),
});

/** Adds the reports of the client to the history, unless they are recorded there in more detail. */
export function recordedReport(report: LiveReport, history: History): LiveReport {
  return (event) => {
    if (event.event === "log" || event.event === "function-error") history.running.take(event);
    if (event.event === "warning") history.record("warning", { text: event.text }, []);
    report(event);
  };
}

/** Begins the request of an event, or continues it: an authorizer and a route get the same one. */
function openRequest(history: History, { request, isAuthorizer }: EventDetails) {
  if (request === undefined) return undefined;
  const id = factIdOf(request.requestId);
  const known = history.find(id);
  const at = known?.at ?? Date.now();
  const head = { id, kind: "request", at, causes: [] } as const;
  history.put({ ...head, ...request, isOpen: true });
  const end = (outcome: InvokeOutcome, functionName: string): void => {
    const details = isAuthorizer ? {} : { function: functionName, ...statusOf(outcome) };
    history.put({ ...head, ...request, ...details, isOpen: undefined, durationMs: Date.now() - at });
  };
  return { id, end };
}

/** The status that the function answers. API Gateway decides it for a function that fails. */
function statusOf(outcome: InvokeOutcome): Pick<FactDetails["request"], "status"> {
  const answer = outcome.status === "ok" ? jsonOf(outcome.payload) : undefined;
  const status = isValues(answer) ? answer.statusCode : undefined;
  return typeof status === "number" && Number.isInteger(status) ? { status } : {};
}

function recordCall(history: History, links: Links, call: ObservedCall, cause: string, caller: string): void {
  const operation = observedOperation(call);
  const { service, at, durationMs, input, answer, status } = call;
  const id = newFactId();
  history.put({
    id,
    kind: "call",
    at,
    durationMs,
    causes: [cause],
    service,
    operation,
    caller,
    input,
    answer,
    ...(status !== undefined && { status }),
  });
  links.send(id, sentIds(call, operation));
}
