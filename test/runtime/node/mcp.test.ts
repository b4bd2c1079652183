import { type McpAnswer, McpHandler, type McpHandlerProps } from "../../../lib/runtime/node/mcp";

const variables = {
  SERVERFORM_McpAuthority_url_Authority: "https://api.example.com",
  SERVERFORM_McpAuthority_userPoolId_Authority: "eu-west-1_Pool",
  SERVERFORM_McpAuthority_userPoolClientId_Authority: "client",
  SERVERFORM_McpAuthority_servers_Authority: JSON.stringify({ "/mcp": ["notes/read", "notes/write"] }),
};

beforeAll(() => Object.assign(process.env, variables));
afterAll(() => {
  for (const name of Object.keys(variables)) delete process.env[name];
});

const verify: McpHandlerProps["verify"] = async (token, { resource }) =>
  token === "none"
    ? undefined
    : {
        id: "ada",
        token,
        clientId: "client",
        scopes: token.split(","),
        expiresAt: 2_000_000_000,
        resource: new URL(resource),
        extra: {},
      };

const eventOf = (parts: {
  readonly token?: string;
  readonly method?: string;
  readonly path?: string;
  readonly headers?: object;
}) => ({
  version: "2.0",
  rawPath: parts.path ?? "/mcp",
  rawQueryString: "",
  headers: {
    ...(parts.token !== undefined && { authorization: `Bearer ${parts.token}` }),
    ...parts.headers,
  },
  requestContext: { domainName: "api.example.com", http: { method: parts.method ?? "POST" } },
  body: Buffer.from('{"text":"ä"}').toString("base64"),
  isBase64Encoded: true,
});

function asking(respond: McpHandlerProps["respond"] = () => Response.json({})) {
  const handler = McpHandler({ respond, verify });
  return (parts: Parameters<typeof eventOf>[0], remainingMs?: number): Promise<McpAnswer> =>
    handler(
      eventOf(parts),
      remainingMs === undefined ? undefined : { getRemainingTimeInMillis: () => remainingMs },
    );
}

describe("McpHandler", () => {
  test("gives the server the request and its caller", async () => {
    const respond = jest.fn(async (request: Request) =>
      Response.json({ url: request.url, got: await request.json() }),
    );
    const { statusCode, body } = await asking(respond)({
      token: "notes/read",
      headers: { "mcp-method": "tools/list" },
    });
    expect([statusCode, JSON.parse(body)]).toEqual([
      200,
      { url: "https://api.example.com/mcp", got: { text: "ä" } },
    ]);
    const [request, caller] = respond.mock.calls[0] as unknown as Parameters<McpHandlerProps["respond"]>;
    expect(request.headers.get("mcp-method")).toBe("tools/list");
    expect(caller).toMatchObject({
      id: "ada",
      scopes: ["notes/read"],
      resource: new URL("https://api.example.com/mcp"),
    });
  });

  test.each([
    [undefined, 401, ""],
    ["none", 401, 'error="invalid_token", '],
    ["openid", 403, 'error="insufficient_scope", '],
  ])("answers the token %p with %p and where to sign in", async (token, statusCode, error) => {
    const respond = jest.fn(() => Response.json({}));
    const answer = await asking(respond)({ ...(token !== undefined && { token }) });
    expect([answer.statusCode, answer.headers["mcp-challenge"]]).toEqual([
      statusCode,
      `Bearer ${error}scope="notes/read notes/write", resource_metadata="https://api.example.com/.well-known/oauth-protected-resource/mcp"`,
    ]);
    expect(respond).not.toHaveBeenCalled();
  });

  test("refuses a token that no user pool has signed", async () => {
    const handler = McpHandler({ respond: () => Response.json({}) });
    expect((await handler(eventOf({ token: "no.token.here" }))).statusCode).toBe(401);
  });

  test("lets the server ask for more scopes", async () => {
    const headers = { "www-authenticate": 'Bearer error="insufficient_scope", scope="notes/write"' };
    const answer = await asking(() => new Response(null, { status: 403, headers }))({ token: "notes/read" });
    expect(answer).toMatchObject({
      statusCode: 403,
      headers: { "mcp-challenge": headers["www-authenticate"] },
      body: "",
    });
    expect(answer.headers).not.toHaveProperty("www-authenticate");
  });

  test("sends a stream as a whole", async () => {
    const stream = new ReadableStream({
      start(controller) {
        for (const text of ["data: 1\n\n", "data: ä\n\n"]) controller.enqueue(new TextEncoder().encode(text));
        controller.close();
      },
    });
    expect((await asking(() => new Response(stream))({ token: "notes/read" })).body).toBe(
      "data: 1\n\ndata: ä\n\n",
    );
  });

  test("cuts a stream that does not end before the function does, after a complete event", async () => {
    const cancelled = jest.fn();
    const stream = new ReadableStream({
      start: (controller) => controller.enqueue(new TextEncoder().encode("data: 1\n\ndata: hal")),
      cancel: cancelled,
    });
    expect((await asking(() => new Response(stream))({ token: "notes/read" }, 550)).body).toBe("data: 1\n\n");
    expect(cancelled).toHaveBeenCalled();
  });

  test("gives a request without a body to the server, which has no stream for it", async () => {
    const respond = (request: Request) =>
      new Response(request.body === null ? "none" : "some", { status: 405 });
    expect(await asking(respond)({ token: "notes/read", method: "GET" })).toMatchObject({
      statusCode: 405,
      body: "none",
    });
  });

  test("answers 400 to invalid headers", async () => {
    expect((await asking()({ token: "notes/read", headers: { "no header": "a" } })).statusCode).toBe(400);
  });

  test("names the servers of the authority when it is not one of them", async () => {
    await expect(asking()({ token: "notes/read", path: "/other" })).rejects.toThrow(
      'bound to no McpAuthority with a server at "/other"',
    );
  });
});
