import { DataAwsCognitoUserPool } from "@cdktf/provider-aws/lib/data-aws-cognito-user-pool";
import { Token } from "cdktf";
import type { UserbaseProps } from "../../../../lib/constructs/userbase";
import { type Block, only, testStack } from "../../../support/stack";
import { failure } from "../../api/support/api";
import { directory } from "../support";

const pool = (props: UserbaseProps): Block => only(directory(props).stack, "aws_cognito_user_pool");
const record = (props: UserbaseProps): Block => only(directory(props).stack, "terraform_data");

const names = ["username_attributes", "alias_attributes", "auto_verified_attributes"] as const;
const none = undefined;

describe("login of a Userbase", () => {
  test.each<[UserbaseProps["login"], (string[] | undefined)[]]>([
    [undefined, [none, none, none]],
    [["username"], [none, none, none]],
    [
      ["username", "email"],
      [none, ["email"], ["email"]],
    ],
    [
      ["username", "phone"],
      [none, ["phone_number"], ["phone_number"]],
    ],
    [
      ["username", "preferredUsername"],
      [none, ["preferred_username"], none],
    ],
    [
      ["preferredUsername", "phone", "email", "username"],
      [none, ["email", "phone_number", "preferred_username"], ["email", "phone_number"]],
    ],
    [["email"], [["email"], none, ["email"]]],
    [["phone"], [["phone_number"], none, ["phone_number"]]],
    [
      ["phone", "email"],
      [["email", "phone_number"], none, ["email", "phone_number"]],
    ],
  ])("%j is set in the pool", (login, expected) => {
    const found = pool({ login });
    expect(names.map((name) => found[name])).toEqual(expected);
  });

  test.each<[UserbaseProps["login"], string]>([
    [undefined, "username"],
    [["email", "phone"], "email, phone"],
    [["phone", "email", "phone"], "email, phone"],
  ])("%j is recorded as %j, in any order", (login, text) => {
    expect(record({ login })).toEqual({ input: text, lifecycle: { ignore_changes: ["input"] } });
  });

  test("makes a plan fail that would change it, with the way out", () => {
    const { precondition } = pool({ login: ["email"] }).lifecycle as { precondition: Block[] };
    expect(precondition).toEqual([
      {
        condition: expect.stringMatching(/^\$\{terraform_data\.Auth_Login_\w+\.output == "email"\}$/),
        error_message: expect.stringMatching(
          /^dev-notes-Main\/Auth: login was .* is now "email"\..*users lost.*userMigration/,
        ),
      },
    ]);
  });

  test("is guarded in addition to the caller's lifecycle", () => {
    const { lifecycle } = pool({ cdk: { userPool: { lifecycle: { ignoreChanges: ["tags"] } } } });
    expect(lifecycle).toMatchObject({ ignore_changes: ["tags"], precondition: [expect.anything()] });
  });

  test("of an imported pool records nothing", () => {
    const stack = testStack();
    const userPool = new DataAwsCognitoUserPool(stack, "Pool", { userPoolId: "us-east-1_abc" });
    directory({ cdk: { userPool } }, stack);
    expect(() => only(stack, "terraform_data")).toThrow("0 resources");
  });

  test.each<[string, unknown, string, string, RegExp]>([
    ["an empty list", [], "login-empty", "login", /nobody could sign in/],
    [
      "preferredUsername alone",
      ["preferredUsername"],
      "login-preferred-username",
      "login",
      /"username", "preferredUsername"/,
    ],
    [
      "preferredUsername and email",
      ["email", "preferredUsername"],
      "login-preferred-username",
      "login",
      /username/,
    ],
    ["an unknown kind", ["username", "mail"], "literal-unknown", "login[1]", /Did you mean "email"/],
    ["a text", "email", "prop-invalid", "login", /an array/],
    [
      "a list that is not known yet",
      Token.asList("${var.login}"),
      "list-unknown",
      "login",
      /an array that is known only at deployment/,
    ],
  ])("refuses %s", (_, login, code, prop, message) => {
    const error = failure(() => directory({ login } as UserbaseProps));
    expect(error).toMatchObject({ code, prop, path: "dev-notes-Main/Auth" });
    expect(error.message).toMatch(message);
  });

  test.each<[UserbaseProps, string]>([
    [
      { login: ["username", "email"], cdk: { userPool: { usernameAttributes: ["email"] } } },
      "usernameAttributes",
    ],
    [{ login: ["email"], cdk: { userPool: { aliasAttributes: ["phone_number"] } } }, "aliasAttributes"],
  ])("refuses the model with a name mixed with the one of addresses: %j", (props, key) => {
    expect(failure(() => directory(props))).toMatchObject({
      code: "login-two-models",
      prop: `cdk.userPool.${key}`,
    });
  });

  test("may be left to the pool's own keys", () => {
    const found = pool({ cdk: { userPool: { usernameAttributes: ["phone_number", "email"] } } });
    expect(found.username_attributes).toEqual(["email", "phone_number"]);
  });
});
