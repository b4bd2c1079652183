import { networkOf } from "../../../../lib/runtime/programs/mcp/per-source";
import { TestAuthority } from "./support";

const on = (path: string) => ({ redirect_uris: [`https://app.example.com${path}`] });
const hour = 3600;

describe("registration", () => {
  test("grants the requested scopes that exist", async () => {
    const authority = new TestAuthority();
    const { statusCode, content } = await authority.register({
      ...on("/callback"),
      client_name: "App",
      scope: "openid notes/read",
    });
    expect([statusCode, content]).toEqual([
      201,
      {
        client_id: expect.stringMatching(/^mcp-[\w-]{43}$/),
        client_id_issued_at: authority.now,
        redirect_uris: ["https://app.example.com/callback"],
        client_name: "App",
        scope: "notes/read",
        grant_types: ["authorization_code", "refresh_token"],
        response_types: ["code"],
        token_endpoint_auth_method: "none",
      },
    ]);
  });

  test("gives installations of one app one client, at whatever port they listen", async () => {
    const authority = new TestAuthority();
    const ids = [];
    for (const port of [8123, 9000]) {
      const { content } = await authority.register({ redirect_uris: [`http://localhost:${port}/callback`] });
      ids.push(content.client_id);
    }
    expect(new Set(ids).size).toBe(1);
    expect(await authority.store.count("client")).toBe(1);
  });

  test("is refused when there are too many clients, and removes none", async () => {
    const authority = new TestAuthority({
      registration: { redirectHosts: ["app.example.com"], maxClients: 3, maxPerSource: 100 },
    });
    for (const path of ["/1", "/2", "/3"]) await authority.register(on(path));
    const before = [...authority.store.entries.keys()].filter((key) => key.startsWith("client"));
    const { statusCode, content, headers } = await authority.register(on("/4"));
    expect([statusCode, content.error, headers["retry-after"]]).toEqual([
      503,
      "temporarily_unavailable",
      "3600",
    ]);
    expect([...authority.store.entries.keys()].filter((key) => key.startsWith("client"))).toEqual(before);
  });

  test("forgets clients without a sign-in after an hour, which makes room", async () => {
    const authority = new TestAuthority();
    for (const path of ["/1", "/2", "/3"]) await authority.register(on(path));
    authority.now += hour - 1;
    expect((await authority.register(on("/4"))).statusCode).toBe(503);
    authority.now += 1;
    expect((await authority.register(on("/4"))).statusCode).toBe(201);
  });

  test("is limited for each source, by the hour", async () => {
    const authority = new TestAuthority();
    const again = (ip?: string) => authority.register(on("/1"), ip);
    for (let count = 0; count < 4; count += 1) expect((await again()).statusCode).toBe(201);
    const { statusCode, headers } = await again();
    expect([statusCode, Number(headers["retry-after"])]).toEqual([429, hour - (authority.now % hour)]);
    expect((await again("192.0.2.2")).statusCode).toBe(201);
    authority.now += hour;
    expect((await again()).statusCode).toBe(201);
  });

  test.each([
    ["192.0.2.1", "192.0.2.1"],
    ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"],
    ["2001:0db8::1", "2001:db8:0:0::/64"],
    ["::1", "0:0:0:0::/64"],
  ])("counts %s as %s", (ip, source) => {
    expect(networkOf(ip)).toBe(source);
  });

  test.each([
    ["", "invalid_client_metadata"],
    ["{}", "invalid_client_metadata"],
    [{ redirect_uris: [] }, "invalid_client_metadata"],
    [{ redirect_uris: ["/callback"] }, "invalid_redirect_uri"],
    [{ redirect_uris: ["http://app.example.com/"] }, "invalid_redirect_uri"],
    [{ redirect_uris: ["https://app.example.com/#a"] }, "invalid_redirect_uri"],
    [{ redirect_uris: ["https://a:b@app.example.com/"] }, "invalid_redirect_uri"],
    [{ redirect_uris: ["https://app.example.com.evil.org/"] }, "invalid_redirect_uri"],
    [{ redirect_uris: ["javascript://localhost/%0aalert(1)"] }, "invalid_redirect_uri"],
    [{ ...on("/"), grant_types: ["client_credentials"] }, "invalid_client_metadata"],
    [{ ...on("/"), response_types: ["token"] }, "invalid_client_metadata"],
    [{ ...on("/"), client_name: 5 }, "invalid_client_metadata"],
    [{ ...on("/"), scope: "admin" }, "invalid_client_metadata"],
  ])("refuses %j with %s", async (body, error) => {
    const authority = new TestAuthority();
    const text = typeof body === "string" ? body : JSON.stringify(body);
    const { statusCode, content } = await authority.ask("POST /oauth/register", { body: text });
    expect([statusCode, content.error]).toEqual([400, error]);
    expect(await authority.store.count("client")).toBe(0);
  });
});
