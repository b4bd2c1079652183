import {
  Api,
  Auth,
  type AuthProps,
  Config,
  Function,
  GraphQLApi,
  RestV1Api,
  Stack,
  Table,
  Userbase,
} from "../../../lib";
import { bindingTarget } from "../../../lib/kit/app";
import { bindingTypes } from "../../../lib/kit/app/binding";
import { listedTypes, typesOf } from "../../docs/resources-table";
import { expectNothingLeft } from "../../support/refused";
import {
  addresses,
  inlineStatements,
  only,
  resources,
  synthesized,
  testApp,
  testStack,
} from "../../support/stack";
import { failure } from "../api/support/api";

const handler = "functions/notes.get";
const authenticator = "functions/notes.create";

type Variables = Readonly<Record<string, string>>;

/** The variables of the function whose address has a text in it. */
function variablesOf(stack: Stack, part: string): Variables {
  const found = Object.entries(resources(stack, "aws_lambda_function")).find(([name]) => name.includes(part));
  return (found?.[1].environment as { readonly variables: Variables } | undefined)?.variables ?? {};
}

function attached(prefix?: string) {
  const stack = testStack({ account: "123456789012" });
  const api = new Api(stack, "Api", { routes: { "GET /notes": handler } });
  const auth = new Auth(stack, "Auth", { authenticator });
  auth.attach(stack, { api, prefix });
  return { stack, api, auth };
}

const parameters = "arn:aws:ssm:us-east-1:123456789012:parameter/serverform/notes/dev/Auth/Auth";

test("Auth has a README that lists every type of resource", () => {
  const stack = testStack();
  new Auth(stack, "SignIn", { authenticator });
  expect(listedTypes("lib/constructs/auth/README.md")).toEqual(
    expect.arrayContaining([...typesOf(addresses(stack))]),
  );
});

describe("Auth", () => {
  test("creates the authenticator, and what makes its keys", () => {
    const stack = testStack();
    new Auth(stack, "Auth", { authenticator });
    expect(addresses(stack).filter((each) => !/archive_file|log_group/.test(each))).toEqual([
      "aws_iam_role.Auth_Keys_Role_BDC79D9A",
      "aws_iam_role.Auth_authenticator_Role_DF66FD5F",
      "aws_iam_role_policy.Auth_Keys_Policies_Base_7A6E636E",
      "aws_iam_role_policy.Auth_authenticator_Policies_Base_B242A60C",
      "aws_lambda_function.Auth_Keys_Function_D8E7D975",
      "aws_lambda_function.Auth_authenticator_Function_3C690289",
      "aws_lambda_invocation.Auth_KeyPair_3F611957",
      "data.aws_caller_identity._account",
    ]);
  });

  test("that is attached to no API is named in a notice", () => {
    const stack = testStack();
    const auth = new Auth(stack, "Auth", { authenticator });
    const notices = jest.spyOn(stack.app, "addNotice");
    synthesized(stack);
    expect(notices.mock.calls).toContainEqual([expect.stringContaining("not attached to an API"), auth]);
    const other = attached();
    const otherNotices = jest.spyOn(other.stack.app, "addNotice");
    synthesized(other.stack);
    expect(otherNotices).not.toHaveBeenCalledWith(expect.stringContaining("not attached"), expect.anything());
  });

  test("makes the keys in a function, so that no key is in the plan or in the state", () => {
    const { stack } = attached();
    const { input, ...invocation } = only(stack, "aws_lambda_invocation");
    expect(JSON.parse(String(input))).toEqual({
      publicKey: "/serverform/notes/dev/Auth/Auth/publicKey",
      privateKey: "/serverform/notes/dev/Auth/Auth/privateKey",
    });
    expect(invocation).toMatchObject({ lifecycle_scope: "CRUD", terraform_key: "tf" });
    expect(Object.values(resources(stack, "aws_ssm_parameter"))).toMatchObject([
      { name: "/serverform/notes/dev/Auth/Auth/prefix", type: "String", value: "/auth" },
    ]);
  });

  test("lets the function write its two parameters and nothing else", () => {
    const { stack } = attached();
    const granted = inlineStatements(stack, "Auth_Keys").filter(({ Action }) => `${Action}`.includes("ssm:"));
    expect(granted).toMatchObject([
      {
        Action: ["ssm:DeleteParameters", "ssm:PutParameter"],
        Resource: [`${parameters}/privateKey`, `${parameters}/publicKey`],
      },
    ]);
  });

  test("waits with the keys until the function may write them", () => {
    const { stack } = attached();
    expect(only(stack, "aws_lambda_invocation").depends_on).toEqual(
      Object.keys(resources(stack, "aws_iam_role_policy"))
        .filter((each) => each.includes("Auth_Keys"))
        .map((each) => `aws_iam_role_policy.${each}`),
    );
  });

  test("has no metadata of its own", () => {
    expect(attached().auth.getConstructMetadata()).toEqual({ type: "Auth", data: {} });
  });
});

describe("attach", () => {
  test("adds the two routes, which one integration answers without an authorizer", () => {
    const stack = testStack();
    const api = new Api(stack, "Api", { defaults: { authorizer: "iam", function: { timeout: 5 } } });
    new Auth(stack, "Auth", { authenticator }).attach(stack, { api });
    expect(api.routes).toEqual(["ANY /auth/{proxy+}", "GET /auth"]);
    const routes = Object.values(resources(stack, "aws_apigatewayv2_route"));
    expect(routes.map((each) => each.authorization_type)).toEqual(["NONE", "NONE"]);
    expect(Object.keys(resources(stack, "aws_apigatewayv2_integration"))).toHaveLength(1);
  });

  test("tells the authenticator its prefix and where both keys are", () => {
    const { stack } = attached("/sign-in");
    expect(variablesOf(stack, "Auth_authenticator")).toMatchObject({
      SERVERFORM_Auth_prefix_Auth: "/sign-in",
      SERVERFORM_Auth_publicKey_Auth: "__FETCH_FROM_SSM__",
      SERVERFORM_Auth_privateKey_Auth: "__FETCH_FROM_SSM__",
    });
    const granted = inlineStatements(stack, "Auth_authenticator");
    expect(
      granted.filter(({ Action }) => Action === "ssm:GetParameters").map((each) => each.Resource),
    ).toEqual([`${parameters}/privateKey`, `${parameters}/publicKey`]);
  });

  test("binds all functions of the API to the public key, later ones too", () => {
    const { stack, api } = attached();
    api.addRoutes(stack, { "GET /later": "functions/notes.remove" });
    for (const part of ["Lambda_GET_--notes", "Lambda_GET_--later"]) {
      const variables = Object.keys(variablesOf(stack, part));
      expect(variables.filter((key) => key.includes("_Auth_"))).toEqual(["SERVERFORM_Auth_publicKey_Auth"]);
    }
  });

  describe("gives the authenticator what the API gives to the functions of its routes", () => {
    const withDefaults = (authenticator: AuthProps["authenticator"] | ((stack: Stack) => Function)) => {
      const stack = testStack({ account: "123456789012" });
      const table = new Table(stack, "Users", {
        fields: { id: "string" },
        primaryIndex: { partitionKey: "id" },
      });
      const { KEY } = Config.Secret.create(stack, "KEY");
      const defaults = {
        function: {
          environment: { SHARED: "api", BOTH: "api" },
          bind: [KEY, table],
          permissions: ["ses" as const],
          layers: ["arn:aws:lambda:us-east-1:123456789012:layer:tools:1"],
          timeout: 20,
        },
      };
      const given = typeof authenticator === "function" ? authenticator(stack) : authenticator;
      const auth = new Auth(stack, "Auth", { authenticator: given });
      const attach = (id: string, more = {}) => {
        const api = new Api(stack, id, { defaults: { function: { ...defaults.function, ...more } } });
        auth.attach(stack, { api });
      };
      return { stack, attach };
    };
    const signIn = (stack: Stack) =>
      Object.entries(resources(stack, "aws_lambda_function")).find(([name]) =>
        /authenticator|Mine/.test(name),
      )?.[1];

    test("environment, bind, permissions and layers", () => {
      const { stack, attach } = withDefaults({ handler: authenticator, environment: { BOTH: "own" } });
      attach("Api");
      expect(variablesOf(stack, "authenticator")).toMatchObject({
        SHARED: "api",
        BOTH: "own",
        SERVERFORM_Secret_value_KEY: "__FETCH_FROM_SSM__",
        SERVERFORM_Table_tableName_Users: expect.any(String),
      });
      const actions = inlineStatements(stack, "authenticator").flatMap(({ Action }) => Action);
      expect(actions).toEqual(expect.arrayContaining(["ses:*", "dynamodb:GetItem", "ssm:GetParameters"]));
      expect(signIn(stack)).toMatchObject({
        layers: ["arn:aws:lambda:us-east-1:123456789012:layer:tools:1"],
        timeout: 10,
      });
    });
    test("from each API, where the first one's variables stay", () => {
      const { stack, attach } = withDefaults(authenticator);
      attach("Api");
      attach("Second", { environment: { SHARED: "second", MORE: "second" } });
      expect(variablesOf(stack, "authenticator")).toMatchObject({ SHARED: "api", MORE: "second" });
      expect(signIn(stack)?.layers).toHaveLength(1);
    });
    test("but not a Function, which has its own props", () => {
      const { stack, attach } = withDefaults(
        (scope) => new Function(scope, "Mine", { handler: authenticator }),
      );
      attach("Api");
      expect(Object.keys(variablesOf(stack, "Mine"))).not.toContain("SHARED");
      expect(signIn(stack)?.layers).toBeUndefined();
    });
  });

  test("works for a GraphQLApi, and for several APIs with one prefix", () => {
    const stack = testStack();
    const auth = new Auth(stack, "Auth", { authenticator });
    auth.attach(stack, { api: new Api(stack, "Api") });
    auth.attach(stack, { api: new GraphQLApi(stack, "Graph", { server: handler }) });
    expect(Object.keys(resources(stack, "aws_ssm_parameter"))).toHaveLength(1);
    expect(Object.keys(resources(stack, "aws_apigatewayv2_integration"))).toHaveLength(3);
  });

  test("puts routes in the stack of the scope", () => {
    const app = testApp();
    const [main, other] = [new Stack(app, "Main"), new Stack(app, "Other")];
    const api = new Api(main, "Api");
    new Auth(main, "Auth", { authenticator }).attach(other, { api });
    expect(Object.keys(resources(other, "aws_apigatewayv2_route"))).toHaveLength(2);
    expect(resources(main, "aws_apigatewayv2_route")).toEqual({});
  });
});

describe("bind", () => {
  test("gives a function outside of routes the public key", () => {
    const { stack, auth } = attached();
    new Function(stack, "Reader", { handler, bind: [auth] });
    expect(variablesOf(stack, "Reader")).toMatchObject({
      SERVERFORM_Auth_publicKey_Auth: "__FETCH_FROM_SSM__",
    });
    const granted = inlineStatements(stack, "Reader").find(({ Action }) => Action === "ssm:GetParameters");
    expect(granted?.Resource).toBe(`${parameters}/publicKey`);
  });

  test("writes the type of Auth.<id>", () => {
    expect(bindingTypes([attached().auth[bindingTarget]()])).toContain(
      'declare module "serverform/node/auth" {\n  export interface AuthResources {\n    "Auth": {\n      "publicKey": string;',
    );
  });

  test("is what a message says when Auth is in permissions", () => {
    const { stack, auth } = attached();
    const fn = new Function(stack, "Reader", { handler });
    expect(failure(() => fn.attachPermissions([auth])).message).toContain("bind");
  });
});

describe("Auth refuses", () => {
  const create = (props: object) => (stack: Stack) => new Auth(stack, "Auth", props as never);
  const twoWith = (first: object, second: object) => (stack: Stack) => {
    const auth = stack.node.findChild("Auth") as Auth;
    const api = (id: string) => stack.node.findChild(id) as Api;
    auth.attach(stack, { api: api("First"), ...first });
    return () => auth.attach(stack, { api: api("Second"), ...second });
  };

  test.each([
    ["no authenticator", {}, "prop-required", "authenticator"],
    ["props of a Userbase", { login: ["email"] }, "auth-userbase-props", "props"],
    ["cdk", { authenticator, cdk: { id: "Other" } }, "auth-userbase-props", "props"],
    ["an unknown key", { authenticater: handler }, "key-unknown", "props"],
    ["a number", { authenticator: 5 }, "function-reference-invalid", "authenticator"],
  ])("%s", (_, props, code, prop) => {
    const stack = testStack();
    expect(failure(() => create(props)(stack))).toMatchObject({ code, prop });
  });

  test("the authenticator of another Auth", () => {
    const stack = testStack();
    const fn = new Function(stack, "SignIn", { handler });
    new Auth(stack, "First", { authenticator: fn });
    const { code, message } = failure(() => new Auth(stack, "Second", { authenticator: fn }));
    expect([code, message]).toEqual([
      "auth-authenticator-taken",
      expect.stringContaining("dev-notes-Main/First"),
    ]);
  });

  test.each([
    ["no API", {}, "prop-invalid"],
    ["a REST API", { api: "rest" }, "prop-invalid"],
    ["a prefix without a slash", { prefix: "auth" }, "prop-invalid"],
    ["a prefix that ends with a slash", { prefix: "/auth/" }, "prop-invalid"],
    ["the root as prefix", { prefix: "/" }, "prop-invalid"],
    ["a prefix with a variable", { prefix: "/{tenant}/auth" }, "prop-invalid"],
    ["an unknown key of attach", { path: "/auth" }, "key-unknown"],
    ["a prefix whose route exists", { prefix: "/taken" }, "route-duplicate"],
  ])("%s, and leaves nothing behind", (name, given, code) => {
    const stack = testStack();
    const api = new Api(stack, "Api", { routes: { "GET /taken": handler } });
    const auth = new Auth(stack, "Auth", { authenticator });
    const rest = name === "a REST API" ? { api: new RestV1Api(stack, "Rest") } : {};
    const props = { ...(name === "no API" ? {} : { api }), ...given, ...rest } as never;
    expectNothingLeft(stack, () => auth.attach(stack, props), code);
  });

  test("an API that has an Auth, its own or another", () => {
    const { stack, api, auth } = attached();
    expectNothingLeft(stack, () => auth.attach(stack, { api }), "auth-api-attached");
    const other = new Auth(stack, "Other", { authenticator });
    expectNothingLeft(stack, () => other.attach(stack, { api, prefix: "/other" }), "auth-api-attached");
  });

  test("another prefix for another API", () => {
    const stack = testStack();
    for (const id of ["First", "Second"]) new Api(stack, id);
    new Auth(stack, "Auth", { authenticator });
    const second = twoWith({ prefix: "/a" }, { prefix: "/b" })(stack);
    expectNothingLeft(stack, second, "auth-prefix-differs");
  });

  test("to be attached after the app is finished", () => {
    const { stack, auth, api } = attached();
    synthesized(stack);
    expect(failure(() => auth.attach(stack, { api })).code).toBe("already-synthesized");
  });
});

test("the names of two constructs do not meet: Auth, Config and Userbase may share an id below other parents", () => {
  const { stack } = attached();
  new Config.Parameter(new Stack(stack.app, "Other"), "Auth", { value: "1" });
  new Userbase(new Stack(stack.app, "Third"), "Auth");
  expect(() => synthesized(stack)).not.toThrow();
});
