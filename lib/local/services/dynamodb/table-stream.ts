import { randomUUID } from "node:crypto";
import { isDeepStrictEqual } from "node:util";
import type { Timers } from "../../invoke";
import { RecordStream, type StreamRecord } from "../consumers/record-stream";
import type { Deliver } from "../contract/service";
import { StateFile } from "../contract/state-file";
import type { StoredItem } from "./expressions/attribute-values";
import { itemBytes } from "./item-size";
import type { TableSettings } from "./table-settings";

/** The content that survives the server. */
interface StreamContent {
  /** The stream of the records. @default - the only stream that the table had */
  readonly streamArn?: string | undefined;
  readonly sequence: string;
  readonly createdAt: number;
  readonly records: readonly StreamRecord[];
}

/** A record that is new in the stream. */
interface RecordChange {
  readonly sequence: string;
  readonly record: StreamRecord;
}

/** The changes of one table, for the consumers of its stream and for its Kinesis destinations. */
export class LocalTableStream {
  readonly stream: RecordStream;
  readonly createdAt: number;
  /** Whether the table has lost this stream. Its records can be read for a day. */
  isClosed = false;
  private sequence = 0n;
  private readonly kept: StateFile<StreamContent, RecordChange>;
  /** Kinesis streams receive the changes in their order. */
  private delivered: Promise<void> = Promise.resolve();

  constructor(
    public settings: TableSettings,
    private readonly clock: Timers,
    private readonly deliver: Deliver,
    dataFolder: string | undefined,
    fileName: string,
  ) {
    this.stream = new RecordStream(clock);
    this.kept = new StateFile(dataFolder, "dynamodb-streams", fileName);
    const content = this.kept.read();
    const isOfAnother = content?.streamArn !== undefined && content.streamArn !== settings.stream?.arn;
    this.createdAt = (isOfAnother ? undefined : content?.createdAt) ?? clock.now();
    const { changes } = this.kept;
    this.sequence = BigInt(changes.at(-1)?.sequence ?? content?.sequence ?? 0);
    const records = [...(content?.records ?? []), ...changes.map(({ record }) => record)];
    if (!isOfAnother) for (const record of records) this.stream.append(record);
  }

  settled(): Promise<void> {
    return this.kept.settled();
  }

  /** The number that the next record will have. */
  get nextSequenceNumber(): string {
    return sequenceNumber(this.sequence + 1n);
  }

  /** The number of the last record. */
  get lastSequenceNumber(): string {
    return sequenceNumber(this.sequence);
  }

  /**
   * Adds the change of an item, if there is one.
   *
   * @param identity - who made the change; a service for an item that has expired
   */
  add(
    key: StoredItem,
    before: StoredItem | undefined,
    after: StoredItem | undefined,
    identity?: object,
  ): Promise<void> {
    if (isDeepStrictEqual(before, after)) return this.delivered;
    const number = this.nextSequenceNumber;
    this.sequence += 1n;
    const { name, stream, kinesisStreams } = this.settings;
    const eventName = before === undefined ? "INSERT" : after === undefined ? "REMOVE" : "MODIFY";
    const at = this.clock.now();
    const images = imagesOf(before, after, stream?.viewType ?? "NEW_AND_OLD_IMAGES");
    const facts = {
      Keys: key,
      ...images,
      SizeBytes: [key, ...Object.values(images)].reduce((all, each) => all + itemBytes(each), 0),
    };
    if (stream !== undefined) {
      const record = {
        eventID: randomUUID().replaceAll("-", ""),
        eventName,
        eventVersion: "1.1",
        eventSource: "aws:dynamodb",
        awsRegion: this.settings.arn.split(":")[3],
        dynamodb: {
          ApproximateCreationDateTime: Math.floor(at / 1000),
          ...facts,
          SequenceNumber: number,
          StreamViewType: stream.viewType,
        },
        eventSourceARN: stream.arn,
        ...(identity !== undefined && { userIdentity: identity }),
      };
      const added = { sequenceNumber: number, at, record, filterable: record, key: JSON.stringify(key) };
      const sequence = String(this.sequence);
      this.stream.append(added);
      const content = () => ({
        streamArn: stream.arn,
        sequence: String(this.sequence),
        createdAt: this.createdAt,
        records: this.stream.read(this.stream.start, Number.POSITIVE_INFINITY).records,
      });
      this.kept.save(content, () => ({ sequence, record: added }));
    }
    for (const { arn: targetArn, isMicrosecond } of kinesisStreams) {
      const body = JSON.stringify({
        awsRegion: this.settings.arn.split(":")[3],
        eventID: randomUUID(),
        eventName,
        userIdentity: identity ?? null,
        recordFormat: "application/json",
        tableName: name,
        // Source: captures of AWS, `test/local/captures/events/table-change-in-stream.json`
        dynamodb: {
          ApproximateCreationDateTime: isMicrosecond ? 1000 * at : at,
          ...facts,
          ...(isMicrosecond && { ApproximateCreationDateTimePrecision: "MICROSECOND" }),
        },
        eventSource: "aws:dynamodb",
      });
      const delivery = { targetArn, body, source: `table ${name}`, groupId: JSON.stringify(key) };
      const last = this.delivered.catch(() => {});
      this.delivered = last.then(() => this.deliver(delivery));
    }
    return this.delivered;
  }
}

function sequenceNumber(sequence: bigint): string {
  return `1${String(sequence).padStart(20, "0")}`;
}

/** Source: https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_StreamSpecification.html */
function imagesOf(
  before: StoredItem | undefined,
  after: StoredItem | undefined,
  viewType: string,
): Readonly<Record<string, object>> {
  const withNew = viewType === "NEW_IMAGE" || viewType === "NEW_AND_OLD_IMAGES";
  const withOld = viewType === "OLD_IMAGE" || viewType === "NEW_AND_OLD_IMAGES";
  return {
    ...(withNew && after !== undefined && { NewImage: after }),
    ...(withOld && before !== undefined && { OldImage: before }),
  };
}
