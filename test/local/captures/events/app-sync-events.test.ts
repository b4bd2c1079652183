import { SignatureV4 } from "@smithy/signature-v4";
import { localCredentials } from "../../../support/access-keys";
import { apiKey, functionArn, serveGraph } from "../../gateways/app-sync/support";
import { integration, serveChannels } from "../../gateways/event-channels/support";
import { TestIssuer } from "../../gateways/support/issuer";
import { closeAll } from "../../gateways/support/serve";
import { differences, readShape } from "./shapes";

afterEach(closeAll);

const pool = "eu-west-1_pool";
const schema = `
  type Query @aws_api_key @aws_cognito_user_pools @aws_iam @aws_lambda { notes(first: Int): [Note] }
  type Note @aws_api_key @aws_cognito_user_pools @aws_iam @aws_lambda { id: ID comments: [String] }
`;
const query = "query List($first: Int) { notes(first: $first) { id comments } }";
const variables = { first: 1 };

/** An API that users of every kind may ask, and the events of its functions. */
async function serve() {
  const issuer = await TestIssuer.create(`https://cognito-idp.eu-west-1.amazonaws.com/${pool}`);
  const { ask, url, context } = await serveGraph({
    schema,
    resolvers: {
      "Query.notes": () => [{ id: "1" }],
      "Note.comments": { values: { data_source: "batch", kind: "UNIT", max_batch_size: 2 } },
    },
    sources: { batch: { type: "AWS_LAMBDA", lambda_config: { function_arn: functionArn("batch") } } },
    functions: {
      guard: () => ({ isAuthorized: true, resolverContext: { user: "ada" } }),
      batch: (fields: readonly unknown[]) => fields.map(() => ({ data: [] })),
    },
    api: {
      additional_authentication_provider: [
        { authentication_type: "AMAZON_COGNITO_USER_POOLS", user_pool_config: { user_pool_id: pool } },
        { authentication_type: "AWS_IAM" },
        {
          authentication_type: "AWS_LAMBDA",
          lambda_authorizer_config: { authorizer_uri: functionArn("guard") },
        },
      ],
    },
    context: { issuers: issuer },
  });
  const claims = { sub: "u1", "cognito:username": "ada", aud: "c", exp: Date.UTC(2026, 0, 3) / 1000 };
  const token = await issuer.token({ ...claims, token_use: "id" });
  return { ask, url, token, events: context.functions };
}

async function signedHeaders(url: string): Promise<Record<string, string>> {
  const { Sha256 } = await import("@aws-crypto/sha256-js");
  const signer = new SignatureV4({
    credentials: localCredentials,
    region: "eu-west-1",
    service: "appsync",
    sha256: Sha256,
  });
  const { host, hostname, pathname: path } = new URL(`${url}/graphql`);
  const body = JSON.stringify({ query, variables });
  const request = { method: "POST", protocol: "http:", hostname, path, headers: { host }, body };
  const { headers } = await signer.sign(request, { signingDate: new Date(Date.UTC(2026, 0, 2, 3, 4, 5)) });
  const { host: _, ...rest } = headers;
  return rest;
}

const expectLike = (shape: string, events: readonly unknown[]) => {
  expect(events).not.toEqual([]);
  for (const event of events) expect(differences(event, readShape(shape))).toEqual([]);
};

describe("events of AppSync have the members of those that AWS has sent", () => {
  test("graphql-field, one by one and in batches, and graphql-authorizer", async () => {
    const { ask, url, token, events } = await serve();
    for (const headers of [{ "x-api-key": apiKey }, { authorization: token }, await signedHeaders(url)]) {
      expect((await ask(query, variables, headers)).errors).toBeUndefined();
    }
    const body = JSON.stringify({ query, variables, operationName: "List" });
    await fetch(`${url}/graphql`, { method: "POST", headers: { authorization: "a token" }, body });
    expect(events.events("Query_notes")).toHaveLength(4);
    expectLike("graphql-field", events.events("Query_notes"));
    expectLike("graphql-field", events.events("batch").flatMap(Object.values));
    expectLike("graphql-authorizer", events.events("guard"));
  });

  test("channel-handler", async () => {
    const { publish, connect, context } = await serveChannels({
      namespaces: {
        chat: {
          handler_configs: [
            { on_publish: integration("DIRECT", "work"), on_subscribe: integration("DIRECT", "work") },
          ],
        },
      },
      functions: { work: ({ events }: { events: unknown }) => ({ events }) },
    });
    const client = await connect();
    await client.next();
    await client.ask({ type: "subscribe", id: "1", channel: "/chat/a" });
    await publish("/chat/a", [{ text: "hello" }]);
    client.socket.terminate();
    expectLike("channel-handler", context.functions.events("work"));
  });
});
