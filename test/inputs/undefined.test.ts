import {
  Api,
  AppSyncApi,
  Bucket,
  EventBus,
  Function,
  GraphQLApi,
  Job,
  KinesisStream,
  Queue,
  RestV1Api,
  Script,
  Stack,
  Table,
  Topic,
  Userbase,
  WebSocketApi,
} from "../../lib";
import { attempt } from "./attempt";

const handler = "functions/notes.get";
const table = { fields: { id: "string" }, primaryIndex: { partitionKey: "id" } } as const;
const pattern = { source: ["shop"] };
type Declare = (stack: Stack, some: object) => unknown;

/** Each declares something with a map, which is written with an undefined part and without. */
const maps: Readonly<Record<string, Declare>> = {
  "Function environment": (stack, some) =>
    new Function(stack, "It", { handler, environment: { A1: "1", ...some } }),
  "default environment": (stack, some) => {
    stack.addDefaultFunctionEnv({ ...some });
    new Function(stack, "It", { handler });
  },
  "Function nodejs define": (stack, some) =>
    new Function(stack, "It", { handler, nodejs: { esbuild: { define: { ...some } } } }),
  "Api routes": (stack, some) => new Api(stack, "It", { routes: { "GET /": handler, ...some } }),
  "Api authorizers": (stack, some) => new Api(stack, "It", { authorizers: { ...some } }),
  "Api addRoutes": (stack, some) => new Api(stack, "It").addRoutes(stack, { "GET /": handler, ...some }),
  "RestV1Api routes": (stack, some) => new RestV1Api(stack, "It", { routes: { "GET /": handler, ...some } }),
  "RestV1Api authorizers": (stack, some) => new RestV1Api(stack, "It", { authorizers: { ...some } }),
  "RestV1Api addRoutes": (stack, some) =>
    new RestV1Api(stack, "It").addRoutes(stack, { "GET /": handler, ...some }),
  "WebSocketApi routes": (stack, some) =>
    new WebSocketApi(stack, "It", { routes: { $connect: handler, ...some } }),
  "WebSocketApi addRoutes": (stack, some) =>
    new WebSocketApi(stack, "It").addRoutes(stack, { $connect: handler, ...some }),
  "GraphQLApi environment": (stack, some) =>
    new GraphQLApi(stack, "It", { server: { handler, environment: { ...some } } }),
  "AppSyncApi dataSources": (stack, some) =>
    new AppSyncApi(stack, "It", { schema: "graphql/schema.graphql", dataSources: { ...some } }),
  "AppSyncApi resolvers": (stack, some) =>
    new AppSyncApi(stack, "It", { schema: "graphql/schema.graphql", resolvers: { ...some } }),
  "AppSyncApi tags": (stack, some) =>
    new AppSyncApi(stack, "It", {
      schema: "graphql/schema.graphql",
      cdk: { graphqlApi: { tags: { ...some } } },
    }),
  "Topic subscribers": (stack, some) => new Topic(stack, "It", { subscribers: { ...some } }),
  "Topic addSubscribers": (stack, some) => new Topic(stack, "It").addSubscribers(stack, { ...some }),
  "EventBus rules": (stack, some) => new EventBus(stack, "It", { rules: { ...some } }),
  "EventBus addRules": (stack, some) => new EventBus(stack, "It").addRules(stack, { ...some }),
  "EventBus targets": (stack, some) =>
    new EventBus(stack, "It", { rules: { r: { pattern, targets: { ...some } } } }),
  "Bucket notifications": (stack, some) => new Bucket(stack, "It", { notifications: { ...some } }),
  "Bucket addNotifications": (stack, some) => new Bucket(stack, "It").addNotifications(stack, { ...some }),
  "Table fields": (stack, some) => new Table(stack, "It", { ...table, fields: { id: "string", ...some } }),
  "Table globalIndexes": (stack, some) => new Table(stack, "It", { ...table, globalIndexes: { ...some } }),
  "Table localIndexes": (stack, some) => new Table(stack, "It", { ...table, localIndexes: { ...some } }),
  "Table consumers": (stack, some) =>
    new Table(stack, "It", { ...table, stream: true, consumers: { ...some } }),
  "Table addConsumers": (stack, some) =>
    new Table(stack, "It", { ...table, stream: true }).addConsumers(stack, { ...some }),
  "KinesisStream consumers": (stack, some) => new KinesisStream(stack, "It", { consumers: { ...some } }),
  "Userbase clients": (stack, some) => new Userbase(stack, "It", { clients: { ...some } }),
  "Userbase groups": (stack, some) => new Userbase(stack, "It", { groups: { ...some } }),
  "Userbase triggers": (stack, some) => new Userbase(stack, "It", { triggers: { ...some } }),
  "Userbase resourceServers": (stack, some) => new Userbase(stack, "It", { resourceServers: { ...some } }),
  "Script params": (stack, some) => new Script(stack, "It", { onCreate: handler, params: { a: 1, ...some } }),
  "tags of a stack": (stack, some) => new Queue(new Stack(stack.app, "Other", { tags: { ...some } }), "It"),
  "tags of a resource": (stack, some) => new Queue(stack, "It", { cdk: { queue: { tags: { ...some } } } }),
  "Job environment": (stack, some) => new Job(stack, "It", { handler, environment: { ...some } }),
  "nodejs loader": (stack, some) => new Function(stack, "It", { handler, nodejs: { loader: { ...some } } }),
  "variables of an HTTP stage": (stack, some) =>
    new Api(stack, "It", { cdk: { httpStages: [{ name: "beta", stageVariables: { ...some } }] } }),
  "variables of a REST stage": (stack, some) =>
    new RestV1Api(stack, "It", { cdk: { restApi: { deployOptions: { variables: { ...some } } } } }),
  "headers of a gateway response": (stack, some) =>
    new RestV1Api(stack, "It").cdk.restApi.addGatewayResponse("Denied", {
      type: "UNAUTHORIZED",
      responseHeaders: { ...some },
      templates: { ...some },
    }),
  "parts of a REST method": (stack, some) =>
    new RestV1Api(stack, "It", {
      routes: {
        "GET /": {
          function: handler,
          cdk: { method: { requestModels: { ...some }, requestParameters: { ...some } } },
        },
      },
    }),
  "attributes of a provider": (stack, some) =>
    new Userbase(stack, "It", {
      domain: "notes",
      identityProviders: {
        google: { clientId: "id", clientSecret: "secret", attributeMapping: { ...some } },
      },
    }),
  "scopes of a server": (stack, some) =>
    new Userbase(stack, "It", { resourceServers: { notes: { scopes: { read: "Reads", ...some } } } }),
  outputs: (stack, some) => stack.addOutputs({ A: 1, ...some }),
};

/** A key that the map takes. */
const keyOf: Readonly<Record<string, string>> = { "Userbase triggers": "preSignUp" };

test.each(Object.entries(maps))("%s: a part that is undefined counts as missing", (name, declare) => {
  const key = keyOf[name] ?? (/[rR]outes/.test(name) && !name.startsWith("Web") ? "GET /other" : "Other1");
  const without = attempt((stack) => declare(stack, {}));
  expect(without.kind).toBe("accepted");
  expect(attempt((stack) => declare(stack, { [key]: undefined }))).toEqual(without);
});

test("a default of the app stays where a function says undefined", () => {
  const json = (environment: object) =>
    attempt((stack) => {
      stack.setDefaultFunctionProps({ environment: { STAGE_NAME: "dev" } });
      new Function(stack, "It", { handler, environment: { ...environment } });
    });
  expect(json({ STAGE_NAME: undefined })).toEqual(json({}));
  expect(JSON.stringify(json({ STAGE_NAME: undefined }))).toContain("STAGE_NAME");
});

test.each(["permissions", "bind", "layers"])("an item of %s that is undefined is refused", (prop) => {
  const outcome = attempt((stack) => new Function(stack, "It", { handler, [prop]: [undefined] }));
  expect(outcome).toMatchObject({ kind: "refused", error: { prop: `${prop}[0]` } });
});
