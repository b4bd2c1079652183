import {
  areRecorded,
  causeHeader,
  isUnrecordedRunning,
  unrecorded,
  unrecordedId,
  withCauses,
} from "../history/causes";
import { factText } from "../history/fact-text";
import type { History } from "../history/history";
import { traceParent } from "../invoke";
import { type Caller, nameOfCaller } from "../permissions/caller";
import type { ServiceRequest, ServiceResponse } from "./contract/service";

/** Records a request of an SDK or a gateway, which causes what its service does. */
export async function recordCall(
  history: History,
  request: ServiceRequest,
  caller: Caller,
  handle: () => Promise<ServiceResponse>,
): Promise<ServiceResponse> {
  const causes = causesOfCall(history, request, caller);
  if (!areRecorded(causes)) return withCauses(causes, handle);
  const { service, operation, method, url, body } = request;
  const isNamed = operation !== undefined;
  const fact = history.begin(
    "call",
    {
      service,
      operation: operation ?? `${method} ${url.slice(0, 500)}`,
      caller: callerName(caller),
      input: factText(body),
    },
    causes,
  );
  const answer = await withCauses([fact.id], handle);
  // Only the permission of a REST service names its operation.
  const action = isNamed ? undefined : fact.verdicts?.[0]?.action.split(":")[1];
  history.end(fact, {
    status: answer.status,
    answer: factText(answer.body),
    ...(action !== undefined && { operation: action }),
  });
  return answer;
}

/** SDKs name the invocation in the trace header. Other clients have a function's credentials only. */
function causesOfCall(history: History, { headers }: ServiceRequest, caller: Caller): readonly string[] {
  const named = headers[causeHeader] ?? traceParent(headers["x-amzn-trace-id"]);
  if (named === unrecordedId) return unrecorded;
  if (named !== undefined && history.find(named) !== undefined) return [named];
  if (caller.type !== "session") return history.admit([]);
  const { sessionName } = caller.session;
  const only = history.running.only(sessionName);
  if (only !== undefined) return [only.id];
  return isUnrecordedRunning() ? unrecorded : history.admit([]);
}

function callerName(caller: Caller): string {
  if (caller.type === "administrator") return "the developer";
  return caller.type === "session" ? caller.session.sessionName : nameOfCaller(caller);
}
