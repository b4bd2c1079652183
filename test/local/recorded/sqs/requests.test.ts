import { EndpointRouter } from "../../../../lib/local/services/endpoint-router";
import { type RecordedFact, readSuite, testFacts } from "../suite";
import { type DeclaredQueues, startQueues } from "./queues";

interface HttpStep {
  /** Path of a request with GET. */
  readonly get?: string;
  readonly params?: Readonly<Record<string, string>>;
  readonly accept?: string;
  /** Path of a request in the JSON protocol, with its operation and its body. */
  readonly post?: string;
  readonly target?: string;
  readonly body?: object;
  readonly status: number;
  /** The content type. */
  readonly type?: string;
  /** Parts of the body. */
  readonly contains?: readonly string[];
  readonly lacks?: readonly string[];
}

interface RequestFact extends RecordedFact {
  readonly queues: DeclaredQueues;
  readonly steps: readonly HttpStep[];
}

const authorization = "AWS4-HMAC-SHA256 Credential=local/20260101/us-east-1/sqs/aws4_request";

let router: EndpointRouter;

beforeAll(async () => {
  router = await EndpointRouter.start(() => {});
});

afterAll(() => router.close());

testFacts(readSuite<RequestFact>("sqs/requests"), async ({ queues: declared, steps }) => {
  const queues = await startQueues(router, declared);
  try {
    for (const step of steps) await expectAnswer(router.url, step);
  } finally {
    await queues.stop();
  }
});

async function expectAnswer(base: string, step: HttpStep): Promise<void> {
  const { get, post, params, target, accept, body } = step;
  const query = params === undefined ? "" : `?${new URLSearchParams(params)}`;
  const response = await fetch(`${base}${get ?? post}${query}`, {
    method: get === undefined ? "POST" : "GET",
    headers: {
      authorization,
      ...(accept !== undefined && { accept }),
      ...(target !== undefined && { "x-amz-target": target }),
    },
    body: body === undefined ? undefined : JSON.stringify(body),
  });
  const text = await response.text();
  expect(response.status).toBe(step.status);
  if (step.type !== undefined) expect(response.headers.get("content-type")).toBe(step.type);
  for (const part of step.contains ?? []) expect(text).toContain(part);
  for (const part of step.lacks ?? []) expect(text).not.toContain(part);
}
