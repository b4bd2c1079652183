import { compareAccess, readFacts } from "../../../lib/model";
import { outputFolder } from "../resources/output";

type Blocks = Readonly<Record<string, Readonly<Record<string, object>>>>;

const accessFactsOf = (resource: Blocks, more: object = {}) =>
  readFacts(outputFolder({ "app/main.tf.json": { resource, ...more } }));

/** The differences as lines; `!` before openings, `*` before stars. */
const told = (before: Blocks, after: Blocks, more: object = {}): readonly string[] =>
  compareAccess(accessFactsOf(before), accessFactsOf(after, more)).map(({ text, isOpening, isStar }) =>
    `${isOpening ? "!" : ""}${isStar ? "*" : ""} ${text}`.trim(),
  );

const policy = (...Statement: readonly object[]): string =>
  JSON.stringify({ Version: "2012-10-17", Statement });
const trust = policy({
  Effect: "Allow",
  Action: "sts:AssumeRole",
  Principal: { Service: "lambda.amazonaws.com" },
});

describe("routes", () => {
  const own = { api_id: "${aws_apigatewayv2_api.web.id}" };
  const app = (route: object, more: Blocks = {}): Blocks => ({
    aws_apigatewayv2_api: { web: { name: "web", protocol_type: "HTTP" } },
    aws_apigatewayv2_authorizer: {
      jwt: {
        ...own,
        name: "users",
        authorizer_type: "JWT",
        jwt_configuration: { issuer: "https://id.example.com", audience: ["app"] },
      },
    },
    aws_apigatewayv2_route: { a: { ...own, route_key: "GET /admin", ...route } },
    ...more,
  });
  const users = { authorization_type: "JWT", authorizer_id: "${aws_apigatewayv2_authorizer.jwt.id}" };

  test.each<[string, object, object, readonly string[]]>([
    ["becomes public", users, {}, ["! GET /admin becomes public"]],
    ["is protected", {}, users, ["GET /admin is for callers with a token of users now, instead of anyone"]],
    [
      "is signed",
      {},
      { authorization_type: "AWS_IAM" },
      ["GET /admin is for callers that sign their requests now, instead of anyone"],
    ],
    [
      "takes another scope",
      { ...users, authorization_scopes: ["admin"] },
      { ...users, authorization_scopes: ["admin", "read"] },
      [
        "! GET /admin is for callers with a token of users and the scope admin or read now, instead of callers with a token of users and the scope admin",
      ],
    ],
    [
      "needs one of fewer scopes",
      { ...users, authorization_scopes: ["admin", "read"] },
      { ...users, authorization_scopes: ["admin"] },
      [
        "GET /admin is for callers with a token of users and the scope admin now, instead of callers with a token of users and the scope admin or read",
      ],
    ],
    [
      "has the same scopes in another order",
      { ...users, authorization_scopes: ["a", "b"] },
      { ...users, authorization_scopes: ["b", "a"] },
      [],
    ],
  ])("a route %s", (_, before, after, expected) => {
    expect(told(app(before), app(after))).toEqual(expected);
  });

  test("are added and removed", () => {
    const two = app({}, { aws_apigatewayv2_route: { b: { ...own, route_key: "GET /new" } } });
    expect(told(app({}), two)).toEqual(["! GET /new is added, and is public", "GET /admin is removed"]);
  });

  test("that move to another address stay the same", () => {
    const moved = app({}, { aws_apigatewayv2_route: { b: { ...own, route_key: "GET /admin" } } });
    const block = { moved: [{ from: "aws_apigatewayv2_route.a", to: "aws_apigatewayv2_route.b" }] };
    expect(told(app({}), moved, block)).toEqual([]);
    expect(told(app({}), moved)).toEqual([]);
  });

  test("take tokens of another client", () => {
    const more = {
      ...own,
      name: "users",
      authorizer_type: "JWT",
      jwt_configuration: { issuer: "https://id.example.com", audience: ["app", "other"] },
    };
    expect(told(app(users), app(users, { aws_apigatewayv2_authorizer: { jwt: more } }))).toEqual([
      "! GET /admin is for others now: audiences app, other, instead of audiences app",
    ]);
  });
});

describe("functions", () => {
  const app = (statements: readonly object[], more: Blocks = {}): Blocks => ({
    aws_dynamodb_table: { notes: { name: "notes", hash_key: "id" } },
    aws_iam_role: { create: { name: "create", assume_role_policy: trust } },
    aws_iam_role_policy: { create: { role: "${aws_iam_role.create.name}", policy: policy(...statements) } },
    aws_lambda_function: { create: { function_name: "orders.create", role: "${aws_iam_role.create.arn}" } },
    ...more,
  });
  const read = { Effect: "Allow", Action: "dynamodb:GetItem", Resource: "${aws_dynamodb_table.notes.arn}" };

  test("may do more, and less", () => {
    const more = app([{ ...read, Action: ["dynamodb:GetItem", "dynamodb:DeleteItem"] }]);
    expect(told(app([read]), more)).toEqual(["! orders.create may now dynamodb:DeleteItem on notes"]);
    expect(told(more, app([read]))).toEqual(["orders.create may no longer dynamodb:DeleteItem on notes"]);
  });

  test("get everything of a service", () => {
    expect(told(app([read]), app([{ ...read, Action: "dynamodb:*" }]))).toEqual([
      "!* orders.create may now dynamodb:* on notes",
    ]);
  });

  test("have the same permissions in a policy of another kind", () => {
    const attached = {
      aws_iam_role_policy: {},
      aws_iam_policy: { notes: { name: "notes", policy: policy(read) } },
      aws_iam_role_policy_attachment: {
        notes: { role: "${aws_iam_role.create.name}", policy_arn: "${aws_iam_policy.notes.arn}" },
      },
    };
    expect(told(app([read]), app([], attached))).toEqual([]);
  });

  test("get a policy that the JSON does not have", () => {
    const attached = {
      aws_iam_role_policy_attachment: {
        other: { role: "${aws_iam_role.create.name}", policy_arn: "arn:aws:iam::111122223333:policy/other" },
      },
    };
    expect(told(app([read]), app([read], attached))).toEqual([
      "! orders.create has the policy arn:aws:iam::111122223333:policy/other now, which is not in the JSON",
    ]);
  });

  test("that are new have their permissions listed, which are not an opening", () => {
    const [first] = told({}, app([read]));
    expect(first).toBe("orders.create is new, and may dynamodb:GetItem on notes");
  });
});

describe("resources", () => {
  const bucket = { aws_s3_bucket: { files: { bucket: "files" } } };
  const shared = (Principal: unknown): Blocks => ({
    ...bucket,
    aws_s3_bucket_policy: {
      files: {
        bucket: "files",
        policy: policy({
          Effect: "Allow",
          Principal,
          Action: "s3:GetObject",
          Resource: "arn:aws:s3:::files/*",
        }),
      },
    },
  });

  test("are for everyone", () => {
    expect(told(bucket, shared("*"))).toEqual(["! anyone may now s3:GetObject on files (*)"]);
  });

  test("are for another account", () => {
    expect(told(shared({ AWS: "111122223333" }), shared({ AWS: ["111122223333", "444455556666"] }))).toEqual([
      "! the account 444455556666 may now s3:GetObject on files (*)",
    ]);
  });

  test("that may be made public", () => {
    const blocks = {
      block_public_acls: true,
      block_public_policy: true,
      ignore_public_acls: true,
      restrict_public_buckets: true,
    };
    const closed = {
      ...bucket,
      aws_s3_bucket_public_access_block: { files: { bucket: "files", ...blocks } },
    };
    expect(told(closed, bucket)).toHaveLength(4);
    expect(told(closed, {})).toEqual([]);
    expect(told({}, closed)).toEqual([]);
  });

  test("have roles that others take", () => {
    const role = (Principal: unknown): Blocks => ({
      aws_iam_role: {
        ci: {
          name: "ci",
          assume_role_policy: policy({ Effect: "Allow", Action: "sts:AssumeRole", Principal }),
        },
      },
    });
    expect(told(role({ Service: "ec2.amazonaws.com" }), role({ AWS: "111122223333" }))).toEqual([
      "! the account 111122223333 may now take the role ci",
      "ec2.amazonaws.com may no longer take the role ci",
    ]);
    expect(told({}, role({ AWS: "111122223333" }))).toEqual([
      "! the account 111122223333 may now take the role ci",
    ]);
  });

  test("guests get a role", () => {
    const pool = (guests: string): Blocks => ({
      aws_cognito_identity_pool: {
        Users: { identity_pool_name: "Users", name: "Users", allow_unauthenticated_identities: true },
      },
      aws_cognito_identity_pool_roles_attachment: {
        a: { identity_pool_id: "${aws_cognito_identity_pool.Users.id}", roles: { unauthenticated: guests } },
      },
      aws_iam_role: {
        none: { name: "none", assume_role_policy: trust },
        pictures: {
          name: "pictures",
          assume_role_policy: trust,
          inline_policy: {
            policy: policy({ Effect: "Allow", Action: "s3:GetObject", Resource: "arn:aws:s3:::pictures/*" }),
          },
        },
      },
    });
    expect(told(pool("${aws_iam_role.none.arn}"), pool("${aws_iam_role.pictures.arn}"))).toContain(
      "! guests of Users may now s3:GetObject on arn:aws:s3:::pictures/*",
    );
  });
});

test("limits that are raised or gone are openings", () => {
  const stage = (settings: object): Blocks => ({
    aws_apigatewayv2_api: { web: { name: "web", protocol_type: "HTTP" } },
    aws_apigatewayv2_stage: {
      a: { api_id: "${aws_apigatewayv2_api.web.id}", name: "$default", default_route_settings: settings },
    },
  });
  const limited = stage({ throttling_rate_limit: 10 });
  expect(told(limited, stage({}))).toEqual(["! web no longer limits requests: the rate was 10"]);
  expect(told(limited, stage({ throttling_rate_limit: 20 }))).toEqual([
    "! web limits requests to another rate: 20, instead of 10",
  ]);
  expect(told(limited, stage({ throttling_rate_limit: 5 }))).toEqual([
    "web limits requests to another rate: 5, instead of 10",
  ]);
});

test("a policy that cannot be evaluated is a problem, not a silent sameness", () => {
  const broken = {
    aws_sqs_queue_policy: { a: { queue_url: "q", policy: '{"Statement":' } },
    aws_sqs_queue: { q: { name: "q" } },
  };
  expect(accessFactsOf(broken).problems).toEqual([expect.stringContaining("is not a policy document")]);
});

test.each([
  { principal_org_id: "o-abc123" },
  { event_source_token: "amzn1.ask.skill.1" },
  { function_url_auth_type: "AWS_IAM" },
  { invoked_via_function_url: true },
])("a permission of a function without %j is an opening", (limit) => {
  const permission = (more: object): Blocks => ({
    aws_lambda_permission: {
      p: { function_name: "notes", principal: "*", action: "lambda:InvokeFunction", ...more },
    },
  });
  expect(told(permission(limit), permission({}))).toEqual([
    expect.stringMatching(/^! anyone may now lambda:InvokeFunction on /),
  ]);
});
