import { CloudwatchLogGroup } from "@cdktf/provider-aws/lib/cloudwatch-log-group";
import { LbListener } from "@cdktf/provider-aws/lib/lb-listener";
import { Function, Table, Trigger, type TriggerProps } from "../../../lib";
import { resolveValue } from "../../../lib/kit/core";
import { listedTypes, typesOf } from "../../docs/resources-table";
import { addresses, resources, testStack } from "../../support/stack";
import { expectRefused, onlyPlain, plain, plainly } from "../app-sync-api/support";

const handler = "functions/notes.get";
const listenerArn =
  "arn:aws:elasticloadbalancing:us-east-1:111122223333:listener/app/web/50dc6c495c0c9188/f2f7dc8efc522ab2";
const skillId = "amzn1.ask.skill.00000000-0000-0000-0000-000000000000";
const sql = "SELECT * FROM 'devices/+/readings'";

function trigger(props: (stack: ReturnType<typeof testStack>) => TriggerProps) {
  const stack = testStack({ account: "111122223333" });
  return { stack, it: new Trigger(stack, "It", props(stack)) };
}

const logs = (more: object = {}) =>
  trigger((stack) => {
    const logGroup = new CloudwatchLogGroup(stack, "Group", { name: "/web" });
    return { type: "log_group", logGroup, function: handler, ...more };
  });
const web = (more: object = {}) =>
  trigger(() => ({
    type: "load_balancer",
    listener: listenerArn,
    conditions: { paths: ["/notes/*"] },
    function: handler,
    ...more,
  }));
const iot = (more: object = {}) => trigger(() => ({ type: "iot", sql, function: handler, ...more }));
const skill = (type: "alexa_skill" | "smart_home_skill" = "alexa_skill") =>
  trigger(() => ({ type, skillId, function: handler }));

describe("Trigger", () => {
  test.each([
    [
      "log_group",
      logs,
      ["aws_cloudwatch_log_group.Group", "aws_cloudwatch_log_subscription_filter.It_Filter"],
    ],
    [
      "load_balancer",
      web,
      [
        "aws_lb_listener_rule.It_Rule",
        "aws_lb_target_group.It_TargetGroup",
        "aws_lb_target_group_attachment.It_Target",
      ],
    ],
    ["iot", iot, ["aws_iot_topic_rule.It_Rule"]],
    ["alexa_skill", skill, []],
  ])("of the type %s creates these resources", (_type, make, own) => {
    const all = addresses(make().stack).map(plain);
    const ofFunction = [
      "aws_cloudwatch_log_group.It_Function_LogGroup",
      "aws_iam_role.It_Function_Role",
      "aws_iam_role_policy.It_Function_Policies_Base",
      "aws_lambda_function.It_Function",
      "data.archive_file._code_functions-notes-ab2188ae",
    ];
    const uses = own.some((each) => each.startsWith("aws_lb_listener_rule.")) ? ["terraform_data.uses"] : [];
    expect(all).toEqual([...own, ...ofFunction, ...uses, "aws_lambda_permission.It_Permission"].sort());
  });

  test("has a README that lists every type of resource", () => {
    const found = [logs, web, iot, skill].flatMap((make) => typesOf(addresses(make().stack)));
    expect(listedTypes("lib/constructs/trigger/README.md")).toEqual(expect.arrayContaining(found));
  });

  test("passes lines of a log group on, and lets only this group call the function", () => {
    const { stack } = logs({ filterPattern: '{ $.level = "error" }' });
    expect(onlyPlain(stack, "aws_cloudwatch_log_subscription_filter")).toEqual({
      name: "dev-notes-It",
      log_group_name: "${aws_cloudwatch_log_group.Group.name}",
      filter_pattern: '{ $.level = "error" }',
      destination_arn: "${aws_lambda_function.It_Function.arn}",
      depends_on: ["aws_lambda_permission.It_Permission"],
    });
    expect(onlyPlain(stack, "aws_lambda_permission")).toMatchObject({
      principal: "logs.amazonaws.com",
      source_arn: "${aws_cloudwatch_log_group.Group.arn}:*",
      source_account: "111122223333",
    });
  });

  test("takes the log group of a function", () => {
    const { stack } = trigger((stack) => ({
      type: "log_group",
      logGroup: new Function(stack, "Worker", { handler }),
      function: handler,
    }));
    expect(onlyPlain(stack, "aws_cloudwatch_log_subscription_filter")).toMatchObject({
      log_group_name: "${aws_cloudwatch_log_group.Worker_LogGroup.name}",
      filter_pattern: "",
    });
  });

  test("answers requests to a load balancer, which becomes a target after it may be called", () => {
    const { stack } = web({
      conditions: {
        paths: ["/notes/*"],
        hosts: ["*.example.com"],
        methods: ["GET"],
        headers: { "x-version": ["2"] },
        sourceIps: ["203.0.113.0/24"],
      },
      priority: 7,
      multiValueHeaders: true,
    });
    expect(onlyPlain(stack, "aws_lb_target_group")).toEqual({
      name: "dev-notes-It",
      target_type: "lambda",
      lambda_multi_value_headers_enabled: true,
    });
    expect(onlyPlain(stack, "aws_lb_target_group_attachment")).toEqual({
      target_group_arn: "${aws_lb_target_group.It_TargetGroup.arn}",
      target_id: "${aws_lambda_function.It_Function.arn}",
      depends_on: ["aws_lambda_permission.It_Permission"],
    });
    expect(onlyPlain(stack, "aws_lb_listener_rule")).toMatchObject({
      listener_arn: listenerArn,
      priority: 7,
      condition: [
        { path_pattern: { values: ["/notes/*"] } },
        { host_header: { values: ["*.example.com"] } },
        { http_request_method: { values: ["GET"] } },
        { source_ip: { values: ["203.0.113.0/24"] } },
        { http_header: { http_header_name: "x-version", values: ["2"] } },
      ],
      action: [{ type: "forward", target_group_arn: "${aws_lb_target_group.It_TargetGroup.arn}" }],
    });
    expect(onlyPlain(stack, "aws_lambda_permission")).toMatchObject({
      principal: "elasticloadbalancing.amazonaws.com",
      source_arn: "${aws_lb_target_group.It_TargetGroup.arn}",
    });
  });

  test("takes a listener as an object, and shortens the name of the target group", () => {
    const stack = testStack();
    const listener = new LbListener(stack, "Listener", {
      loadBalancerArn: "arn",
      defaultAction: [{ type: "x" }],
    });
    const conditions = { paths: ["/*"] };
    new Trigger(stack, "ATriggerWithAVeryLongName", {
      type: "load_balancer",
      listener,
      conditions,
      function: handler,
    });
    expect(onlyPlain(stack, "aws_lb_listener_rule").listener_arn).toBe("${aws_lb_listener.Listener.arn}");
    expect(String(onlyPlain(stack, "aws_lb_target_group").name)).toMatch(/^dev-notes-ATriggerWithA.{9}$/);
  });

  test("passes messages of devices on, and waits until it may", () => {
    const { stack } = iot({ enabled: false, cdk: { topicRule: { description: "Readings" } } });
    expect(onlyPlain(stack, "aws_iot_topic_rule")).toEqual({
      name: "dev_notes_It",
      enabled: false,
      sql,
      sql_version: "2016-03-23",
      description: "Readings",
      lambda: [{ function_arn: "${aws_lambda_function.It_Function.arn}" }],
      depends_on: ["aws_lambda_permission.It_Permission"],
    });
    expect(onlyPlain(stack, "aws_lambda_permission")).toMatchObject({
      principal: "iot.amazonaws.com",
      source_arn: "arn:aws:iot:us-east-1:111122223333:rule/dev_notes_It",
      source_account: "111122223333",
    });
  });

  test.each([
    ["alexa_skill", "alexa-appkit.amazon.com"],
    ["smart_home_skill", "alexa-connectedhome.amazon.com"],
  ] as const)("lets one %s call the function", (type, principal) => {
    const { stack } = skill(type);
    expect(onlyPlain(stack, "aws_lambda_permission")).toMatchObject({
      principal,
      event_source_token: skillId,
    });
  });

  test("binds to its function, describes itself and hands out what it created", () => {
    const { stack, it } = iot();
    const table = new Table(stack, "Notes", {
      fields: { id: "string" },
      primaryIndex: { partitionKey: "id" },
    });
    it.bind([table]);
    it.attachPermissions(["s3:GetObject"]);
    expect(it.cdk.topicRule?.node.path).toBe("dev-notes-Main/It/Rule");
    expect(plainly(resolveValue(it, it.getConstructMetadata()))).toEqual({
      type: "Trigger",
      data: { kind: "iot", fn: { node: expect.any(String), stack: "dev-notes-Main" } },
    });
    expect(JSON.stringify(resources(stack, "aws_lambda_function"))).toContain("Table_tableName_Notes");
  });
});

const balanced = (conditions: object) => ({
  type: "load_balancer",
  function: handler,
  listener: listenerArn,
  conditions,
});

describe("Trigger of a log group", () => {
  const pattern = (filterPattern: string) => () => logs({ filterPattern });
  test.each([
    "",
    "ERROR",
    "ERROR Exception",
    "?ERROR ?WARN -DEBUG",
    '"Task timed out"',
    '?REPORT ?"Task timed out"',
    "%AUTHORIZED%",
    '"said \\"no\\"" ERROR',
    '{ $.level = "error" }',
    '{ $.eventType = "Update*" && ($.a[0].b != 4 || $.c NOT EXISTS) }',
    "{ ($.user.id = 1) && ($.users[0].email IS NULL) }",
    "{ $.ip = %10\\.0\\.% }",
    "{$.bytes>=1e3}",
    "[ip, user, ..., status_code=5*, bytes > 1000]",
    '[w1=ERROR && w1!="%|x%", w2]',
  ])("takes the pattern %s", (given) => {
    expect(pattern(given)).not.toThrow();
  });
  test.each([
    "GET /notes",
    "user@example.com",
    "status: 500",
    '"Task timed out',
    '{ $.level = "error"',
    '{ level = "error" }',
    "{ $.level }",
    '{ ($.level = "error" }',
    "{ $.a = 1 && }",
    "[ip, user",
    "[ip,, user]",
    "[a=“b“]x",
    "?",
  ])("refuses the pattern %s", (given) => {
    expect(pattern(given)).toThrow(/filterPattern is .*\[prop-invalid\]/s);
  });
});

describe("Trigger of IoT", () => {
  const statement = (text: string) => () => iot({ sql: text });
  test.each([
    "SELECT * FROM 'devices/+/readings'",
    "select topic(2) as d, * from '#' where state.x > 1",
    "SELECT temperature FROM 'a/#' WHERE room IN ['kitchen', 'it (is)']",
    "SELECT (SELECT VALUE n FROM e) AS n FROM 'a'",
    'SELECT * FROM "a/b"',
    "SELECT\n*\nFROM 'a/b/c/d/e/f/g/h'",
    "SELECT encode(*, 'base64') AS data FROM '$aws/things/+/shadow/update'",
  ])("takes %s", (text) => {
    expect(statement(text)).not.toThrow();
  });
  test.each([
    ["SELECT * FROM devices", "no topic in quotes"],
    ["SELECT * FROM devices WHERE a = 'b'", "no topic in quotes"],
    ["SELECT (SELECT a FROM 'b')", "is not a SELECT"],
    ["SELECT * FROM 'a", "a quote that nothing closes"],
    ["SELECT f(a FROM 'a'", "a parenthesis without"],
    ["SELECT * FROM ''", "1 to 256 bytes"],
    [`SELECT * FROM '${"a/".repeat(8)}a'`, "at most 7 slashes"],
    ["SELECT * FROM 'a/b+'", "only a part of a level"],
    ["SELECT * FROM 'a/#/b'", "continues after #"],
  ])("refuses %s: it %s", (text, reason) => {
    expect(statement(text)).toThrow(reason);
  });
});

describe("Trigger refuses", () => {
  const six = ["/a", "/b", "/c", "/d", "/e", "/f"];
  test.each<[string, string, object]>([
    ["literal-unknown", "type", { type: "sqs", function: handler }],
    ["literal-unknown", "type", { function: handler }],
    ["prop-required", "function", { type: "iot", sql }],
    ["key-unknown", "props", { type: "iot", sql, function: handler, skillId }],
    ["key-unknown", "cdk", { type: "iot", sql, function: handler, cdk: { listenerRule: {} } }],
    [
      "key-rejected",
      "cdk.topicRule",
      { type: "iot", sql, function: handler, cdk: { topicRule: { lambda: [] } } },
    ],
    ["prop-required", "sql", { type: "iot", function: handler }],
    ["trigger-sql", "sql", { type: "iot", function: handler, sql: "devices/+/readings" }],
    ["trigger-sql", "sql", { type: "iot", function: handler, sql: "SELECT * FROM devices/+/readings" }],
    [
      "prop-invalid",
      'conditions.headers["Host"]',
      {
        type: "load_balancer",
        function: handler,
        listener: listenerArn,
        conditions: { headers: { Host: ["a"] } },
      },
    ],
    ["prop-required", "skillId", { type: "alexa_skill", function: handler }],
    ["trigger-skill-id", "skillId", { type: "alexa_skill", function: handler, skillId: "my-skill" }],
    ["prop-required", "logGroup", { type: "log_group", function: handler }],
    ["prop-invalid", "logGroup", { type: "log_group", function: handler, logGroup: "/web" }],
    [
      "prop-required",
      "listener",
      { type: "load_balancer", function: handler, conditions: { paths: ["/*"] } },
    ],
    [
      "prop-invalid",
      "listener",
      { type: "load_balancer", function: handler, listener: "arn:x", conditions: { paths: ["/*"] } },
    ],
    ["trigger-conditions", "conditions", { type: "load_balancer", function: handler, listener: listenerArn }],
    [
      "trigger-conditions",
      "conditions",
      { type: "load_balancer", function: handler, listener: listenerArn, conditions: { paths: six } },
    ],
    ["prop-invalid", "conditions.sourceIps[0]", balanced({ sourceIps: ["10.0.0.0/33"] })],
    ["prop-invalid", "conditions.sourceIps[0]", balanced({ sourceIps: ["999.0.0.0/8"] })],
    ["prop-invalid", 'conditions.headers["a b"]', balanced({ headers: { "a b": ["1"] } })],
    [
      "prop-invalid",
      "conditions.methods[0]",
      { type: "load_balancer", function: handler, listener: listenerArn, conditions: { methods: ["get"] } },
    ],
    [
      "prop-invalid",
      "conditions.paths[0]",
      { type: "load_balancer", function: handler, listener: listenerArn, conditions: { paths: [""] } },
    ],
    [
      "out-of-range",
      "priority",
      {
        type: "load_balancer",
        function: handler,
        listener: listenerArn,
        conditions: { paths: ["/*"] },
        priority: 50_001,
      },
    ],
  ])("%s at %s", (code, prop, props) => {
    const stack = testStack();
    const error = expectRefused(stack, () => new Trigger(stack, "It", props as never), code);
    expect(error.prop).toBe(prop);
  });

  test("a function that would be called for its own log lines", () => {
    const stack = testStack();
    const fn = new Function(stack, "Worker", { handler });
    const create = () => new Trigger(stack, "It", { type: "log_group", logGroup: fn, function: fn });
    expectRefused(stack, create, "trigger-log-loop");
  });
});
