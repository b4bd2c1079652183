import { PassThrough } from "node:stream";
import { type InvokeOutcome, inBackground, type StreamChunk } from "../../invoke";
import { writePart } from "../../wire/respond";
import { ServiceError } from "../contract/define-service";
import type { ServiceResponse } from "../contract/service";
import { crc32 } from "../s3/objects/crc";
import { checkQualifier, withArn } from "./function-name";
import { type LambdaFunctions, logTail, readEvent, refusedInvocation } from "./invoke";
import type { LambdaRequest } from "./protocol";

/**
 * Answers with the handler's output, while it writes: status and headers of an HTTP response too, as in AWS.
 *
 * Source: https://docs.aws.amazon.com/lambda/latest/api/API_InvokeWithResponseStream.html
 */
export async function invokeWithResponseStream(
  { context, model }: LambdaFunctions,
  request: LambdaRequest,
): Promise<ServiceResponse> {
  const { invocationType, wantsLog } = request;
  const functionArn = withArn(model, request.target);
  checkQualifier(model, functionArn);
  const { payload, context: clientContext } = readEvent(request);
  if (invocationType === "DryRun") return { status: 204 };
  if (invocationType !== "RequestResponse") {
    const text = `Invocation type ${invocationType} is not supported: use RequestResponse or DryRun.`;
    throw new ServiceError("InvalidParameterValueException", text, 400);
  }
  const events = new EventStream();
  const lines: string[] = [];
  const invocation = context.functions.invoke({
    functionArn,
    payload,
    source: "invoke",
    onChunk: (chunk) => events.take(chunk),
    ...(clientContext !== undefined && { clientContext }),
    ...(wantsLog && { onLog: (line: string) => void lines.push(line) }),
  });
  // A function that is not here has an answer of its own.
  const early = await Promise.race([invocation, events.begun]);
  if (early?.status === "refused") throw refusedInvocation(model, functionArn, early);
  inBackground(
    "invocation",
    invocation.then((outcome) => events.end(outcome, wantsLog ? logTail(lines) : undefined)),
  );
  return {
    status: 200,
    headers: {
      "content-type": "application/vnd.amazon.eventstream",
      "x-amz-executed-version": "$LATEST",
      ...(early !== undefined && { "x-amzn-requestid": early.requestId }),
    },
    stream: events.stream,
  };
}

/** The events of one invocation. While they are not read, the handler waits. */
class EventStream {
  readonly stream = new PassThrough();
  /** Settles with the first piece. */
  readonly begun: Promise<undefined>;
  private begin = (): void => {};
  private hasPieces = false;

  constructor() {
    this.begun = new Promise((resolve) => {
      this.begin = () => resolve(undefined);
    });
    // The client has gone; the function continues.
    this.stream.on("error", () => {});
  }

  take({ data }: StreamChunk): Promise<void> | undefined {
    this.hasPieces = true;
    this.begin();
    const bytes = Buffer.from(data, "base64");
    return bytes.length === 0 ? undefined : this.write("PayloadChunk", "application/octet-stream", bytes);
  }

  end(outcome: InvokeOutcome, logResult: string | undefined): void {
    // A handler that does not stream has one piece: what it returns.
    if (outcome.status === "ok" && !this.hasPieces) {
      this.write("PayloadChunk", "application/octet-stream", Buffer.from(outcome.payload));
    }
    const failure =
      outcome.status === "error" ? { ErrorCode: outcome.errorType, ErrorDetails: outcome.payload } : {};
    const complete = { ...failure, ...(logResult !== undefined && { LogResult: logResult }) };
    this.write("InvokeComplete", "application/json", Buffer.from(JSON.stringify(complete)));
    this.stream.end();
  }

  private write(eventType: string, contentType: string, payload: Buffer): Promise<void> | undefined {
    return writePart(this.stream, eventMessage(eventType, contentType, payload));
  }
}

/**
 * One message of AWS's event streams.
 *
 * Source: https://docs.aws.amazon.com/transcribe/latest/dg/event-stream.html
 */
function eventMessage(eventType: string, contentType: string, payload: Buffer): Buffer {
  const headers = Buffer.concat([
    ...header(":event-type", eventType),
    ...header(":content-type", contentType),
    ...header(":message-type", "event"),
  ]);
  const lengths = Buffer.alloc(8);
  // The message has two checksums of four bytes.
  lengths.writeUInt32BE(lengths.length + headers.length + payload.length + 8, 0);
  lengths.writeUInt32BE(headers.length, 4);
  const message = Buffer.concat([lengths, crc32(lengths), headers, payload]);
  return Buffer.concat([message, crc32(message)]);
}

const stringType = 7;

function header(name: string, value: string): Buffer[] {
  const length = Buffer.alloc(2);
  length.writeUInt16BE(Buffer.byteLength(value));
  return [
    Buffer.from([name.length]),
    Buffer.from(name),
    Buffer.from([stringType]),
    length,
    Buffer.from(value),
  ];
}
