import { Sha256 } from "@aws-crypto/sha256-js";
import { SignatureV4 } from "@smithy/signature-v4";
import { localCredentials } from "../../../../support/access-keys";
import { type Answered, call, closeAll } from "../../support/serve";
import { ok, type ServedRestApi, serveRestApi } from "../support";

afterEach(closeAll);

const served = (api = {}) =>
  serveRestApi({
    methods: { "POST /notes/{id}": { handler: ok, method: { authorization: "AWS_IAM" } } },
    api,
  });

interface Signed {
  readonly credentials?: { readonly accessKeyId: string; readonly secretAccessKey: string };
  readonly ageSeconds?: number;
  readonly sentBody?: string;
}

async function send(api: ServedRestApi, given: Signed = {}): Promise<Answered> {
  const { credentials = localCredentials, ageSeconds = 0, sentBody = "text" } = given;
  const { host, hostname } = new URL(api.url);
  const signer = new SignatureV4({
    service: "execute-api",
    region: "eu-west-1",
    credentials,
    sha256: Sha256,
  });
  const path = "/dev/notes/7";
  const { headers } = await signer.sign(
    {
      method: "POST",
      protocol: "http:",
      hostname,
      path,
      query: { q: "a b" },
      headers: { host },
      body: "text",
    },
    { signingDate: new Date(api.context.clock.now() - ageSeconds * 1000) },
  );
  return call(api.url, `${path}?q=a%20b`, { method: "POST", headers, body: sentBody });
}

/** Source: https://docs.aws.amazon.com/apigateway/latest/developerguide/permissions.html */
describe("REST API methods with IAM", () => {
  test("a request that is signed with the local credentials is accepted, with its body", async () => {
    const api = await served();
    expect((await send(api)).status).toBe(200);
    expect(api.event("POST /notes/{id}")).toMatchObject({
      body: "text",
      requestContext: {
        identity: {
          accessKey: localCredentials.accessKeyId,
          accountId: "123456789012",
          userArn: "arn:aws:iam::123456789012:user/local",
        },
      },
    });
  });

  test.each([
    ["changed after it was signed", { sentBody: "other" }, "InvalidSignatureException"],
    [
      "signed with another secret",
      { credentials: { ...localCredentials, secretAccessKey: "x" } },
      "InvalidSignatureException",
    ],
    [
      "signed by another caller",
      { credentials: { accessKeyId: "AKIA", secretAccessKey: "x" } },
      "UnrecognizedClientException",
    ],
    ["signed long ago", { ageSeconds: 301 }, "InvalidSignatureException"],
  ])("a request that was %s is refused", async (_, given, errorType) => {
    const api = await served();
    const answer = await send(api, given);
    expect(answer.status).toBe(403);
    expect(answer.headers["x-amzn-errortype"]).toBe(errorType);
    expect(api.context.functions.invoked).toEqual([]);
  });

  test.each([
    [{}, "MissingAuthenticationTokenException", '{"message":"Missing Authentication Token"}'],
    [{ authorization: "Bearer x" }, "IncompleteSignatureException", undefined],
  ])("a request with %j is refused", async (headers, errorType, text) => {
    const api = await served();
    const answer = await call(api.url, "/dev/notes/7", { method: "POST", headers });
    expect(answer).toMatchObject({ status: 403, ...(text !== undefined && { text }) });
    expect(answer.headers["x-amzn-errortype"]).toBe(errorType);
  });

  test("the API's resource policy may still deny", async () => {
    const statement = { Effect: "Deny", Principal: "*", Action: "*", Resource: "execute-api:/dev/POST/*" };
    const api = await served({ policy: JSON.stringify({ Statement: statement }) });
    const answer = await send(api);
    expect(answer.status).toBe(403);
    expect(answer.text).toContain("User: arn:aws:iam::123456789012:user/local is not authorized");
  });
});
