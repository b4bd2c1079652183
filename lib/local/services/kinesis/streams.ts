import { createHash } from "node:crypto";
import { formatArn } from "../../../facts/aws/arns";
import { jsonOrText } from "../../../facts/text/json";
import { number, requireText, tagsOf, text, type Values } from "../../../model";
import { allPending } from "../../pending/pending-work";
import { RecordStream, type StreamRecord } from "../consumers/record-stream";
import { StreamConsumer } from "../consumers/stream-consumer";
import { isInCalledRegion, nameOfFile } from "../contract/call-region";
import { notInApp, ServiceError } from "../contract/define-service";
import type { EventSourceMapping } from "../contract/event-source-mapping";
import { ModelResources } from "../contract/model-resources";
import type {
  Consumer,
  ConsumerContext,
  DeliveryReceiver,
  EventSources,
  ServiceContext,
} from "../contract/service";
import { StateFile } from "../contract/state-file";

const sequencePrefix = "4959033827149025660855969253836157109592157598913";
const sequenceNumberOf = (count: bigint): string => `${sequencePrefix}${String(count).padStart(7, "0")}`;

/** The number that every shard begins with, before its first record. */
export const startingSequenceNumber = sequenceNumberOf(0n);

/** The values of a partition key's hash. */
const hashes = 2n ** 128n;

/** A shard: the records of one range of hashes. */
export interface Shard {
  readonly id: string;
  readonly firstHash: bigint;
  readonly lastHash: bigint;
  readonly records: RecordStream;
}

export interface LocalKinesisStream {
  readonly arn: string;
  readonly name: string;
  readonly createdAt: number;
  readonly retentionHours: number;
  readonly mode: "ON_DEMAND" | "PROVISIONED";
  readonly tags: Readonly<Record<string, string>>;
  readonly shards: readonly Shard[];
  readonly kept: StateFile<StreamContent, RecordChange>;
}

/** The content of a stream that is kept between runs: the records of its shards, in their order. */
interface StreamContent {
  readonly sequence: string;
  readonly shards: readonly (readonly StreamRecord[])[];
}

/** A record that is new in a shard. */
interface RecordChange {
  readonly sequence: string;
  readonly shard: number;
  readonly record: StreamRecord;
}

/** Streams of capacity on demand have four shards. Source: https://docs.aws.amazon.com/streams/latest/dev/how-do-i-size-a-stream.html */
const onDemandShards = 4;

/** The Kinesis streams of the model. */
export class KinesisStreams extends ModelResources {
  readonly receiver: DeliveryReceiver = {
    action: "kinesis:PutRecord",
    accept: async ({ targetArn, body, groupId }) => {
      const stream = this.streams.get(targetArn);
      if (stream === undefined) return false;
      this.put(stream, { Data: Buffer.from(body).toString("base64"), PartitionKey: groupId ?? "local" });
      return true;
    },
  };
  readonly eventSource: EventSources = {
    // https://docs.aws.amazon.com/lambda/latest/dg/services-kinesis-create.html
    actions: [
      "kinesis:DescribeStream",
      "kinesis:DescribeStreamSummary",
      "kinesis:GetRecords",
      "kinesis:GetShardIterator",
      "kinesis:ListShards",
    ],
    consume: (mapping, context) => this.consume(mapping, context),
  };
  /** By ARN. */
  readonly streams = new Map<string, LocalKinesisStream>();
  private sequence = 0n;

  constructor(context: ServiceContext) {
    super(context);
    this.take();
  }

  get all(): readonly LocalKinesisStream[] {
    return [...this.streams.values()].filter(({ arn }) => isInCalledRegion(this.model, arn));
  }

  /** The stream that `StreamName` or `StreamARN` names. */
  named(input: Values): LocalKinesisStream {
    const arn = text(input, "StreamARN");
    const name = text(input, "StreamName") ?? arn?.split("/").at(-1);
    const stream = this.streams.get(arn ?? "") ?? this.all.find((each) => each.name === name);
    if (stream !== undefined) return stream;
    throw notInApp(
      "kinesis",
      "stream",
      name ?? "",
      `Stream ${name} under account ${this.model.account} not found.`,
    );
  }

  /**
   * Appends a record, in the form that Lambda hands to consumers.
   *
   * Source: https://docs.aws.amazon.com/lambda/latest/dg/with-kinesis.html
   */
  put(stream: LocalKinesisStream, input: Values): object {
    this.sequence += 1n;
    const data = text(input, "Data") ?? "";
    const partitionKey = text(input, "PartitionKey") ?? "";
    const shard = shardOf(stream, hashOf(input, partitionKey));
    const sequenceNumber = sequenceNumberOf(this.sequence);
    const at = this.now;
    const kinesis = {
      kinesisSchemaVersion: "1.0",
      partitionKey,
      sequenceNumber,
      data,
      approximateArrivalTimestamp: at / 1000,
    };
    const { partition, account } = this.model;
    const record = {
      kinesis,
      eventSource: "aws:kinesis",
      eventVersion: "1.0",
      eventID: `${shard.id}:${sequenceNumber}`,
      eventName: "aws:kinesis:record",
      invokeIdentityArn: formatArn({ partition, account }, "iam", "role/local"),
      awsRegion: stream.arn.split(":")[3],
      eventSourceARN: stream.arn,
    };
    // Filters match inside data that is JSON.
    const filterable = { ...kinesis, data: jsonOrText(Buffer.from(data, "base64").toString("utf8")) };
    const added = { sequenceNumber, at, record, filterable, key: partitionKey };
    shard.records.append(added);
    this.save(stream, {
      sequence: String(this.sequence),
      shard: stream.shards.indexOf(shard),
      record: added,
    });
    return { ShardId: shard.id, SequenceNumber: sequenceNumber, EncryptionType: "NONE" };
  }

  /** Each shard is consumed on its own. */
  private consume(mapping: EventSourceMapping, context: ConsumerContext): Consumer | undefined {
    const found = this.streams.get(mapping.sourceArn);
    if (found === undefined) return undefined;
    const name = mapping.sourceArn.split(/[:/]/).at(-1);
    const consumers = found.shards.map(
      ({ id, records }) => new StreamConsumer(mapping, `stream ${name}`, records, context, id),
    );
    return {
      pending: () => allPending(consumers.map((each) => each.pending())),
      stop: async () => {
        await Promise.all(consumers.map((each) => each.stop()));
      },
    };
  }

  async stop(): Promise<void> {
    await Promise.all(this.all.map(({ kept }) => kept.settled()));
    this.streams.clear();
  }

  private save({ kept, shards }: LocalKinesisStream, change: RecordChange): void {
    const content = () => ({
      sequence: String(this.sequence),
      shards: shards.map(({ records }) => records.read(records.start, Number.POSITIVE_INFINITY).records),
    });
    kept.save(content, () => change);
  }

  protected override take(): void {
    const wanted = new Map(
      this.model.ofType("aws_kinesis_stream").map(({ values }) => [requireText(values, "arn"), values]),
    );
    for (const arn of this.streams.keys()) if (!wanted.has(arn)) this.streams.delete(arn);
    for (const [arn, values] of wanted) {
      if (!this.streams.has(arn)) this.streams.set(arn, this.create(arn, values));
    }
  }

  private create(arn: string, values: Values): LocalKinesisStream {
    const name = requireText(values, "name");
    const kept = new StateFile<StreamContent, RecordChange>(
      this.context.dataFolder,
      "kinesis",
      nameOfFile(this.model, arn, name),
    );
    const content = kept.read();
    const isOnDemand = JSON.stringify(values.stream_mode_details ?? "").includes("ON_DEMAND");
    const count = BigInt(number(values, "shard_count") ?? (isOnDemand ? onDemandShards : 1));
    const shards = Array.from({ length: Number(count) }, (_, index): Shard => {
      const records = new RecordStream(this.context.clock);
      return {
        id: `shardId-${String(index).padStart(12, "0")}`,
        firstHash: (hashes * BigInt(index)) / count,
        lastHash: (hashes * BigInt(index + 1)) / count - 1n,
        records,
      };
    });
    const last = BigInt(kept.changes.at(-1)?.sequence ?? content?.sequence ?? 0);
    if (last > this.sequence) this.sequence = last;
    // After a change of the number of shards, the records of a shard that is gone are in the last one.
    const append = (index: number, record: StreamRecord) =>
      (shards[index] ?? shards.at(-1))?.records.append(record);
    content?.shards.forEach((records, index) => {
      for (const record of records) append(index, record);
    });
    for (const { shard, record } of kept.changes) append(shard, record);
    const retentionHours = number(values, "retention_period") ?? 24;
    const mode = isOnDemand ? "ON_DEMAND" : "PROVISIONED";
    return { arn, name, createdAt: this.now, retentionHours, mode, tags: tagsOf(values), shards, kept };
  }
}

function hashOf(input: Values, partitionKey: string): bigint {
  const explicit = text(input, "ExplicitHashKey");
  if (explicit === undefined) return BigInt(`0x${createHash("md5").update(partitionKey).digest("hex")}`);
  if (/^(?:0|[1-9]\d{0,38})$/.test(explicit) && BigInt(explicit) < hashes) return BigInt(explicit);
  throw new ServiceError(
    "InvalidArgumentException",
    `Invalid ExplicitHashKey. ${explicit} is not a 128-bit number.`,
  );
}

function shardOf({ shards }: LocalKinesisStream, hash: bigint): Shard {
  const found = shards.find(({ firstHash, lastHash }) => hash >= firstHash && hash <= lastHash);
  if (found === undefined) throw new Error("the shards do not have all hashes");
  return found;
}
