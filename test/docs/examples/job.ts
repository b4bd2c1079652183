import { Api, Bucket, Job, type StackContext } from "serverform";

// #region job
export function Reports({ stack }: StackContext) {
  const reports = new Bucket(stack, "Reports");
  const job = new Job(stack, "YearReport", {
    handler: "functions/year-report.main",
    timeout: "2 hours",
    memorySize: "7 GB",
    bind: [reports],
  });
  new Api(stack, "Api", {
    routes: {
      "POST /reports/{year}": { function: { handler: "functions/year-report.request", bind: [job] } },
    },
  });
}
// #endregion
