import { buildSchema } from "graphql";
import { type Audit, serverAudits } from "graphql-http";
import { GraphQLHandler } from "../../../../lib/runtime/node/graphql";
import { apiKey, serveGraph } from "../../gateways/app-sync/support";
import { serveApi } from "../../gateways/support/http-api";
import { closeAll } from "../../gateways/support/serve";
import { type RecordedFact, readSuite, testFacts } from "../suite";

/** An audit of the package `graphql-http`; its name is its id. */
interface AuditFact extends RecordedFact {
  /** AppSync, or a function of this library behind a route. */
  readonly server: "appsync" | "function";
}

const servers = new Map<AuditFact["server"], readonly Audit[]>();

beforeAll(async () => {
  const graph = await serveGraph({
    schema: "type Query { hello: String }",
    resolvers: { "Query.hello": () => "world" },
  });
  const withKey: typeof fetch = (url, init) =>
    fetch(url, { ...init, headers: { ...Object(init?.headers), "x-api-key": apiKey } });
  servers.set("appsync", serverAudits({ url: `${graph.url}/graphql`, fetchFn: withKey }));
  const handler = GraphQLHandler({ schema: buildSchema("type Query { hello: String }") });
  const invocation = { awsRequestId: "1", getRemainingTimeInMillis: () => 1000 };
  const api = await serveApi({
    routes: { "ANY /graphql": (event) => handler(event, invocation as never) },
  });
  servers.set("function", serverAudits({ url: `${api.url}/graphql`, fetchFn: fetch }));
});

afterAll(closeAll);

testFacts(readSuite<AuditFact>("graphql/http"), async ({ name, server }) => {
  const [id] = name.split(",");
  const audit = servers.get(server)?.find((each) => each.id === id);
  if (audit === undefined) throw new Error(`There is no audit ${id}.`);
  expect(await audit.fn()).toMatchObject({ status: "ok" });
});
