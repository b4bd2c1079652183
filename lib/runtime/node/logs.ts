import { gunzipSync } from "node:zlib";

/** The event of a log subscription. */
export interface LogsEvent {
  readonly awslogs: {
    /** JSON, compressed, in base64. */
    readonly data: string;
  };
}

/** Lines of a log group. */
export interface LogLines {
  /** `CONTROL_MESSAGE` for the message with which CloudWatch tries a new subscription. */
  readonly messageType: "DATA_MESSAGE" | "CONTROL_MESSAGE";
  readonly owner: string;
  readonly logGroup: string;
  readonly logStream: string;
  readonly subscriptionFilters: readonly string[];
  readonly logEvents: readonly {
    readonly id: string;
    /** Milliseconds since 1970. */
    readonly timestamp: number;
    readonly message: string;
    /** The fields that a filter found in the line. */
    readonly extractedFields?: Readonly<Record<string, string>>;
  }[];
}

/**
 * The lines of a log subscription.
 *
 * @example
 * export const alarm = (event: LogsEvent) => send(readLogs(event).logEvents.map(({ message }) => message));
 */
export function readLogs({ awslogs }: LogsEvent): LogLines {
  return JSON.parse(gunzipSync(Buffer.from(awslogs.data, "base64")).toString("utf8")) as LogLines;
}
