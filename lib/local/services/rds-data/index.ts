import type { Values } from "../../../model";
import { requestUrl } from "../../wire/received-request";
import { defineService, type Protocol } from "../contract/define-service";
import { jsonInput } from "../contract/json-protocol";
import type { ServiceResponse } from "../contract/service";
import { rdsDataAccess } from "./access";
import { RdsClusters } from "./clusters";
import {
  batchExecuteStatement,
  beginTransaction,
  commitTransaction,
  executeStatement,
  rollbackTransaction,
} from "./operations";

/** Operations by path: https://docs.aws.amazon.com/rdsdataservice/latest/APIReference/API_Operations.html */
const operations = {
  "/BatchExecute": batchExecuteStatement,
  "/BeginTransaction": beginTransaction,
  "/CommitTransaction": commitTransaction,
  "/Execute": executeStatement,
  "/RollbackTransaction": rollbackTransaction,
};

const write = (
  status: number,
  body: object,
  headers: Readonly<Record<string, string>> = {},
): ServiceResponse => ({
  status,
  headers: { "content-type": "application/json", ...headers },
  body: JSON.stringify(body),
});

type PathInput = Values & { readonly path: string };

/** A REST protocol: the path selects the operation, and the bodies are JSON. */
const protocol: Protocol<unknown, PathInput, object> = {
  inputOf: ({ url, body }) => ({ ...jsonInput(body), path: pathOf(url) }),
  operationOf: (_, { path }) => path,
  describe: ({ method, url }) => `${method} ${pathOf(url)}`,
  respond: (result) => write(200, result),
  refuse: ({ code, message, status = 400 }) => write(status, { message }, { "x-amzn-errortype": code }),
};

const pathOf = (url: string): string => requestUrl(url, "http://rds-data").pathname;

/** The Data API of Aurora clusters, with a Postgres in this process or with a server that the user names. */
export const rdsData = defineService<RdsClusters, PathInput, object, keyof typeof operations>({
  protocol,
  operations,
  access: rdsDataAccess,
  denial: { code: "AccessDeniedException", status: 403 },
  start: (context) => new RdsClusters(context),
  isRouteTarget: true,
});
