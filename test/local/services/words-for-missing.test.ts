import type { ServiceRequest } from "../../../lib/local/services/contract/service";
import { serviceTable } from "../../../lib/local/services/service-table";
import { serviceContext } from "./context";

/** A request for something that the app does not have. */
interface Missing {
  readonly operation: string;
  readonly method?: string;
  readonly url?: string;
  readonly body?: string | object;
  readonly form?: Readonly<Record<string, string>>;
  /** The part of AWS's words that the client gets. */
  readonly words: string;
}

const account = "123456789012";
const arn = (service: string, resource: string) => `arn:aws:${service}:us-east-1:${account}:${resource}`;

const requests: Readonly<Record<string, Missing>> = {
  cloudfront: {
    operation: "CreateInvalidation",
    url: "/2020-05-31/distribution/E1/invalidation",
    body: "<InvalidationBatch/>",
    words: "The specified distribution does not exist.",
  },
  codebuild: {
    operation: "StartBuild",
    body: { projectName: "report" },
    words: `Project cannot be found: ${arn("codebuild", "project/report")}`,
  },
  "cognito-identity": {
    operation: "GetId",
    body: { IdentityPoolId: "us-east-1:1" },
    words: "IdentityPool 'us-east-1:1' not found.",
  },
  "cognito-idp": {
    operation: "DescribeUserPool",
    body: { UserPoolId: "us-east-1_a" },
    words: "User pool us-east-1_a does not exist.",
  },
  dynamodb: {
    operation: "GetItem",
    body: { TableName: "orders", Key: { id: { S: "1" } } },
    words: "Requested resource not found",
  },
  events: {
    operation: "DescribeRule",
    body: { Name: "nightly" },
    words: "Rule nightly does not exist on EventBus default.",
  },
  kinesis: {
    operation: "DescribeStreamSummary",
    body: { StreamName: "clicks" },
    words: `Stream clicks under account ${account} not found.`,
  },
  kms: { operation: "DescribeKey", body: { KeyId: "alias/app" }, words: "is not found." },
  lambda: {
    operation: "GetFunction",
    method: "GET",
    url: "/2015-03-31/functions/report",
    words: `Function not found: ${arn("lambda", "function:report")}`,
  },
  "rds-data": {
    operation: "ExecuteStatement",
    url: "/Execute",
    body: { resourceArn: arn("rds", "cluster:app"), secretArn: "s", sql: "select 1" },
    words: `DBCluster ${arn("rds", "cluster:app")} not found.`,
  },
  s3: {
    operation: "",
    method: "GET",
    url: "/files?list-type=2",
    words: "The specified bucket does not exist",
  },
  secretsmanager: {
    operation: "GetSecretValue",
    body: { SecretId: "token" },
    words: "Secrets Manager can't find the specified secret.",
  },
  sns: {
    operation: "Publish",
    form: { Action: "Publish", TopicArn: arn("sns", "orders"), Message: "1" },
    words: "Topic does not exist",
  },
  sqs: {
    operation: "SendMessage",
    body: { QueueUrl: `http://127.0.0.1/${account}/jobs`, MessageBody: "1" },
    words: "The specified queue does not exist.",
  },
  ssm: { operation: "GetParameter", body: { Name: "/app/token" }, words: "" },
  sts: {
    operation: "AssumeRole",
    form: { Action: "AssumeRole", RoleArn: "arn:aws:iam::123456789012:role/app", RoleSessionName: "me" },
    words: "is not authorized to perform: sts:AssumeRole on resource: arn:aws:iam::123456789012:role/app",
  },
};

test("each service has a request here", () => {
  expect(Object.keys(requests).sort()).toEqual([...serviceTable.keys()].sort());
});

describe("a resource that is not in the app: AWS's words go to the client, and the log says how to have it", () => {
  test.each(Object.entries(requests))("%s", async (name, missing) => {
    const kind = serviceTable.get(name);
    const service = await kind?.start(serviceContext());
    const { status, body, notHere } = (await service?.handle(requestOf(name, missing))) ?? { status: 0 };
    await service?.resources.stop?.();
    expect(status).toBeGreaterThanOrEqual(400);
    expect(String(body)).toContain(missing.words);
    expect(String(body)).not.toMatch(/serverform|The app has|--endpoint/);
    expect(notHere).toMatch(/^(?:The specified bucket does not exist. )?The app has no .* --endpoint /);
  });
});

function requestOf(service: string, { operation, method, url, body, form }: Missing): ServiceRequest {
  const text = form !== undefined ? new URLSearchParams(form).toString() : body;
  return {
    service,
    method: method ?? "POST",
    url: url ?? "/",
    headers: {
      "content-type": form === undefined ? "application/x-amz-json-1.0" : "application/x-www-form-urlencoded",
      host: "127.0.0.1",
      ...(form === undefined && { "x-amz-target": `${service}.${operation}` }),
    },
    body: Buffer.from(typeof text === "object" ? JSON.stringify(text) : (text ?? "")),
    operation,
  };
}
