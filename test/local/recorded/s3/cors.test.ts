import type { Service } from "../../../../lib/local/services/contract/service";
import { s3 } from "../../../../lib/local/services/s3";
import { serviceContext } from "../../services/context";
import { testModel } from "../../support/model";
import { type RecordedFact, readSuite, testFacts } from "../suite";

type Texts = Readonly<Record<string, string>>;

interface PageRequest {
  readonly method: string;
  readonly key: string;
  readonly query?: string;
  readonly headers: Texts;
  readonly status: number;
  /** The CORS headers of the answer; it has no others. */
  readonly told: Texts;
  /** Elements of the error; `<any>` is any text. */
  readonly error?: Texts;
}

interface CorsFact extends RecordedFact {
  /** CORS rules of the bucket, as Terraform writes them. */
  readonly rules: readonly Readonly<Record<string, unknown>>[];
  /** The bucket of the requests. @default - the one with the rules */
  readonly bucket?: string;
  readonly requests: readonly PageRequest[];
}

const declared = "recorded";

testFacts(readSuite<CorsFact>("s3/cors"), async ({ rules, bucket = declared, requests }) => {
  const model = testModel({
    aws_s3_bucket: { Recorded: { bucket: declared } },
    aws_s3_bucket_cors_configuration:
      rules.length === 0 ? {} : { Recorded: { bucket: declared, cors_rule: rules } },
  });
  const service = await s3.start(serviceContext({ model }));
  await send(service, declared, { method: "PUT", key: "test-key", headers: {}, status: 200, told: {} });
  try {
    for (const request of requests) await send(service, bucket, request);
  } finally {
    await service.resources.stop();
  }
});

/** Sends a request past the router, which takes pages of this machine only. */
async function send({ handle }: Service, bucket: string, request: PageRequest): Promise<void> {
  const { method, key, query, headers, status, told, error = {} } = request;
  const { body = "", ...answer } = await handle({
    service: "s3",
    method,
    operation: undefined,
    url: `/${bucket}/${key}${query === undefined ? "" : `?${query}`}`,
    headers: { host: "127.0.0.1", ...headers },
    body: Buffer.from("test-cors"),
  });
  const isOfCors = ([name]: readonly [string, string]): boolean => /^access-control-|^vary$/.test(name);
  const found = Object.fromEntries(Object.entries(answer.headers ?? {}).filter(isOfCors));
  expect({ method, headers, status: answer.status, told: found }).toEqual({ method, headers, status, told });
  for (const [name, value] of Object.entries(error)) {
    const text = new RegExp(`<${name}>([^<]*)</${name}>`).exec(String(body))?.[1];
    expect(text?.replaceAll("&#39;", "'").replaceAll("&apos;", "'")).toEqual(
      value === "<any>" ? expect.any(String) : value,
    );
  }
}
