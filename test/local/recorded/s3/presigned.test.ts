import { createHmac } from "node:crypto";
import { Sha256 } from "@aws-crypto/sha256-js";
import { SignatureV4 } from "@smithy/signature-v4";
import type { ServiceResources } from "../../../../lib/local/services/contract/service";
import { EndpointRouter } from "../../../../lib/local/services/endpoint-router";
import { s3 } from "../../../../lib/local/services/s3";
import { localCredentials } from "../../../support/access-keys";
import { serviceContext, startService } from "../../services/context";
import { TestClock } from "../../support/clock";
import { testModel } from "../../support/model";
import { type RecordedFact, readSuite, testFacts } from "../suite";

type Texts = Readonly<Record<string, string>>;

/** The difference between a request and the one that was signed. */
interface Change {
  /** Added or replaced. */
  readonly set?: Texts;
  readonly without?: readonly string[];
}

interface SignedUrl {
  readonly method: string;
  readonly key: string;
  /** Signed with the URL. */
  readonly headers?: Texts;
  readonly query?: Texts;
  readonly seconds?: number;
}

interface SignedForm {
  readonly version: "2" | "4";
  readonly fields: Texts;
  /** Beside the one about the bucket. */
  readonly conditions: readonly unknown[];
  readonly file: string;
  readonly fileName?: string;
}

interface Step {
  readonly url?: SignedUrl;
  readonly form?: SignedForm;
  /** The change of the query or of the fields. */
  readonly change?: Change;
  readonly headers?: Texts;
  /** Signed headers that are not sent. */
  readonly withoutHeaders?: readonly string[];
  readonly body?: string;
  readonly laterSeconds?: number;
  readonly status: number;
  /** Elements of the error; `<any>` is any text. */
  readonly error?: Texts;
  /** Headers of the answer. */
  readonly told?: Texts;
}

interface PresignedFact extends RecordedFact {
  readonly steps: readonly Step[];
}

const { accessKeyId, secretAccessKey } = localCredentials;
const bucket = "recorded";

let router: EndpointRouter;
let clock: TestClock;
let resources: ServiceResources;

beforeEach(async () => {
  router = await EndpointRouter.start(() => {});
  clock = new TestClock();
  const model = testModel({ aws_s3_bucket: { Recorded: { bucket } } });
  ({ resources } = await startService(router, "s3", s3, serviceContext({ model, clock })));
});

afterEach(async () => {
  await resources.stop?.();
  await router.close();
});

testFacts(readSuite<PresignedFact>("s3/presigned"), async ({ steps }) => {
  for (const { laterSeconds = 0, ...step } of steps) {
    const request = step.form === undefined ? await urlRequest(step) : formRequest(step.form, step.change);
    clock.advance(1000 * laterSeconds);
    const response = await fetch(request.url, request.init);
    const body = await response.text();
    expect({ status: response.status, ...(step.error && { error: elementsOf(body) }) }).toEqual({
      status: step.status,
      ...(step.error && { error: anyIn(step.error) }),
    });
    for (const [name, value] of Object.entries(step.told ?? {}))
      expect(response.headers.get(name)).toBe(value);
  }
});

interface Request {
  readonly url: string;
  readonly init: RequestInit;
}

async function urlRequest({
  url: signed,
  change,
  headers,
  withoutHeaders = [],
  body,
}: Step): Promise<Request> {
  const { method = "GET", key = "", headers: signedHeaders = {}, query = {}, seconds = 900 } = signed ?? {};
  const { host, hostname } = new URL(router.url);
  const signer = new SignatureV4({
    credentials: { accessKeyId, secretAccessKey },
    service: "s3",
    region: "us-east-1",
    sha256: Sha256,
    uriEscapePath: false,
    applyChecksum: false,
  });
  const presigned = await signer.presign(
    {
      protocol: "http:",
      method,
      hostname,
      path: `/${bucket}/${key}`,
      query: { ...query },
      headers: { host, ...signedHeaders, "x-amz-content-sha256": "UNSIGNED-PAYLOAD" },
    },
    {
      expiresIn: seconds,
      signingDate: new Date(clock.now()),
      unhoistableHeaders: new Set(Object.keys(signedHeaders)),
    },
  );
  const { "X-Amz-Content-Sha256": _, ...parameters } = presigned.query as Texts;
  const search = new URLSearchParams(changed(parameters, change)).toString().replaceAll("+", "%20");
  return {
    url: `${router.url}${presigned.path}?${search}`,
    init: {
      method,
      headers: changed(signedHeaders, { set: headers ?? {}, without: withoutHeaders }),
      ...(body !== undefined && { body: Buffer.from(body) }),
    },
  };
}

function formRequest({ version, fields, conditions, file, fileName }: SignedForm, change?: Change): Request {
  const expiration = new Date(clock.now() + 60_000).toISOString();
  const day = expiration.slice(0, 10).replaceAll("-", "");
  const scope = [day, "us-east-1", "s3", "aws4_request"];
  const signing: Texts =
    version === "2"
      ? { AWSAccessKeyId: accessKeyId }
      : {
          "X-Amz-Algorithm": "AWS4-HMAC-SHA256",
          "X-Amz-Credential": [accessKeyId, ...scope].join("/"),
          "X-Amz-Date": `${day}T000000Z`,
        };
  const signed = version === "2" ? [] : Object.entries(signing).map(([name, value]) => ({ [name]: value }));
  const document = { expiration, conditions: [{ bucket }, ...signed, ...conditions] };
  const policy = Buffer.from(JSON.stringify(document)).toString("base64");
  const signature: Texts =
    version === "2"
      ? { Signature: createHmac("sha1", secretAccessKey).update(policy).digest("base64") }
      : { "X-Amz-Signature": createHmac("sha256", signingKey(scope)).update(policy).digest("hex") };
  const form = new FormData();
  for (const [name, value] of Object.entries(
    changed({ ...fields, ...signing, policy, ...signature }, change),
  )) {
    form.append(name, value);
  }
  if (fileName === undefined) form.append("file", file);
  else form.append("file", new Blob([file]), fileName);
  return { url: `${router.url}/${bucket}`, init: { method: "POST", body: form, redirect: "manual" } };
}

function signingKey(scope: readonly string[]): Buffer | string {
  return scope.reduce<Buffer | string>(
    (key, part) => createHmac("sha256", key).update(part).digest(),
    `AWS4${secretAccessKey}`,
  );
}

function changed(values: Texts, { set = {}, without = [] }: Change = {}): Record<string, string> {
  return Object.fromEntries(
    Object.entries({ ...values, ...set }).filter(([name]) => !without.includes(name)),
  );
}

/** The elements of an error, without the ids of the request. */
function elementsOf(body: string): Texts {
  const content = /<Error>(.*)<\/Error>/s.exec(body)?.[1] ?? "";
  const found = [...content.matchAll(/<([\w-]+)>(.*?)<\/\1>/gs)];
  return Object.fromEntries(
    found
      .filter(([, name = ""]) => name !== "RequestId" && name !== "HostId")
      .map(([, name = "", text = ""]) => [
        name,
        text.replaceAll("&quot;", '"').replaceAll("&lt;", "<").replaceAll("&gt;", ">"),
      ]),
  );
}

function anyIn(texts: Texts): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    Object.entries(texts).map(([name, text]) => [name, text === "<any>" ? expect.stringMatching(/./) : text]),
  );
}
