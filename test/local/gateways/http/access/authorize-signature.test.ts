import { createHash, createHmac } from "node:crypto";
import { Sha256 } from "@aws-crypto/sha256-js";
import { SignatureV4 } from "@smithy/signature-v4";
import { localCredentials, sessionCredentials } from "../../../../support/access-keys";
import { type ServedApi, serveApi } from "../../support/http-api";
import { call, closeAll } from "../../support/serve";

afterEach(closeAll);

const routes = {
  "ANY /{proxy+}": { handler: () => "ok", route: { authorization_type: "AWS_IAM" } },
};
const served = (format?: "1.0" | "2.0") => serveApi({ routes, format });

interface Signed {
  readonly method?: string;
  readonly path?: string;
  readonly query?: Record<string, string | string[]>;
  readonly headers?: Record<string, string>;
  readonly body?: string;
  readonly service?: string;
  readonly region?: string;
  readonly credentials?: {
    readonly accessKeyId: string;
    readonly secretAccessKey: string;
    sessionToken?: string;
  };
  readonly ageSeconds?: number;
  readonly applyChecksum?: boolean;
}

function signer({
  service = "execute-api",
  region = "eu-west-1",
  credentials = localCredentials,
  applyChecksum,
}: Signed) {
  return new SignatureV4({ service, region, credentials, sha256: Sha256, applyChecksum });
}

function toSign(api: ServedApi, { method = "GET", path = "/notes", query = {}, headers = {}, body }: Signed) {
  const { host, hostname } = new URL(api.url);
  return { method, protocol: "http:", hostname, path, query, headers: { host, ...headers }, body };
}

const dateOf = (api: ServedApi, { ageSeconds = 0 }: Signed) =>
  new Date(api.context.clock.now() - ageSeconds * 1000);

async function sign(api: ServedApi, given: Signed = {}) {
  const { headers } = await signer(given).sign(toSign(api, given), { signingDate: dateOf(api, given) });
  return { method: given.method, headers, body: given.body };
}

async function presign(api: ServedApi, given: Signed = {}, expiresIn = 60): Promise<string> {
  const { path, query } = await signer(given).presign(toSign(api, given), {
    signingDate: dateOf(api, given),
    expiresIn,
  });
  return `${path}?${queryText(query ?? {})}`;
}

function queryText(query: Readonly<Record<string, string | readonly string[] | null>>): string {
  return Object.entries(query)
    .flatMap(([name, values]) =>
      [values].flat().map((value) => `${encodeURIComponent(name)}=${encodeURIComponent(value ?? "")}`),
    )
    .join("&");
}

const forbidden = { status: 403, text: '{"message":"Forbidden"}' };

/** Source: https://docs.aws.amazon.com/apigateway/latest/developerguide/http-api-access-control-iam.html */
describe("HTTP API iam authorization", () => {
  test.each<[string, Signed]>([
    ["a request", {}],
    ["a body", { method: "POST", body: '{"a":1}' }],
    ["a body with its hash in a header", { method: "POST", body: "x", applyChecksum: true }],
    [
      "a body that is not signed",
      { method: "POST", body: "x", headers: { "x-amz-content-sha256": "UNSIGNED-PAYLOAD" } },
    ],
    ["query parameters", { query: { b: "2 3", a: ["2", "1"], "c/d": "+&=" } }],
    ["a path that must be encoded", { path: "/a%20b/c%2Cd" }],
    ["a session token", { credentials: { ...localCredentials, sessionToken: "token" } }],
    ["the last moment", { ageSeconds: 300 }],
  ])("accepts the signature of %s", async (_, given) => {
    const api = await served();
    const path = `${given.path ?? "/notes"}${given.query ? `?${queryText(given.query)}` : ""}`;
    expect(await call(api.url, path, await sign(api, given))).toMatchObject({ status: 200, text: "ok" });
  });

  test.each<[string, Signed]>([
    ["another secret", { credentials: { ...localCredentials, secretAccessKey: "guess" } }],
    ["another access key", { credentials: { ...localCredentials, accessKeyId: "AKIAOTHER" } }],
    ["another service", { service: "s3" }],
    ["another region", { region: "us-east-1" }],
    ["too long ago", { ageSeconds: 301 }],
    ["in the future", { ageSeconds: -301 }],
  ])("refuses a signature with %s", async (_, given) => {
    const api = await served();
    expect(await call(api.url, "/notes", await sign(api, given))).toMatchObject(forbidden);
    expect(api.context.functions.invoked).toEqual([]);
  });

  test("refuses a request that was changed after signing", async () => {
    const api = await served();
    const signed = await sign(api, { method: "POST", body: "one", headers: { "x-one": "1" } });
    expect((await call(api.url, "/notes", signed)).status).toBe(200);
    expect(await call(api.url, "/others", signed)).toMatchObject(forbidden);
    expect(await call(api.url, "/notes?a=1", signed)).toMatchObject(forbidden);
    expect(await call(api.url, "/notes", { ...signed, method: "PUT" })).toMatchObject(forbidden);
    expect(await call(api.url, "/notes", { ...signed, body: "two" })).toMatchObject(forbidden);
    const headers = { ...signed.headers, "x-one": "2" };
    expect(await call(api.url, "/notes", { ...signed, headers })).toMatchObject(forbidden);
  });

  test("refuses a body that is not the one whose hash was signed", async () => {
    const api = await served();
    const signed = await sign(api, { method: "POST", body: "one", applyChecksum: true });
    expect(await call(api.url, "/notes", { ...signed, body: "two" })).toMatchObject(forbidden);
  });

  test.each([
    ["no signature", {}],
    ["a token", { authorization: "Bearer x" }],
    ["an empty signature", { authorization: "AWS4-HMAC-SHA256 " }],
    [
      "half a signature",
      { authorization: "AWS4-HMAC-SHA256 Credential=a/b", "x-amz-date": "20260102T030405Z" },
    ],
  ])("refuses %s", async (_, headers) => {
    const api = await served();
    expect(await call(api.url, "/notes", { headers })).toMatchObject(forbidden);
  });

  test("accepts a presigned URL until it expires", async () => {
    const api = await served();
    const path = await presign(api, { query: { a: "1" } }, 60);
    api.context.clock.advanceSeconds(60);
    expect((await call(api.url, path)).status).toBe(200);
    expect(api.event("ANY /{proxy+}")).toMatchObject({ queryStringParameters: { a: "1" } });
    api.context.clock.advanceSeconds(1);
    expect(await call(api.url, path)).toMatchObject(forbidden);
  });

  test("accepts a presigned URL with a session token", async () => {
    const api = await served();
    const credentials = { ...localCredentials, sessionToken: "token" };
    expect((await call(api.url, await presign(api, { credentials }))).status).toBe(200);
  });

  test("tells the function the user in a local session token", async () => {
    const caller = { identityPoolId: "p", identityId: "i", amr: ["authenticated", "a"] };
    const api = await served();
    const roleArn = "arn:aws:iam::123456789012:role/users";
    const credentials = sessionCredentials({
      roleArn,
      sessionName: "CognitoIdentityCredentials",
      cognito: caller,
    });
    const { headers } = await sign(api, { credentials });
    expect((await call(api.url, "/notes", { headers })).status).toBe(200);
    const authorizer = { iam: { accessKey: credentials.accessKeyId, cognitoIdentity: caller } };
    expect(api.event("ANY /{proxy+}")).toMatchObject({ requestContext: { authorizer } });
    const plain = await sign(api);
    await call(api.url, "/notes", { headers: plain.headers });
    expect(api.event("ANY /{proxy+}")).toMatchObject({
      requestContext: { authorizer: { iam: { cognitoIdentity: null } } },
    });
  });

  test("refuses a presigned URL that was changed", async () => {
    const api = await served();
    const path = await presign(api, { query: { a: "1" } });
    expect(await call(api.url, path.replace("a=1", "a=2"))).toMatchObject(forbidden);
    expect(await call(api.url, path.replace("Expires=60", "Expires=600"))).toMatchObject(forbidden);
    expect(await call(api.url, path.replace("Expires=60", "Expires=604801"))).toMatchObject(forbidden);
    expect(await call(api.url, path, { method: "POST" })).toMatchObject(forbidden);
  });

  test("accepts a presigned URL with a header of AWS's", async () => {
    const api = await served();
    const headers = { "x-amz-one": "1" };
    const { path, query } = await signer({}).presign(toSign(api, { headers }), {
      signingDate: dateOf(api, {}),
      unhoistableHeaders: new Set(["x-amz-one"]),
    });
    const signed = `${path}?${queryText(query ?? {})}`;
    expect((await call(api.url, signed, { headers })).status).toBe(200);
    expect(await call(api.url, signed, { headers: { "x-amz-one": "2" } })).toMatchObject(forbidden);
  });

  test.each([
    ["agrees with a signature that is computed step by step", true, 200],
    ["refuses a right signature that does not cover the host", false, 403],
  ])("%s", async (_, coversHost, status) => {
    const api = await served();
    const { host } = new URL(api.url);
    const sha = (text: string) => createHash("sha256").update(text).digest("hex");
    const hmac = (key: string | Buffer, text: string) => createHmac("sha256", key).update(text).digest();
    const names = coversHost ? "host;x-amz-date" : "x-amz-date";
    const hostLine = coversHost ? `host:${host}\n` : "";
    const canonical = `GET\n/notes\na=1\n${hostLine}x-amz-date:20260102T030405Z\n\n${names}\n${sha("")}`;
    const scope = "20260102/eu-west-1/execute-api/aws4_request";
    const text = `AWS4-HMAC-SHA256\n20260102T030405Z\n${scope}\n${sha(canonical)}`;
    const key = ["20260102", "eu-west-1", "execute-api", "aws4_request"].reduce<string | Buffer>(
      (before, part) => hmac(before, part),
      `AWS4${localCredentials.secretAccessKey}`,
    );
    const authorization = `AWS4-HMAC-SHA256 Credential=${localCredentials.accessKeyId}/${scope}, SignedHeaders=${names}, Signature=${hmac(key, text).toString("hex")}`;
    const headers = { authorization, "x-amz-date": "20260102T030405Z" };
    expect((await call(api.url, "/notes?a=1", { headers })).status).toBe(status);
  });

  test("the event names who signed", async () => {
    const api = await served();
    await call(api.url, "/notes", await sign(api));
    expect(api.event("ANY /{proxy+}")).toMatchObject({
      requestContext: {
        authorizer: {
          iam: {
            accessKey: localCredentials.accessKeyId,
            accountId: "123456789012",
            callerId: "AIDALOCALUSER00000000",
            cognitoIdentity: null,
            principalOrgId: null,
            userArn: "arn:aws:iam::123456789012:user/local",
            userId: "AIDALOCALUSER00000000",
          },
        },
      },
    });
  });

  test("format 1.0 names who signed in the identity", async () => {
    const api = await served("1.0");
    await call(api.url, "/notes", await sign(api));
    expect(api.event("ANY /{proxy+}")).toMatchObject({
      requestContext: {
        identity: {
          accessKey: localCredentials.accessKeyId,
          accountId: "123456789012",
          caller: "AIDALOCALUSER00000000",
          user: "AIDALOCALUSER00000000",
          userArn: "arn:aws:iam::123456789012:user/local",
        },
      },
    });
  });
});
