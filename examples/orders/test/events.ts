import type {
  APIGatewayProxyEventV2,
  AttributeValue,
  DynamoDBRecord,
  DynamoDBStreamEvent,
  EventBridgeEvent,
  KinesisStreamEvent,
  S3Event,
  ScheduledEvent,
  SNSEvent,
  SQSEvent,
} from "aws-lambda";
import type { OrderEvent } from "../logic/events";

// Events as each service sends them, with the values that a test sets.

const account = "123456789012";
const region = "us-east-1";
const arn = (service: string, rest: string) => `arn:aws:${service}:${region}:${account}:${rest}`;

/** A request to a route of the API. */
export function httpEvent(
  routeKey: string,
  parts: Partial<Pick<APIGatewayProxyEventV2, "body" | "isBase64Encoded" | "pathParameters">> = {},
): APIGatewayProxyEventV2 {
  const [method = "", path = ""] = routeKey.split(" ");
  return {
    version: "2.0",
    routeKey,
    rawPath: path,
    rawQueryString: "",
    headers: { "content-type": "application/json", host: `id.execute-api.${region}.amazonaws.com` },
    requestContext: {
      accountId: account,
      apiId: "id",
      domainName: `id.execute-api.${region}.amazonaws.com`,
      domainPrefix: "id",
      http: { method, path, protocol: "HTTP/1.1", sourceIp: "192.0.2.1", userAgent: "test" },
      requestId: "request",
      routeKey,
      stage: "$default",
      time: "01/Jan/2026:00:00:00 +0000",
      timeEpoch: 1767225600000,
    },
    isBase64Encoded: false,
    ...parts,
  };
}

type Image = Record<string, AttributeValue>;

/** A change of the table: the images before and after. */
export interface Change {
  readonly before?: Image;
  readonly after?: Image;
}

/** The event of the table's stream for some changes. */
export function streamEvent(...changes: readonly Change[]): DynamoDBStreamEvent {
  return {
    Records: changes.map(({ before, after }, index): DynamoDBRecord => {
      const eventName = before === undefined ? "INSERT" : after === undefined ? "REMOVE" : "MODIFY";
      return {
        eventID: `event-${index}`,
        eventName,
        eventVersion: "1.1",
        eventSource: "aws:dynamodb",
        awsRegion: region,
        dynamodb: {
          ApproximateCreationDateTime: 1767225600,
          Keys: { id: (after ?? before)?.id ?? { S: "" } },
          ...(after && { NewImage: after }),
          ...(before && { OldImage: before }),
          SequenceNumber: `${1000 + index}`,
          SizeBytes: 120,
          StreamViewType: "NEW_AND_OLD_IMAGES",
        },
        eventSourceARN: arn("dynamodb", "table/dev-orders-Orders/stream/2026-01-01T00:00:00.000"),
      };
    }),
  };
}

/** An event of the bus, as a function that is a target gets it. */
export function busEvent<Type extends OrderEvent["detail-type"]>(
  type: Type,
  detail: OrderEvent["detail"],
): EventBridgeEvent<Type, OrderEvent["detail"]> {
  return {
    version: "0",
    id: "6a7e8feb-b491-4cf7-a9f1-bf3703467718",
    "detail-type": type,
    source: "shop.orders",
    account,
    time: "2026-01-01T00:00:00Z",
    region,
    resources: [],
    detail,
  };
}

/** The event of a schedule's rule. */
export function scheduledEvent(time: string): ScheduledEvent {
  return {
    version: "0",
    id: "53dc4d37-cffa-4f76-80c9-8b7d4a4d2eaa",
    "detail-type": "Scheduled Event",
    source: "aws.events",
    account,
    time,
    region,
    resources: [arn("events", "rule/dev-orders-Overdue")],
    detail: {},
  };
}

/** Messages of the queue, by id. */
export function queueEvent(bodies: Readonly<Record<string, string>>): SQSEvent {
  return {
    Records: Object.entries(bodies).map(([messageId, body]) => ({
      messageId,
      receiptHandle: `handle-of-${messageId}`,
      body,
      attributes: {
        ApproximateReceiveCount: "1",
        SentTimestamp: "1767225600000",
        SenderId: "AIDAIENQZJOLO23YVJ4VO",
        ApproximateFirstReceiveTimestamp: "1767225600001",
      },
      messageAttributes: {},
      md5OfBody: "d41d8cd98f00b204e9800998ecf8427e",
      eventSource: "aws:sqs",
      eventSourceARN: arn("sqs", "dev-orders-Fulfilment"),
      awsRegion: region,
    })),
  };
}

/** A message of the topic. */
export function topicEvent(message: string): SNSEvent {
  return {
    Records: [
      {
        EventVersion: "1.0",
        EventSubscriptionArn: arn("sns", "dev-orders-News:2bcfbf39-05c3-41de-beaa-fcfcc21c8f55"),
        EventSource: "aws:sns",
        Sns: {
          SignatureVersion: "1",
          Timestamp: "2026-01-01T00:00:00.000Z",
          Signature: "tcc6faL2yUC6dgZdmrwh1Y4cGa/ebXEkAi6RibDsvpi+tE/1+82j...65r==",
          SigningCertUrl: `https://sns.${region}.amazonaws.com/SimpleNotificationService-x.pem`,
          MessageId: "95df01b4-ee98-5cb9-9903-4c221d41eb5e",
          Message: message,
          MessageAttributes: {},
          Type: "Notification",
          UnsubscribeUrl: `https://sns.${region}.amazonaws.com/?Action=Unsubscribe`,
          TopicArn: arn("sns", "dev-orders-News"),
          Subject: "",
        },
      },
    ],
  };
}

/** Objects that were written to the bucket; keys as the service encodes them. */
export function bucketEvent(...keys: readonly string[]): S3Event {
  return {
    Records: keys.map((key) => ({
      eventVersion: "2.1",
      eventSource: "aws:s3",
      awsRegion: region,
      eventTime: "2026-01-01T00:00:00.000Z",
      eventName: "ObjectCreated:Put",
      userIdentity: { principalId: "AWS:AIDAINPONIXQXHT3IKHL2" },
      requestParameters: { sourceIPAddress: "192.0.2.1" },
      responseElements: { "x-amz-request-id": "D82B88E5F771F645", "x-amz-id-2": "vlR7PnpV2Ce81l0PRw6j" },
      s3: {
        s3SchemaVersion: "1.0",
        configurationId: "written",
        bucket: {
          name: "dev-orders-receipts",
          ownerIdentity: { principalId: "A3I5XTEXAMAI3E" },
          arn: "arn:aws:s3:::dev-orders-receipts",
        },
        object: {
          key,
          size: 35,
          eTag: "b21b84d653bb07b05b1e6b33684dc11b",
          sequencer: "0055AED6DCD90281E5",
        },
      },
    })),
  };
}

/** Records of the data stream. */
export function kinesisEvent(...texts: readonly string[]): KinesisStreamEvent {
  return {
    Records: texts.map((text, index) => ({
      kinesis: {
        kinesisSchemaVersion: "1.0",
        partitionKey: "tea",
        sequenceNumber: `4959033827149025660${index}`,
        data: Buffer.from(text).toString("base64"),
        approximateArrivalTimestamp: 1767225600.987,
      },
      eventSource: "aws:kinesis",
      eventVersion: "1.0",
      eventID: `shardId-000000000006:4959033827149025660${index}`,
      eventName: "aws:kinesis:record",
      invokeIdentityArn: `arn:aws:iam::${account}:role/sales`,
      awsRegion: region,
      eventSourceARN: arn("kinesis", "stream/dev-orders-Activity"),
    })),
  };
}
