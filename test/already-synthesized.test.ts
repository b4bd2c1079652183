import { Testing } from "cdktf";
import type { IConstruct } from "constructs";
import * as library from "../lib";
import { isLibraryError } from "../lib/facts/errors/error";
import { testStack } from "./support/stack";

/** One construct of each class of the library, and what they hand out that has methods of its own. */
function constructs(): readonly IConstruct[] {
  const { Api, Bucket, Config, Cron, EventBus, GraphQLApi, KinesisStream, Queue, RestV1Api } = library;
  const { Table, Topic, Userbase, WebSocketApi } = library;
  const stack = testStack();
  const handler = "functions/notes.get";
  const rest = new RestV1Api(stack, "Rest", { routes: { "GET /": handler } });
  const made = [
    stack.app,
    stack,
    new Api(stack, "Api"),
    new library.AppSyncApi(stack, "AppSync"),
    new Bucket(stack, "Bucket"),
    new Config.Parameter(stack, "Parameter", { value: "1" }),
    new Config.Secret(stack, "Secret"),
    new Cron(stack, "Cron", { schedule: "rate(1 day)", job: handler }),
    new EventBus(stack, "Bus"),
    new library.EventsApi(stack, "Events"),
    new library.Function(stack, "Function", { handler }),
    new GraphQLApi(stack, "GraphQL", { server: { handler } }),
    new KinesisStream(stack, "Stream"),
    new Queue(stack, "Queue"),
    new library.Pipe(stack, "Pipe", { source: new Queue(stack, "In"), target: handler }),
    new library.RDS(stack, "RDS", { engine: "postgresql16", defaultDatabaseName: "notes" }),
    rest,
    rest.cdk.restApi,
    rest.cdk.restApi.addUsagePlan("Plan"),
    new library.Job(stack, "Job", { handler }),
    new library.StaticSite(stack, "Site", { path: "sites/plain" }),
    new library.Site(stack, "Rendered", { path: "sites/rendered" }),
    new library.NextjsSite(stack, "Next", { path: "sites/rendered" }),
    new library.ViteStaticSite(stack, "ViteSite", { path: "sites/plain", buildCommand: "exit 0" }),
    new library.ReactStaticSite(stack, "ReactSite", { path: "sites/plain", buildCommand: "exit 0" }),
    new library.Script(stack, "Script", { onCreate: handler }),
    new Table(stack, "Table", { fields: { id: "string" }, primaryIndex: { partitionKey: "id" } }),
    new Topic(stack, "Topic"),
    new library.Trigger(stack, "Trigger", { type: "iot", sql: "SELECT * FROM 'a'", function: handler }),
    new Userbase(stack, "Users"),
    new WebSocketApi(stack, "Chat"),
  ];
  Testing.synth(stack);
  return made;
}

/** Names by which a method says that it changes something; of the library's own classes only. */
const changing = /^(add|attach|bind|grant|set)[A-Z]?/;
/** Private methods, which the public ones call. */
const internal: readonly string[] = [
  "addInvokeConfig",
  "addNotice",
  "addProvider",
  "addStage",
  "addSharedRoutes",
  "attachAll",
  "attachForUsers",
  "attachHost",
  "bindAll",
  "bindPermitted",
];

function changingMethods(construct: IConstruct): string[] {
  const names: string[] = [];
  for (
    let made = Object.getPrototypeOf(construct) as object;
    isOfLibrary(made);
    made = Object.getPrototypeOf(made) as object
  ) {
    names.push(...Object.getOwnPropertyNames(made));
  }
  return names.filter((name) => changing.test(name) && !internal.includes(name));
}

/** The prototypes of cdktf and of the provider end the search. */
function isOfLibrary(prototype: object): boolean {
  const { name } = prototype.constructor;
  return !/^(Construct|TerraformStack|ApiGatewayRestApi|Object)$/.test(name) && !isAppOfCdktf(prototype);
}

function isAppOfCdktf(prototype: object): boolean {
  return prototype.constructor.name === "App" && prototype.constructor !== library.App;
}

const cases = constructs().flatMap((construct) =>
  changingMethods(construct).map((method) => [construct.constructor.name, method, construct] as const),
);

describe("after the synthesis", () => {
  test("every class with a method that changes it is tried", () => {
    expect(new Set(cases.map(([name]) => name)).size).toBeGreaterThanOrEqual(16);
  });

  test.each(cases)("%s refuses %s", (_, method, construct) => {
    const call = (construct as unknown as Record<string, () => void>)[method];
    let thrown: unknown;
    try {
      call?.call(construct);
    } catch (error) {
      thrown = error;
    }
    expect(isLibraryError(thrown) && [thrown.code, thrown.prop]).toEqual(["already-synthesized", method]);
  });
});
