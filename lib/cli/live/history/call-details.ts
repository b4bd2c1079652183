import type { ObservedCall } from "../../../local/invoke";

/** The members of an answer that name what was sent, by the service. An event has the same id. */
const idsIn: Readonly<Record<string, RegExp>> = {
  sqs: /"MessageId"\s*:\s*"([^"]+)"|<MessageId>([^<]+)</g,
  sns: /"MessageId"\s*:\s*"([^"]+)"|<MessageId>([^<]+)</g,
  events: /"EventId"\s*:\s*"([^"]+)"/g,
  kinesis: /"SequenceNumber"\s*:\s*"([^"]+)"/g,
};
/** Other operations answer with ids that another call has got: those of received messages. */
const sends = /^(?:Send|Publish|Put)/;

/** The ids that AWS gave to a call and to its messages, events and records. */
export function sentIds({ service, answer, requestId }: ObservedCall, operation: string): readonly string[] {
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
export function observedOperation({ service, method, path, target, input }: ObservedCall): string {
  const [plain = ""] = path.split("?");
  const named =
    target.split(".").at(-1) ||
    /(?:^|&)Action=(\w+)/.exec(input.text)?.[1] ||
    /\/service\/[^/]+\/operation\/(\w+)$/.exec(plain)?.[1];
  if (named !== undefined) return named;
  if (service === "lambda" && method === "POST" && plain.endsWith("/invocations")) return "Invoke";
  return `${method} ${plain.slice(0, 500)}`;
}
