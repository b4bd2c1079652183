/** @group processes */
import { Api, AppSyncApi, RestV1Api, StaticSite, type StaticSiteProps, WebSocketApi } from "../../../lib";
import type { Stack } from "../../../lib/app";
import { type AccountModel, type Check, type Instance, referred } from "./account-model";
import { replayed, type State } from "./replay";

type Routed = NonNullable<StaticSiteProps["routes"]>[string];

const handler = "functions/notes.get";

/** The resources without which an API does not answer, by the type of the API. */
const answering: Readonly<Record<string, readonly string[]>> = {
  aws_api_gateway_rest_api: ["aws_api_gateway_stage"],
  aws_apigatewayv2_api: ["aws_apigatewayv2_route", "aws_apigatewayv2_stage"],
  aws_appsync_graphql_api: ["aws_appsync_resolver"],
};

/** The path of a stage of a REST API is in the distribution. */
const partsOf = (account: AccountModel, api: Instance, type: string, path: string): readonly Instance[] =>
  account
    .all(type)
    .filter((each) => each.isThere && referred(each, api.type) === api)
    .filter(({ block }) => block.stage_name === undefined || path.includes(`"/${block.stage_name}"`));

/** A browser loads the site at each step, whose pages call the API. */
const browser: Check = function* (account) {
  const distribution = account.at("aws_cloudfront_distribution.It_Distribution_E47F0C0C");
  if (distribution?.isThere !== true) return;
  const path = JSON.stringify(distribution.block);
  for (const api of distribution.refersTo.values()) {
    for (const type of answering[api.type] ?? []) {
      if (partsOf(account, api, type, path).length === 0) yield `${api.address} has no ${type}`;
    }
  }
};

const site =
  (api: (stack: Stack) => Routed): State =>
  (stack) => {
    new StaticSite(stack, "It", { path: "sites/plain", routes: { "/api/*": api(stack) } });
  };

const http = (id: string) => site((stack) => new Api(stack, id, { routes: { "GET /api/notes": handler } }));
const rest = (id: string, stageName = "dev") =>
  site((stack) => {
    const cdk = { restApi: { deployOptions: { stageName } } };
    return new RestV1Api(stack, id, { routes: { "GET /api/notes": handler }, cdk });
  });
const socket = (id: string) =>
  site((stack) => new WebSocketApi(stack, id, { routes: { $default: handler } }));
const graph = (id: string) =>
  site((stack) => {
    const resolvers = { "Query notes": handler };
    return new AppSyncApi(stack, id, { schema: "graphql/schema.graphql", resolvers });
  });

test.each<[string, readonly State[]]>([
  ["AppSyncApi", [graph("One"), graph("Two"), undefined]],
  ["Api", [http("One"), http("Two"), undefined]],
  ["RestV1Api", [rest("One"), rest("Two"), rest("Two", "live"), undefined]],
  ["WebSocketApi", [socket("One"), socket("Two"), undefined]],
])("a site leads to another %s when that answers, and the former one answers until then", (_, states) => {
  expect(replayed(states, () => browser)).toEqual([]);
});
