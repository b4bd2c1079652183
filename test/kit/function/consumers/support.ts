import { KinesisStream } from "../../../../lib/constructs/kinesis-stream";
import { Queue, type QueueProps } from "../../../../lib/constructs/queue";
import { Stack } from "../../../../lib/kit/app";
import type { QueueConsumerProps, StreamConsumerProps } from "../../../../lib/kit/function";
import { type Block, only, testApp, testStack } from "../../../support/stack";

export const handler = "functions/notes.get";

/** A queue with a consumer; `props` are its options, and the function is a handler unless they name one. */
export function queueWith(props: QueueConsumerProps = {}, queueProps: QueueProps = {}, stack = testStack()) {
  const queue = new Queue(stack, "Jobs", { ...queueProps, consumer: { function: handler, ...props } });
  return { stack, queue };
}

/** A stream with one consumer called `count`. */
export function streamWith(props: StreamConsumerProps = {}, stack = testStack()) {
  const consumers = { count: { function: handler, ...props } };
  return { stack, stream: new KinesisStream(stack, "Clicks", { consumers }) };
}

/** The one event-source mapping of a stack. */
export function mapping(stack: Stack): Block {
  return only(stack, "aws_lambda_event_source_mapping");
}

/** Three stacks of one app, in this order. */
export function stacks() {
  const app = testApp();
  return { app, one: new Stack(app, "One"), two: new Stack(app, "Two"), three: new Stack(app, "Three") };
}
