import { Sha256 } from "@aws-crypto/sha256-js";
import { SignatureV4 } from "@smithy/signature-v4";

import { checkSignature, type SignedRequest } from "../../../lib/local/wire/signature";
import { accessKeys, localCredentials, sessionCredentials } from "../../support/access-keys";

const now = Date.UTC(2030, 0, 1, 12);
const scope = { region: "eu-west-1", service: "execute-api" };

interface Options {
  readonly credentials?: { accessKeyId: string; secretAccessKey: string; sessionToken?: string };
  readonly ageSeconds?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly query?: Record<string, string | string[]>;
  readonly body?: string;
}

const unsigned = ({ headers = {}, query = {}, body = "" }: Options = {}) => ({
  method: "POST",
  protocol: "http:",
  hostname: "a.example",
  path: "/notes",
  query,
  headers: { host: "a.example", ...headers },
  body,
});
const signer = ({ credentials = localCredentials }: Options) =>
  new SignatureV4({ ...scope, credentials, sha256: Sha256, applyChecksum: false });
const dateOf = ({ ageSeconds = 0 }: Options) => new Date(now - 1000 * ageSeconds);

const queryOf = (query: Readonly<Record<string, unknown>>): string =>
  Object.entries(query)
    .flatMap(([name, value]) => [value].flat().map((each) => `${name}=${encodeURIComponent(String(each))}`))
    .join("&");

function received(
  { method, path, query, headers }: { method: string; path: string; query?: object; headers: object },
  body = "",
): SignedRequest {
  const lower = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), String(value)]);
  return {
    method,
    rawPath: path,
    rawQuery: queryOf({ ...query }),
    headers: Object.fromEntries(lower),
    body: Buffer.from(body),
  };
}

async function signed(options: Options = {}): Promise<SignedRequest> {
  const request = await signer(options).sign(unsigned(options), { signingDate: dateOf(options) });
  return received(request, options.body);
}

async function presigned(expiresIn: number, options: Options = {}): Promise<SignedRequest> {
  const request = await signer(options).presign(unsigned(options), {
    signingDate: dateOf(options),
    expiresIn,
  });
  return received(request, options.body);
}

async function outcome(request: SignedRequest, region?: string, service?: string): Promise<string> {
  const check = checkSignature(request, accessKeys, now, region, service);
  return check.accepted ? check.owner.type : `${check.problem}: ${check.message.slice(0, 60)}`;
}
const changed = (request: SignedRequest, headers: Readonly<Record<string, string>>): SignedRequest => ({
  ...request,
  headers: { ...request.headers, ...headers },
});

describe("A signature in the header", () => {
  test("is accepted with the key of the developer, or of a session", async () => {
    expect(await outcome(await signed())).toBe("administrator");
    const session = sessionCredentials({
      roleArn: "arn:aws:iam::1:role/a",
      sessionName: "s",
      expiresAt: now,
    });
    expect(await outcome(await signed({ credentials: session }))).toBe("session");
  });

  test("is refused after the end of the session", async () => {
    const session = sessionCredentials({
      roleArn: "arn:aws:iam::1:role/a",
      sessionName: "s",
      expiresAt: now - 1,
    });
    expect(await outcome(await signed({ credentials: session }))).toMatch(/^Unrecognized.* is expired/);
  });

  test("covers the query, values that come several times, and the body", async () => {
    const options = { query: { b: ["2", "1"], a: "x y+z" }, body: "text" };
    expect(await outcome(await signed(options))).toBe("administrator");
    for (const change of [
      { rawQuery: "b=2&a=x%20y%2Bz" },
      { body: Buffer.from("other") },
      { rawPath: "/other" },
      { method: "PUT" },
    ])
      expect(await outcome({ ...(await signed(options)), ...change })).toMatch(/does not match/);
  });

  test.each([
    [300, "administrator"],
    [301, /^InvalidSignature.*Signature expired/],
    [-300, "administrator"],
    [-301, /^InvalidSignature.*not yet current/],
  ])("of %d seconds ago: %p", async (ageSeconds, expected) => {
    expect(await outcome(await signed({ ageSeconds }))).toEqual(
      typeof expected === "string" ? expected : expect.stringMatching(expected),
    );
  });

  test("is for one region and one service", async () => {
    expect(await outcome(await signed(), "eu-west-1")).toBe("administrator");
    expect(await outcome(await signed(), "us-east-1")).toMatch(/scoped to us-east-1\/execute-api/);
    expect(await outcome(await signed(), undefined, "appsync")).toMatch(/scoped to appsync\./);
  });

  test("of an unknown key is refused", async () => {
    const credentials = { accessKeyId: "AKIA", secretAccessKey: "x" };
    expect(await outcome(await signed({ credentials }))).toMatch(/^UnrecognizedClient.* is invalid/);
  });

  test("does not match with a header that was changed, or is gone", async () => {
    const request = await signed({ headers: { "x-more": "1" } });
    expect(await outcome(request)).toBe("administrator");
    expect(await outcome(changed(request, { "x-more": "2" }))).toMatch(/does not match/);
    const { "x-more": _, ...headers } = request.headers;
    expect(await outcome({ ...request, headers })).toMatch(/does not match/);
  });

  test("may leave the body out, but does not lie about it", async () => {
    const hash = (value: string) => ({ headers: { "x-amz-content-sha256": value }, body: "text" });
    expect(await outcome(await signed(hash("UNSIGNED-PAYLOAD")))).toBe("administrator");
    expect(await outcome(await signed(hash("0".repeat(64))))).toMatch(/does not match/);
  });

  test.each<[string, (text: string) => string]>([
    ["another algorithm", (text) => text.replace("AWS4-HMAC-SHA256", "AWS4-HMAC-SHA1")],
    ["no signature", (text) => text.replace(/, Signature=.*/, "")],
    ["no signed headers", (text) => text.replace(/SignedHeaders=[^,]*, /, "")],
    ["no credential", (text) => text.replace(/Credential=[^,]*, /, "")],
    ["a short scope", (text) => text.replace("/aws4_request", "")],
    ["a long scope", (text) => text.replace("/aws4_request", "/aws4_request/more")],
    ["another day in its scope", (text) => text.replace("/20300101/", "/20300102/")],
    ["no host among the signed headers", (text) => text.replace("host;", "")],
  ])("with %s is incomplete", async (_, change) => {
    const request = await signed();
    const authorization = change(request.headers.authorization ?? "");
    expect(await outcome(changed(request, { authorization }))).toMatch(/^IncompleteSignature/);
  });

  test.each(["20300101", "2030-01-01T12:00:00Z", "20300101T120000"])(
    "of the time %s is incomplete",
    async (date) => {
      expect(await outcome(changed(await signed(), { "x-amz-date": date }))).toMatch(/^IncompleteSignature/);
    },
  );

  test("is missing without one", async () => {
    expect(await outcome(received(unsigned()))).toMatch(/^MissingAuthenticationToken/);
  });
});

describe("A presigned URL", () => {
  test.each([
    [10, 10, "administrator"],
    [10, 11, /Signature expired/],
    [604_800, 604_800, "administrator"],
    [1, 0, "administrator"],
  ])("for %d seconds, after %d: %p", async (expiresIn, ageSeconds, expected) => {
    expect(await outcome(await presigned(expiresIn, { ageSeconds }))).toEqual(
      typeof expected === "string" ? expected : expect.stringMatching(expected),
    );
  });

  test.each(["0", "604801", "x", ""])("for %j seconds is incomplete", async (seconds) => {
    const request = await presigned(10);
    const rawQuery = request.rawQuery.replace("X-Amz-Expires=10", `X-Amz-Expires=${seconds}`);
    expect(await outcome({ ...request, rawQuery })).toMatch(/^IncompleteSignature/);
  });

  test("does not match after a change, and a header counts more", async () => {
    const request = await presigned(10, { query: { a: "1" } });
    expect(await outcome(request)).toBe("administrator");
    expect(await outcome({ ...request, rawQuery: request.rawQuery.replace("a=1", "a=2") })).toMatch(
      /does not match/,
    );
    expect(await outcome(changed(request, { authorization: "Bearer x" }))).toMatch(/^IncompleteSignature/);
  });
});
