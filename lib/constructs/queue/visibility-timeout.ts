import { Token } from "cdktf";
import type { IConstruct } from "constructs";
import { fail } from "./errors";

/**
 * Refuses a consumer that may run longer than the visibility timeout: its messages would be delivered again meanwhile.
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
    readonly visibilityTimeoutSecondsInput?: number;
  };
  if (Token.isUnresolved(timeoutSeconds) || Token.isUnresolved(visibility)) return;
  if (timeoutSeconds > visibility) {
    fail(queue, "queue-timeout", "consumer", { timeout: timeoutSeconds, visibility });
  }
}
