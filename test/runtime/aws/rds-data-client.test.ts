import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { isWakingUp } from "../../../lib/runtime/aws";
import { RdsDataClient } from "../../../lib/runtime/aws/rds-data-client";

type Answer = readonly [status: number, type: string, message: string];
const resuming: Answer = [
  400,
  "DatabaseResumingException",
  "The Aurora DB instance db-1 is resuming after being auto-paused.",
];
const ok: Answer = [200, "", "done"];

describe("a call of the Data API", () => {
  const environment = { ...process.env };
  let server: Server;
  let answers: Answer[] = [];
  const asked: string[] = [];

  beforeAll(async () => {
    server = createServer((request, response) => {
      asked.push(String(request.url));
      const [status, type, message] = (answers.length > 1 ? answers.shift() : answers[0]) ?? ok;
      response.writeHead(status, type === "" ? {} : { "x-amzn-errortype": `${type}:http://internal` });
      request.resume().on("end", () => response.end(JSON.stringify({ message })));
    });
    await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
    Object.assign(process.env, {
      AWS_ACCESS_KEY_ID: "a",
      AWS_SECRET_ACCESS_KEY: "b",
      AWS_ENDPOINT_URL_RDS_DATA: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    });
  });
  beforeEach(() => asked.splice(0));
  afterAll(() => {
    process.env = environment;
    server.closeAllConnections();
    server.close();
  });

  /** A client whose time passes only while it waits. */
  const clientAt = (waits: number[]) => {
    let time = 0;
    return new RdsDataClient({
      now: () => time,
      wait: async (milliseconds) => {
        waits.push(milliseconds);
        time += milliseconds;
      },
    });
  };

  test.each<[string, Answer]>([
    ["resumes", resuming],
    ["is not available yet", [504, "DatabaseUnavailableException", "no"]],
    ["has just got its endpoint", [400, "HttpEndpointNotEnabledException", "no"]],
    ["reports it only in words", [400, "BadRequestException", resuming[2]]],
    ["loses its connection in between", [400, "BadRequestException", "Communications link failure"]],
  ])("to a cluster that %s is repeated every 3 seconds until it is answered", async (_, refusal) => {
    answers = [refusal, refusal, ok];
    const waits: number[] = [];
    expect(await clientAt(waits).executeStatement({ sql: "select 1" })).toEqual({ message: "done" });
    expect([asked, waits]).toEqual([
      ["/Execute", "/Execute", "/Execute"],
      [3000, 3000],
    ]);
  });

  test.each([
    ["beginTransaction", "/BeginTransaction"],
    ["commitTransaction", "/CommitTransaction"],
    ["rollbackTransaction", "/RollbackTransaction"],
  ] as const)("%s is repeated, too", async (name, path) => {
    answers = [resuming, ok];
    await clientAt([])[name]({});
    expect(asked).toEqual([path, path]);
  });

  describe.each([
    "executeStatement",
    "beginTransaction",
    "commitTransaction",
    "rollbackTransaction",
  ] as const)("%s", (name) => {
    test("has the form of the SDK's version 3, and of its version 2, which asks once as well", async () => {
      answers = [ok];
      const request = clientAt([])[name]({});
      expect([await request, await request.promise()]).toEqual([{ message: "done" }, { message: "done" }]);
      expect(asked).toHaveLength(1);
    });
    test("fails in both forms", async () => {
      answers = [[403, "AccessDeniedException", "no"]];
      const failure = { name: "AccessDeniedException", message: "no" };
      await expect(clientAt([])[name]({})).rejects.toMatchObject(failure);
      await expect(clientAt([])[name]({}).promise()).rejects.toMatchObject(failure);
    });
  });

  test("to a cluster that does not resume within two minutes fails with the service's words", async () => {
    answers = [resuming];
    const waits: number[] = [];
    await expect(clientAt(waits).executeStatement({})).rejects.toMatchObject({
      name: "DatabaseResumingException",
      message: resuming[2],
    });
    expect(waits).toHaveLength(40);
  });

  test.each<Answer>([
    [404, "DatabaseNotFoundException", "The cluster does not exist."],
    [400, "DatabaseErrorException", "ERROR: syntax error"],
    [403, "AccessDeniedException", "no"],
  ])("that is refused with %i %s is not repeated", async (...refusal) => {
    answers = [refusal];
    const waits: number[] = [];
    await expect(clientAt(waits).executeStatement({})).rejects.toMatchObject({
      name: refusal[1],
      message: refusal[2],
    });
    expect([asked.length, waits]).toEqual([1, []]);
  });
});

test("another error than a refusal of the service does not mean that a cluster resumes", () => {
  expect(isWakingUp(new Error("resuming after being auto-paused"))).toBe(false);
});
