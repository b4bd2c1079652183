import { number } from "../../resources/values";
import type { Rule, Violation } from "../rule";

/** Settings of the rule `log-retention`. */
export interface LogRetentionProps {
  /** Logs are kept for at least this number of days. @default - for any time */
  readonly minDays?: number;
  /** Logs are kept for at most this number of days. @default - for any time that ends */
  readonly maxDays?: number;
}

/** Each log group keeps its logs for a time that is given, and within limits. */
export function logRetention({
  minDays = 0,
  maxDays = Number.POSITIVE_INFINITY,
}: LogRetentionProps = {}): Rule {
  return {
    id: "log-retention",
    check: (facts) =>
      facts.ofType("aws_cloudwatch_log_group").flatMap((at): readonly Violation[] => {
        // Logs without a retention never expire. Source:
        // https://docs.aws.amazon.com/AmazonCloudWatchLogs/latest/APIReference/API_PutRetentionPolicy.html
        const days = number(at.values, "retention_in_days") || undefined;
        if (days === undefined)
          return [{ at, problem: "its logs are kept forever", remedy: "Set the retention of the logs." }];
        if (days < minDays)
          return [
            {
              at,
              problem: `its logs are kept for ${days} days`,
              remedy: `Keep them for at least ${minDays} days.`,
            },
          ];
        if (days > maxDays)
          return [
            {
              at,
              problem: `its logs are kept for ${days} days`,
              remedy: `Keep them for at most ${maxDays} days.`,
            },
          ];
        return [];
      }),
  };
}
