import type { SqsQueueConfig } from "@cdktf/provider-aws/lib/sqs-queue";
import type { IConstruct } from "constructs";
import type { App } from "../../kit/app";
import { isUnresolved } from "../../kit/core/tokens/unresolved";
import { fail } from "./errors";

/**
 * Refuses a consumer that may run longer than the visibility timeout: its messages would be delivered again while it runs.
 *
 * AWS refuses the mapping, too: https://docs.aws.amazon.com/lambda/latest/dg/services-sqs-configure.html
 *
 * @param timeoutSeconds - how long the function may run; undefined if it is not known
 */
export function checkVisibilityTimeout(
  queue: IConstruct,
  provider: object,
  timeoutSeconds: number | undefined,
): void {
  // The values of a data source are known only at deployment.
  if (timeoutSeconds === undefined || !("visibilityTimeoutSecondsInput" in provider)) return;
  const { visibilityTimeoutSecondsInput: visibility = 30 } = provider as {
    readonly visibilityTimeoutSecondsInput?: number | undefined;
  };
  if (isUnresolved(timeoutSeconds) || isUnresolved(visibility)) return;
  if (timeoutSeconds > visibility) {
    fail(queue, "queue-timeout", "consumer", { timeout: timeoutSeconds, visibility });
  }
}

/** The same as the longest time of a function, in seconds. */
const longestVisibilityTimeout = 900;

/** Under `serverform start --increase-timeout`, messages stay hidden as long as a debugger may stop their function. */
export function longestVisibility({ live }: App, config: SqsQueueConfig): SqsQueueConfig {
  const { visibilityTimeoutSeconds: given } = config;
  if (live?.increasesTimeout !== true || isUnresolved(given)) return config;
  return { ...config, visibilityTimeoutSeconds: Math.max(given ?? 0, longestVisibilityTimeout) };
}
