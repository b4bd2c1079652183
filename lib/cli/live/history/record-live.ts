import {
  currentCauses,
  type Fact,
  type FactDetails,
  type Functions,
  type History,
  type InvokeOutcome,
  jsonOf,
  Newest,
  newFactId,
  type ObservedCall,
  parseFunctionName,
  recordInvocations,
  withCauses,
} from "../../../local";
import { isValues } from "../../../model";
import { factIdOf } from "../../console/x-ray/segment";
import type { LiveReport } from "../../live-client/report";
import { type EventDetails, eventDetails } from "./event-details";

/** The number of known ids: those of the last minutes of a busy stage. */
const maxIds = 20_000;

/** The maximum number of invocations that wait for the sender of one id. */
const maxEarly = 100;

/** A fact by AWS's id of a message, an event or a request. */
interface Link {
  readonly id: string;
  readonly fact: string;
}

/**
 * Connects the invocations of this machine by AWS's ids of messages, events and requests.
 *
 * The answer of a call contains the id, and the event of the resulting invocation contains it, too.
 */
class Links {
  private readonly senders = new Newest<Link>();
  /** The first invocation of each function that received an id. */
  private readonly receivers = new Newest<Link>();
  /** Functions that received an id before the sender got its answer: they are invoked while the caller waits. */
  private readonly early = new Newest<{ readonly id: string; readonly facts: string[] }>();

  constructor(private readonly history: History) {}

  /** The facts that sent these ids. For unknown senders, an earlier attempt of the same function. */
  causesOf(functionName: string, ids: readonly string[]): readonly string[] {
    const found = ids.flatMap((id) => {
      const link = this.senders.get(id) ?? this.receivers.get(keyOf(functionName, id));
      return link !== undefined && this.history.find(link.fact) !== undefined ? [link.fact] : [];
    });
    return [...new Set(found)];
  }

  receive(fact: string, functionName: string, ids: readonly string[]): void {
    for (const id of ids) {
      add(this.receivers, { id: keyOf(functionName, id), fact });
      if (this.senders.has(id)) continue;
      const early = this.early.get(id);
      if (early === undefined) add(this.early, { id, facts: [fact] });
      else if (early.facts.length < maxEarly) early.facts.push(fact);
    }
  }

  /** Records that a call sent these ids. */
  send(fact: string, ids: readonly string[]): void {
    for (const id of ids) {
      add(this.senders, { id, fact });
      for (const each of this.early.get(id)?.facts ?? []) this.addCause(each, fact);
    }
  }

  private addCause(id: string, cause: string): void {
    const effect = this.history.find(id);
    if (effect === undefined || effect.causes.length > 0) return;
    this.history.put({ ...effect, causes: [cause] } as Fact);
  }
}

const keyOf = (functionName: string, id: string): string => `${functionName} ${id}`;

/** The first item with an id is kept. */
function add<Item extends { readonly id: string }>(all: Newest<Item>, item: Item): void {
  if (all.has(item.id)) return;
  all.add(item);
  if (all.size > maxIds) all.takeOldest();
}

export const consoleSource = "console";

/**
 * Records the invocations of a deployed stage's functions on this machine, with their requests and the calls of their handlers.
 *
 * @param functions - they observe the calls of handlers
 */
export function recordLive(functions: Functions, history: History): Functions {
  const links = new Links(history);
  return {
    invoke: async (request) => {
      const { name } = parseFunctionName(request.functionArn);
      const { requestId } = request;
      // An event that a user sends again contains the ids of the original cause.
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

/** Adds the client's reports to the history, unless it contains more details already. */
export function recordedReport(report: LiveReport, history: History): LiveReport {
  return (event) => {
    if (event.event === "log" || event.event === "function-error") history.running.take(event);
    if (event.event === "warning") history.record("warning", { text: event.text }, []);
    report(event);
  };
}

/** Opens the request of an event, or continues it: an authorizer and a route share it. */
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

/** The status that the function returns. API Gateway decides it if the function fails. */
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

/** The members of an answer with the ids of sent items, by service. An event has the same id. */
const idsIn: Readonly<Record<string, RegExp>> = {
  sqs: /"MessageId"\s*:\s*"([^"]+)"|<MessageId>([^<]+)</g,
  sns: /"MessageId"\s*:\s*"([^"]+)"|<MessageId>([^<]+)</g,
  events: /"EventId"\s*:\s*"([^"]+)"/g,
  kinesis: /"SequenceNumber"\s*:\s*"([^"]+)"/g,
};
/** Other operations return ids of other calls, such as those of received messages. */
const sends = /^(?:Send|Publish|Put)/;

/** AWS's ids of a call and of its messages, events and records. */
function sentIds({ service, answer, requestId }: ObservedCall, operation: string): readonly string[] {
  const pattern = sends.test(operation) && Object.hasOwn(idsIn, service) ? idsIn[service] : undefined;
  const found = [...answer.text.matchAll(pattern ?? /$^/g)].flatMap(([, json, xml]) => json ?? xml ?? []);
  return requestId === "" ? found : [...found, requestId];
}

/**
 * The operation of a request, by the protocol of its service.
 *
 * Sources: https://smithy.io/2.0/aws/protocols/index.html, and for Lambda
 * https://docs.aws.amazon.com/lambda/latest/api/API_Invoke.html
 */
function observedOperation({ service, method, path, target, input }: ObservedCall): string {
  const [plain = ""] = path.split("?");
  const named =
    target.split(".").at(-1) ||
    /(?:^|&)Action=(\w+)/.exec(input.text)?.[1] ||
    /\/service\/[^/]+\/operation\/(\w+)$/.exec(plain)?.[1];
  if (named !== undefined) return named;
  if (service === "lambda" && method === "POST" && plain.endsWith("/invocations")) return "Invoke";
  return `${method} ${plain.slice(0, 500)}`;
}
