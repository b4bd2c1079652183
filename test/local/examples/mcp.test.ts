/** @group processes */

import { isMeasuredService, permissionsReport } from "../../../lib/local";
import { tableStore } from "../../../lib/runtime/programs/mcp/store";
import { localCredentials } from "../../support/access-keys";
import { freePorts } from "../../support/free-ports";
import { packagesOf } from "../../support/packages";
import { Browser } from "../pages/browser";
import { claimsOf } from "../services/cognito-idp/directory";
import { App, connectNewer, connectOlder, name, password, redirectUrl, signIn } from "./mcp-clients";
import { judge, proxyWithToken } from "./mcp-conformance";
import { ServedExample } from "./served-example";

const documentUrl = "https://app.example.com/oauth/client.json";

let mcp: ServedExample;
let issuer: string;
let url: string;

beforeAll(async () => {
  mcp = await ServedExample.start("examples/mcp");
  issuer = mcp.url("Api");
  url = `${issuer}/mcp`;
  await mcp.local.users({ action: "create", name, password });
});

afterAll(() => mcp.stop());

// Each test has the burst of the API's throttle to itself.
beforeEach(() => mcp.clock.advanceSeconds(5));

/** The table of the authority, as its function sees it. */
const tableOf = ({ local }: ServedExample) =>
  tableStore("dev-mcp-Authority-State", {
    region: "us-east-1",
    endpoints: { AWS_ENDPOINT_URL: local.servicesUrl },
    credentials: () => localCredentials,
  });

/** Lets the authority know a client's document without the internet: it has read the document a moment ago. */
async function rememberDocument(): Promise<void> {
  const client = { id: documentUrl, name: "Notes app", host: "app.example.com", redirectUris: [redirectUrl] };
  const expiresAt = Math.floor(Date.now() / 1000) + 3600;
  await tableOf(mcp).put("document", documentUrl, { value: { client }, expiresAt });
}

/** The conformance suite is not installed without a network. */
const ofSuite = packagesOf("mcp") === undefined ? test.skip : test;
const bothEras = [
  { era: "2025-11-25", connect: connectOlder },
  { era: "2026-07-28", connect: connectNewer },
];

for (const { era, connect } of bothEras) {
  describe(`a client of the revision ${era}`, () => {
    test("finds the sign-in, registers, and calls tools for the user", async () => {
      const app = new App();
      const connection = await connect(url, app);
      expect(connection.version).toBe(era);
      expect(await connection.tools()).toEqual(["list_notes", "add_note"]);
      await connection.call("add_note", { text: `Of ${era}` });
      expect(await connection.call("list_notes")).toEqual([
        { type: "text", text: expect.stringContaining(`Of ${era}`) },
      ]);
      expect(claimsOf(app.kept?.access_token ?? "")).toMatchObject({
        aud: url,
        scope: "notes/read notes/write",
      });
      expect(app.client?.client_id).toMatch(/^mcp-/);
      await connection.close();
    });

    test("is known by its document, and registers nothing", async () => {
      await rememberDocument();
      const before = await tableOf(mcp).count("client");
      const app = new App(documentUrl);
      const connection = await connect(url, app);
      expect(await connection.tools()).toHaveLength(2);
      expect([app.client?.client_id, new URL(app.authorizationUrl).searchParams.get("client_id")]).toEqual([
        documentUrl,
        documentUrl,
      ]);
      expect(await tableOf(mcp).count("client")).toBe(before);
      await connection.close();
    });

    test("finds the documents by their addresses where it does not see the challenge", async () => {
      const withoutChallenge: typeof fetch = async (...request) => {
        const answer = await fetch(...request);
        const headers = new Headers(answer.headers);
        headers.delete("www-authenticate");
        return new Response(answer.body, { status: answer.status, headers });
      };
      const connection = await connect(url, new App(), withoutChallenge);
      expect(await connection.tools()).toHaveLength(2);
      await connection.close();
    });

    test("refreshes a token that is not accepted, and uses each refresh token once", async () => {
      const app = new App();
      await (await connect(url, app)).close();
      const first = app.kept?.refresh_token;
      app.kept = { token_type: "Bearer", ...app.kept, access_token: "no.token.here" };
      app.authorizationUrl = "";
      await (await connect(url, app)).close();
      expect(app.authorizationUrl).toBe("");
      expect(app.kept?.refresh_token).not.toBe(first);
      const form = new URLSearchParams({
        grant_type: "refresh_token",
        refresh_token: first ?? "",
        client_id: app.client?.client_id ?? "",
      });
      const response = await fetch(`${issuer}/oauth/token`, { method: "POST", body: form });
      expect([response.status, await response.json()]).toEqual([
        400,
        expect.objectContaining({ error: "invalid_grant" }),
      ]);
    });
  });
}

describe("the server", () => {
  const discover = { jsonrpc: "2.0", id: 1, method: "server/discover" };

  test("tells without a token where to sign in", async () => {
    const { status, headers } = await fetch(url, { method: "POST", body: JSON.stringify(discover) });
    const metadata = `${issuer}/.well-known/oauth-protected-resource/mcp`;
    expect([status, headers.get("www-authenticate")]).toEqual([
      401,
      `Bearer scope="notes/read notes/write", resource_metadata="${metadata}"`,
    ]);
  });

  test("refuses a token for another server, also of the same user directory", async () => {
    const token = await mcp.token({ user: name, scopes: ["notes/read"] });
    const headers = { authorization: `Bearer ${token}` };
    const { status, headers: answered } = await fetch(url, { method: "POST", headers, body: "{}" });
    expect([status, answered.get("www-authenticate")]).toEqual([
      401,
      expect.stringMatching(/^Bearer error="invalid_token", /),
    ]);
  });

  test("lets pages of other origins send the headers of the protocol", async () => {
    const asked = "authorization,content-type,mcp-method,mcp-name,mcp-protocol-version";
    const { headers } = await fetch(url, {
      method: "OPTIONS",
      headers: {
        origin: "https://inspector.example.com",
        "access-control-request-method": "POST",
        "access-control-request-headers": asked,
      },
    });
    expect(
      headers
        .get("access-control-allow-headers")
        ?.split(",")
        .map((each) => each.trim())
        .sort(),
    ).toEqual(asked.split(","));
  });
});

describe("the authority", () => {
  test("refuses a client whose document is on a private address, and sends the user nowhere", async () => {
    for (const host of ["localhost", "127.0.0.1", "10.0.0.7", "169.254.169.254", "[::1]", "192.168.1.1"]) {
      const browser = await new Browser().open(
        `${issuer}/oauth/authorize?${new URLSearchParams({
          client_id: `https://${host}/client.json`,
          redirect_uri: redirectUrl,
          response_type: "code",
        })}`,
      );
      expect([browser.status, browser.problem]).toEqual([
        400,
        expect.stringContaining("its host has an address that is not public"),
      ]);
    }
  });

  test("sends the issuer with the code and with a denial", async () => {
    await rememberDocument();
    const query = new URLSearchParams({
      client_id: documentUrl,
      redirect_uri: redirectUrl,
      response_type: "code",
      code_challenge: "a".repeat(43),
      code_challenge_method: "S256",
      resource: url,
      state: "of the app",
    });
    const browser = await new Browser().open(`${issuer}/oauth/authorize?${query}`);
    await browser.submit({ decision: "deny" });
    const { origin, searchParams } = new URL(browser.url);
    expect([origin, Object.fromEntries(searchParams)]).toEqual([
      new URL(redirectUrl).origin,
      { error: "access_denied", error_description: expect.any(String), state: "of the app", iss: issuer },
    ]);
    const end = await signIn(`${issuer}/oauth/authorize?${query}`);
    expect(Object.fromEntries(end.searchParams)).toEqual({
      code: expect.any(String),
      state: "of the app",
      iss: issuer,
    });
  });
});

/** Reasons why the suite cannot judge a check, by the error with which it fails. */
const notJudged = [
  // The server has two tools, and neither resources, prompts, completions, log levels nor tasks.
  /^Tool 'json_schema_2020_12_tool' not found/,
  /^Failed: (?:MCP error -326\d\d: )?(?:Method not found|Tool \w+ not found)$/,
  /JSON-RPC error(?: -32601)?: (?:Method not found|Tool \w+ not found)$/,
  /^Not testable: server (?:does not list|exposes no) /,
  /^Expected InputRequiredResult with inputRequests/,
  /^Prerequisite failed: could not get initial InputRequiredResult/,
];

/** A function keeps no stream open: the server refuses subscriptions with an error of the protocol. */
const withoutSubscriptions = [
  "sep-2575-server-sends-subscription-ack",
  "sep-2575-server-tags-subscription-id",
];

describe("the conformance suite", () => {
  const scored = {
    "2026-07-28": [
      "dns-rebinding-protection",
      "http-header-validation",
      "input-required-result-ignore-extra-params",
      "input-required-result-missing-input-response",
      "input-required-result-unsupported-methods",
      "input-required-result-validate-input",
      "sep-2164-resource-not-found",
      "server-sse-multiple-streams",
      "tools-list",
    ],
    "2025-11-25": [
      "dns-rebinding-protection",
      "ping",
      "server-initialize",
      "server-session-lifecycle",
      "server-sse-multiple-streams",
      "server-sse-polling",
      "tools-list",
    ],
  };

  ofSuite.each(Object.entries(scored))("judges the server in the revision %s", async (revision, passed) => {
    const app = new App();
    await (await connectOlder(url, app)).close();
    const proxy = await proxyWithToken(url, app.kept?.access_token ?? "", () => mcp.clock.advance(200));
    const { checks } = await judge([
      "server",
      "--url",
      proxy.url,
      "--requirements",
      revision,
      "--timeout",
      "20000",
    ]);
    await proxy.close();
    const ofScore = checks.filter(({ scenario }) => !scenario.startsWith("tasks-"));
    const failures = ofScore.filter(({ status }) => status === "FAILURE");
    const unexplained = failures.filter(
      ({ id, error }) =>
        !withoutSubscriptions.includes(id) && !notJudged.some((reason) => reason.test(error)),
    );
    expect(unexplained).toEqual([]);
    const failed = new Set(failures.map(({ scenario }) => scenario));
    const all = [...new Set(ofScore.map(({ scenario }) => scenario))];
    expect(all.filter((scenario) => !failed.has(scenario)).sort()).toEqual(passed);
    if (revision !== "2026-07-28") return;
    const stateless = ofScore.filter(
      ({ scenario, status }) => scenario === "server-stateless" && status === "SUCCESS",
    );
    expect(stateless.length).toBeGreaterThanOrEqual(22);
  });

  ofSuite("finds no fault in the authority: its documents, and a code exchanged for a token", async () => {
    const port = await freePorts();
    const callback = `http://127.0.0.1:${port}/callback`;
    const response = await fetch(`${issuer}/oauth/register`, {
      method: "POST",
      body: JSON.stringify({ redirect_uris: [callback] }),
    });
    const { client_id } = (await response.json()) as { readonly client_id: string };
    const client = ["--client-id", client_id, "--resource", url, "--port", String(port)];
    const { checks } = await judge(["authorization", "--url", issuer, ...client], async (line) => {
      if (line.startsWith(`${issuer}/oauth/authorize?`)) await fetch(await signIn(line));
    });
    expect(checks.map(({ id, status }) => [id, status])).toEqual([
      ["authorization-code-grant", "SUCCESS"],
      ["authorization-server-metadata", "SUCCESS"],
      ["authorization-server-metadata-cimd", "SUCCESS"],
    ]);
  });
});

test("the permissions suffice, and none of them can be left out", () => {
  const { model, usedPermissions = {} } = mcp.local;
  const { missing, unused, unknown } = permissionsReport(
    model,
    usedPermissions,
    isMeasuredService(new Map()),
  );
  expect([missing, unused, unknown]).toEqual([[], [], []]);
});
