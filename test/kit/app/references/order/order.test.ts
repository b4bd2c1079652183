import { IamRole } from "@cdktf/provider-aws/lib/iam-role";
import { Api, AppSyncApi, EventsApi, Function, Queue, RestV1Api, Stack, Userbase } from "../../../../../lib";
import { type Block, synthesized, testStack } from "../../../../support/stack";

const handler = "functions/notes.get";

/** With the lifecycles, which the helpers for other tests leave out. */
const resources = (stack: Stack, type: string): Readonly<Record<string, Block>> =>
  synthesized(stack).resource[type] ?? {};
const only = (stack: Stack, type: string): Block | undefined => Object.values(resources(stack, type))[0];

interface Lifecycle {
  readonly create_before_destroy?: boolean;
  readonly replace_triggered_by?: readonly string[];
}
const lifecycleOf = (block: Block | undefined): Lifecycle => (block?.lifecycle ?? {}) as Lifecycle;
const withoutHash = (text: string): string => text.replace(/_[0-9A-F]{8}\b/g, "");
const triggersOf = (block: Block | undefined) =>
  (lifecycleOf(block).replace_triggered_by ?? []).map(withoutHash);
const usesIn = (stack: Stack) =>
  JSON.parse(withoutHash(JSON.stringify(synthesized(stack).resource.terraform_data?.uses?.input))) as unknown;

describe("Creation before destruction", () => {
  test("is for a role whose name AWS completes, not for one with a name", () => {
    const stack = testStack();
    new Function(stack, "Free", { handler });
    new Function(stack, "Named", { handler, cdk: { role: { name: "named" } } });
    const found = Object.values(resources(stack, "aws_iam_role")).map((each) => [
      each.name,
      lifecycleOf(each).create_before_destroy,
    ]);
    expect(found).toEqual(
      expect.arrayContaining([
        [undefined, true],
        ["named", undefined],
      ]),
    );
  });

  test("is not for a role that refers to something with a fixed name", () => {
    const stack = testStack();
    const jobs = new Queue(stack, "Jobs");
    new Function(stack, "It", { handler, cdk: { role: { description: `Reads ${jobs.cdk.queue.arn}` } } });
    expect(lifecycleOf(only(stack, "aws_iam_role")).create_before_destroy).toBeUndefined();
  });

  test("is not decided for resources of the caller", () => {
    const stack = testStack();
    new IamRole(stack, "Own", { namePrefix: "own-", assumeRolePolicy: "{}" });
    expect(lifecycleOf(only(stack, "aws_iam_role"))).toEqual({});
  });

  test("keeps the lifecycle of the caller", () => {
    const lifecycleWith = (lifecycle: { preventDestroy?: boolean; createBeforeDestroy?: boolean }) => {
      const stack = testStack();
      new Function(stack, "It", { handler, cdk: { role: { lifecycle } } });
      return lifecycleOf(only(stack, "aws_iam_role"));
    };
    expect(lifecycleWith({ preventDestroy: true })).toEqual({
      create_before_destroy: true,
      prevent_destroy: true,
    });
    expect(lifecycleWith({ createBeforeDestroy: false })).toEqual({ create_before_destroy: false });
  });
});

describe("A route", () => {
  const withAuthorizer = (stack: Stack) =>
    new Api(stack, "Api", {
      authorizers: { door: { type: "fn", function: new Function(stack, "Check", { handler }) } },
      routes: { "GET /": { function: handler, authorizer: "door" }, "GET /open": handler },
    });

  test("is replaced with its integration and its authorizer, whether they are replaced or go", () => {
    const stack = testStack();
    withAuthorizer(stack);
    const [guarded] = Object.values(resources(stack, "aws_apigatewayv2_route")).filter(
      (each) => each.authorizer_id,
    );
    expect(triggersOf(guarded)).toEqual([
      "terraform_data.uses.input.Api_Route_GET_--",
      "aws_apigatewayv2_authorizer.Api_Authorizer_door_Authorizer.id",
      "aws_apigatewayv2_integration.Api_Integration_GET_--.id",
    ]);
    expect(usesIn(stack)).toEqual({
      "Api_Route_GET_--": "Api_Authorizer_door_Authorizer Api_Integration_GET_--",
      "Api_Route_GET_--open": "Api_Integration_GET_--open",
    });
  });

  test("keeps its address and its integration when a path variable gets another name", () => {
    const partsWith = (key: string) => {
      const stack = testStack();
      new Api(stack, "Api", { routes: { [key]: { function: new Function(stack, "Fn", { handler }) } } });
      const { resource } = synthesized(stack);
      return [
        Object.keys(resource.aws_apigatewayv2_route ?? {}),
        Object.keys(resource.aws_apigatewayv2_integration ?? {}),
      ];
    };
    expect(partsWith("GET /users/{userId}")).toEqual(partsWith("GET /users/{id}"));
    expect(partsWith("GET /users/{rest+}")).not.toEqual(partsWith("GET /users/{id}"));
  });
});

describe("A deployment of a REST API", () => {
  const deployed = (make: (stack: Stack) => RestV1Api): { readonly stack: Stack; readonly text: string } => {
    const stack = testStack();
    make(stack);
    const { aws_api_gateway_deployment: deployment, aws_api_gateway_integration: integrations = {} } =
      synthesized(stack).resource;
    return { stack, text: withoutHash(JSON.stringify([deployment, integrations])) };
  };

  test("names functions as text, and its stage waits for them and for their permissions", () => {
    const { stack, text } = deployed((at) => new RestV1Api(at, "Api", { routes: { "GET /": handler } }));
    expect(text).not.toMatch(/aws_lambda_(function|permission)\./);
    expect(text).toContain(":function:dev-notes-Main-Api-Lambda_GET_--/invocations");
    const { depends_on: waited = [] } = only(stack, "aws_api_gateway_stage") ?? {};
    const waits = (waited as readonly string[]).map(withoutHash);
    expect(waits).toContain("aws_lambda_permission.Api_Permission_GET_--");
    expect(waits).toContain("aws_lambda_function.Api_Lambda_GET_--_Function");
  });

  test("names what the caller's templates refer to as text", () => {
    const { text } = deployed((at) => {
      const jobs = new Queue(at, "Jobs");
      const integration = {
        requestTemplates: { "application/json": `{ "queue": "${jobs.cdk.queue.arn}" }` },
      };
      return new RestV1Api(at, "Api", {
        routes: { "GET /": { function: handler, cdk: { integration: { proxy: false, ...integration } } } },
      });
    });
    expect(text).not.toContain("aws_sqs_queue.");
    expect(text).toMatch(/queue.{3,8}arn:aws:sqs:us-east-1:[^"]+:dev-notes-Jobs/);
  });

  test("hands its order to the user pool of an authorizer, and not to the pool's functions", () => {
    const { stack } = deployed((at) => {
      const users = new Userbase(at, "Users", { triggers: { preSignUp: handler } });
      return new RestV1Api(at, "Api", {
        authorizers: { users: { type: "user_pools", userPoolIds: [users.userPoolId] } },
        routes: { "GET /": { function: handler, authorizer: "users" } },
      });
    });
    expect(JSON.stringify(only(stack, "aws_cognito_user_pool"))).not.toContain("aws_lambda_");
  });
});

describe("Parts whose provider does not follow a replaced API", () => {
  const apiKey = (stack: Stack) => triggersOf(only(stack, "aws_appsync_api_key"));

  test("are replaced with it", () => {
    const graph = testStack();
    new AppSyncApi(graph, "It", {
      schema: "graphql/schema.graphql",
      dataSources: { none: { type: "none" } },
    });
    expect(apiKey(graph)).toEqual(["aws_appsync_graphql_api.It_Api.id"]);
    expect(triggersOf(only(graph, "aws_appsync_datasource"))).toEqual([
      "aws_appsync_graphql_api.It_Api.id",
      "terraform_data.It_DataSource_none_Name",
    ]);
    const events = testStack();
    new EventsApi(events, "It", { namespaces: { chat: {} } });
    expect(apiKey(events)).toEqual(["aws_appsync_api.It_Api.api_id"]);
  });

  test("stay unchanged in another stack, which Terraform does not accept as a trigger", () => {
    const stack = testStack();
    const api = new AppSyncApi(stack, "It", { schema: "graphql/schema.graphql" });
    const other = new Stack(stack.app, "Other");
    api.addDataSources(other, { none: { type: "none" } });
    expect(triggersOf(only(other, "aws_appsync_datasource"))).toEqual([
      expect.stringMatching(/^terraform_data\.\w+_Name$/),
    ]);
  });
});
