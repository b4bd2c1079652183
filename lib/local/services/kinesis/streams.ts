import { jsonOrText } from "../../json";
import type { Model, Values } from "../../model/model";
import { requireText, text } from "../../model/values";
import { RecordStream } from "../consumers/record-stream";
import { StreamConsumer } from "../consumers/stream-consumer";
import { NotHereError } from "../contract/define-service";
import type { EventSourceMapping } from "../contract/event-source-mapping";
import { missingResource } from "../contract/missing-resource";
import type {
  Consumer,
  ConsumerContext,
  Delivery,
  ServiceContext,
  ServiceResources,
} from "../contract/service";

const shardId = "shardId-000000000000";

/** The Kinesis streams of the model: one shard each, in memory; only their consumers read them. */
export class KinesisStreams implements ServiceResources {
  private readonly streams = new Map<string, { readonly name: string; readonly stream: RecordStream }>();
  private region: string;
  private sequence = 0n;

  constructor(private readonly context: ServiceContext) {
    this.region = context.model.region;
    this.take(context.model);
  }

  /** A stream by its ARN. */
  find(arn: string): RecordStream | undefined {
    return this.streams.get(arn)?.stream;
  }

  /** ARN of the stream that `StreamName` or `StreamARN` names. */
  arnOf(input: Values): string {
    const name = text(input, "StreamName") ?? text(input, "StreamARN")?.split("/").at(-1);
    const arn = [...this.streams].find(([, each]) => each.name === name)?.[0];
    if (arn === undefined) {
      const text = missingResource("kinesis", "stream", name ?? "");
      throw new NotHereError("ResourceNotFoundException", `The stream does not exist. ${text}`);
    }
    return arn;
  }

  /**
   * Appends a record, in the form that Lambda hands to consumers.
   *
   * Source: https://docs.aws.amazon.com/lambda/latest/dg/with-kinesis.html
   */
  put(arn: string, input: Values): object {
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
    // Filters match inside data that is JSON.
    const filterable = { ...kinesis, data: decoded(data) };
    this.find(arn)?.append({ sequenceNumber, at, record, filterable });
    return { ShardId: shardId, SequenceNumber: sequenceNumber, EncryptionType: "NONE" };
  }

  async accept({ targetArn, body, groupId }: Delivery): Promise<boolean> {
    if (!this.streams.has(targetArn)) return false;
    this.put(targetArn, { Data: Buffer.from(body).toString("base64"), PartitionKey: groupId ?? "local" });
    return true;
  }

  consume(mapping: EventSourceMapping, context: ConsumerContext): Consumer | undefined {
    const found = this.streams.get(mapping.sourceArn);
    const name = mapping.sourceArn.split(/[:/]/).at(-1);
    return found && new StreamConsumer(mapping, `stream ${name}`, found.stream, context);
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
}

function decoded(data: string): unknown {
  return jsonOrText(Buffer.from(data, "base64").toString("utf8"));
}
