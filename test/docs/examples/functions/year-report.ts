import { Job, JobHandler } from "serverform/node/job";

declare module "serverform/node/job" {
  interface JobResources {
    YearReport: { functionName: string };
  }
}

// #region job-handler
declare module "serverform/node/job" {
  interface JobTypes {
    YearReport: { readonly year: number };
  }
}

/** Runs in the job. */
export const main = JobHandler("YearReport", async ({ year }) => {
  console.log(`Collecting all orders of ${year}`);
});

/** Answers as soon as the job has started. */
export const request = async ({ pathParameters }: { readonly pathParameters: { readonly year: string } }) => {
  await Job.YearReport.run({ payload: { year: Number(pathParameters.year) } });
  return { statusCode: 202 };
};
// #endregion
