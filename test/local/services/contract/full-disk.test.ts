/** @group slow */

import fs, { type StatsFs } from "node:fs";
import path from "node:path";
import { Worker } from "node:worker_threads";
import { DynamoDBClient, PutItemCommand } from "@aws-sdk/client-dynamodb";
import {
  BeginTransactionCommand,
  CommitTransactionCommand,
  ExecuteStatementCommand,
  RDSDataClient,
} from "@aws-sdk/client-rds-data";
import { DeleteObjectCommand, GetObjectCommand, PutObjectCommand, S3Client } from "@aws-sdk/client-s3";
import { CreateSecretCommand, SecretsManagerClient } from "@aws-sdk/client-secrets-manager";
import { SendMessageCommand, SQSClient } from "@aws-sdk/client-sqs";
import { PutParameterCommand, SSMClient } from "@aws-sdk/client-ssm";
import { isLibraryError } from "../../../../lib/facts/errors/error";
import type { LocalEvent } from "../../../../lib/local";
import type { Service } from "../../../../lib/local/services/contract/service";
import { EndpointRouter } from "../../../../lib/local/services/endpoint-router";
import { serviceTable } from "../../../../lib/local/services/service-table";
import { localCredentials } from "../../../support/access-keys";
import { temporaryFolder } from "../../../support/stack";
import { testModel } from "../../support/model";
import { serviceContext } from "../context";

const names = ["dynamodb", "rds-data", "s3", "secretsmanager", "sqs", "ssm"] as const;
const model = testModel({
  aws_dynamodb_table: { Notes: { name: "notes", hash_key: "id", attribute: [{ name: "id", type: "S" }] } },
  aws_rds_cluster: {
    Notes: {
      arn: "arn:aws:rds:us-east-1:123456789012:cluster:notes",
      cluster_identifier: "notes",
      engine: "aurora-postgresql",
      database_name: "notes",
      enable_http_endpoint: true,
      master_user_secret: [
        { secret_arn: "arn:aws:secretsmanager:us-east-1:123456789012:secret:notes-AbCdEf" },
      ],
    },
  },
  aws_s3_bucket: { Files: { bucket: "files" } },
  aws_sqs_queue: { Jobs: { name: "jobs", url: "https://sqs.us-east-1.amazonaws.com/123456789012/jobs" } },
});
const full = (): NodeJS.ErrnoException =>
  Object.assign(new Error("ENOSPC: no space left on device, write"), { code: "ENOSPC" });

let router: EndpointRouter;
let services: ReadonlyMap<string, Service>;
let told: LocalEvent[];
let dataFolder: string;

beforeEach(async () => {
  told = [];
  dataFolder = temporaryFolder();
  router = await EndpointRouter.start((event) => told.push(event));
  const context = serviceContext({ model, dataFolder, report: (event) => told.push(event) });
  const started = names.map(async (name) => [name, await start(name)] as const);
  async function start(name: string): Promise<Service> {
    const kind = serviceTable.get(name);
    if (kind === undefined) throw new Error(name);
    return kind.start(context);
  }
  services = new Map(await Promise.all(started));
  router.serve(services);
});
afterEach(async () => {
  jest.restoreAllMocks();
  for (const { resources } of services.values()) await resources.stop?.().catch(() => {});
  await router.close();
});

/** From now on, no byte fits on the disk. */
function fillDisk(): void {
  answerOfPostgres({
    message: 'could not write to file "pg_wal/xlogtemp.42": No space left on device',
    severity: "PANIC",
    code: "53100",
  });
}

function fillDiskOfFiles(): void {
  jest.spyOn(fs.promises, "writeFile").mockImplementation(() => Promise.reject(full()));
  // Programs of engines are compiled into a temporary folder, which has space.
  const { writeFileSync } = fs;
  jest.spyOn(fs, "writeFileSync").mockImplementation((file, ...rest) => {
    if (String(file).startsWith(dataFolder)) throw full();
    writeFileSync(file, ...rest);
  });
  jest.spyOn(fs.promises, "statfs").mockImplementation(async () => ({ bavail: 0, bsize: 4096 }) as StatsFs);
}

/** Postgres cannot process any statement; `BEGIN` succeeds. */
function answerOfPostgres(error: object, before: () => void = () => {}): void {
  jest.restoreAllMocks();
  fillDiskOfFiles();
  const { postMessage } = Worker.prototype;
  jest.spyOn(Worker.prototype, "postMessage").mockImplementation(function (this: Worker, message, ...rest) {
    const { id, sql } = message as { readonly id: number; readonly sql?: string };
    // Others, such as esbuild, have threads of their own.
    if (sql === undefined) return postMessage.call(this, message, ...(rest as []));
    const done = { id, columns: [], rows: [], affectedRows: 0 };
    before();
    setImmediate(() => this.emit("message", sql === "BEGIN" ? done : { id, error }));
  });
}

const client = () => ({
  endpoint: router.url,
  region: "us-east-1",
  credentials: localCredentials,
  maxAttempts: 1,
});
const s3 = () => new S3Client({ ...client(), forcePathStyle: true });
const object = { Bucket: "files", Key: "a" };

const cluster = {
  resourceArn: "arn:aws:rds:us-east-1:123456789012:cluster:notes",
  secretArn: "arn:aws:secretsmanager:us-east-1:123456789012:secret:notes-AbCdEf",
};
const insert = { ...cluster, sql: "INSERT INTO notes VALUES (1)" };
const database = () => new RDSDataClient(client());

const writes: Readonly<Record<(typeof names)[number], readonly [string, number, () => Promise<unknown>]>> = {
  dynamodb: [
    "InternalServerError",
    500,
    () =>
      new DynamoDBClient(client()).send(new PutItemCommand({ TableName: "notes", Item: { id: { S: "1" } } })),
  ],
  "rds-data": [
    "InternalServerErrorException",
    500,
    () => database().send(new ExecuteStatementCommand(insert)),
  ],
  s3: ["ServiceUnavailable", 503, () => s3().send(new PutObjectCommand({ ...object, Body: "text" }))],
  secretsmanager: [
    "InternalServiceError",
    500,
    () =>
      new SecretsManagerClient(client()).send(
        new CreateSecretCommand({ Name: "key", SecretString: "value" }),
      ),
  ],
  sqs: [
    "InternalFailure",
    500,
    () =>
      new SQSClient(client()).send(
        new SendMessageCommand({ QueueUrl: `${router.url}/123456789012/jobs`, MessageBody: "text" }),
      ),
  ],
  ssm: [
    "InternalServerError",
    500,
    () => new SSMClient(client()).send(new PutParameterCommand({ Name: "/a", Value: "b", Type: "String" })),
  ],
};

describe("a write into --data on a full disk", () => {
  test.each(names)("is an error of %s, with a line in the log", async (name) => {
    const [code, httpStatusCode, write] = writes[name];
    fillDisk();
    const failed = { name: code, $metadata: { httpStatusCode } };
    await expect(write()).rejects.toMatchObject(failed);
    expect(told).toContainEqual({
      event: "warning",
      text: expect.stringMatching(new RegExp(`^the disk is full: ${dataFolder}`)),
    });
  });

  test("fails alone: what is in memory is read, and what fits later is written", async () => {
    fillDisk();
    await expect(writes.s3[2]()).rejects.toThrow(/the disk is full/);
    await s3().send(new GetObjectCommand(object));
    jest.restoreAllMocks();
    await s3().send(new DeleteObjectCommand(object));
    await expect(services.get("s3")?.resources.stop?.()).resolves.toBeUndefined();
  });

  test.each(["rds-data", "s3"] as const)("is an error of the library at the end of %s", async (name) => {
    fillDisk();
    await writes[name][2]().catch(() => {});
    const error: unknown = await services
      .get(name)
      ?.resources.stop?.()
      .catch((reason: unknown) => reason);
    expect(isLibraryError(error)).toBe(true);
    expect(String(error)).toMatch(
      /data cannot be written: the disk is full: .*\n.*--data.*\[local-data-not-written\]/s,
    );
  });

  test.each([
    ["of the database", { message: "Error: PGlite failed to initialize properly" }],
    ["of the thread", { message: "UnhandledPromiseRejection: #<ErrnoError>" }],
  ])("is reported for any text %s", async (_, error) => {
    answerOfPostgres(error);
    await expect(writes["rds-data"][2]()).rejects.toThrow(/^the disk is full/);
  });

  test("leaves other errors of a database unchanged", async () => {
    answerOfPostgres({ message: 'relation "notes" does not exist', code: "42P01" });
    await expect(writes["rds-data"][2]()).rejects.toThrow(/relation "notes" does not exist; SQLState: 42P01/);
    await expect(services.get("rds-data")?.resources.stop?.()).resolves.toBeUndefined();
  });

  test("ends the transaction in which it occurs", async () => {
    fillDisk();
    const { transactionId } = await database().send(new BeginTransactionCommand(cluster));
    const inIt = () => database().send(new ExecuteStatementCommand({ ...insert, transactionId }));
    await expect(inIt()).rejects.toThrow(/^the disk is full/);
    // A new thread of Postgres would run it, outside of any transaction.
    jest.restoreAllMocks();
    await expect(inIt()).rejects.toThrow(/^the disk is full/);
    const end = new CommitTransactionCommand({ ...cluster, transactionId });
    await expect(database().send(end)).rejects.toThrow(/^the disk is full/);
  });

  test("leaves no part of a new database, which the next start would open", async () => {
    const folder = path.join(dataFolder, "rds", "notes");
    answerOfPostgres({ message: "[object Object]" }, () =>
      fs.mkdirSync(path.join(folder, "base"), { recursive: true }),
    );
    await expect(writes["rds-data"][2]()).rejects.toThrow(/^the disk is full/);
    expect(fs.existsSync(folder)).toBe(false);
  });
});
