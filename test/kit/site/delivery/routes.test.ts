import { Api, AppSyncApi, Function, RestV1Api, StaticSite, WebSocketApi } from "../../../../lib";
import { Stack } from "../../../../lib/kit/app";
import { only, testApp, testStack } from "../../../support/stack";

const handler = "functions/notes.get";
const schema = "graphql/schema.graphql";
type Routed = NonNullable<ConstructorParameters<typeof StaticSite>[2]["routes"]>[string];

const siteOf = (stack: Stack, api: Routed) =>
  new StaticSite(stack, "Web", { path: "sites/plain", routes: { "/api/*": api } });

/** The addresses without their hashes for which the distribution waits, but for its files. */
const waitedFor = (stack: Stack): readonly string[] => {
  const { depends_on = [] } = only(stack, "aws_cloudfront_distribution") as { depends_on?: string[] };
  return depends_on
    .map((each) => each.replace(/_[0-9A-F]{8}$/, ""))
    .filter((each) => !each.startsWith("terraform_data."));
};

describe("the distribution of a site with routes", () => {
  test.each<[string, (stack: Stack) => Routed, readonly string[]]>([
    [
      "AppSyncApi",
      (stack) => new AppSyncApi(stack, "It", { schema, resolvers: { "Query notes": handler } }),
      ["aws_appsync_resolver.It_Resolver_Query_notes"],
    ],
    [
      "Api",
      (stack) => new Api(stack, "It", { routes: { "GET /api/notes": handler } }),
      ["aws_apigatewayv2_route.It_Route_GET_--api--notes", "aws_apigatewayv2_stage.It_DefaultStage"],
    ],
    [
      "RestV1Api",
      (stack) => new RestV1Api(stack, "It", { routes: { "GET /api/notes": handler } }),
      ["aws_api_gateway_stage.It_Stage"],
    ],
    [
      "WebSocketApi",
      (stack) => new WebSocketApi(stack, "It", { routes: { $default: handler } }),
      ["aws_apigatewayv2_route.It_Route_default", "aws_apigatewayv2_stage.It_stage"],
    ],
  ])("waits for the service that answers at an %s", (_, make, expected) => {
    const stack = testStack();
    siteOf(stack, make(stack));
    expect(waitedFor(stack)).toEqual(expected);
  });

  test("does not wait for an API of another stack", () => {
    const app = testApp();
    const graph = new AppSyncApi(new Stack(app, "Graph"), "It", {
      schema,
      resolvers: { "Query notes": handler },
    });
    const stack = new Stack(app, "Main");
    siteOf(stack, graph);
    expect(waitedFor(stack)).toEqual([]);
  });

  test.each<[string, (stack: Stack, site: StaticSite) => Function]>([
    ["has its URL", (stack, site) => new Function(stack, "Fn", { handler, environment: { SITE: site.url } })],
    [
      "waits for it",
      (stack, site) => {
        const fn = new Function(stack, "Fn", { handler });
        fn.node.addDependency(site);
        return fn;
      },
    ],
  ])("does not wait for a resolver whose function %s", (_, make) => {
    const stack = testStack();
    const graph = new AppSyncApi(stack, "It", { schema, resolvers: { "Query notes": handler } });
    const site = siteOf(stack, graph);
    graph.addResolvers(stack, { "Query note": make(stack, site) });
    expect(waitedFor(stack)).toEqual(["aws_appsync_resolver.It_Resolver_Query_notes"]);
  });
});
