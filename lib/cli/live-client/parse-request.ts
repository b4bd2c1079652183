import { functionArnParts } from "../../facts/aws/arn-patterns";
import { isArn } from "../../facts/aws/arns";
import { onlyText } from "../../facts/text/record";
import { jsonOf } from "../../local";
import { isProcessVariable } from "./process-variables";

/** The credentials of a role, as the variables that SDKs read. */
interface RoleVariables {
  readonly AWS_ACCESS_KEY_ID: string;
  readonly AWS_SECRET_ACCESS_KEY: string;
  readonly AWS_SESSION_TOKEN: string;
}

/** AWS keys have neither spaces nor control characters. */
const keyPattern = /^[\x21-\x7e]{1,16384}$/;
/** Environment variables cannot contain null characters. */
const valuePattern = /^[^\0]{0,32768}$/u;
/** Source: https://docs.aws.amazon.com/lambda/latest/api/API_Environment.html */
const namePattern = /^[A-Za-z]\w{0,511}$/;

/** Handlers of an API read it. Only deployments by `serverform start` declare it. */
const apiRoute = "SERVERFORM_DEBUG_IS_API_ROUTE";

/**
 * The environment in a request of a deployed function. Any holder of the function's role can also send it.
 *
 * Read it only through `variablesFor`, which returns only variables that the local app declares.
 */
class PeerEnvironment {
  private constructor(
    readonly role: RoleVariables,
    private readonly values: ReadonlyMap<string, string>,
  ) {}

  /** Reads the environment of a request, or returns the reason why it is refused. */
  static parse(value: unknown): PeerEnvironment | string {
    if (typeof value !== "object" || value === null || Array.isArray(value)) return "it has no environment";
    const { AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY, AWS_SESSION_TOKEN, ...rest } = value as Readonly<
      Record<string, unknown>
    >;
    if (!isKey(AWS_ACCESS_KEY_ID) || !isKey(AWS_SECRET_ACCESS_KEY) || !isKey(AWS_SESSION_TOKEN))
      return "it has no credentials for the function's role";
    const values = new Map<string, string>();
    for (const [name, each] of Object.entries(rest)) {
      if (typeof each !== "string" || !valuePattern.test(each)) return "one of its variables is not a string";
      if (namePattern.test(name)) values.set(name, each);
    }
    return new PeerEnvironment({ AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY, AWS_SESSION_TOKEN }, values);
  }

  /**
   * The variables of a function, by its declaration: declared names with deployed values.
   *
   * Variables that affect the process itself keep the declared value.
   */
  variablesFor(declared: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
    const own = Object.entries(declared).map(([name, here]) => {
      const deployed = isProcessVariable(name) ? undefined : this.values.get(name);
      return [name, deployed ?? here] as const;
    });
    return {
      ...Object.fromEntries(own),
      ...(this.values.has(apiRoute) && { [apiRoute]: "1" }),
      ...this.role,
    };
  }

  /** Names of variables of the function in AWS that the local app does not declare. */
  undeclared(declared: Readonly<Record<string, string>>): readonly string[] {
    return [...this.values.keys()].filter(
      (name) => !Object.hasOwn(declared, name) && !isProcessVariable(name),
    );
  }
}

const isKey = (value: unknown): value is string => typeof value === "string" && keyPattern.test(value);

/** A request of a deployed function: only its checked parts, parsed. */
export interface ParsedRequest {
  /** JSON text. */
  readonly event: string;
  /** The source that invoked the function, from the event. */
  readonly source: string;
  readonly environment: PeerEnvironment;
  readonly context: InvocationContext;
  /** Milliseconds until Lambda stops the invocation. */
  readonly remainingMs: number;
  /** The time of sending, by the clock of AWS. */
  readonly sentAt: number;
  /** Whether the deployed handler streams its response. */
  readonly takesStream: boolean;
  /** Request ids of earlier answers that have arrived. */
  readonly settled: readonly string[];
}

export interface InvocationContext {
  /** @default - the one in the name of the message */
  readonly awsRequestId: string | undefined;
  /** The ARN without version or alias. */
  readonly functionArn: string;
  readonly functionName: string;
  readonly region: string;
  readonly invokedFunctionArn: string;
  readonly memoryMb: number;
  readonly logGroup: string;
  /** JSON text on one line. */
  readonly identity: string | undefined;
  /** JSON text on one line. */
  readonly clientContext: string | undefined;
}

/** Maximum number of answers between two requests: the wrapper confirms each answer. */
const maxSettled = 10_000;
/** Source: https://docs.aws.amazon.com/lambda/latest/dg/gettingstarted-limits.html, function timeout. */
const maxRemainingMs = 15 * 60_000;
const memoryLimits = { least: 128, most: 32 * 1024 };
/** Lambda accepts 3,583 bytes of client context. Source: https://docs.aws.amazon.com/lambda/latest/api/API_Invoke.html */
const maxContextCharacters = 16_384;
/** A longer source would hide other lines of the log. */
const maxSourceCharacters = 500;

/** Source: https://docs.aws.amazon.com/AmazonCloudWatchLogs/latest/APIReference/API_CreateLogGroup.html */
const logGroupPattern = /^[\w./#-]{1,512}$/;
const requestIdPattern = /^[\w-]{1,128}$/;
/** The id with the number of the request. */
const settledPattern = /^[\w.-]{1,512}$/;

/**
 * Reads the content of a request, or returns the reason why it is refused.
 *
 * Any holder of the function's role can send it, so no other part of it reaches processes, files or the terminal.
 */
export function parseRequest(content: string): ParsedRequest | string {
  const given = objectOf(jsonOf(content));
  const { event, remainingMs, sentAt } = given;
  if (typeof event !== "string") return "its event is not a string";
  const value = jsonOf(event);
  if (value === undefined) return "its event is not JSON";
  if (!isTime(remainingMs) || !isTime(sentAt)) return "its times are not numbers";
  const context = parseContext(objectOf(given.context));
  if (typeof context === "string") return context;
  const environment = PeerEnvironment.parse(given.environment);
  if (typeof environment === "string") return environment;
  return {
    event,
    source: invocationSource(value).slice(0, maxSourceCharacters),
    environment,
    context,
    remainingMs: Math.min(maxRemainingMs, Math.max(0, remainingMs)),
    sentAt,
    takesStream: given.takesStream === true,
    settled: settledIn(given.settled),
  };
}

function parseContext(given: Readonly<Record<string, unknown>>): InvocationContext | string {
  const { awsRequestId, functionName, invokedFunctionArn, memoryLimitInMB, logGroupName } = given;
  const isId = typeof awsRequestId === "string" && requestIdPattern.test(awsRequestId);
  if (awsRequestId !== undefined && !isId) return "its request id is malformed";
  const arn = typeof invokedFunctionArn === "string" ? functionArnParts.exec(invokedFunctionArn) : null;
  const [invoked, functionArn, region, nameInArn] = arn ?? [];
  if (invoked === undefined || functionArn === undefined || region === undefined || nameInArn === undefined)
    return "its function ARN is malformed";
  if (functionName !== nameInArn) return "its function name differs from the one in its ARN";
  const memory = Number(memoryLimitInMB);
  if (!Number.isInteger(memory) || memory < memoryLimits.least || memory > memoryLimits.most)
    return "its memory is not a number that Lambda has";
  if (typeof logGroupName !== "string" || !logGroupPattern.test(logGroupName))
    return "its log group is malformed";
  return {
    awsRequestId: isId ? awsRequestId : undefined,
    functionArn,
    functionName: nameInArn,
    region,
    invokedFunctionArn: invoked,
    memoryMb: memory,
    logGroup: logGroupName,
    identity: jsonLine(given.identity),
    clientContext: jsonLine(given.clientContext),
  };
}

function settledIn(value: unknown): readonly string[] {
  const ids = Array.isArray(value) ? (value as readonly unknown[]).slice(0, maxSettled) : [];
  return ids.flatMap((each) => (typeof each === "string" && settledPattern.test(each) ? each : []));
}

/** JSON without line breaks; undefined for other texts. */
function jsonLine(text: unknown): string | undefined {
  if (typeof text !== "string" || text.length > maxContextCharacters) return undefined;
  const value = jsonOf(text);
  return value === undefined ? undefined : JSON.stringify(value);
}

const isTime = (value: unknown): value is number => typeof value === "number" && Number.isFinite(value);

const objectOf = (value: unknown): Readonly<Record<string, unknown>> =>
  Object(value) as Readonly<Record<string, unknown>>;

/** The source that invoked a function, from its event: `GET /notes`, `queue dev-orders-Mails`, `execution order-1 of POST /orders`. */
export function invocationSource(event: unknown): string {
  const given = Object(event) as Record<string, unknown>;
  const execution = /\/durable-execution\/([^/]+)\//.exec(onlyText(given.DurableExecutionArn) ?? "")?.[1];
  return execution === undefined
    ? sourceOf(given)
    : `execution ${execution} of ${sourceOf(Object(executionInput(given)))}`;
}

/** The input of a durable function. Its event contains the state of the execution, and the first operation has the input. */
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
    const route =
      textAt(requestContext, "http", "path") ?? lastPart(onlyText(methodArn) ?? onlyText(routeArn));
    return `authorizer of ${route}`;
  },
  ({ requestContext }) => {
    const method = textAt(requestContext, "http", "method");
    return method && `${method} ${textAt(requestContext, "http", "path") ?? ""}`.trim();
  },
  ({ httpMethod, path, resource }) =>
    typeof httpMethod === "string"
      ? `${httpMethod} ${onlyText(path) ?? onlyText(resource) ?? ""}`.trim()
      : undefined,
  ({ requestContext }) => {
    const kind = textAt(requestContext, "eventType");
    return kind && `WebSocket ${textAt(requestContext, "routeKey") ?? kind}`;
  },
  ({ Records: records }) => (Array.isArray(records) ? recordSource(records) : undefined),
  // EventBridge: rules, and schedules.
  ({ "detail-type": type, source }) => {
    if (typeof type !== "string") return undefined;
    return type === "Scheduled Event" ? "schedule" : `event ${onlyText(source)} ${type}`;
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

function textAt(value: unknown, ...path: readonly string[]): string | undefined {
  const found = path.reduce<unknown>((at, key) => (Object(at) as Record<string, unknown>)[key], value);
  return onlyText(found);
}

const lastPart = (arn = ""): string => arn.split("/").slice(2).join(" /");
