import { randomUUID } from "node:crypto";
import type { Values } from "../../model/model";
import { number, text } from "../../model/values";
import { ServiceError } from "../contract/define-service";
import type { LocalQueue } from "./queue";

/** What moves messages. */
export interface MovingQueues {
  readonly now: number;
  byArn(arn: string): LocalQueue | undefined;
  /** The queues whose dead-letter queue it is. */
  sourcesOf(arn: string): readonly LocalQueue[];
}

interface MoveTask {
  readonly handle: string;
  readonly sourceArn: string;
  readonly destinationArn: string | undefined;
  readonly moved: number;
  readonly startedAt: number;
}

const mostTasks = 10;

/**
 * Moves the messages of a dead-letter queue back to the queues that they came from, or to another queue. Here a task is
 * complete at once.
 *
 * Source: https://docs.aws.amazon.com/AWSSimpleQueueService/latest/APIReference/API_StartMessageMoveTask.html
 */
export class MoveTasks {
  private readonly tasks: MoveTask[] = [];

  start(queues: MovingQueues, input: Values): object {
    const sourceArn = text(input, "SourceArn") ?? "";
    const destinationArn = text(input, "DestinationArn");
    const source = requireQueue(queues, sourceArn);
    if (queues.sourcesOf(sourceArn).length === 0) {
      throw new ServiceError(
        "InvalidParameterValue",
        "Source queue must be configured as a Dead Letter Queue.",
      );
    }
    if (destinationArn !== undefined) requireQueue(queues, destinationArn);
    const messages = source.drain();
    for (const message of messages) {
      const target =
        destinationArn ?? message.sourceArn ?? queues.sourcesOf(sourceArn)[0]?.settings.arn ?? "";
      const { body, attributes, groupId, id, deduplicationId = id } = message;
      queues.byArn(target)?.send({ body, attributes, groupId, deduplicationId: `${deduplicationId}-moved` });
    }
    const handle = Buffer.from(randomUUID()).toString("base64");
    this.tasks.unshift({
      handle,
      sourceArn,
      destinationArn,
      moved: messages.length,
      startedAt: queues.now,
    });
    return { TaskHandle: handle };
  }

  list(queues: MovingQueues, input: Values): object {
    const sourceArn = text(input, "SourceArn") ?? "";
    requireQueue(queues, sourceArn);
    const limit = number(input, "MaxResults") ?? 1;
    if (limit < 1 || limit > mostTasks) {
      throw new ServiceError("InvalidParameterValue", `MaxResults must be between 1 and ${mostTasks}.`);
    }
    const found = this.tasks.filter((task) => task.sourceArn === sourceArn).slice(0, limit);
    return {
      Results: found.map(({ destinationArn, moved, startedAt }) => ({
        Status: "COMPLETED",
        SourceArn: sourceArn,
        ...(destinationArn !== undefined && { DestinationArn: destinationArn }),
        ApproximateNumberOfMessagesMoved: moved,
        ApproximateNumberOfMessagesToMove: moved,
        StartedTimestamp: startedAt,
      })),
    };
  }

  /** Only a running task can be cancelled, and here none is. */
  cancel(input: Values): object {
    const handle = text(input, "TaskHandle");
    throw this.tasks.some((task) => task.handle === handle)
      ? new ServiceError("UnsupportedOperation", "The task is already completed.")
      : new ServiceError(
          "ResourceNotFoundException",
          "The resource that you specified for the TaskHandle does not exist.",
          404,
        );
  }
}

function requireQueue(queues: MovingQueues, arn: string): LocalQueue {
  const queue = queues.byArn(arn);
  if (queue !== undefined) return queue;
  throw new ServiceError(
    "ResourceNotFoundException",
    "The resource that you specified for the SourceArn doesn't exist.",
    404,
  );
}
