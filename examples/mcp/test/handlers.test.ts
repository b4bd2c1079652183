import type { APIGatewayProxyEventV2 } from "aws-lambda";
import { documents } from "../functions/documents";
import { mcpHandler } from "../functions/mcp-handler";
import type { NotesStore } from "../functions/notes-store";
import { type RegisteredClient, registerHandler } from "../functions/registration";

const apiUrl = "https://api.example.com";

const event = (parts: object) =>
  ({ headers: {}, requestContext: { http: { method: "POST" } }, ...parts }) as APIGatewayProxyEventV2;

describe("the server", () => {
  const store: NotesStore = { list: async (owner) => [`of ${owner}`], add: async () => {} };
  const handler = mcpHandler(
    apiUrl,
    async (token) => (token === "none" ? undefined : { id: "ada", scopes: token.split(",") }),
    store,
  );
  const ask = async (token: string, method: string, params: object = {}) => {
    const headers = {
      authorization: `Bearer ${token}`,
      accept: "application/json, text/event-stream",
      "content-type": "application/json",
    };
    const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method, params });
    const answered = await handler(event({ headers, body }));
    return { ...answered, body: JSON.parse(answered.body ?? "") };
  };

  test.each([
    ["notes/read", ["list_notes"]],
    ["notes/write", ["add_note"]],
    ["notes/read,notes/write", ["list_notes", "add_note"]],
  ])("with %s has the tools %j", async (scopes, tools) => {
    const { body } = await ask(scopes, "tools/list");
    expect(body.result.tools.map(({ name }: { name: string }) => name)).toEqual(tools);
  });

  test("shows users their own notes", async () => {
    const { body } = await ask("notes/read", "tools/call", { name: "list_notes", arguments: {} });
    expect(body.result.content).toEqual([{ type: "text", text: "of ada" }]);
  });

  test.each([
    ["none", 401, "invalid_token"],
    ["openid", 403, "insufficient_scope"],
  ])("refuses the token %s with %p", async (token, statusCode, error) => {
    const { headers, ...answered } = await ask(token, "tools/list");
    expect(answered.statusCode).toBe(statusCode);
    expect(headers).toMatchObject({ "mcp-challenge": expect.stringContaining(`error="${error}"`) });
  });

  test("opens no stream", async () => {
    const headers = { authorization: "Bearer notes/read" };
    const asked = event({ headers, requestContext: { http: { method: "GET" } } });
    expect(await handler(asked)).toMatchObject({ statusCode: 405, headers: { allow: "POST" } });
  });
});

describe("registration", () => {
  function registering(given: readonly RegisteredClient[] = []) {
    const clients = [...given];
    const removed: string[] = [];
    const handler = registerHandler(
      {
        list: async () => clients,
        create: async (name) => {
          const client = { id: `new ${clients.length}`, name };
          clients.push(client);
          return client;
        },
        remove: async ({ id }) => void removed.push(id),
      },
      { redirectHosts: ["localhost", "app.example.com"], maxClients: 2, now: () => 3000 },
    );
    const register = async (body: object | string) => {
      const text = typeof body === "string" ? body : JSON.stringify(body);
      const { statusCode, body: answered } = await handler(event({ body: text }));
      return { statusCode, body: JSON.parse(answered ?? "") };
    };
    return { register, clients, removed };
  }

  test("grants what is asked for, of what there is", async () => {
    const { register } = registering();
    const redirect_uris = ["https://app.example.com/callback"];
    const scope = "openid notes/read";
    expect(await register({ redirect_uris, scope, client_name: "App" })).toEqual({
      statusCode: 201,
      body: {
        client_id: "new 0",
        client_id_issued_at: 3,
        redirect_uris,
        client_name: "App",
        scope: "notes/read",
        grant_types: ["authorization_code", "refresh_token"],
        response_types: ["code"],
        token_endpoint_auth_method: "none",
      },
    });
  });

  test("removes the oldest of its own clients, and no other", async () => {
    const name = (time: number) => `mcp-${"0".repeat(32)}-${time}`;
    const { register, removed } = registering([
      { id: "declared", name: "dev-mcp-Users" },
      { id: "second", name: name(1000) },
      { id: "first", name: name(999) },
    ]);
    await register({ redirect_uris: ["http://localhost:1/"] });
    expect(removed).toEqual(["first"]);
  });

  test.each([
    "",
    { redirect_uris: [] },
    { redirect_uris: ["/callback"] },
    { redirect_uris: ["http://app.example.com/"] },
    { redirect_uris: ["https://app.example.com/#a"] },
    { redirect_uris: ["https://app.example.com.evil.org/"] },
    { redirect_uris: ["javascript://localhost/%0aalert(1)"] },
    { redirect_uris: ["https://app.example.com/"], grant_types: ["client_credentials"] },
    { redirect_uris: ["https://app.example.com/"], response_types: ["token"] },
  ])("refuses %j", async (body) => {
    const { register, clients } = registering();
    expect((await register(body)).statusCode).toBe(400);
    expect(clients).toEqual([]);
  });
});

test("the documents lead from the server to the sign-in pages", () => {
  const addresses = { apiUrl, signInUrl: "https://sign-in.example.com", userPoolId: "eu-west-1_Pool" };
  expect(documents(addresses)).toMatchObject({
    "oauth-protected-resource/mcp": { resource: `${apiUrl}/mcp`, authorization_servers: [apiUrl] },
    "oauth-authorization-server": {
      issuer: apiUrl,
      authorization_endpoint: "https://sign-in.example.com/oauth2/authorize",
      registration_endpoint: `${apiUrl}/register`,
      jwks_uri: "https://cognito-idp.eu-west-1.amazonaws.com/eu-west-1_Pool/.well-known/jwks.json",
    },
  });
});
