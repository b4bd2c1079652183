import { description, type ResourceLimits, textLimit } from "./limit";
import { isLogFilterPattern } from "./log-filter-pattern";

const putFilter =
  "https://docs.aws.amazon.com/AmazonCloudWatchLogs/latest/APIReference/API_PutSubscriptionFilter.html";

/** Limits of resources that read logs. */
export const logLimits = {
  aws_cloudwatch_log_subscription_filter: {
    name: textLimit(putFilter, 512, /^[^:*]+$/, "a text without : and *"),
    filterPattern: {
      ...description(putFilter, 1024),
      accepts: isLogFilterPattern,
      expected:
        'a pattern: terms ("Task timed out" in quotes), { $.level = "error" } or [ip, user, status = 5*]',
    },
  },
} satisfies Readonly<Record<string, ResourceLimits>>;
