import { mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { defaultRegion } from "../../../../facts/aws/partitions";
import type { Model, Values } from "../../../../model/resources/model";
import { isValues, text, texts } from "../../../../model/resources/values";
import { fail } from "../../../errors";
import { closeTables } from "../../../files/private-files";
import type { ServiceRequest, ServiceResponse } from "../../contract/service";
import { checkPackage } from "../evaluation/package-version";
import { bodyOf } from "../responses";
import type { EngineRequest, IndexChange } from "./engine-program";
import { EngineFailure, EngineThread } from "./engine-thread";

/** The embedded package that stores the tables. */
export interface TableEngine {
  /** Forwards a request unchanged. Rejects with `EngineFailure` when the package cannot process it. */
  forward(request: ServiceRequest): Promise<ServiceResponse>;
  /** Forwards requests that run one after the other, with no other between them. The responses are in their order. */
  forwardAll(requests: readonly ServiceRequest[]): Promise<readonly ServiceResponse[]>;
  /** Calls an operation; rejects with the service's message when it fails. */
  call(operation: string, input: object): Promise<Readonly<Record<string, unknown>>>;
  /** Creates or deletes a global index; resolves with the description of the table when it is ready. */
  changeIndex(change: IndexChange): Promise<Values>;
  tableNames(): Promise<readonly string[]>;
  /** Resolves when the table can be used. */
  createTable(name: string, definition: object): Promise<void>;
  /** Resolves when it is gone. */
  deleteTable(name: string): Promise<void>;
  close(): Promise<void>;
}

/** How long a table may take to be created or deleted. */
const tableChangeMs = 10_000;

/**
 * Starts the embedded package in a separate thread. It is an optional package of the user's project; fails with an
 * instruction when it is missing.
 *
 * @param dataFolder - where the tables survive the server; undefined: in a temporary folder
 */
export async function startTableEngine(
  { region, account }: Pick<Model, "region" | "account">,
  dataFolder: string | undefined,
): Promise<TableEngine> {
  const packagePath = findPackage();
  // Tables in memory would not survive a failure of the package.
  const temporary =
    dataFolder === undefined ? mkdtempSync(join(realpathSync(tmpdir()), "serverform-tables-")) : undefined;
  const thread = new EngineThread({ packagePath, folder: dataFolder ?? temporary ?? "", region, account });
  // The package makes files that every user of the machine may read.
  const closeFiles = (): void => {
    if (dataFolder !== undefined) closeTables(dataFolder);
  };
  const forwardAll: TableEngine["forwardAll"] = (requests) =>
    requests.length === 0 ? Promise.resolve([]) : thread.send(requests.map(engineRequest));
  const forward: TableEngine["forward"] = async (request) => onlyOne(await forwardAll([request]));
  const call: TableEngine["call"] = async (operation, input) => {
    const sent = await forward(serviceRequest(operation, input));
    const answer = bodyOf(sent);
    if (sent.status !== 200) {
      throw new Error(`${operation}: ${String(answer.message ?? answer.Message ?? answer.__type)}`);
    }
    return answer;
  };
  /** `ACTIVE`, `DELETING`, ...; undefined for a table that does not exist. */
  const statusOf = async (TableName: string): Promise<unknown> => {
    const { Table } = await call("DescribeTable", { TableName }).catch(() => ({ Table: undefined }));
    return isValues(Table) ? Table.TableStatus : undefined;
  };
  const untilIs = async (name: string, wanted: string | undefined): Promise<void> => {
    const end = performance.now() + tableChangeMs;
    // Tables change their state asynchronously, as in AWS; it takes a few milliseconds.
    while ((await statusOf(name)) !== wanted) {
      if (performance.now() > end) throw new Error(`The state of table ${name} does not change.`);
      await new Promise((resolve) => setTimeout(resolve, 2));
    }
  };
  return {
    call,
    tableNames: async () => {
      const names: string[] = [];
      for (let last: string | undefined; ; ) {
        // A response names at most 100 tables.
        const answer = await call("ListTables", last === undefined ? {} : { ExclusiveStartTableName: last });
        names.push(...texts(answer, "TableNames"));
        last = text(answer, "LastEvaluatedTableName");
        if (last === undefined) return names;
      }
    },
    createTable: async (name, definition) => {
      await call("CreateTable", definition);
      await untilIs(name, "ACTIVE");
      closeFiles();
    },
    changeIndex: async (change) => {
      const { TableDescription } = bodyOf(onlyOne(await thread.change(change)));
      return isValues(TableDescription) ? TableDescription : {};
    },
    deleteTable: async (name) => {
      await call("DeleteTable", { TableName: name });
      await untilIs(name, undefined);
    },
    forward,
    forwardAll,
    close: async () => {
      await thread.stop();
      closeFiles();
      if (temporary !== undefined) rmSync(temporary, { recursive: true, force: true });
    },
  };
}

function engineRequest({ method, url, headers, body }: ServiceRequest): EngineRequest {
  // The package would let any page read its response.
  const { origin: _origin, ...rest } = headers;
  return { method, url, headers: rest, body: body.toString("utf8") };
}

function onlyOne<Answer>(answers: readonly Answer[]): Answer {
  const [answer] = answers;
  if (answer === undefined) throw new EngineFailure("it has not answered");
  return answer;
}

/** A request of the service itself. */
export function serviceRequest(operation: string, input: object): ServiceRequest {
  const headers = {
    "content-type": "application/x-amz-json-1.0",
    "x-amz-target": `DynamoDB_20120810.${operation}`,
    "x-amz-date": "20260101T000000Z",
    // The package requires a signature but does not check it.
    authorization: `AWS4-HMAC-SHA256 Credential=local/20260101/${defaultRegion}/dynamodb/aws4_request, SignedHeaders=host, Signature=0`,
  };
  const body = Buffer.from(JSON.stringify(input));
  return { service: "dynamodb", method: "POST", url: "/", headers, body, operation };
}

function findPackage(): string {
  let path: string;
  try {
    path = require.resolve("dynalite");
  } catch {
    return fail("serverform local", "local-tables-need-package", "aws_dynamodb_table", {});
  }
  checkPackage(path);
  return path;
}
