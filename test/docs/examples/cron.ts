import { Cron, Queue, type StackContext } from "serverform";

// #region cron
export function DailyReports({ stack }: StackContext) {
  new Cron(stack, "DailyReport", {
    schedule: "cron(0 6 ? * MON-FRI *)",
    job: { handler: "functions/notes.create", timeout: "5 minutes" },
  });
}
// #endregion

// #region cron-scheduler
export function Opening({ stack }: StackContext) {
  new Cron(stack, "DailyOpening", {
    schedule: "cron(0 9 ? * MON-FRI *)",
    timezone: "Europe/Berlin",
    flexibleWindow: "15 minutes",
    end: "2099-12-31T23:00:00Z",
    job: "functions/notes.create",
  });
  new Cron(stack, "Launch", {
    at: "2099-01-31T09:00",
    timezone: "America/New_York",
    job: "functions/notes.create",
  });
}
// #endregion

// #region cron-options
export function Cleaning({ stack }: StackContext) {
  const failed = new Queue(stack, "FailedCleanings");
  new Cron(stack, "Cleaning", {
    enabled: stack.stage === "prod",
    job: {
      function: "functions/notes.create",
      cdk: { target: { event: { olderThanDays: 30 }, retryAttempts: 2, deadLetterQueue: failed } },
    },
    cdk: { rule: { schedule: { minute: "30", hour: "2", weekDay: "SUN" } } },
  });
}
// #endregion
