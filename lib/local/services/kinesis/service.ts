import { jsonOrText } from "../../json";
import type { Model, Values } from "../../model/model";
import { isValues, requireText, text } from "../../model/values";
import { RecordStream } from "../consumers/record-stream";
import { answerJson, refuseJson } from "../contract/json-protocol";
import type { Delivery, Service, ServiceContext, ServiceRequest, ServiceResponse } from "../contract/service";

const shardId = "shardId-000000000000";

/** The Kinesis streams of the model: one shard each, in memory; read by their consumers only. */
export class KinesisService implements Service {
  readonly signingName = "kinesis";
  private readonly streams = new Map<string, { readonly name: string; readonly stream: RecordStream }>();
  private region: string;
  private sequence = 0n;

  constructor(private readonly context: ServiceContext) {
    this.region = context.model.region;
    this.take(context.model);
  }

  /** A stream by its ARN, for its consumers. */
  find(arn: string): RecordStream | undefined {
    return this.streams.get(arn)?.stream;
  }

  async handle({ operation = "", body }: ServiceRequest): Promise<ServiceResponse> {
    const input: unknown = JSON.parse(body.toString("utf8"));
    if (!isValues(input)) return refuseJson("1.1", "ValidationException", "The request is no object.");
    const arn = this.arnOf(input);
    if (operation !== "PutRecord" && operation !== "PutRecords") {
      return refuseJson("1.1", "NotEmulated", `serverform local does not emulate ${operation} of kinesis.`);
    }
    if (arn === undefined)
      return refuseJson("1.1", "ResourceNotFoundException", "The stream does not exist.");
    if (operation === "PutRecord") return answerJson("1.1", this.put(arn, input));
    const records = Array.isArray(input.Records) ? input.Records.filter(isValues) : [];
    return answerJson("1.1", {
      FailedRecordCount: 0,
      Records: records.map((record) => this.put(arn, record)),
    });
  }

  async accept({ targetArn, body, groupId }: Delivery): Promise<void> {
    if (!this.streams.has(targetArn)) return;
    this.put(targetArn, { Data: Buffer.from(body).toString("base64"), PartitionKey: groupId ?? "local" });
  }

  async replace(model: Model): Promise<void> {
    this.take(model);
  }

  async stop(): Promise<void> {
    this.streams.clear();
  }

  private take(model: Model): void {
    this.region = model.region;
    const wanted = new Map(
      model.ofType("aws_kinesis_stream").map(({ values }) => [requireText(values, "arn"), values]),
    );
    for (const arn of this.streams.keys()) if (!wanted.has(arn)) this.streams.delete(arn);
    for (const [arn, values] of wanted) {
      if (this.streams.has(arn)) continue;
      this.streams.set(arn, {
        name: requireText(values, "name"),
        stream: new RecordStream(this.context.clock),
      });
    }
  }

  private arnOf(input: Values): string | undefined {
    const name = text(input, "StreamName") ?? text(input, "StreamARN")?.split("/").at(-1);
    return [...this.streams].find(([, each]) => each.name === name)?.[0];
  }

  /** Source: https://docs.aws.amazon.com/lambda/latest/dg/with-kinesis.html */
  private put(arn: string, input: Values): object {
    this.sequence += 1n;
    const data = text(input, "Data") ?? "";
    const partitionKey = text(input, "PartitionKey") ?? "";
    const sequenceNumber = `4959033827149025660855969253836157109592157598913${String(this.sequence).padStart(7, "0")}`;
    const at = this.context.clock.now();
    const kinesis = {
      kinesisSchemaVersion: "1.0",
      partitionKey,
      sequenceNumber,
      data,
      approximateArrivalTimestamp: at / 1000,
    };
    const record = {
      kinesis,
      eventSource: "aws:kinesis",
      eventVersion: "1.0",
      eventID: `${shardId}:${sequenceNumber}`,
      eventName: "aws:kinesis:record",
      invokeIdentityArn: `arn:aws:iam::${this.context.model.account}:role/local`,
      awsRegion: this.region,
      eventSourceARN: arn,
    };
    // Filters look into data that is JSON, under a key of its own.
    const filterable = { ...kinesis, data: decoded(data) };
    this.find(arn)?.append({ sequenceNumber, at, record, filterable });
    return { ShardId: shardId, SequenceNumber: sequenceNumber, EncryptionType: "NONE" };
  }
}

function decoded(data: string): unknown {
  return jsonOrText(Buffer.from(data, "base64").toString("utf8"));
}
