import { isArn } from "../../facts/aws/arns";
import { jsonOf } from "../../local";

/** The source that has invoked a function, from its event: `GET /notes`, `queue dev-orders-Mails`, `execution order-1 of POST /orders`. */
export function invocationSource(event: unknown): string {
  const given = Object(event) as Record<string, unknown>;
  const execution = /\/durable-execution\/([^/]+)\//.exec(text(given.DurableExecutionArn) ?? "")?.[1];
  return execution === undefined
    ? sourceOf(given)
    : `execution ${execution} of ${sourceOf(Object(executionInput(given)))}`;
}

/** The input of a durable function. Its own event holds the state of the execution, whose first operation has it. */
function executionInput({ InitialExecutionState: state }: Record<string, unknown>): unknown {
  const { Operations: operations } = Object(state) as { Operations?: unknown };
  const [first] = Array.isArray(operations) ? (operations as readonly unknown[]) : [];
  return jsonOf(textAt(first, "ExecutionDetails", "InputPayload") ?? "");
}

function sourceOf(given: Record<string, unknown>): string {
  return (
    sources.reduce<string | undefined>((found, source) => found ?? source(given), undefined) ??
    "an invocation"
  );
}

type Source = (event: Record<string, unknown>) => string | undefined;

const sources: readonly Source[] = [
  // API Gateway, in its payload formats, and its authorizers.
  ({ type, methodArn, routeArn, requestContext }) => {
    if (type !== "REQUEST" && type !== "TOKEN") return undefined;
    const route = textAt(requestContext, "http", "path") ?? lastPart(text(methodArn) ?? text(routeArn));
    return `authorizer of ${route}`;
  },
  ({ requestContext }) => {
    const method = textAt(requestContext, "http", "method");
    return method && `${method} ${textAt(requestContext, "http", "path") ?? ""}`.trim();
  },
  ({ httpMethod, path, resource }) =>
    typeof httpMethod === "string" ? `${httpMethod} ${text(path) ?? text(resource) ?? ""}`.trim() : undefined,
  ({ requestContext }) => {
    const kind = textAt(requestContext, "eventType");
    return kind && `WebSocket ${textAt(requestContext, "routeKey") ?? kind}`;
  },
  ({ Records: records }) => (Array.isArray(records) ? recordSource(records) : undefined),
  // EventBridge: rules, and schedules.
  ({ "detail-type": type, source }) => {
    if (typeof type !== "string") return undefined;
    return type === "Scheduled Event" ? "schedule" : `event ${text(source)} ${type}`;
  },
  // User pools.
  ({ triggerSource, userPoolId }) =>
    typeof triggerSource === "string" && typeof userPoolId === "string"
      ? `user pool ${triggerSource}`
      : undefined,
];

const services: Readonly<Record<string, readonly [kind: string, arn: readonly string[]]>> = {
  "aws:sqs": ["queue", ["eventSourceARN"]],
  "aws:sns": ["topic", ["Sns", "TopicArn"]],
  "aws:s3": ["bucket", ["s3", "bucket", "name"]],
  "aws:dynamodb": ["table", ["eventSourceARN"]],
  "aws:kinesis": ["stream", ["eventSourceARN"]],
};

function recordSource(records: readonly unknown[]): string | undefined {
  const [first] = records;
  const service = textAt(first, "eventSource") ?? textAt(first, "EventSource") ?? "";
  const known = Object.hasOwn(services, service) ? services[service] : undefined;
  if (known === undefined) return undefined;
  const [kind, path] = known;
  return `${kind} ${nameIn(textAt(first, ...path) ?? "")}`;
}

/** `orders` of `arn:aws:dynamodb:us-east-1:111122223333:table/orders/stream/2026`. */
const nameIn = (arn: string): string =>
  isArn(arn)
    ? (arn
        .split(":")
        .slice(5)
        .join(":")
        .replace(/^(?:table|stream)\//, "")
        .split("/")[0] ?? arn)
    : arn;

const text = (value: unknown): string | undefined => (typeof value === "string" ? value : undefined);

function textAt(value: unknown, ...path: readonly string[]): string | undefined {
  const found = path.reduce<unknown>((at, key) => (Object(at) as Record<string, unknown>)[key], value);
  return text(found);
}

const lastPart = (arn = ""): string => arn.split("/").slice(2).join(" /");
