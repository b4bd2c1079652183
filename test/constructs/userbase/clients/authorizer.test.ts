import { Api } from "../../../../lib/constructs/api";
import { Userbase, type UserbaseProps } from "../../../../lib/constructs/userbase";
import { only, testStack } from "../../../support/stack";

function audience(props: UserbaseProps): unknown[] {
  const stack = testStack();
  const userPool = new Userbase(stack, "Auth", props);
  new Api(stack, "Api", {
    authorizers: { users: { type: "user_pool", userPool } },
    defaults: { authorizer: "users" },
    routes: { "GET /": "functions/notes.get" },
  });
  const { jwt_configuration: jwt } = only(stack, "aws_apigatewayv2_authorizer");
  return (jwt as { audience: unknown[] }).audience;
}

const client = (name: string) => expect.stringMatching(`aws_cognito_user_pool_client\\.Auth_${name}`);

test("an authorizer accepts only the main client of a Userbase", () => {
  expect(audience({})).toEqual([client("UserPoolClient")]);
});

test("an authorizer accepts all clients in which users sign in", () => {
  const all = audience({ clients: { web: {}, app: {} } });
  expect(all).toEqual([client("UserPoolClient"), client("Client_web"), client("Client_app")]);
});
