import { randomUUID } from "node:crypto";
import { jsonOf } from "../../../facts/text/json";
import { block, text, type Values } from "../../../model";
import { contained, type Timers } from "../../invoke";
import { ServiceError } from "../contract/define-service";
import { invalid, type Message } from "./message";
import type { LocalQueue } from "./queue";
import { numberIn } from "./settings";

/** The queues between which messages are moved. */
export interface MovingQueues {
  byArn(arn: string): LocalQueue | undefined;
  /** The queues whose dead-letter queue it is. */
  sourcesOf(arn: string): readonly LocalQueue[];
}

interface MoveTask {
  readonly handle: string;
  readonly source: LocalQueue;
  readonly destinationArn: string | undefined;
  readonly perSecond: number | undefined;
  readonly toMove: number;
  readonly startedAt: number;
  moved: number;
  status: "RUNNING" | "COMPLETED" | "CANCELLED" | "FAILED";
  failureReason?: string;
}

/**
 * Moves the messages of a dead-letter queue back to the queues that they came from, or to another queue.
 *
 * A task without a limit per second is complete at once here. Sources:
 * https://docs.aws.amazon.com/AWSSimpleQueueService/latest/APIReference/API_StartMessageMoveTask.html, and what
 * https://github.com/localstack/localstack has recorded (tests/aws/services/sqs/test_sqs_move_task.snapshot.json)
 */
export class MoveTasks {
  private readonly tasks: MoveTask[] = [];
  private readonly cancels = new Set<() => void>();

  constructor(
    private readonly queues: MovingQueues,
    private readonly clock: Timers,
  ) {}

  start(input: Values): object {
    const sourceArn = text(input, "SourceArn") ?? "";
    const destinationArn = text(input, "DestinationArn");
    const perSecond = numberIn(input, "MaxNumberOfMessagesPerSecond");
    const source = this.requireQueue(sourceArn, "SourceArn");
    if (this.queues.sourcesOf(sourceArn).length === 0) {
      throw invalid("Source queue must be configured as a Dead Letter Queue.");
    }
    if (destinationArn !== undefined) this.requireQueue(destinationArn, "DestinationArn");
    if (this.tasks.some((task) => task.source === source && task.status === "RUNNING")) {
      throw invalid(
        "There is already a task running. Only one active task is allowed for a source queue arn at a given time.",
      );
    }
    const toMove = source.visible.length;
    const handle = Buffer.from(JSON.stringify({ taskId: randomUUID(), sourceArn })).toString("base64");
    const startedAt = this.clock.now();
    const task: MoveTask = {
      handle,
      source,
      destinationArn,
      perSecond,
      toMove,
      startedAt,
      moved: 0,
      status: "RUNNING",
    };
    this.tasks.unshift(task);
    this.step(task);
    return { TaskHandle: handle };
  }

  list(input: Values): object {
    const source = this.requireQueue(text(input, "SourceArn") ?? "", "SourceArn");
    const limit = numberIn(input, "MaxResults") ?? 1;
    const found = this.tasks.filter((task) => task.source === source).slice(0, limit);
    return { Results: found.map(described) };
  }

  cancel(input: Values): object {
    const handle = text(input, "TaskHandle") ?? "";
    this.requireQueue(sourceArnIn(handle), "SourceArn");
    const task = this.tasks.find((each) => each.handle === handle);
    if (task === undefined) throw missing("Task does not exist.");
    if (task.status !== "RUNNING")
      throw new ServiceError("UnsupportedOperation", "Only active tasks can be cancelled.");
    task.status = "CANCELLED";
    return { ApproximateNumberOfMessagesMoved: task.moved };
  }

  /** Ends all tasks. */
  stop(): void {
    for (const cancel of this.cancels) cancel();
    this.cancels.clear();
  }

  /** Moves the messages that may be moved in this second. */
  private step(task: MoveTask): void {
    if (task.status !== "RUNNING") return;
    const left = task.toMove - task.moved;
    for (const message of task.source.visible.slice(0, Math.min(left, task.perSecond ?? left))) {
      const reason = this.move(task, message);
      if (reason === undefined) continue;
      task.status = "FAILED";
      task.failureReason = reason;
      return;
    }
    if (task.moved >= task.toMove || task.source.visible.length === 0) {
      task.status = "COMPLETED";
      return;
    }
    const cancel = this.clock.after(
      1000,
      contained("queue", () => {
        this.cancels.delete(cancel);
        this.step(task);
      }),
    );
    this.cancels.add(cancel);
  }

  /**
   * Moves one message, which is a new one for its queue; returns why it cannot be moved.
   *
   * Source: https://docs.aws.amazon.com/AWSSimpleQueueService/latest/SQSDeveloperGuide/sqs-configure-dead-letter-queue-redrive.html
   */
  private move(task: MoveTask, message: Message): string | undefined {
    const targetArn = task.destinationArn ?? message.sourceArn;
    if (targetArn === undefined) return "CouldNotDetermineMessageSource";
    const target = this.queues.byArn(targetArn);
    if (target === undefined) return "AWS.SimpleQueueService.NonExistentQueue";
    const { body, attributes, groupId, deduplicationId, traceHeader, causes } = message;
    task.source.remove(message);
    target.add({ body, attributes, groupId, deduplicationId, traceHeader, causes });
    task.moved += 1;
    return undefined;
  }

  private requireQueue(arn: string, parameter: string): LocalQueue {
    const queue = this.queues.byArn(arn);
    if (queue !== undefined) return queue;
    throw missing(`The resource that you specified for the ${parameter} parameter doesn't exist.`);
  }
}

function described({ source, destinationArn, ...task }: MoveTask): object {
  const { perSecond, failureReason } = task;
  return {
    Status: task.status,
    SourceArn: source.settings.arn,
    ...(task.status === "RUNNING" && { TaskHandle: task.handle }),
    ...(destinationArn !== undefined && { DestinationArn: destinationArn }),
    ...(perSecond !== undefined && { MaxNumberOfMessagesPerSecond: perSecond }),
    ApproximateNumberOfMessagesMoved: task.moved,
    ApproximateNumberOfMessagesToMove: task.toMove,
    ...(failureReason !== undefined && { FailureReason: failureReason }),
    StartedTimestamp: task.startedAt,
  };
}

/** The ARN of the queue in the handle of a task. */
function sourceArnIn(handle: string): string {
  const parts = block({ parts: jsonOf(Buffer.from(handle, "base64").toString("utf8")) }, "parts") ?? {};
  const sourceArn = text(parts, "sourceArn");
  if (text(parts, "taskId") !== undefined && sourceArn !== undefined) return sourceArn;
  throw invalid("Value for parameter TaskHandle is invalid.");
}

function missing(message: string): ServiceError {
  return new ServiceError("ResourceNotFoundException", message, 404);
}
