import type { CloudwatchLogGroup } from "@cdktf/provider-aws/lib/cloudwatch-log-group";
import type { Construct, IConstruct } from "constructs";
import { arnPattern } from "../../facts/aws/arn-patterns";
import { regionOfArn } from "../../facts/aws/arns";
import { type Retention, retentionDays, retentionLiterals } from "../../facts/aws/log-retention";
import { Stack } from "../app";
import { LogGroup } from "../app/log-group";
import { checkLiteral, checkObject, propKeys } from "../core/checks/check";
import { refuseValue } from "../core/errors";
import { quotas } from "../core/quotas";
import { escapeTemplate } from "../core/tokens/escape";
import { isUnresolved } from "../core/tokens/unresolved";
import { noteUnknownVariables } from "./access-log-variables";
import { fail } from "./errors";

/** Access logs of an API: one line per request. */
export interface AccessLogProps<Kept extends Retention = Retention> {
  /**
   * ARN of an existing log group in the region of the API. No log group is created then; `retention` is that of the group.
   *
   * @default - a log group is created
   */
  readonly destinationArn?: string | undefined;
  /**
   * The content of a line: text with `$context.<variable>`.
   *
   * @default - a JSON object with time, request, route, status, latencies and client
   */
  readonly format?: string | undefined;
  /**
   * How long the created log group keeps its lines.
   *
   * @default "one_year"
   */
  readonly retention?: Kept | undefined;
}

/** The gateways. Each has its own variables. */
export type AccessLogKind = "http" | "websocket" | "rest";

const accessLogKeys = propKeys<AccessLogProps>()({ destinationArn: "text", format: "text", retention: true });

interface KindOfAccessLog {
  /** Keys of the default format, each with its path below `$context` where that differs. */
  readonly fields: readonly (string | readonly [key: string, path: string])[];
  readonly retentions: readonly Retention[];
  /**
   * Whether the logs may go to a Firehose stream.
   *
   * Source: https://docs.aws.amazon.com/apigateway/latest/developerguide/apigateway-logging-to-kinesis.html
   */
  readonly takesFirehose: boolean;
  /**
   * Whether API Gateway refuses a format without a request id.
   *
   * Source: https://docs.aws.amazon.com/apigateway/latest/developerguide/set-up-logging.html
   */
  readonly needsRequestId: boolean;
}

/** Fields with numbers, which are written without quotes. */
const numbers: readonly string[] = ["status", "responseLatency"];

const kinds: Readonly<Record<AccessLogKind, KindOfAccessLog>> = {
  http: {
    fields: [
      "requestTime",
      "requestId",
      "httpMethod",
      "path",
      "routeKey",
      "status",
      "responseLatency",
      ["integrationRequestId", "integration.requestId"],
      ["integrationStatus", "integration.status"],
      ["integrationLatency", "integration.latency"],
      ["integrationServiceStatus", "integration.integrationStatus"],
      ["ip", "identity.sourceIp"],
      ["userAgent", "identity.userAgent"],
      ["cognitoIdentityId", "identity.cognitoIdentityId"],
    ],
    retentions: retentionLiterals,
    takesFirehose: false,
    needsRequestId: false,
  },
  websocket: {
    fields: [
      "requestTime",
      "requestId",
      "eventType",
      "routeKey",
      "status",
      ["integrationRequestId", "awsEndpointRequestId"],
      "integrationStatus",
      "integrationLatency",
      ["integrationServiceStatus", "integration.integrationStatus"],
      ["ip", "identity.sourceIp"],
      ["userAgent", "identity.userAgent"],
      ["cognitoIdentityId", "identity.cognitoIdentityId"],
      "connectedAt",
      "connectionId",
    ],
    retentions: retentionLiterals,
    takesFirehose: true,
    needsRequestId: false,
  },
  rest: {
    fields: [
      "requestTime",
      "requestId",
      "httpMethod",
      "path",
      "resourcePath",
      "status",
      "responseLatency",
      "xrayTraceId",
      ["integrationRequestId", "integration.requestId"],
      ["functionResponseStatus", "integration.status"],
      ["integrationLatency", "integration.latency"],
      ["integrationServiceStatus", "integration.integrationStatus"],
      ["ip", "identity.sourceIp"],
      ["userAgent", "identity.userAgent"],
      ["principalId", "authorizer.principalId"],
    ],
    retentions: retentionLiterals.filter((each) => each !== "three_years"),
    takesFirehose: true,
    needsRequestId: true,
  },
};

/** The settings that a stage needs to write access logs. */
export interface AccessLog {
  /** The block of the stage; undefined when logs are off. */
  readonly settings: { readonly destinationArn: string; readonly format: string } | undefined;
  /** The log group, if one was created. */
  readonly logGroup: CloudwatchLogGroup | undefined;
}

/** The prop `accessLog`, checked; `false` when logs are off. */
export type CheckedAccessLog = (AccessLogProps & { readonly kind: AccessLogKind }) | false;

/** The stage that writes access logs. */
export interface LoggedStage {
  /** Name of the API in AWS, `prefixed(node id)`. */
  readonly apiName: string;
  readonly apiId: string;
  readonly stageName: string;
}

/** Refuses access logs that cannot work. Creates nothing. */
export function checkAccessLog(
  where: IConstruct,
  kind: AccessLogKind,
  given: boolean | string | AccessLogProps | undefined,
): CheckedAccessLog {
  const prop = "accessLog";
  if (given === false) return false;
  if (given === undefined || given === true) return { kind };
  if (typeof given === "string") {
    checkFormat(where, prop, given, kind);
    return { kind, format: given };
  }
  checkObject(
    where,
    prop,
    given,
    accessLogKeys,
    "true, false, a format, or { destinationArn, format, retention }",
  );
  const { destinationArn, format, retention } = given as AccessLogProps;
  if (format !== undefined) checkFormat(where, `${prop}.format`, format, kind);
  if (retention !== undefined) checkLiteral(where, `${prop}.retention`, retention, kinds[kind].retentions);
  if (destinationArn !== undefined && retention !== undefined) {
    fail(where, "props-exclude", `${prop}.retention`, { other: `${prop}.destinationArn` });
  }
  if (destinationArn !== undefined) checkDestination(where, `${prop}.destinationArn`, destinationArn, kind);
  return { kind, destinationArn, format, retention };
}

/** Creates the log group of a stage, unless the logs are off or have another destination. */
export function createAccessLog(
  scope: Construct,
  id: string,
  checked: CheckedAccessLog,
  stage: LoggedStage,
): AccessLog {
  if (checked === false) return { settings: undefined, logGroup: undefined };
  const { kind, destinationArn, retention = "one_year" } = checked;
  const format = checked.format === undefined ? defaultFormat(kind) : escapeTemplate(checked.format);
  if (destinationArn !== undefined) return { settings: { destinationArn, format }, logGroup: undefined };
  const logGroup = new LogGroup(scope, id, {
    name: logGroupName(stage),
    retentionInDays: retentionDays[retention],
  });
  return { settings: { destinationArn: logGroup.arn, format }, logGroup };
}

/** The default format: one JSON object. */
export function defaultFormat(kind: AccessLogKind): string {
  const members = kinds[kind].fields.map((field) => {
    const [key, path] = typeof field === "string" ? [field, field] : field;
    const value = `$context.${path}`;
    return `"${key}":${numbers.includes(key) ? value : `"${value}"`}`;
  });
  return `{${members.join(",")}}`;
}

// One statement of the account's log policy covers all names below /aws/vendedlogs/. The policy has room for few others.
// Source: https://docs.aws.amazon.com/AmazonCloudWatch/latest/logs/AWS-logs-and-resource-policy.html
function logGroupName({ apiName, apiId, stageName }: LoggedStage): string {
  const strip = (text: string) => (isUnresolved(text) ? text : text.replace(/[^.\-_/#A-Za-z0-9]/g, ""));
  return `/aws/vendedlogs/apis/${strip(apiName)}-${strip(apiId)}/${strip(stageName)}`;
}

/** Refuses the content of a line that the gateway refuses, or that has no information about the request. */
export function checkFormat(where: IConstruct, prop: string, format: unknown, kind: AccessLogKind): void {
  if (isUnresolved(format)) return;
  if (typeof format !== "string" || !/\$\{?[a-z]/i.test(format)) {
    const expected = 'text with $context variables, such as "$context.requestId $context.status"';
    refuseValue(where, prop, format, expected);
  }
  const { accessLogFormatBytes: limit } = quotas;
  const length = Buffer.byteLength(format);
  if (length > limit) fail(where, "access-log-too-long", prop, { length, limit });
  if (/[\r\n]/.test(format.trimEnd())) fail(where, "access-log-lines", prop, { value: format });
  const hasRequestId = /\$context\.(extendedRequestId|requestId)\b/.test(format);
  if (kinds[kind].needsRequestId && !hasRequestId) {
    fail(where, "access-log-request-id", prop, { value: format });
  }
  noteUnknownVariables(where, prop, kind, format);
}

/** Refuses the ARN of a resource in another region than the stack's, as far as both are known. */
export function checkArnRegion(
  where: IConstruct,
  prop: string,
  value: unknown,
  region = Stack.of(where).region,
): void {
  const found = regionOfArn(String(value));
  if (found === undefined || isUnresolved(region) || found === region) return;
  fail(where, "arn-region", prop, { value, found, region });
}

function checkDestination(where: IConstruct, prop: string, value: unknown, kind: AccessLogKind): void {
  if (isUnresolved(value)) return;
  const { takesFirehose } = kinds[kind];
  const arn = String(value);
  // Names of log groups: https://docs.aws.amazon.com/AmazonCloudWatchLogs/latest/APIReference/API_CreateLogGroup.html
  const isLogGroup = arnPattern("logs", /log-group:[.\-_/#A-Za-z0-9]{1,512}/);
  const isStream = arnPattern("firehose", /deliverystream\/amazon-apigateway-[A-Za-z0-9_.-]+/);
  checkArnRegion(where, prop, value);
  if (isLogGroup.test(arn) || (takesFirehose && isStream.test(arn))) return;
  const withoutStreams = arn.replace(/:\*$/, "");
  fail(where, "access-log-destination", prop, {
    value,
    expected: takesFirehose
      ? "a log group, or of a Firehose stream whose name begins with amazon-apigateway-"
      : "a log group",
    suggestion: isLogGroup.test(withoutStreams) ? withoutStreams : undefined,
  });
}
