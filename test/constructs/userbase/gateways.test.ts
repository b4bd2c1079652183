/** @group slow */

import { Api } from "../../../lib/constructs/api";
import { RestV1Api } from "../../../lib/constructs/rest-v1-api";
import { Userbase } from "../../../lib/constructs/userbase";
import { WebSocketApi } from "../../../lib/constructs/web-socket-api";
import { type App, Stack } from "../../../lib/kit/app";
import { setEnvironment } from "../../support/environment";
import { only, resources, testApp } from "../../support/stack";
import { account, apps, directory, handler, problemsOf, short } from "./support";

const routes = { "GET /notes": { function: handler, authorizer: "users" } } as const;

function httpApi(stack: Stack, userbase: Userbase): Api {
  return new Api(stack, "Api", { authorizers: { users: { type: "user_pool", userPool: userbase } }, routes });
}

function restApi(stack: Stack, userbase: Userbase): RestV1Api {
  return new RestV1Api(stack, "Rest", {
    authorizers: { users: { type: "user_pools", userPoolIds: [userbase] } },
    routes,
  });
}

describe("authorizers of gateways with a Userbase", () => {
  test("an Api accepts its tokens, for its client", () => {
    const { stack, userbase } = directory();
    httpApi(stack, userbase);
    expect(short(only(stack, "aws_apigatewayv2_authorizer"))).toMatchObject({
      authorizer_type: "JWT",
      jwt_configuration: {
        audience: ["${aws_cognito_user_pool_client.id}"],
        issuer: "https://cognito-idp.us-east-1.amazonaws.com/${aws_cognito_user_pool.id}",
      },
    });
    expect(Object.keys(resources(stack, "aws_cognito_user_pool_client"))).toHaveLength(1);
  });

  test("an Api accepts its ids", () => {
    const { stack, userbase } = directory();
    const { userPoolId: id, userPoolClientId } = userbase;
    new Api(stack, "Api", {
      authorizers: { users: { type: "user_pool", userPool: { id, clientIds: [userPoolClientId] } } },
      routes,
    });
    expect(short(only(stack, "aws_apigatewayv2_authorizer").jwt_configuration)).toMatchObject({
      audience: ["${aws_cognito_user_pool_client.id}"],
    });
  });

  test("a RestV1Api accepts its tokens", () => {
    const { stack, userbase } = directory();
    restApi(stack, userbase);
    expect(short(only(stack, "aws_api_gateway_authorizer"))).toMatchObject({
      type: "COGNITO_USER_POOLS",
      provider_arns: [`arn:aws:cognito-idp:us-east-1:${account}:userpool/\${aws_cognito_user_pool.id}`],
    });
  });

  test.each([
    ["an Api", httpApi],
    ["a RestV1Api", restApi],
  ])("%s of another stack accepts its tokens", (_, create) => {
    const { app, main, other } = apps();
    create(other, directory({}, main).userbase);
    expect(problemsOf(app)).toEqual([]);
  });

  test("a trigger may use the gateways that ask its pool", () => {
    const { app, main } = apps();
    const { userbase } = directory({ triggers: { preSignUp: handler } }, main);
    const gateways = [httpApi(main, userbase), restApi(main, userbase), new WebSocketApi(main, "Chat")];
    userbase.bindForTriggers([userbase, ...gateways]);
    userbase.attachPermissionsForTriggers(gateways);
    expect(problemsOf(app)).toEqual([]);
  });
});

/** Every order of some things. */
function orders<Item>(items: readonly Item[]): Item[][] {
  if (items.length === 0) return [[]];
  return items.flatMap((item) =>
    orders(items.filter((each) => each !== item)).map((rest) => [item, ...rest]),
  );
}

type Part = "Api" | "Rest" | "Chat" | "Auth";
const parts = ["Api", "Rest", "Chat", "Auth"] as const satisfies readonly Part[];

/**
 * The app with its parts declared in an order, the directory in the stack of the part before it where one is given.
 *
 * A part that is declared before the directory is used by it; one that is declared later uses it.
 */
function declare(app: App, order: readonly Part[], stackOf: Readonly<Record<Part, string>>): void {
  const stacks = new Map<string, Stack>();
  const stack = (part: Part) => {
    const id = stackOf[part];
    const existing = stacks.get(id) ?? new Stack(app, id);
    stacks.set(id, existing);
    return existing;
  };
  const gateways: (Api | RestV1Api | WebSocketApi)[] = [];
  let userbase: Userbase | undefined;
  const create: Record<Part, () => void> = {
    Api: () => {
      const api = userbase
        ? httpApi(stack("Api"), userbase)
        : new Api(stack("Api"), "Api", { routes: { "GET /a": handler } });
      gateways.push(api);
    },
    Rest: () => {
      const rest = userbase
        ? restApi(stack("Rest"), userbase)
        : new RestV1Api(stack("Rest"), "Rest", { routes: { "GET /a": handler } });
      gateways.push(rest);
    },
    Chat: () => {
      gateways.push(
        new WebSocketApi(stack("Chat"), "Chat", {
          authorizer: "iam",
          routes: { $connect: handler, send: handler },
        }),
      );
    },
    Auth: () => {
      userbase = new Userbase(stack("Auth"), "Auth", {
        login: ["email"],
        triggers: { postConfirmation: handler },
      });
      userbase.bindForTriggers([userbase, ...gateways]);
      userbase.attachPermissionsForAuthUsers(stack("Auth"), [...gateways]);
    },
  };
  for (const part of order) {
    create[part]();
    const added = gateways.at(-1);
    if (userbase === undefined || part === "Auth" || added === undefined) continue;
    added.bind([userbase]);
    userbase.attachPermissionsForAuthUsers(stack(part), [added]);
    userbase.attachPermissionsForUnauthUsers(stack(part), [added]);
  }
}

describe("a Userbase with all the gateways", () => {
  // The circles are in the JSON; what the handlers hold is the matter of other tests.
  beforeEach(() => {
    setEnvironment({ SERVERFORM_SKIP_BUNDLING: "1" });
    jest.spyOn(process.stderr, "write").mockReturnValue(true);
  });
  afterEach(() => jest.restoreAllMocks());

  const shared: Readonly<Record<string, Readonly<Record<Part, string>>>> = {
    "HTTP and REST in one stack": { Api: "One", Rest: "One", Chat: "Two", Auth: "Three" },
    "the directory beside the WebSocket API": { Api: "One", Rest: "Two", Chat: "Three", Auth: "Three" },
    "the directory beside the HTTP API": { Api: "One", Rest: "Two", Chat: "Three", Auth: "One" },
  };
  /** Orders in which stacks can be declared: what is in one stack is declared together. */
  const cases = Object.entries(shared).flatMap(([title, stackOf]) =>
    orders(parts)
      .filter((order) => {
        const stacks = order.map((part) => stackOf[part]);
        return stacks.every((id, index) => index === stacks.indexOf(id) || stacks[index - 1] === id);
      })
      .map((order) => [title, order, stackOf] as const),
  );

  test.each([parts, [...parts].reverse()])(
    "makes no circle in one stack, declared as %s, %s, %s, %s",
    (...order) => {
      const app = testApp({ account });
      declare(app, order, { Api: "One", Rest: "One", Chat: "One", Auth: "One" });
      expect(problemsOf(app)).toEqual([]);
    },
  );

  test.each(cases)("makes no circle over three stacks, %s, declared as %j", (_, order, stackOf) => {
    const app = testApp({ account });
    declare(app, order, stackOf);
    expect(problemsOf(app)).toEqual([]);
  });
});
