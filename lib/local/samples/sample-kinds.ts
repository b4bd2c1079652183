import { gzipSync } from "node:zlib";
import { formatArn } from "../../facts/aws/arns";
import type { Model } from "../../model";

export type SampleKind =
  | "httpApi"
  | "restApi"
  | "webSocket"
  | "functionUrl"
  | "queue"
  | "topic"
  | "bucket"
  | "bus"
  | "tableStream"
  | "dataStream"
  | "userPool"
  | "logs"
  | "appSync";

/** The context of a sample event: the parts of ARNs, and the time. */
export interface SampleContext {
  readonly model: Pick<Model, "region" | "account" | "partition">;
  readonly sourceArn: string | undefined;
  readonly nowMs: number;
}

export interface Sample {
  readonly title: string;
  /** The event, with the members that handlers use most. */
  event(context: SampleContext): object;
}

const arnOr = ({ model, sourceArn }: SampleContext, service: string, resource: string): string =>
  sourceArn ?? formatArn(model, service, resource);
/** Ids in AWS's formats. */
const uuid = "00000000-0000-4000-8000-000000000001";
const gatewayId = "c2FtcGxlc2FtcGx=";
const sequenceNumber = "49590338271490256608559692538361571095921575989136588898";
const iso = (nowMs: number): string => new Date(nowMs).toISOString();
const base64 = (value: object): string => Buffer.from(JSON.stringify(value)).toString("base64");

/**
 * A small sample event of each source, for trying a function.
 *
 * Source: https://docs.aws.amazon.com/lambda/latest/dg/lambda-services.html, with a page for each service, and for triggers of
 * user pools https://docs.aws.amazon.com/cognito/latest/developerguide/cognito-user-pools-working-with-lambda-triggers.html
 */
export const sampleKinds = {
  httpApi: {
    title: "Request to an HTTP API",
    event: ({ nowMs }) => ({
      version: "2.0",
      routeKey: "GET /items/{id}",
      rawPath: "/items/1",
      rawQueryString: "size=2",
      headers: { accept: "application/json", host: "localhost" },
      queryStringParameters: { size: "2" },
      pathParameters: { id: "1" },
      requestContext: {
        http: {
          method: "GET",
          path: "/items/1",
          protocol: "HTTP/1.1",
          sourceIp: "127.0.0.1",
          userAgent: "sample",
        },
        requestId: gatewayId,
        routeKey: "GET /items/{id}",
        stage: "$default",
        timeEpoch: nowMs,
      },
      isBase64Encoded: false,
    }),
  },
  restApi: {
    title: "Request to a REST API",
    event: ({ nowMs }) => ({
      resource: "/items/{id}",
      path: "/items/1",
      httpMethod: "GET",
      headers: { accept: "application/json" },
      multiValueHeaders: { accept: ["application/json"] },
      queryStringParameters: null,
      multiValueQueryStringParameters: null,
      pathParameters: { id: "1" },
      stageVariables: null,
      requestContext: {
        resourcePath: "/items/{id}",
        httpMethod: "GET",
        requestId: uuid,
        requestTimeEpoch: nowMs,
        identity: { sourceIp: "127.0.0.1" },
      },
      body: null,
      isBase64Encoded: false,
    }),
  },
  webSocket: {
    title: "Message of a WebSocket",
    event: ({ nowMs }) => ({
      requestContext: {
        routeKey: "$default",
        eventType: "MESSAGE",
        connectionId: gatewayId,
        messageId: gatewayId,
        requestTimeEpoch: nowMs,
        stage: "dev",
      },
      body: "hello",
      isBase64Encoded: false,
    }),
  },
  functionUrl: {
    title: "Request to a function URL",
    event: ({ nowMs }) => ({
      version: "2.0",
      routeKey: "$default",
      rawPath: "/",
      rawQueryString: "",
      headers: { accept: "*/*" },
      requestContext: {
        http: { method: "GET", path: "/", protocol: "HTTP/1.1", sourceIp: "127.0.0.1", userAgent: "sample" },
        requestId: uuid,
        routeKey: "$default",
        stage: "$default",
        timeEpoch: nowMs,
      },
      isBase64Encoded: false,
    }),
  },
  queue: {
    title: "Message of a queue",
    event: (context) => ({
      Records: [
        {
          messageId: uuid,
          receiptHandle: "sample",
          body: '{"id":"1"}',
          attributes: { ApproximateReceiveCount: "1", SentTimestamp: String(context.nowMs) },
          messageAttributes: {},
          eventSource: "aws:sqs",
          eventSourceARN: arnOr(context, "sqs", "sample"),
          awsRegion: context.model.region,
        },
      ],
    }),
  },
  topic: {
    title: "Message of a topic",
    event: (context) => ({
      Records: [
        {
          EventSource: "aws:sns",
          EventVersion: "1.0",
          EventSubscriptionArn: `${arnOr(context, "sns", "sample")}:1`,
          Sns: {
            Type: "Notification",
            MessageId: uuid,
            TopicArn: arnOr(context, "sns", "sample"),
            Subject: null,
            Message: '{"id":"1"}',
            Timestamp: iso(context.nowMs),
            MessageAttributes: {},
          },
        },
      ],
    }),
  },
  bucket: {
    title: "Object in a bucket",
    event: (context) => ({
      Records: [
        {
          eventVersion: "2.1",
          eventSource: "aws:s3",
          awsRegion: context.model.region,
          eventTime: iso(context.nowMs),
          eventName: "ObjectCreated:Put",
          s3: {
            s3SchemaVersion: "1.0",
            bucket: {
              name: context.sourceArn?.split(":").at(-1) ?? "sample",
              arn: context.sourceArn ?? formatArn({ partition: context.model.partition }, "s3", "sample"),
            },
            object: { key: "folder/file.txt", size: 5, eTag: "5d41402abc4b2a76b9719d911017c592" },
          },
        },
      ],
    }),
  },
  bus: {
    title: "Event of a bus",
    event: (context) => ({
      version: "0",
      id: uuid,
      "detail-type": "Sample",
      source: "sample",
      account: context.model.account,
      time: iso(context.nowMs).replace(/\.\d{3}Z$/, "Z"),
      region: context.model.region,
      resources: [],
      detail: { id: "1" },
    }),
  },
  tableStream: {
    title: "Change of a table",
    event: (context) => ({
      Records: [
        {
          eventID: uuid.replaceAll("-", ""),
          eventName: "INSERT",
          eventVersion: "1.1",
          eventSource: "aws:dynamodb",
          awsRegion: context.model.region,
          dynamodb: {
            ApproximateCreationDateTime: Math.floor(context.nowMs / 1000),
            Keys: { id: { S: "1" } },
            NewImage: { id: { S: "1" }, text: { S: "hello" } },
            SequenceNumber: "100000000000000000001",
            StreamViewType: "NEW_AND_OLD_IMAGES",
          },
          eventSourceARN: arnOr(context, "dynamodb", "table/sample/stream/sample"),
        },
      ],
    }),
  },
  dataStream: {
    title: "Record of a stream",
    event: (context) => ({
      Records: [
        {
          kinesis: {
            kinesisSchemaVersion: "1.0",
            partitionKey: "1",
            sequenceNumber,
            data: base64({ id: "1" }),
            approximateArrivalTimestamp: context.nowMs / 1000,
          },
          eventSource: "aws:kinesis",
          eventID: `shardId-000000000000:${sequenceNumber}`,
          eventName: "aws:kinesis:record",
          awsRegion: context.model.region,
          eventSourceARN: arnOr(context, "kinesis", "stream/sample"),
        },
      ],
    }),
  },
  userPool: {
    title: "Trigger of a user pool",
    event: (context) => ({
      version: "1",
      triggerSource: "PreSignUp_SignUp",
      region: context.model.region,
      userPoolId: context.sourceArn?.split("/").at(-1) ?? `${context.model.region}_sample`,
      userName: uuid,
      callerContext: { awsSdkVersion: "sample", clientId: "sample" },
      request: { userAttributes: { email: "ada@example.com" }, validationData: null },
      response: { autoConfirmUser: false, autoVerifyEmail: false, autoVerifyPhone: false },
    }),
  },
  logs: {
    title: "Records of a log group",
    event: ({ model, nowMs }) => ({
      awslogs: {
        data: gzipSync(
          JSON.stringify({
            messageType: "DATA_MESSAGE",
            owner: model.account,
            logGroup: "/aws/lambda/sample",
            logStream: "sample",
            subscriptionFilters: ["sample"],
            logEvents: [{ id: "1", timestamp: nowMs, message: "hello" }],
          }),
        ).toString("base64"),
      },
    }),
  },
  appSync: {
    title: "Field of a GraphQL API",
    event: () => ({
      arguments: { id: "1" },
      identity: null,
      source: null,
      request: { headers: {} },
      info: { fieldName: "item", parentTypeName: "Query", variables: {}, selectionSetList: ["id"] },
      prev: null,
      stash: {},
    }),
  },
} satisfies Record<SampleKind, Sample>;
