import { Fn } from "cdktf";
import { Userbase, type UserbaseProps } from "../../../../lib/constructs/userbase";
import { Function } from "../../../../lib/kit/function";
import { inlineStatements, only, resources, synthesized, testStack } from "../../../support/stack";
import { failure } from "../../api/support/api";
import { account, apps, directory, handler, named, problemsOf, short } from "../support";

const props: UserbaseProps = { triggers: { preSignUp: handler, postConfirmation: handler } };
const userActions = expect.arrayContaining(["cognito-idp:AdminGetUser", "cognito-idp:ListUsers"]);
const onPool = { Effect: "Allow", Action: userActions, Resource: "${aws_cognito_user_pool.arn}" };
const parameters = ["userPoolClientId", "userPoolId"].map(
  (name) => `arn:aws:ssm:us-east-1:${account}:parameter/serverform/notes/dev/Userbase/Auth/${name}`,
);

/** Ways in which a trigger gets to use its own pool. */
const ways: [string, (userbase: Userbase, fn: Function) => void][] = [
  ["bindForTriggers", (userbase) => userbase.bindForTriggers([userbase])],
  ["bindForTrigger", (userbase) => userbase.bindForTrigger("preSignUp", [userbase])],
  ["bind of the function", (userbase, fn) => fn.bind([userbase])],
  ["attachPermissionsForTriggers", (userbase) => userbase.attachPermissionsForTriggers([userbase])],
  [
    "attachPermissionsForTrigger with an access",
    (userbase) => userbase.attachPermissionsForTrigger("preSignUp", [[userbase, "grantFullAccess"]]),
  ],
  ["attachPermissions of the function", (userbase, fn) => fn.attachPermissions([userbase])],
  [
    "everything together",
    (userbase, fn) => {
      userbase.bindForTriggers([userbase]);
      fn.attachPermissions([userbase, "s3"]);
      userbase.attachPermissionsForTriggers([userbase]);
    },
  ],
];

describe("a trigger that uses its own pool", () => {
  test.each(ways)("makes no circle by %s", (_, use) => {
    const { app, main } = apps();
    const { userbase } = directory(props, main);
    const fn = userbase.getFunction("preSignUp");
    if (fn === undefined) throw new Error("unreachable");
    use(userbase, fn);
    expect(problemsOf(app)).toEqual([]);
    expect(short(inlineStatements(main, "Links"))).toContainEqual(
      expect.objectContaining({ Resource: "${aws_cognito_user_pool.arn}" }),
    );
  });

  test.each(ways)("makes no circle by %s where the function is an object", (_, use) => {
    const { app, main } = apps();
    const fn = new Function(main, "Hook", { handler });
    const { userbase } = directory({ triggers: { preSignUp: fn } }, main);
    use(userbase, fn);
    expect(problemsOf(app)).toEqual([]);
  });

  test.each(
    ways.filter(([name]) => name !== "attachPermissions of the function" && name !== "everything together"),
  )("causes no circle by %s if the function is in another stack", (_, use) => {
    const { app, main, other } = apps();
    const fn = new Function(main, "Hook", { handler });
    const { userbase } = directory({ triggers: { preSignUp: fn } }, other);
    use(userbase, fn);
    expect(problemsOf(app)).toEqual([]);
    expect(short(inlineStatements(other))).toEqual([
      expect.objectContaining({ Resource: "${aws_cognito_user_pool.arn}" }),
    ]);
  });

  test("receives placeholders, and all others the ids", () => {
    const { stack, userbase } = directory(props);
    userbase.bindForTriggers([userbase]);
    new Function(stack, "User", { handler, bind: [userbase] });
    const variables = (start: string) =>
      Object(named(stack, "aws_lambda_function", start).environment).variables;
    for (const trigger of ["Auth_preSignUp", "Auth_postConfirmation"]) {
      expect(variables(trigger)).toMatchObject({
        SERVERFORM_Userbase_userPoolId_Auth: "__FETCH_FROM_SSM__",
        SERVERFORM_Userbase_userPoolClientId_Auth: "__FETCH_FROM_SSM__",
      });
    }
    expect(short(variables("User"))).toMatchObject({
      SERVERFORM_Userbase_userPoolId_Auth: "${aws_cognito_user_pool.id}",
      SERVERFORM_Userbase_userPoolClientId_Auth: "${aws_cognito_user_pool_client.id}",
    });
  });

  test("may read the parameters that hold the ids, and no other ones", () => {
    const { stack, userbase } = directory(props);
    userbase.bindForTrigger("preSignUp", [userbase]);
    const statements = short(inlineStatements(stack, "preSignUp")) as { Action: unknown }[];
    expect(statements.slice(0, -1)).toEqual([
      {
        Effect: "Allow",
        Action: ["logs:CreateLogStream", "logs:PutLogEvents"],
        Resource: "${aws_cloudwatch_log_group.arn}:*",
      },
      { Effect: "Allow", Action: ["xray:PutTelemetryRecords", "xray:PutTraceSegments"], Resource: "*" },
      { Effect: "Allow", Action: "ssm:GetParameters", Resource: parameters },
    ]);
    expect(statements.at(-1)).toEqual(onPool);
    expect(JSON.stringify(inlineStatements(stack, "postConfirmation"))).not.toMatch(/ssm|cognito/);
  });

  test("finds its ids in parameters, which exist once", () => {
    const { stack, userbase } = directory(props);
    userbase.bindForTriggers([userbase]);
    userbase.bindForTriggers([userbase]);
    expect(short(Object.values(resources(stack, "aws_ssm_parameter")))).toEqual([
      {
        name: "/serverform/notes/dev/Userbase/Auth/userPoolClientId",
        type: "String",
        value: "${aws_cognito_user_pool_client.id}",
      },
      {
        name: "/serverform/notes/dev/Userbase/Auth/userPoolId",
        type: "String",
        value: "${aws_cognito_user_pool.id}",
      },
    ]);
  });

  test("shares the parameters with the tools that ask for all of them", () => {
    const stack = testStack({ account, bindingParameters: true });
    const { userbase } = directory(props, stack);
    userbase.bindForTriggers([userbase]);
    stack.app.synth();
    const names = Object.values(resources(stack, "aws_ssm_parameter")).map(({ name }) => name);
    expect(names).toEqual([...new Set(names)]);
  });

  test("needs no parameters where only others are bound", () => {
    const { stack, userbase } = directory(props);
    new Function(stack, "User", { handler, bind: [userbase] });
    expect(resources(stack, "aws_ssm_parameter")).toEqual({});
  });

  test("is another one's trigger for another directory", () => {
    const { stack, userbase } = directory(props);
    const second = new Userbase(stack, "Second", { triggers: { preSignUp: handler } });
    second.bindForTriggers([userbase]);
    const { variables } = Object(named(stack, "aws_lambda_function", "Second").environment);
    expect(short(variables)).toMatchObject({
      SERVERFORM_Userbase_userPoolId_Auth: "${aws_cognito_user_pool.id}",
    });
  });
});

describe("the environment of a trigger", () => {
  test.each<[string, (userbase: Userbase) => string, RegExp]>([
    ["the pool", ({ userPoolId }) => userPoolId, /aws_cognito_user_pool\.Auth_UserPool/],
    ["the pool's ARN in a text", ({ userPoolArn }) => `x ${userPoolArn}`, /aws_cognito_user_pool\./],
    ["the client", ({ userPoolClientId }) => userPoolClientId, /aws_cognito_user_pool_client\./],
    [
      "the identity pool",
      ({ userbaseIdentityPoolId }) => String(userbaseIdentityPoolId),
      /aws_cognito_identity_pool\./,
    ],
    ["the role of users", ({ cdk }) => cdk.authRole.arn, /aws_iam_role\.Auth_AuthRole/],
    ["a function of Terraform", ({ userPoolId }) => Fn.upper(userPoolId), /aws_cognito_user_pool\./],
  ])("may not refer to %s, and the message names the way", (_, value, target) => {
    const { stack, userbase } = directory(props);
    userbase.getFunction("preSignUp")?.addEnvironment("POOL_ID", value(userbase));
    const error = failure(() => synthesized(stack));
    expect(error).toMatchObject({
      code: "trigger-own-pool",
      path: "dev-notes-Main/Auth",
      prop: "triggers.preSignUp.environment.POOL_ID",
    });
    expect(error.message).toMatch(target);
    expect(error.message).toMatch(/bindForTriggers\(\[userbase\]\)/);
  });

  test("may refer to another directory, and to a function in addition", () => {
    const { app, main } = apps();
    const { userbase } = directory(props, main);
    const second = new Userbase(main, "Auth2", { triggers: { userMigration: handler } });
    second.getFunction("userMigration")?.addEnvironment("POOL_ID", userbase.userPoolId);
    userbase
      .getFunction("preSignUp")
      ?.addEnvironment("OTHER", userbase.getFunction("postConfirmation")?.functionArn ?? "");
    expect(problemsOf(app)).toEqual([]);
  });

  test("may refer to a pool whose address only begins alike", () => {
    const { stack, userbase } = directory(props);
    const second = new Userbase(stack, "Second");
    userbase.cdk.userPool.overrideLogicalId("users");
    second.cdk.userPool.overrideLogicalId("users-2");
    userbase.getFunction("preSignUp")?.addEnvironment("POOL_ID", second.userPoolId);
    expect(() => synthesized(stack)).not.toThrow();
  });

  test("of a function of another stack is refused as a circle of stacks", () => {
    const { app, main, other } = apps();
    const fn = new Function(main, "Hook", { handler });
    const { userbase } = directory({ triggers: { preSignUp: fn } }, other);
    fn.addEnvironment("POOL_ID", userbase.userPoolId);
    expect(failure(() => app.synth()).code).toBe("stack-cycle");
  });
});

describe("a Userbase as something bound or permitted", () => {
  test("gives others its ids, and the right to manage users", () => {
    const { stack, userbase } = directory();
    new Function(stack, "User", { handler, bind: [userbase] });
    expect(short(inlineStatements(stack, "User"))).toContainEqual(onPool);
    expect(only(stack, "aws_lambda_function").environment).toMatchObject({
      variables: { SERVERFORM_Userbase_userPoolId_Auth: expect.any(String) },
    });
  });

  test("may be used from another stack", () => {
    const { app, main, other } = apps();
    const { userbase } = directory({}, main);
    new Function(other, "User", { handler, bind: [userbase], permissions: [[userbase, "grantFullAccess"]] });
    expect(problemsOf(app)).toEqual([]);
  });

  test("is known by its pool object too", () => {
    const { stack, userbase } = directory();
    new Function(stack, "User", { handler, permissions: [userbase.cdk.userPool] });
    expect(short(inlineStatements(stack, "User"))).toContainEqual(onPool);
  });
});
