import type { Values } from "../../../../model";
import type { DynamodbTables } from "../dynamodb-tables";
import { query, scan } from "./pages";
import { batchGetItem, getItem, transactGetItems } from "./reads";
import { batchExecuteStatement, executeStatement, executeTransaction } from "./statements";
import {
  createTable,
  deleteTable,
  describeTable,
  listTables,
  listTagsOfResource,
  tagResource,
  untagResource,
  updateTable,
} from "./tables";
import { transactWriteItems } from "./transactions";
import { batchWriteItem, planDelete, planPut, planUpdate, writing } from "./writes";

/** Source: https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_Operations_Amazon_DynamoDB.html */
export const tableOperations = {
  BatchExecuteStatement: batchExecuteStatement,
  BatchGetItem: batchGetItem,
  BatchWriteItem: batchWriteItem,
  CreateTable: createTable,
  DeleteItem: writing(planDelete),
  DeleteTable: deleteTable,
  DescribeTable: describeTable,
  DescribeTimeToLive: (tables, input) => tables.timeToLive.describe(input),
  ExecuteStatement: executeStatement,
  ExecuteTransaction: executeTransaction,
  GetItem: getItem,
  ListTables: listTables,
  ListTagsOfResource: listTagsOfResource,
  PutItem: writing(planPut),
  Query: query,
  Scan: scan,
  TagResource: tagResource,
  TransactGetItems: transactGetItems,
  TransactWriteItems: transactWriteItems,
  UntagResource: untagResource,
  UpdateItem: writing(planUpdate),
  UpdateTable: updateTable,
  UpdateTimeToLive: (tables, input) => tables.timeToLive.update(input),
} satisfies Readonly<Record<string, (tables: DynamodbTables, input: Values) => object | Promise<object>>>;
