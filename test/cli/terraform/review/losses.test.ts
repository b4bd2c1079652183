import { Terminal } from "../../../../lib/cli";
import type { SynthesizedStack } from "../../../../lib/cli/project/synthesized-stack";
import { openApproval } from "../../../../lib/cli/terraform/approval";
import type { StackPlan } from "../../../../lib/cli/terraform/plan";
import { readRemoteText } from "../../../../lib/cli/terraform/remote-text";
import { apiTerms } from "../../../../lib/cli/terraform/review/api-terms";
import { lossesOf } from "../../../../lib/cli/terraform/review/losses";
import {
  createdTwice,
  plannedResources,
  plannedValues,
  replacementReasons,
} from "../../../../lib/cli/terraform/review/planned-changes";
import { resourceTypes } from "../../../../lib/facts/aws/resource-types";

const stack: SynthesizedStack = {
  id: "dev-notes-Main",
  folder: "cdktf.out/stacks/dev-notes-Main",
  dependencies: [],
  annotations: [],
  template: {},
};

type Plan = Pick<StackPlan, "changes" | "values" | "outputs">;

const planOf = (json: object): Plan => ({
  changes: plannedResources(json),
  values: plannedValues(json),
  outputs: [],
});

const deployWithYes = (plan: Plan) => openApproval(new Terminal(), { yes: true })(stack, plan);

/** The values that AWS chooses for a type, as a plan of the next creation shows them. */
const decided = (type: string): Readonly<Record<string, unknown>> => ({
  id: "1",
  [lastOf(type)]: "written when it is complete",
});

/** The attribute that the provider writes last. */
const lastOf = (type: string): string => resourceTypes[type]?.holding?.completeWith ?? "arn";

const holding = Object.keys(resourceTypes).filter((type) => resourceTypes[type]?.holding !== undefined);
/** Types whose creation is one request have no attribute that comes later, and are never reported as incomplete. */
const inSteps = holding.filter((type) => lastOf(type) !== "id");
/** A route has its address with its API. */
const losing = holding.filter((type) => resourceTypes[type]?.holding?.keptUnless === undefined);

/**
 * The plan for a resource that is marked as tainted. `terraform show -json` of a plan has the resource as it was read for the plan, and
 * under `resource_drift` how it was stored.
 */
function taintedPlan(
  type: string,
  stored: Readonly<Record<string, unknown>>,
  { actions = ["delete", "create"], isReferred = true } = {},
): Plan {
  const address = `${type}.It`;
  const now = { name: "it", ...decided(type) };
  const unknown = Object.fromEntries(Object.keys(decided(type)).map((name) => [name, true]));
  const change = { actions, before: now, after: { name: "it" }, after_unknown: unknown };
  return planOf({
    resource_changes: [{ address, mode: "managed", action_reason: "replace_because_tainted", change }],
    resource_drift: [{ address, change: { actions: ["update"], before: stored, after: now } }],
    prior_state: {
      values: {
        root_module: {
          resources: [
            { address, tainted: true, values: now },
            ...(isReferred ? [{ address: "aws_x.User", depends_on: [address] }] : []),
          ],
        },
      },
    },
  });
}

const empty = (type: string) =>
  Object.fromEntries(Object.keys(decided(type)).map((name) => [name, name === "id" ? "1" : null]));

describe("After an interrupted first deployment", () => {
  test.each(inSteps)("deploy --yes creates %s again", async (type) => {
    const plan = taintedPlan(type, empty(type));
    expect(await deployWithYes(plan)).toEqual({ isApproved: true });
  });

  test.each(["aws_s3_bucket", "aws_cognito_user_pool", "aws_cloudwatch_log_group"])(
    "deploy --yes creates %s again to which nothing refers yet, although its attributes are known",
    async (type) => {
      const plan = taintedPlan(type, decided(type), { isReferred: false });
      expect(await deployWithYes(plan)).toEqual({ isApproved: true });
    },
  );

  test("deploy --yes stops where a table was complete to which nothing refers", async () => {
    const plan = taintedPlan("aws_dynamodb_table", decided("aws_dynamodb_table"), { isReferred: false });
    expect(await deployWithYes(plan)).toMatchObject({ isApproved: false });
  });

  test.each(losing)("deploy --yes stops where %s was complete before", async (type) => {
    const decision = await deployWithYes(taintedPlan(type, decided(type)));
    expect(decision).toMatchObject({ isApproved: false });
    expect(decision).toHaveProperty(
      "problem",
      expect.stringContaining("because Terraform has marked it as tainted: "),
    );
    expect(decision).toHaveProperty(
      "problem",
      expect.stringContaining(
        `To keep what is tainted: cd ${stack.folder} && terraform untaint '${type}.It'`,
      ),
    );
  });

  test.each([undefined, "", null])(
    "a plan without a refresh has the ARN %j in its own values",
    async (arn) => {
      const address = "aws_dynamodb_table.It";
      const change = {
        actions: ["delete", "create"],
        before: { name: "it", arn },
        after: {},
        after_unknown: { arn: true },
      };
      const json = { resource_changes: [{ address, action_reason: "replace_because_tainted", change }] };
      expect(await deployWithYes(planOf(json))).toEqual({ isApproved: true });
    },
  );

  test("a resource that left the app in between is deleted", async () => {
    const plan = planOf({
      resource_changes: [
        {
          address: "aws_dynamodb_table.It",
          change: { actions: ["delete"], before: { arn: "arn" }, after: null },
        },
      ],
      resource_drift: [{ address: "aws_dynamodb_table.It", change: { before: { arn: null } } }],
      prior_state: {
        values: {
          root_module: {
            child_modules: [{ resources: [{ address: "aws_dynamodb_table.It", tainted: true }] }],
          },
        },
      },
    });
    expect(await deployWithYes(plan)).toEqual({ isApproved: true });
  });

  test("the plan says what is created again, and how to keep it", () => {
    const plan = taintedPlan("aws_dynamodb_table", { id: "it", arn: "" });
    expect(apiTerms(stack, plan.values).map(({ text }) => text)).toEqual([
      "the table it was not created completely, and is created again; if it is complete in AWS, keep it: " +
        `cd ${stack.folder} && terraform untaint 'aws_dynamodb_table.It'`,
    ]);
  });
});

test("a replacement that was requested with -replace is not a loss", async () => {
  const change = {
    actions: ["delete", "create"],
    before: { arn: "arn" },
    after: {},
    after_unknown: { arn: true },
  };
  const json = {
    resource_changes: [{ address: "aws_sqs_queue.It", action_reason: "replace_by_request", change }],
  };
  expect(await deployWithYes(planOf(json))).toEqual({ isApproved: true });
});

test.each([
  ["  # aws_sqs_queue.It is tainted, so must be replaced", "tainted", false],
  ["  # aws_sqs_queue.It is tainted, so it must be replaced", "tainted", false],
  ["  # aws_sqs_queue.It will be replaced, as requested", "requested", true],
  ["  # aws_sqs_queue.It must be replaced", undefined, false],
])("the text of a remote run has the reason: %s", async (line, reason, isApproved) => {
  const changes = readRemoteText([line]).planned.map((each) => ({
    ...each,
    action: "replace" as const,
    attributes: [],
    ...(each.reason !== undefined && { reason: replacementReasons[each.reason] }),
  }));
  expect(changes).toMatchObject([{ address: "aws_sqs_queue.It", ...(reason && { reason }) }]);
  expect(await deployWithYes({ changes, values: [], outputs: [] } as Plan)).toMatchObject({ isApproved });
});

describe("A tainted resource that would be created while AWS has it", () => {
  const plan = (
    type: string,
    actions: readonly string[],
    before: object,
    reason = "replace_because_tainted",
  ) => ({
    resource_changes: [{ address: `${type}.It`, type, action_reason: reason, change: { actions, before } }],
  });
  const first = ["create", "delete"];

  test.each<[string, object]>([
    ["aws_sqs_queue", { name: "jobs" }],
    ["aws_lambda_function", { function_name: "fn" }],
    ["aws_api_gateway_method", { http_method: "GET" }],
    ["aws_s3_object", { key: "app-1a2b3c4d.js" }],
    ["aws_iam_role", { name: "named" }],
  ])("is found: %s", (type, before) => {
    expect(createdTwice(plan(type, first, before))).toEqual([`${type}.It`]);
  });

  test.each<[string, unknown]>([
    ["it is destroyed first", plan("aws_sqs_queue", ["delete", "create"], { name: "jobs" })],
    ["AWS makes another one", plan("aws_kms_key", first, {})],
    [
      "it is replaced for a change",
      plan("aws_sqs_queue", first, { name: "jobs" }, "replace_because_cannot_update"),
    ],
    ["there is no plan", undefined],
  ])("is not found if %s", (_, given) => {
    expect(createdTwice(given)).toEqual([]);
  });
});

describe("Other losses", () => {
  const change = (
    address: string,
    actions: readonly string[],
    before: object | null,
    after: object | null,
  ) => ({
    address,
    change: { actions, before, after },
  });
  const textsOf = (...changes: object[]) =>
    lossesOf(stack, planOf({ resource_changes: changes })).map(({ text }) => text);

  test.each([
    ["aws_apigatewayv2_stage", "the stage it is replaced: its address changes"],
    ["aws_api_gateway_stage", "the stage it is replaced: its address changes"],
    ["aws_cloudwatch_log_group", "the log group it is replaced: its logs are lost"],
    ["aws_cognito_user_group", "the group of the user pool it is replaced: its members are lost"],
    ["aws_sns_topic", "the topic it is replaced: its address changes"],
    ["aws_cloudwatch_event_bus", "the event bus it is replaced: its address changes"],
    [
      "aws_ssm_parameter",
      "the parameter it is replaced: its name changes, and values that were set outside of the app are lost",
    ],
    ["aws_efs_file_system", "the file system it is replaced: its data is lost"],
    ["aws_instance", "the instance it is replaced: its data is lost"],
    ["aws_route53_zone", "the hosted zone it is replaced: its name servers change and its records are lost"],
    ["aws_ecr_repository", "the image repository it is replaced: its data is lost"],
    ["aws_eip", "the IP address it is replaced: its address changes"],
  ])("%s by a replacement", (type, text) => {
    for (const actions of [
      ["delete", "create"],
      ["create", "delete"],
    ])
      expect(textsOf(change(`${type}.It`, actions, { name: "it" }, {}))).toEqual([text]);
  });

  test("the logs of a function that leaves the app are deleted with it, and are listed", () => {
    const log = change("aws_cloudwatch_log_group.It", ["delete"], { name: "/aws/lambda/it" }, null);
    expect(textsOf(log)).toEqual([]);
    expect(apiTerms(stack, planOf({ resource_changes: [log] }).values).map(({ text }) => text)).toEqual([
      "the log group /aws/lambda/it is deleted: its logs are lost",
    ]);
  });

  test("logs that stay in AWS are not lost", () => {
    const before = { name: "it", skip_destroy: true };
    expect(textsOf(change("aws_cloudwatch_log_group.It", ["delete", "create"], before, {}))).toEqual([]);
  });

  test.each([
    [
      "aws_cognito_user_pool_client",
      "user_pool_id",
      "the client of the user pool web is deleted, and app is created",
      "its id changes",
    ],
    [
      "aws_cognito_user_group",
      "user_pool_id",
      "the group of the user pool web is deleted, and app is created",
      "its members are lost",
    ],
    [
      "aws_apigatewayv2_stage",
      "api_id",
      "the stage web is deleted, and app is created",
      "its address changes",
    ],
    [
      "aws_api_gateway_stage",
      "rest_api_id",
      "the stage web is deleted, and app is created",
      "its address changes",
    ],
  ])("a renamed key of %s", (type, owner, text, effect) => {
    const deleted = change(`${type}.Web`, ["delete"], { name: "web", [owner]: "1" }, null);
    const created = (of: string) => change(`${type}.App`, ["create"], null, { name: "app", [owner]: of });
    expect(textsOf(deleted, created("1"))).toEqual([
      `${text}; if that is the same under a new name: ${effect}`,
    ]);
    // One of another pool or API is another one.
    expect(textsOf(deleted, created("2"))).toEqual(
      type === "aws_cognito_user_group"
        ? ["the group of the user pool web is deleted: its members are lost"]
        : [],
    );
  });

  test.each([
    "aws_apigatewayv2_api",
    "aws_sns_topic",
    "aws_cloudfront_distribution",
    "aws_cognito_identity_pool",
  ])("a renamed id of a construct with %s", (type) => {
    const changes = [
      change(`${type}.Old`, ["delete"], { name: "old" }, null),
      change(`${type}.New`, ["create"], null, { name: "new" }),
    ];
    expect(textsOf(...changes)).toEqual([
      expect.stringContaining("old is deleted, and new is created; if that is"),
    ]);
    expect(textsOf(...changes.slice(0, 1))).toEqual([]);
  });

  test.each<[string, object, string]>([
    [
      "aws_sqs_queue",
      { name: "jobs" },
      "the queue jobs is deleted, and jobs is created with the same name; ",
    ],
    [
      "aws_iam_role_policy",
      { role: "r", name: "base" },
      "aws_iam_role_policy.Old is deleted, and base is created with the same name; ",
    ],
    [
      "aws_route53_record",
      { zone_id: "Z", name: "a.b", type: "A", set_identifier: null },
      "aws_route53_record.Old is deleted, and a.b is created with the same name; ",
    ],
  ])("%s under another id with the same name, with app.moved", (type, values, text) => {
    const [told = "", ...more] = textsOf(
      change(`${type}.Old`, ["delete"], values, null),
      change(`${type}.New`, ["create"], null, values),
    );
    expect([told.startsWith(text), told.includes("declare it with app.moved"), more]).toEqual([
      true,
      true,
      [],
    ]);
  });

  test.each<[string, object, object]>([
    ["aws_iam_role_policy", { role: "r", name: "base" }, { name: "base" }],
    [
      "aws_lambda_permission",
      { function_name: "f", qualifier: null, statement_id: "a" },
      { function_name: "f", qualifier: null, statement_id: "a" },
    ],
    ["aws_kms_alias", { name: "alias/a" }, { name: "alias/a" }],
  ])("%s is not listed if AWS refuses it or a part of its name is not known", (type, before, after) => {
    expect(
      textsOf(
        change(`${type}.Old`, ["delete"], before, null),
        change(`${type}.New`, ["create"], null, after),
      ),
    ).toEqual([]);
  });

  test("a route whose API changes, and no other replacement of a route", () => {
    const route = (after: object) =>
      textsOf(change("aws_apigatewayv2_route.It", ["delete", "create"], { api_id: "a", id: "r" }, after));
    expect(route({ api_id: "b" })).toEqual(["the route r is replaced: its address changes"]);
    expect(route({ api_id: "a" })).toEqual([]);
  });
});
