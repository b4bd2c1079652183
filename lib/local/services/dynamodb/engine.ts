import { Agent, request, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { fail } from "../../errors";
import { isValues } from "../../model/values";
import type { ServiceRequest, ServiceResponse } from "../contract/service";

/** The embedded server that stores the tables. */
export interface TableEngine {
  /** Forwards a request unchanged. */
  forward(request: ServiceRequest): Promise<ServiceResponse>;
  /** Calls an operation; rejects with the service's message when it fails. */
  call(operation: string, input: object): Promise<Readonly<Record<string, unknown>>>;
  /** Resolves when the table can be used. */
  createTable(name: string, definition: object): Promise<void>;
  /** Resolves when it is gone. */
  deleteTable(name: string): Promise<void>;
  close(): Promise<void>;
}

interface DynaliteOptions {
  readonly path?: string;
  readonly createTableMs?: number;
  readonly deleteTableMs?: number;
  readonly updateTableMs?: number;
}

/**
 * Starts the embedded server. It is an optional package of the user's project; fails with an instruction when it is
 * missing.
 */
export async function startTableEngine(dataFolder: string | undefined): Promise<TableEngine> {
  const dynalite = await loadDynalite();
  const server = dynalite({ path: dataFolder, createTableMs: 0, deleteTableMs: 0, updateTableMs: 0 });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(0, "127.0.0.1", resolve);
  });
  const { port } = server.address() as AddressInfo;
  const agent = new Agent({ keepAlive: true });
  const send = (method: string, url: string, headers: Readonly<Record<string, string>>, body: Buffer) =>
    new Promise<ServiceResponse>((resolve, reject) => {
      const sent = request({ host: "127.0.0.1", port, agent, method, path: url, headers }, (response) => {
        const chunks: Buffer[] = [];
        response.on("data", (chunk: Buffer) => chunks.push(chunk));
        response.on("error", reject);
        response.on("end", () => {
          const { statusCode: status = 500, headers: received } = response;
          resolve({ status, headers: received as Record<string, string>, body: Buffer.concat(chunks) });
        });
      });
      sent.on("error", reject);
      sent.end(body);
    });
  const call: TableEngine["call"] = async (operation, input) => {
    const content = Buffer.from(JSON.stringify(input));
    const { status, body = "" } = await send("POST", "/", callHeaders(operation), content);
    const answer = JSON.parse(body.toString()) as Readonly<Record<string, unknown>>;
    if (status !== 200) {
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
    // Tables change their state asynchronously, as in AWS; it takes a few milliseconds.
    while ((await statusOf(name)) !== wanted) await new Promise((resolve) => setTimeout(resolve, 2));
  };
  return {
    call,
    createTable: async (name, definition) => {
      await call("CreateTable", definition);
      await untilIs(name, "ACTIVE");
    },
    deleteTable: async (name) => {
      await call("DeleteTable", { TableName: name });
      await untilIs(name, undefined);
    },
    forward: ({ method, url, headers, body }) => send(method, url, headers, body),
    close: async () => {
      agent.destroy();
      server.closeAllConnections();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}

function callHeaders(operation: string): Readonly<Record<string, string>> {
  return {
    "content-type": "application/x-amz-json-1.0",
    "x-amz-target": `DynamoDB_20120810.${operation}`,
    "x-amz-date": "20260101T000000Z",
    // The server requires a signature but does not check it.
    authorization:
      "AWS4-HMAC-SHA256 Credential=local/20260101/us-east-1/dynamodb/aws4_request, SignedHeaders=host, Signature=0",
  };
}

async function loadDynalite(): Promise<(options: DynaliteOptions) => Server> {
  try {
    const module = (await import("dynalite" as string)) as {
      readonly default: (options: DynaliteOptions) => Server;
    };
    return module.default;
  } catch (error) {
    if (
      (error as NodeJS.ErrnoException).code !== "MODULE_NOT_FOUND" &&
      (error as NodeJS.ErrnoException).code !== "ERR_MODULE_NOT_FOUND"
    )
      throw error;
    return fail("serverform local", "local-tables-need-package", "aws_dynamodb_table", {});
  }
}
