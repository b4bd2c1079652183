import { CloudwatchLogGroup } from "@cdktf/provider-aws/lib/cloudwatch-log-group";
import { DataAwsSsmParameter } from "@cdktf/provider-aws/lib/data-aws-ssm-parameter";
import { Construct } from "constructs";
import { retentionDays, retentionLiterals } from "../../../lib/facts/aws/log-retention";
import type { Stack } from "../../../lib/kit/app";
import { resolveValue } from "../../../lib/kit/core";
import { type AccessLogProps, checkAccessLog, createAccessLog } from "../../../lib/kit/gateway";
import { type AccessLogKind, defaultFormat, type LoggedStage } from "../../../lib/kit/gateway/access-log";
import { addresses, only, testStack } from "../../support/stack";

interface Options extends Partial<LoggedStage> {
  readonly kind?: AccessLogKind;
  readonly stack?: Stack;
  /** The construct that messages name. @default - the scope of the log group */
  readonly api?: Construct;
}

/** Access logs of an API that is only a place in the tree. */
function accessLog(
  given: unknown,
  { stack = testStack(), kind = "http", api: named, ...others }: Options = {},
) {
  const api = (stack.node.tryFindChild("Api") as Construct | undefined) ?? new Construct(stack, "Api");
  const scope = new Construct(api, "DefaultStage");
  const checked = checkAccessLog(named ?? scope, kind, given as AccessLogProps | undefined);
  return createAccessLog(scope, "LogGroup", checked, {
    apiName: "dev-notes-Api",
    apiId: "a1b2c3",
    stageName: "$default",
    ...others,
  });
}

const destinationArn = "arn:aws:logs:us-east-1:123456789012:log-group:mine";

describe("access logs", () => {
  test.each([undefined, true, {}])("given as %j have a log group and the default format", (given) => {
    const stack = testStack();
    const { settings, logGroup } = accessLog(given, { stack });
    expect(addresses(stack)).toEqual(["aws_cloudwatch_log_group.Api_DefaultStage_LogGroup_19FC4C08"]);
    expect(resolveValue(stack, settings)).toEqual({
      destinationArn: "${aws_cloudwatch_log_group.Api_DefaultStage_LogGroup_19FC4C08.arn}",
      format: defaultFormat("http"),
    });
    expect(logGroup?.terraformResourceType).toBe("aws_cloudwatch_log_group");
  });

  test("are off when false", () => {
    const stack = testStack();
    expect(accessLog(false, { stack })).toEqual({ settings: undefined, logGroup: undefined });
    expect(addresses(stack)).toEqual([]);
  });

  test.each([
    ["$context.requestId", "$context.requestId"],
    [{ format: "$context.requestId,$context.status" }, "$context.requestId,$context.status"],
  ])("take the format %j", (given, format) => {
    const { settings, logGroup } = accessLog(given);
    expect(settings?.format).toBe(format);
    expect(logGroup).toBeDefined();
  });

  test("go to the caller's log group", () => {
    const stack = testStack();
    const { settings, logGroup } = accessLog({ destinationArn }, { stack });
    expect(settings).toEqual({ destinationArn, format: defaultFormat("http") });
    expect(logGroup).toBeUndefined();
    expect(addresses(stack)).toEqual([]);
  });

  test("use text of the format that looks like a template literally", () => {
    const stack = testStack();
    const { settings } = accessLog("${x} %{y} $context.requestId", { stack });
    expect(settings?.format).toBe("$${x} %%{y} $context.requestId");
  });

  test("keep references in the format", () => {
    const stack = testStack();
    const value = new DataAwsSsmParameter(stack, "Parameter", { name: "/x" }).value;
    const { settings } = accessLog(`$context.requestId ${value}`, { stack });
    expect(resolveValue(stack, settings?.format)).toBe(
      "$context.requestId ${data.aws_ssm_parameter.Parameter.value}",
    );
  });
});

describe("the default format", () => {
  test("of an HTTP API", () => {
    expect(defaultFormat("http")).toBe(
      [
        '{"requestTime":"$context.requestTime"',
        '"requestId":"$context.requestId"',
        '"httpMethod":"$context.httpMethod"',
        '"path":"$context.path"',
        '"routeKey":"$context.routeKey"',
        '"status":$context.status',
        '"responseLatency":$context.responseLatency',
        '"integrationRequestId":"$context.integration.requestId"',
        '"integrationStatus":"$context.integration.status"',
        '"integrationLatency":"$context.integration.latency"',
        '"integrationServiceStatus":"$context.integration.integrationStatus"',
        '"ip":"$context.identity.sourceIp"',
        '"userAgent":"$context.identity.userAgent"',
        '"cognitoIdentityId":"$context.identity.cognitoIdentityId"}',
      ].join(),
    );
  });

  test("of a WebSocket API", () => {
    expect(defaultFormat("websocket")).toBe(
      [
        '{"requestTime":"$context.requestTime"',
        '"requestId":"$context.requestId"',
        '"eventType":"$context.eventType"',
        '"routeKey":"$context.routeKey"',
        '"status":$context.status',
        '"integrationRequestId":"$context.awsEndpointRequestId"',
        '"integrationStatus":"$context.integrationStatus"',
        '"integrationLatency":"$context.integrationLatency"',
        '"integrationServiceStatus":"$context.integration.integrationStatus"',
        '"ip":"$context.identity.sourceIp"',
        '"userAgent":"$context.identity.userAgent"',
        '"cognitoIdentityId":"$context.identity.cognitoIdentityId"',
        '"connectedAt":"$context.connectedAt"',
        '"connectionId":"$context.connectionId"}',
      ].join(),
    );
  });

  test("of a REST API", () => {
    expect(defaultFormat("rest")).toBe(
      [
        '{"requestTime":"$context.requestTime"',
        '"requestId":"$context.requestId"',
        '"httpMethod":"$context.httpMethod"',
        '"path":"$context.path"',
        '"resourcePath":"$context.resourcePath"',
        '"status":$context.status',
        '"responseLatency":$context.responseLatency',
        '"xrayTraceId":"$context.xrayTraceId"',
        '"integrationRequestId":"$context.integration.requestId"',
        '"functionResponseStatus":"$context.integration.status"',
        '"integrationLatency":"$context.integration.latency"',
        '"integrationServiceStatus":"$context.integration.integrationStatus"',
        '"ip":"$context.identity.sourceIp"',
        '"userAgent":"$context.identity.userAgent"',
        '"principalId":"$context.authorizer.principalId"}',
      ].join(),
    );
  });

  test.each(["http", "websocket", "rest"] as const)("of %s is one JSON object", (kind) => {
    const line = defaultFormat(kind).replaceAll(/:\$[\w.]+/g, ":1");
    expect(() => JSON.parse(line)).not.toThrow();
  });
});

describe("the log group", () => {
  test.each([
    ["dev-notes-Api", "$default", "/aws/vendedlogs/apis/dev-notes-Api-a1b2c3/default"],
    ["dev-Api", "dev", "/aws/vendedlogs/apis/dev-Api-a1b2c3/dev"],
    ["a.b_c/d#e f$", "x:y", "/aws/vendedlogs/apis/a.b_c/d#ef-a1b2c3/xy"],
  ])("of %s and the stage %s is named %s", (apiName, stageName, name) => {
    const stack = testStack();
    accessLog(true, { stack, apiName, stageName });
    expect(only(stack, "aws_cloudwatch_log_group").name).toBe(name);
  });

  test("keeps references in its name unchanged", () => {
    const stack = testStack();
    const value = new DataAwsSsmParameter(stack, "Parameter", { name: "/x" }).value;
    accessLog(true, { stack, apiId: value, stageName: value });
    const reference = "${data.aws_ssm_parameter.Parameter.value}";
    expect(only(stack, "aws_cloudwatch_log_group").name).toBe(
      `/aws/vendedlogs/apis/dev-notes-Api-${reference}/${reference}`,
    );
  });

  test("keeps its lines for a year", () => {
    const stack = testStack();
    accessLog(true, { stack });
    expect(only(stack, "aws_cloudwatch_log_group").retention_in_days).toBe(365);
  });

  test.each(retentionLiterals)("keeps its lines for %s", (retention) => {
    const stack = testStack();
    accessLog({ retention }, { stack });
    expect(only(stack, "aws_cloudwatch_log_group").retention_in_days).toBe(retentionDays[retention]);
  });

  test("stays after the stack under the removal policy retain", () => {
    const stack = testStack({ defaultRemovalPolicy: "retain" });
    accessLog(true, { stack });
    expect(only(stack, "aws_cloudwatch_log_group").skip_destroy).toBe(true);
  });
});

describe("access logs are refused", () => {
  test("with an unknown retention, and name it", () => {
    expect(() => accessLog({ retention: "two_year" })).toThrow(
      /^dev-notes-Main\/Api\/DefaultStage: accessLog\.retention is "two_year"\.\n {2}Did you mean "two_years"\? Use one of: .* and 15 more\.\n {2}\[literal-unknown\]$/,
    );
  });

  test("with the path of the API, where the stage has its own construct", () => {
    const stack = testStack();
    const api = new Construct(stack, "Api");
    expect(() => accessLog({ retention: 5 }, { stack, api })).toThrow(
      /^dev-notes-Main\/Api: accessLog\.retention is 5/,
    );
  });

  test("with three_years for a REST API only", () => {
    expect(() => accessLog({ retention: "three_years" }, { kind: "rest" })).toThrow(/"three_years"/);
    expect(() => accessLog({ retention: "three_years" }, { kind: "websocket" })).not.toThrow();
  });

  test("with an unknown key, and name the nearest", () => {
    expect(() => accessLog({ formt: "x" })).toThrow(
      /accessLog has the key "formt".*Did you mean "format"\?/s,
    );
  });

  test.each([5, [], null])("as %j", (given) => {
    expect(() => accessLog(given)).toThrow(/: accessLog is .*\[prop-invalid\]/s);
  });

  test.each([
    ["accessLog", ""],
    ["accessLog.format", { format: " " }],
    ["accessLog.format", { format: 5 }],
  ])("with no format at %s", (prop, given) => {
    expect(() => accessLog(given)).toThrow(`: ${prop} is `);
  });

  test("with a format of several lines", () => {
    expect(() => accessLog("$context.requestId\n$context.status")).toThrow(
      /accessLog is "\$context\.requestId\\n\$context\.status", which has more than one line\..*JSON\.stringify.*\[access-log-lines\]/s,
    );
    expect(() => accessLog("$context.requestId\n")).not.toThrow();
  });

  test.each([
    ["rest", "$context.status", true],
    ["rest", "$context.requestIdentity", true],
    ["rest", "$context.requestId", false],
    ["rest", "$context.extendedRequestId", false],
    ["http", "$context.status", false],
    ["websocket", "$context.status", false],
  ] as const)("for %s with the format %s: %s", (kind, format, isRefused) => {
    const create = () => accessLog({ format }, { kind });
    if (isRefused) expect(create).toThrow(/accessLog\.format is .*\[access-log-request-id\]/s);
    else expect(create).not.toThrow();
  });
});

test("a format that is a reference is not looked into", () => {
  const stack = testStack();
  const value = new DataAwsSsmParameter(stack, "Parameter", { name: "/x" }).value;
  expect(() => accessLog(value, { stack, kind: "rest" })).not.toThrow();
});

describe("the destination of access logs", () => {
  test("is the ARN without :*", () => {
    expect(() => accessLog({ destinationArn: `${destinationArn}:*` })).toThrow(
      [
        `dev-notes-Main/Api/DefaultStage: accessLog.destinationArn is "${destinationArn}:*".`,
        `  Write "${destinationArn}".`,
        "  [access-log-destination]",
      ].join("\n"),
    );
  });

  const stream = "arn:aws:firehose:us-east-1:123456789012:deliverystream/amazon-apigateway-notes";
  const china = "arn:aws-cn:logs:cn-north-1:123456789012:log-group:/mine/a.b";
  const otherStream = "arn:aws:firehose:us-east-1:123456789012:deliverystream/notes";
  const topic = "arn:aws:sns:us-east-1:123456789012:mine";
  test.each([
    ["http", destinationArn, true],
    ["http", china, true],
    ["http", stream, false],
    ["websocket", stream, true],
    ["rest", stream, true],
    ["rest", destinationArn, true],
    ["rest", otherStream, false],
    ["http", topic, false],
    ["http", "mine", false],
    ["http", "", false],
  ] as [AccessLogKind, string, boolean][])("for %s may be %p: %p", (kind, arn, isTaken) => {
    const region = /:(cn-north-1):/.exec(arn)?.[1] ?? "us-east-1";
    const create = () => accessLog({ destinationArn: arn }, { kind, stack: testStack({ region }) });
    if (isTaken) expect(create).not.toThrow();
    else expect(create).toThrow(/accessLog\.destinationArn is .*Write the ARN of a log group/s);
  });

  test("may be a reference", () => {
    const stack = testStack();
    const { arn } = new CloudwatchLogGroup(stack, "Mine", { name: "mine" });
    const { settings } = accessLog({ destinationArn: arn }, { stack });
    expect(resolveValue(stack, settings?.destinationArn)).toBe("${aws_cloudwatch_log_group.Mine.arn}");
  });
});
