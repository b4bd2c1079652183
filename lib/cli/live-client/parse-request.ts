import { functionArnParts } from "../../facts/aws/arn-patterns";
import { jsonOf } from "../../local/invoke";
import { invocationSource } from "./invocation-source";
import { PeerEnvironment } from "./peer-environment";

/** A request of a deployed function: only its checked parts, in the form in which they are used. */
export interface ParsedRequest {
  /** JSON text. */
  readonly event: string;
  /** The source that invoked the function, from the event. */
  readonly source: string;
  readonly environment: PeerEnvironment;
  readonly context: InvocationContext;
  /** Milliseconds until the service stops the invocation. */
  readonly remainingMs: number;
  /** When it was sent, by the clock of AWS. */
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

/** The wrapper confirms each answer that has arrived; more are not sent between two requests. */
const maxSettled = 10_000;
/** Source: https://docs.aws.amazon.com/lambda/latest/dg/gettingstarted-limits.html, function timeout. */
const maxRemainingMs = 15 * 60_000;
const memoryLimits = { least: 128, most: 32 * 1024 };
/** Lambda takes 3,583 bytes of client context. Source: https://docs.aws.amazon.com/lambda/latest/api/API_Invoke.html */
const maxContextCharacters = 16_384;
/** A longer source would hide other lines of the log. */
const maxSourceCharacters = 500;

/** Source: https://docs.aws.amazon.com/AmazonCloudWatchLogs/latest/APIReference/API_CreateLogGroup.html */
const logGroupPattern = /^[\w./#-]{1,512}$/;
const requestIdPattern = /^[\w-]{1,128}$/;
/** The id with the number of the request. */
const settledPattern = /^[\w.-]{1,512}$/;

/**
 * Reads the content of a request. A text says why it is not accepted.
 *
 * A holder of the function's role can write it, so nothing else of it reaches processes, files or the terminal.
 */
export function parseRequest(content: string): ParsedRequest | string {
  const given = objectOf(jsonOf(content));
  const { event, remainingMs, sentAt } = given;
  if (typeof event !== "string") return "its event is not a text";
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
  if (functionName !== nameInArn) return "its function name is not that of its ARN";
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

/** JSON without line breaks between its parts; undefined for anything else. */
function jsonLine(text: unknown): string | undefined {
  if (typeof text !== "string" || text.length > maxContextCharacters) return undefined;
  const value = jsonOf(text);
  return value === undefined ? undefined : JSON.stringify(value);
}

const isTime = (value: unknown): value is number => typeof value === "number" && Number.isFinite(value);

const objectOf = (value: unknown): Readonly<Record<string, unknown>> =>
  Object(value) as Readonly<Record<string, unknown>>;
