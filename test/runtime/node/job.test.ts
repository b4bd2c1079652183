import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { Job, JobHandler } from "../../../lib/runtime/node/job";
import { handler } from "../../../lib/runtime/programs/job-invoker";

const calls: { path: string; target: string; type: string; body: unknown }[] = [];
let status = 200;
let functionError = "";
let server: Server;

beforeAll(async () => {
  server = createServer(async (request, response) => {
    const { url = "", headers } = request;
    const body = JSON.parse(await text(request));
    const [target, type] = [headers["x-amz-target"], headers["x-amz-invocation-type"]].map((each) =>
      String(each ?? ""),
    );
    calls.push({ path: url, target: target ?? "", type: type ?? "", body });
    response.writeHead(status, functionError === "" ? {} : { "x-amz-function-error": functionError });
    response.end(
      status < 300 ? '{"errorMessage":"no project"}' : '{"__type":"AccessDenied","message":"not allowed"}',
    );
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  Object.assign(process.env, {
    AWS_ENDPOINT_URL: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    AWS_REGION: "eu-west-1",
    AWS_ACCESS_KEY_ID: "key",
    AWS_SECRET_ACCESS_KEY: "secret",
    SERVERFORM_Job_functionName_Report: "report-invoker",
    PROJECT_NAME: "dev-notes-Report",
  });
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});
beforeEach(() => {
  calls.length = 0;
  status = 200;
  functionError = "";
  delete process.env.RUNNER_NAME;
});

const jobs = Job as unknown as Record<string, { functionName: string; run(options: object): Promise<void> }>;

describe("Job of the runtime library", () => {
  test("invokes the function that starts the job, with the payload", async () => {
    await jobs.Report?.run({ payload: { month: 1 } });
    expect(calls).toMatchObject([
      { path: "/2015-03-31/functions/report-invoker/invocations", body: { payload: { month: 1 } } },
    ]);
    expect(jobs.Report?.functionName).toBe("report-invoker");
  });

  test("fails when the job could not be started", async () => {
    functionError = "Unhandled";
    await expect(jobs.Report?.run({ payload: 1 })).rejects.toThrow(/could not be started: .*no project/);
    status = 403;
    await expect(jobs.Report?.run({ payload: 1 })).rejects.toThrow("not allowed");
  });

  test("names the job that is not bound", () => {
    expect(() => jobs.Other).toThrow(/Job\.Other: this function is not bound to Job "Other"/);
  });

  test("JobHandler calls its function with the payload and answers nothing", async () => {
    const seen: unknown[] = [];
    const run = JobHandler("Report", (payload) => seen.push(payload));
    expect(await run({ month: 1 })).toBeUndefined();
    expect(seen).toEqual([{ month: 1 }]);
  });
});

describe("the invoker of a job", () => {
  test("starts the build project with the payload", async () => {
    await handler({ payload: { month: 1 } });
    expect(calls).toMatchObject([
      {
        target: "CodeBuild_20161006.StartBuild",
        body: {
          projectName: "dev-notes-Report",
          environmentVariablesOverride: [
            { name: "SERVERFORM_PAYLOAD", value: '{"month":1}', type: "PLAINTEXT" },
          ],
        },
      },
    ]);
  });

  test("starts the live function under start, without waiting for it", async () => {
    process.env.RUNNER_NAME = "report-runner";
    await handler({ payload: { month: 1 } });
    expect(calls).toMatchObject([
      { path: "/2015-03-31/functions/report-runner/invocations", type: "Event", body: { month: 1 } },
    ]);
  });

  test("fails with the service's reason", async () => {
    status = 400;
    await expect(handler({ payload: 1 })).rejects.toThrow("not allowed");
  });
});
