import { writeFileSync } from "node:fs";
import { join } from "node:path";
import {
  appendUse,
  type FunctionPermissions,
  isMeasuredService,
  permissionFailures,
  permissionsReport,
  type RecordedUse,
  readUse,
} from "../../../../lib/local";
import { AccessControl } from "../../../../lib/local/permissions/access-control";
import { PermissionUse } from "../../../../lib/local/permissions/usage/permission-use";
import { addUses } from "../../../../lib/local/permissions/usage/recorded-use";
import type { Model, Values } from "../../../../lib/model";
import { accessKeys } from "../../../support/access-keys";
import { temporaryFolder } from "../../../support/stack";
import { TestClock } from "../../support/clock";
import { testModel } from "../../support/model";

const arnOf = (service: string, name: string): string => `arn:aws:${service}:us-east-1:123456789012:${name}`;
const tableArn = arnOf("dynamodb", "table/notes");
const bucketArn = "arn:aws:s3:::files";
const queueArn = arnOf("sqs", "jobs");
const secretArn = (stage: string): string =>
  arnOf("ssm", `parameter/serverform/notes/${stage}/Secret/API_KEY/value`);
const roleArn = "arn:aws:iam::123456789012:role/list";
const functionArn = arnOf("lambda", "function:list");

type Statement = readonly [actions: string | readonly string[], resources: string | readonly string[]];

interface Given {
  readonly statements: readonly Statement[];
  readonly variables?: Values;
  readonly more?: Readonly<Record<string, Readonly<Record<string, Values>>>>;
}

/** An app with a function `list`, a table, a bucket and a queue. */
function modelWith({ statements, variables = {}, more = {} }: Given): Model {
  const Statement = statements.map(([Action, Resource]) => ({ Effect: "Allow", Action, Resource }));
  return testModel({
    aws_iam_role: { Role: { name: "list", arn: roleArn } },
    aws_iam_role_policy: { Policy: { role: "list", policy: JSON.stringify({ Statement }) } },
    aws_lambda_function: {
      List: { function_name: "list", arn: functionArn, role: roleArn, environment: [{ variables }] },
    },
    aws_dynamodb_table: { Notes: { name: "notes", arn: tableArn } },
    aws_s3_bucket: { Files: { bucket: "files", arn: bucketArn } },
    aws_sqs_queue: { Jobs: { name: "jobs", arn: queueArn, url: "https://sqs/jobs" } },
    ...more,
  });
}

type Call = readonly [action: string, resource: string];

/** The use of a function that makes these calls. */
function useOf(model: Model, calls: readonly Call[], mode: "warn" | "enforce" = "warn"): RecordedUse {
  const use = new PermissionUse(model);
  const access = new AccessControl({
    accessKeys,
    mode,
    model,
    report: () => {},
    clock: new TestClock(),
    use,
  });
  use.invoked(`${functionArn}:live`);
  for (const [action, resource] of calls)
    access.check({ type: "session", session: { roleArn, sessionName: "list" } }, [{ action, resource }]);
  return use.recorded;
}

/** The part of the report about the function. */
function reported(model: Model, use: RecordedUse): FunctionPermissions {
  const [found] = permissionsReport(model, use, isMeasuredService()).functions;
  if (found === undefined) throw new Error("no function");
  return found;
}

/** The findings for which a pipeline fails. */
const failures = (model: Model, use: RecordedUse): readonly string[] => {
  const found = permissionsReport(model, use, isMeasuredService());
  return Object.entries(permissionFailures).flatMap(([kind, fails]) => (fails(found) ? [kind] : []));
};

const report = (given: Given, calls: readonly Call[]): FunctionPermissions => {
  const model = modelWith(given);
  return reported(model, useOf(model, calls));
};

const readData =
  "BatchGetItem GetRecords GetShardIterator Query GetItem Scan ConditionCheckItem DescribeTable"
    .split(" ")
    .map((each) => `dynamodb:${each}`);
const writeData = "BatchWriteItem PutItem UpdateItem DeleteItem".split(" ").map((each) => `dynamodb:${each}`);
const partiQl = "Select Insert Update Delete".split(" ").map((each) => `dynamodb:PartiQL${each}`);
const tableAndIndexes = [tableArn, `${tableArn}/index/*`];
const readBucket: Statement = [
  ["s3:GetObject*", "s3:GetBucket*", "s3:List*"],
  [bucketArn, `${bucketArn}/*`],
];

test("each call and each invocation counts once, also after the app has changed", () => {
  const model = modelWith({ statements: [["dynamodb:GetItem", tableArn]] });
  const use = new PermissionUse(model);
  const options = { accessKeys, mode: "warn", report: () => {}, clock: new TestClock() } as const;
  const access = new AccessControl({ ...options, model, use });
  const session = { roleArn, sessionName: "list" };
  const run = (): void => {
    use.invoked(functionArn);
    access.check({ type: "session", session }, [{ action: "dynamodb:GetItem", resource: tableArn }]);
  };
  run();
  run();
  access.replace(modelWith({ statements: [["dynamodb:*", tableArn]] }));
  run();
  const [found] = Object.values(use.recorded);
  expect(found?.invocations).toBe(3);
  expect(found?.used).toMatchObject([{ action: "dynamodb:GetItem", count: 3 }]);
  use.replace(testModel({}));
  use.invoked(functionArn);
  expect(Object.values(use.recorded)[0]?.invocations).toBe(3);
});

describe("The use of a function's permissions for a construct", () => {
  test.each<[string, Given, readonly Call[], object]>([
    [
      "a default grant that only reads",
      { statements: [[[...readData, ...writeData, ...partiQl], tableAndIndexes]] },
      [
        ["dynamodb:Query", `${tableArn}/index/byDate`],
        ["dynamodb:GetItem", tableArn],
        ["dynamodb:GetItem", tableArn],
      ],
      {
        resource: "Main/Notes",
        use: "partly",
        used: [
          { action: "dynamodb:GetItem", count: 2 },
          { action: "dynamodb:Query", count: 1 },
        ],
        now: "permissions: [notes]",
        code: 'permissions: [[notes, "grantReadData"]]',
      },
    ],
    [
      "the same of a construct that is bound",
      {
        statements: [[[...readData, ...writeData, ...partiQl], tableAndIndexes]],
        variables: { SERVERFORM_Table_tableName_Notes: "notes" },
      },
      [["dynamodb:PutItem", tableArn]],
      { use: "partly", now: "bind: [notes]", code: 'bind: [[notes, "grantWriteData"]]' },
    ],
    [
      "a grant of which no smaller one gives all that is used",
      { statements: [[readData, tableAndIndexes]] },
      [["dynamodb:GetItem", tableArn]],
      { use: "used", unused: readData.filter((each) => each !== "dynamodb:GetItem"), code: undefined },
    ],
    [
      "a grant that is not used at all",
      { statements: [[readData, tableAndIndexes]] },
      [],
      { use: "unused", now: 'permissions: [[notes, "grantReadData"]]', code: "permissions: []" },
    ],
    [
      "a wildcard of a service",
      { statements: [["dynamodb:*", tableAndIndexes]] },
      [["dynamodb:Scan", tableArn]],
      {
        use: "partly",
        now: 'permissions: [[notes, "grantFullAccess"]]',
        code: 'permissions: [[notes, "grantReadData"]]',
      },
    ],
    [
      "a wildcard that two grants replace",
      { statements: [["s3:*", [bucketArn, `${bucketArn}/*`]]] },
      [
        ["s3:GetObject", `${bucketArn}/a`],
        ["s3:PutObject", `${bucketArn}/a`],
      ],
      { use: "partly", code: 'permissions: [[files, "grantRead"], [files, "grantPut"]]' },
    ],
    [
      "a wildcard in a grant that is used in part",
      { statements: [readBucket] },
      [["s3:GetObject", `${bucketArn}/a`]],
      { use: "used", unused: ["s3:GetBucket*", "s3:List*"] },
    ],
    [
      "a statement that someone has written",
      { statements: [[["dynamodb:GetItem", "dynamodb:DeleteItem"], tableArn]] },
      [["dynamodb:GetItem", tableArn]],
      {
        use: "partly",
        unused: ["dynamodb:DeleteItem"],
        now: 'actions: ["dynamodb:GetItem", "dynamodb:DeleteItem"]',
        code: 'actions: ["dynamodb:GetItem"]',
      },
    ],
    [
      "a statement that is not used at all",
      { statements: [["sqs:SendMessage", arnOf("sqs", "other")]] },
      [],
      {
        use: "unused",
        now: 'permissions: [{ actions: ["sqs:SendMessage"], resources: ["arn:aws:sqs:us-east-1:*:other"] }]',
        code: "permissions: []",
      },
    ],
    [
      "an action that its service spells in another way",
      { statements: [["sns:Publish", arnOf("sns", "news")]] },
      [["SNS:Publish", arnOf("sns", "news")]],
      { use: "used", used: [{ action: "sns:Publish", count: 1 }], unused: [] },
    ],
    [
      "a secret that is not read",
      {
        statements: [["ssm:GetParameters", [secretArn("dev"), secretArn(".fallback")]]],
        variables: { SERVERFORM_Secret_value_API_KEY: "" },
      },
      [],
      { resource: "Secret/API_KEY", use: "unused", now: "bind: [apiKey]", code: "bind: []" },
    ],
    [
      "a secret that is read",
      { statements: [["ssm:GetParameters", [secretArn("dev"), secretArn(".fallback")]]] },
      [["ssm:GetParameters", secretArn("dev")]],
      { resource: "Secret/API_KEY", use: "used" },
    ],
    [
      "a wildcard that someone has written",
      { statements: [["dynamodb:Get*", tableArn]] },
      [["dynamodb:GetItem", tableArn]],
      { use: "partly", code: 'actions: ["dynamodb:GetItem"]' },
    ],
    [
      "permissions for everything",
      { statements: [["*", "*"]] },
      [
        ["dynamodb:Scan", tableArn],
        ["sqs:SendMessage", arnOf("sqs", "other")],
      ],
      {
        resource: "*",
        use: "partly",
        now: 'permissions: "*"',
        code: `permissions: [[notes, "grantReadData"], { actions: ["sqs:SendMessage"], resources: ["${arnOf("sqs", "other").replace("123456789012", "*")}"] }]`,
      },
    ],
    [
      "logs, which the local server does not see",
      { statements: [[["logs:PutLogEvents"], arnOf("logs", "log-group:list:*")]] },
      [],
      { use: "unmeasured", code: undefined },
    ],
  ])("%s", (_, given, calls, expected) => {
    const { grants } = report(given, calls);
    const [found] = grants;
    expect(grants).toHaveLength(1);
    expect({ code: undefined, ...found }).toMatchObject(expected);
  });

  test("the actions that Lambda needs to read a queue are not a finding, nor the stream lists that a grant includes", () => {
    const consume = "ReceiveMessage ChangeMessageVisibility GetQueueUrl DeleteMessage GetQueueAttributes"
      .split(" ")
      .map((each) => `sqs:${each}`);
    const streamArn = `${tableArn}/stream/2026-01-01`;
    const stream = "DescribeStream GetRecords GetShardIterator".split(" ").map((each) => `dynamodb:${each}`);
    const { grants } = report(
      {
        statements: [
          [consume, queueArn],
          [stream, streamArn],
          ["dynamodb:ListStreams", "*"],
        ],
        more: {
          aws_lambda_event_source_mapping: {
            Queue: { event_source_arn: queueArn, function_name: functionArn },
            Stream: { event_source_arn: streamArn, function_name: "list" },
          },
        },
      },
      [],
    );
    expect(grants).toEqual([
      expect.objectContaining({ resource: "Main/Jobs", use: "used", implied: consume, unused: [] }),
      expect.objectContaining({ resource: "Main/Notes (stream)", use: "used", implied: stream }),
    ]);
  });

  test("the actions that Lambda needs to send failed events are not a finding", () => {
    const send = ["sqs:SendMessage", "sqs:GetQueueAttributes", "sqs:GetQueueUrl"];
    const on_failure = [{ destination: queueArn }];
    const { grants } = report(
      {
        statements: [[send, queueArn]],
        more: {
          aws_lambda_function_event_invoke_config: {
            Async: { function_name: "list", destination_config: [{ on_failure }] },
          },
        },
      },
      [],
    );
    expect(grants).toEqual([expect.objectContaining({ use: "used", implied: send })]);
  });
});

describe("Access that a function has because of its place in the app", () => {
  const connections = arnOf("execute-api", "abc/dev/*/@connections/*");
  const route = {
    aws_apigatewayv2_integration: { Send: { api_id: "abc", integration_uri: `x/${functionArn}/y` } },
  };
  const socket = { aws_apigatewayv2_api: { Chat: { id: "abc", protocol_type: "WEBSOCKET" } } };
  const statements: readonly Statement[] = [["execute-api:ManageConnections", connections]];

  test.each([
    ["a route of a WebSocket API may write to its connections", { ...socket, ...route }, "used"],
    ["another function need not", socket, "unused"],
  ])("%s", (_, more, use) => {
    expect(report({ statements, more }, []).grants).toEqual([expect.objectContaining({ use })]);
  });

  test("a trigger may read the ids of its user pool", () => {
    const arn = arnOf("ssm", "parameter/pool");
    const model = modelWith({
      statements: [["ssm:GetParameters", arn]],
      more: { aws_ssm_parameter: { "Users/Binding_userPoolId": { arn }, Other: { arn: `${arn}2` } } },
    });
    expect(reported(model, useOf(model, [])).grants).toEqual([
      expect.objectContaining({ use: "used", implied: ["ssm:GetParameters"] }),
    ]);
  });

  test("the secret of a database belongs to its grant", () => {
    const clusterArn = arnOf("rds", "cluster:main");
    const data =
      "BatchExecuteStatement BeginTransaction CommitTransaction ExecuteStatement RollbackTransaction"
        .split(" ")
        .map((each) => `rds-data:${each}`);
    const given: Given = {
      statements: [
        [data, clusterArn],
        [
          ["secretsmanager:GetSecretValue", "secretsmanager:DescribeSecret"],
          arnOf("secretsmanager", "secret:x"),
        ],
      ],
      more: { aws_rds_cluster: { Main: { arn: clusterArn } } },
    };
    expect(report(given, [["rds-data:ExecuteStatement", clusterArn]]).grants).toEqual([
      expect.objectContaining({ resource: "Main/Main", use: "used" }),
    ]);
  });
});

describe("Coverage", () => {
  test("a function that never ran is unknown, and does not fail a pipeline", () => {
    const model = modelWith({ statements: [[readData, tableAndIndexes]] });
    expect(reported(model, {})).toMatchObject({ function: "Main/List", coverage: "unknown", invocations: 0 });
    expect(failures(model, {})).toEqual([]);
  });

  test("a function whose role is declared elsewhere is unknown", () => {
    const model = modelWith({ statements: [], more: { aws_iam_role: {} } });
    expect(reported(model, useOf(model, []))).toMatchObject({
      coverage: "unknown",
      invocations: 1,
      grants: [],
    });
  });

  test("a function that ran and used nothing fails a pipeline", () => {
    const model = modelWith({ statements: [[readData, tableAndIndexes]] });
    expect(failures(model, useOf(model, []))).toEqual(["unused"]);
  });
});

test("a function that constructs of a stack share does not fail a pipeline: its permissions need not be declared", () => {
  const aws_lambda_function = {
    _script: { function_name: "list", arn: functionArn, role: roleArn, environment: [{ variables: {} }] },
  };
  const model = modelWith({ statements: [[readData, tableAndIndexes]], more: { aws_lambda_function } });
  expect(reported(model, useOf(model, []))).toMatchObject({ function: "Main/_script", coverage: "run" });
  expect(failures(model, useOf(model, []))).toEqual([]);
});

describe("Missing permissions", () => {
  const model = modelWith({ statements: [] });
  const calls: readonly Call[] = [
    ["s3:PutObject", `${bucketArn}/a`],
    ["s3:PutObject", `${bucketArn}/b`],
  ];

  test.each(["warn", "enforce"] as const)("have the line that adds them: %s", (mode) => {
    const found = reported(model, useOf(model, calls, mode));
    expect(found.missing).toEqual([
      {
        action: "s3:PutObject",
        resource: "Main/Files (a)",
        count: 2,
        add: expect.stringContaining('[[files, "grantPut"]]'),
      },
    ]);
    expect(failures(model, useOf(model, calls, mode))).toEqual(["missing"]);
  });

  test("are not missing any more once the app grants them, though an earlier run missed them", () => {
    const repaired = modelWith({ statements: [["s3:PutObject", `${bucketArn}/*`]] });
    expect(reported(repaired, useOf(model, calls)).missing).toEqual([]);
  });
});

describe("Several runs", () => {
  const model = modelWith({ statements: [["s3:*", [bucketArn, `${bucketArn}/*`]]] });
  const reads = useOf(model, [["s3:GetObject", `${bucketArn}/a`]]);
  const writes = useOf(model, [["s3:PutObject", `${bucketArn}/a`]]);

  test("add up in a file", () => {
    const file = join(temporaryFolder(), "a/permissions.jsonl");
    expect(readUse(file, "test")).toEqual({});
    for (const each of [reads, writes, reads]) appendUse(file, each);
    const together = readUse(file, "test");
    expect(together).toEqual(addUses([reads, writes, reads]));
    expect(reported(model, together)).toMatchObject({
      invocations: 3,
      grants: [
        {
          used: [
            { action: "s3:GetObject", count: 2 },
            { action: "s3:PutObject", count: 1 },
          ],
        },
      ],
    });
  });

  test("the file names constructs, and no ARN or key of this machine", () => {
    expect(JSON.stringify(reads)).not.toMatch(/arn:|\/a"/);
  });

  test.each([
    "no JSON",
    "[1]",
    '{"Main/List":{}}',
    '{"Main/List":{"invocations":1,"used":[{}],"denied":[]}}',
  ])("a file with %s is refused, with its line", (line) => {
    const file = join(temporaryFolder(), "other.txt");
    writeFileSync(file, `${JSON.stringify(reads)}\n${line}\n`);
    expect(() => readUse(file, "test")).toThrow(
      /line 2 of it is not .*\n.*\[local-permissions-file\]|line 2/,
    );
  });
});
