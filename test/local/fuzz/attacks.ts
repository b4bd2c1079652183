import type { Random } from "../../support/random";
import type { Served } from "./served-app";
import { hostileJson, hostileText, mutated, mutatedXml } from "./values";

/** A kind of attack on the server. */
export type Attack =
  | {
      readonly surface: string;
      readonly url: string;
      readonly path: string;
      readonly method: string;
      readonly headers: Readonly<Record<string, string>>;
      readonly body: string;
      /** The signing name of a service, for a request that is signed. */
      readonly service?: string;
    }
  | {
      readonly surface: string;
      readonly socket: string;
      readonly protocols: readonly string[];
      readonly headers: Readonly<Record<string, string>>;
      readonly frames: readonly string[];
    }
  | { readonly surface: string; readonly bytes: string; readonly url: string };

type Surface = (random: Random, served: Served) => Attack;

const account = "123456789012";

/** Requests of the JSON protocols, by the service and its target. Each of their members may be replaced. */
const jsonRequests: Readonly<Record<string, readonly (readonly [target: string, input: object])[]>> = {
  sqs: [
    [
      "AmazonSQS.SendMessage",
      {
        QueueUrl: `http://localhost/${account}/dev-shop-Jobs`,
        MessageBody: '{"a":"x"}',
        DelaySeconds: 0,
        MessageAttributes: { a: { DataType: "String", StringValue: "b" } },
      },
    ],
    [
      "AmazonSQS.SendMessageBatch",
      {
        QueueUrl: `http://localhost/${account}/dev-shop-All`,
        Entries: [{ Id: "1", MessageBody: "x" }],
      },
    ],
    [
      "AmazonSQS.ChangeMessageVisibility",
      { QueueUrl: `http://localhost/${account}/dev-shop-All`, ReceiptHandle: "x", VisibilityTimeout: 1 },
    ],
    ["AmazonSQS.GetQueueAttributes", { QueueUrl: "dev-shop-All", AttributeNames: ["All"] }],
  ],
  dynamodb: [
    [
      "DynamoDB_20120810.PutItem",
      {
        TableName: "dev-shop-Notes",
        Item: { id: { S: "1" }, n: { N: "12.5" }, l: { L: [{ NS: ["1"] }, { B: "aGk=" }] } },
        ConditionExpression: "attribute_not_exists(#i) OR contains(l, :v)",
        ExpressionAttributeNames: { "#i": "id" },
        ExpressionAttributeValues: { ":v": { N: "1" } },
      },
    ],
    [
      "DynamoDB_20120810.UpdateItem",
      {
        TableName: "dev-shop-Notes",
        Key: { id: { S: "1" } },
        UpdateExpression: "SET #n = if_not_exists(n, :v) + :v, a.b[0] = :v REMOVE c",
        ExpressionAttributeNames: { "#n": "n" },
        ExpressionAttributeValues: { ":v": { N: "1" } },
      },
    ],
    [
      "DynamoDB_20120810.Query",
      {
        TableName: "dev-shop-Notes",
        KeyConditionExpression: "id = :v",
        FilterExpression: "n > :n AND begins_with(t, :v)",
        ProjectionExpression: "id, a.b[0]",
        ExpressionAttributeValues: { ":v": { S: "1" }, ":n": { N: "1" } },
        Limit: 5,
        ExclusiveStartKey: { id: { S: "0" } },
      },
    ],
    ["DynamoDB_20120810.Scan", { TableName: "dev-shop-Notes", TotalSegments: 2, Segment: 0 }],
    [
      "DynamoDB_20120810.ExecuteStatement",
      { Statement: `SELECT * FROM "dev-shop-Notes" WHERE id = ? AND n IN [1, 2]`, Parameters: [{ S: "1" }] },
    ],
    [
      "DynamoDB_20120810.TransactWriteItems",
      {
        TransactItems: [
          { Put: { TableName: "dev-shop-Notes", Item: { id: { S: "2" } } } },
          { Delete: { TableName: "dev-shop-Notes", Key: { id: { S: "1" } } } },
        ],
        ClientRequestToken: "t",
      },
    ],
    [
      "DynamoDB_20120810.BatchWriteItem",
      { RequestItems: { "dev-shop-Notes": [{ PutRequest: { Item: { id: { S: "3" }, n: { N: "1" } } } }] } },
    ],
  ],
  events: [
    [
      "AWSEvents.PutEvents",
      {
        Entries: [
          {
            EventBusName: "dev-shop-Bus",
            Source: "a",
            DetailType: "b",
            Detail: '{"a":"abcd","d":"10.0.0.1"}',
          },
        ],
      },
    ],
    [
      "AWSEvents.TestEventPattern",
      { EventPattern: '{"a":[{"wildcard":"a*b"}]}', Event: '{"a":"ab","id":"1","source":"x"}' },
    ],
  ],
  kinesis: [
    [
      "Kinesis_20131202.PutRecord",
      { StreamName: "dev-shop-Clicks", Data: "eyJhIjoieCJ9", PartitionKey: "1" },
    ],
    [
      "Kinesis_20131202.GetShardIterator",
      { StreamName: "dev-shop-Clicks", ShardId: "shardId-000000000000", ShardIteratorType: "LATEST" },
    ],
    ["Kinesis_20131202.GetRecords", { ShardIterator: "x", Limit: 1 }],
  ],
  kms: [
    ["TrentService.Encrypt", { KeyId: "alias/aws/ssm", Plaintext: "aGk=", EncryptionContext: { a: "b" } }],
    ["TrentService.Decrypt", { CiphertextBlob: "aGk=" }],
    ["TrentService.GenerateRandom", { NumberOfBytes: 5 }],
  ],
  secretsmanager: [
    ["secretsmanager.CreateSecret", { Name: "a", SecretString: "b", Tags: [{ Key: "a", Value: "b" }] }],
    ["secretsmanager.ListSecrets", { Filters: [{ Key: "name", Values: ["a"] }], MaxResults: 5 }],
    ["secretsmanager.GetRandomPassword", { PasswordLength: 20, ExcludeCharacters: "a" }],
  ],
  ssm: [
    ["AmazonSSM.PutParameter", { Name: "/a/b", Value: "c", Type: "String", Overwrite: true }],
    ["AmazonSSM.GetParametersByPath", { Path: "/", Recursive: true, MaxResults: 5 }],
    [
      "AmazonSSM.DescribeParameters",
      { ParameterFilters: [{ Key: "Name", Option: "Contains", Values: ["a"] }] },
    ],
  ],
  "cognito-idp": [
    [
      "AWSCognitoIdentityProviderService.SignUp",
      {
        ClientId: "x",
        Username: "ana@example.com",
        Password: "Secret-123",
        UserAttributes: [{ Name: "email", Value: "ana@example.com" }],
      },
    ],
    [
      "AWSCognitoIdentityProviderService.InitiateAuth",
      {
        ClientId: "x",
        AuthFlow: "USER_SRP_AUTH",
        AuthParameters: { USERNAME: "ana@example.com", SRP_A: "aa", PASSWORD: "x" },
      },
    ],
    ["AWSCognitoIdentityProviderService.GetUser", { AccessToken: "a.b.c" }],
    [
      "AWSCognitoIdentityProviderService.ListUsers",
      { UserPoolId: "x", Filter: 'email ^= "a"', AttributesToGet: ["email"], Limit: 5 },
    ],
  ],
  "cognito-identity": [
    ["AWSCognitoIdentityService.GetId", { IdentityPoolId: "us-east-1:x", Logins: { "a.b/c": "a.b.c" } }],
  ],
};

/** Requests of the services whose protocol is HTTP itself. */
const restRequests: readonly (readonly [service: string, method: string, path: string, body: string])[] = [
  ["s3", "PUT", "/dev-shop-files/a/b", "hello"],
  ["s3", "GET", "/dev-shop-files?list-type=2&prefix=a&delimiter=/&max-keys=5", ""],
  ["s3", "POST", "/dev-shop-files?delete", "<Delete><Object><Key>a</Key></Object></Delete>"],
  [
    "s3",
    "PUT",
    "/dev-shop-files/a?tagging",
    "<Tagging><TagSet><Tag><Key>a</Key><Value>b</Value></Tag></TagSet></Tagging>",
  ],
  [
    "s3",
    "POST",
    "/dev-shop-files/a?uploadId=x",
    "<CompleteMultipartUpload><Part><PartNumber>1</PartNumber></Part></CompleteMultipartUpload>",
  ],
  ["lambda", "POST", "/2015-03-31/functions/dev-shop-Url/invocations", "{}"],
  ["rds-data", "POST", "/Execute", '{"resourceArn":"x","secretArn":"y","sql":"SELECT :a","parameters":[]}'],
  [
    "cloudfront",
    "POST",
    "/2020-05-31/distribution/X/invalidation",
    "<InvalidationBatch><Paths><Items><Path>/a</Path></Items></Paths></InvalidationBatch>",
  ],
  [
    "sns",
    "POST",
    "/",
    `Action=Publish&Version=2010-03-31&TopicArn=arn%3Aaws%3Asns%3Aus-east-1%3A${account}%3Adev-shop-News&Message=%7B%22a%22%3A%22x%22%7D&MessageAttributes.entry.1.Name=a&MessageAttributes.entry.1.Value.DataType=String&MessageAttributes.entry.1.Value.StringValue=b`,
  ],
  ["sts", "POST", "/", "Action=AssumeRole&Version=2011-06-15&RoleArn=x&RoleSessionName=y&Policy=%7B%7D"],
  [
    "sqs",
    "POST",
    "/",
    `Action=SendMessage&Version=2012-11-05&QueueUrl=http%3A%2F%2Fx%2F${account}%2Fdev-shop-Jobs&MessageBody=x`,
  ],
];

/** Headers that some part of the server reads. */
const readHeaders: readonly string[] = [
  "accept",
  "accept-encoding",
  "authorization",
  "content-encoding",
  "content-type",
  "cookie",
  "origin",
  "access-control-request-headers",
  "range",
  "if-none-match",
  "if-modified-since",
  "x-amz-date",
  "x-amz-target",
  "x-amz-security-token",
  "x-amz-content-sha256",
  "x-amz-copy-source",
  "x-amz-tagging",
  "x-amz-decoded-content-length",
  "x-amzn-trace-id",
  "x-api-key",
  "x-forwarded-for",
  "x-http-method-override",
  "host",
];

/** A long message that functions and the services still take. */
const most = 100_000;

function someHeaders(random: Random): Record<string, string> {
  const count = random.pick([0, 0, 1, 3]);
  const headers = Array.from({ length: count }, () => [
    random.pick(readHeaders),
    // Node refuses other characters in the headers of a client.
    hostileText(random, 8_000).replace(/[^\t\x20-\x7e\x80-\xff]/g, "?"),
  ]);
  return Object.fromEntries(headers) as Record<string, string>;
}

/** The characters that a request line may have. */
const pathOf = (text: string): string =>
  text.replace(/[^\x21-\x7e]/g, (char) =>
    /[\ud800-\udfff]/.test(char) ? "%ED%A0%80" : encodeURIComponent(char),
  );

function somePath(random: Random, base: string): string {
  const path = random.chance(0.5) ? base + hostileText(random, 6_000) : base;
  const query = random.chance(0.5) ? `?${hostileText(random, 100)}=${hostileText(random, 6_000)}` : "";
  return pathOf(path + query) || "/";
}

const someBody = (random: Random): string =>
  random.chance(0.6) ? hostileJson(random, most) : hostileText(random, most);

const methods = ["GET", "POST", "PUT", "DELETE", "OPTIONS", "HEAD", "PATCH"];

function httpAttack(random: Random, surface: string, url: string, paths: readonly string[]): Attack {
  const method = random.pick(methods);
  return {
    surface,
    url,
    path: somePath(random, random.pick(paths)),
    method,
    headers: someHeaders(random),
    body: method === "GET" || method === "HEAD" ? "" : someBody(random),
  };
}

const graphqlQuery =
  'query Q($id: ID = "1") { note(id: $id, mail: "a@b.c", address: "::1") { id text next { id } } }';

function graphqlText(random: Random): string {
  switch (random.below(6)) {
    case 0:
      return `{ ${Array.from({ length: 3_000 }, (_, at) => `a${at}: note { id }`).join(" ")} }`;
    case 1:
      return `{ ${"note { next { ".repeat(random.pick([10, 1_000]))} id`;
    case 2:
      return `{ note(${random.pick(["mail", "address", "json", "at", "id"])}: ${JSON.stringify(hostileText(random, 30_000))}) { id } }`;
    case 3:
      return hostileText(random, most);
    default: {
      const at = random.below(graphqlQuery.length);
      return graphqlQuery.slice(0, at) + hostileText(random, 2_000) + graphqlQuery.slice(at);
    }
  }
}

const surfaces: Readonly<Record<string, Surface>> = {
  "HTTP API": (random, { apis: { HTTP = "" } }) =>
    httpAttack(random, "HTTP API", HTTP, ["/echo/x", "/reply", "/users", "/"]),
  "REST API": (random, { apis: { REST = "" } }) =>
    httpAttack(random, "REST API", REST, ["/dev/echo/x", "/dev/reply", "/"]),
  "function URL": (random, { apis: { URL = "" } }) => httpAttack(random, "function URL", URL, ["/", "/x"]),
  "replies of functions": (random, { apis: { HTTP = "" } }) => ({
    surface: "replies of functions",
    url: HTTP,
    path: "/reply",
    method: "POST",
    headers: {},
    body: random.chance(0.5)
      ? mutated(
          random,
          { statusCode: 200, headers: { a: "b" }, cookies: ["a=b"], body: "x", isBase64Encoded: false },
          most,
        )
      : someBody(random),
  }),
  GraphQL: (random, { apis: { GRAPHQL = "" }, apiKeys }) => ({
    surface: "GraphQL",
    url: GRAPHQL,
    path: "/graphql",
    method: "POST",
    headers: { "x-api-key": random.pick(apiKeys), ...(random.chance(0.1) ? someHeaders(random) : {}) },
    body: random.chance(0.7)
      ? JSON.stringify({ query: graphqlText(random), variables: { id: hostileText(random, 1_000) } })
      : mutated(random, { query: graphqlQuery, variables: { id: "1" }, operationName: "Q" }, most),
  }),
  "Events API": (random, { apis: { EVENTS = "" }, apiKeys }) => ({
    surface: "Events API",
    url: EVENTS,
    path: "/event",
    method: "POST",
    headers: { "x-api-key": random.pick(apiKeys) },
    body: mutated(random, { channel: "/chat/a", events: ['{"a":1}'] }, most),
  }),
  "WebSocket API": (random, { apis: { WEBSOCKET = "" } }) => ({
    surface: "WebSocket API",
    socket: WEBSOCKET,
    protocols: [],
    headers: {},
    frames: Array.from({ length: 3 }, () => someBody(random).slice(0, 30_000)),
  }),
  "real-time GraphQL and events": (random, { apis: { GRAPHQL = "", EVENTS = "" }, apiKeys }) => {
    const header = Buffer.from(
      random.chance(0.7)
        ? JSON.stringify({ host: "x", "x-api-key": random.pick(apiKeys) })
        : hostileJson(random, 4_000),
    ).toString("base64");
    const isGraphql = random.chance(0.5);
    return {
      surface: "real-time GraphQL and events",
      socket: `${(isGraphql ? GRAPHQL : `${EVENTS}/realtime`).replace("http", "ws")}${isGraphql ? "/realtime" : ""}`,
      protocols: [
        isGraphql ? "graphql-ws" : "aws-appsync-event-ws",
        `header-${header.replace(/\+/g, "-").replace(/\//g, "_").replace(/=+$/, "")}`,
      ],
      headers: {},
      frames: [
        '{"type":"connection_init"}',
        mutated(
          random,
          { id: "1", type: "subscribe", channel: "/chat/*", authorization: { host: "x", "x-api-key": "y" } },
          30_000,
        ),
        mutated(
          random,
          { id: "1", type: "start", payload: { data: "{}", extensions: { authorization: {} } } },
          30_000,
        ),
        someBody(random).slice(0, 30_000),
      ],
    };
  },
  "services with JSON": (random, { services }) => {
    const service = random.pick(Object.keys(jsonRequests));
    const [target, input] = random.pick(jsonRequests[service] ?? []);
    return {
      surface: "services with JSON",
      url: services,
      path: "/",
      method: "POST",
      headers: {
        "content-type": `application/x-amz-json-1.${service === "dynamodb" ? 0 : 1}`,
        "x-amz-target": random.chance(0.02) ? hostileText(random, 200).replace(/[^\x20-\x7e]/g, "?") : target,
      },
      body: mutated(random, input, random.pick([200, 5_000, most])),
      service,
    };
  },
  "services with XML, forms and paths": (random, { services }) => {
    const [service, method, path, body] = random.pick(restRequests);
    const at = random.below(body.length + 1);
    const isForm = ["sns", "sts", "sqs"].includes(service);
    const hostile = hostileText(random, most);
    const isXml = body.startsWith("<");
    return {
      surface: "services with XML, forms and paths",
      url: services,
      path: random.chance(0.4) ? somePath(random, path) : path,
      method,
      headers: {
        ...(isForm && { "content-type": "application/x-www-form-urlencoded" }),
        ...someHeaders(random),
      },
      body: random.chance(0.3)
        ? hostile
        : isXml && random.chance(0.5)
          ? mutatedXml(random, body, most)
          : body.slice(0, at) + (isForm ? pathOf(hostile) : hostile) + body.slice(at),
      service,
    };
  },
  "pages of user pools": (random, { pages }) => {
    const attack = httpAttack(random, "pages of user pools", random.pick(pages), [
      "/login?client_id=x&response_type=code&redirect_uri=http://localhost",
      "/signup",
      "/oauth2/authorize",
      "/oauth2/token",
      "/oauth2/userInfo",
      "/logout",
      "/forgotPassword",
      "/passkeys/add",
    ]);
    const form = { "content-type": "application/x-www-form-urlencoded" };
    return "body" in attack ? { ...attack, headers: { ...form, ...attack.headers } } : attack;
  },
  "control server": (random, { control: { port, secret } }) => ({
    surface: "control server",
    url: `http://127.0.0.1:${port}`,
    path: random.chance(0.2)
      ? somePath(random, "/")
      : random.pick(["/invoke", "/users", "/history", "/variables"]),
    method: "POST",
    headers: { "x-serverform-secret": secret },
    body: mutated(
      random,
      random.pick([
        { function: "Url", event: { body: "x" } },
        { action: "list", pool: "Users", email: "a@example.com" },
        { action: "facts", filter: "a", limit: 5 },
      ]),
      most,
    ),
  }),
  "bytes that are no HTTP": (random, { apis, services }) => ({
    surface: "bytes that are no HTTP",
    url: random.pick([...Object.values(apis).map((each) => each.replace("ws:", "http:")), services]),
    bytes:
      `${random.pick(["GET", "POST", hostileText(random, 20)])} ${hostileText(random, 5_000)} HTTP/1.1\r\n` +
      `host: ${hostileText(random, 100)}\r\n${hostileText(random, 200)}\r\n\r\n${hostileText(random, 1_000)}`,
  }),
};

export const surfaceNames: readonly string[] = Object.keys(surfaces);

/** The next attack on a surface. */
export function attackOn(surface: string, random: Random, served: Served): Attack {
  const make = surfaces[surface];
  if (make === undefined) throw new Error(`no surface ${surface}`);
  return make(random, served);
}
