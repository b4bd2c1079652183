import { Table } from "../../../lib";
import {
  type ConstructInputs,
  type ConstructSamples,
  sampleHandler,
  sampleId,
} from "../../support/construct-samples";

export const samples: ConstructSamples = {
  Table: {
    make: (stack, fn) =>
      new Table(stack, sampleId, {
        fields: { key: "string" },
        primaryIndex: { partitionKey: "key" },
        stream: true,
        consumers: { one: fn ?? sampleHandler },
      }),
    add: (it, stack, fn) => (it as Table).addConsumers(stack, { more: fn }),
    type: "aws_dynamodb_table",
  },
};

export const inputs: ConstructInputs = {
  Table: {
    props: "TableProps",
    create: Table,
    valid: () => ({
      fields: { key: "string", at: "number", other: "string" },
      primaryIndex: { partitionKey: "key", sortKey: "at" },
      globalIndexes: { byOther: { partitionKey: "other", projection: ["x"] } },
      localIndexes: { byTime: { sortKey: "other" } },
      stream: true,
      consumers: {
        one: { function: sampleHandler, filters: [{ eventName: ["INSERT"] }] },
        two: { function: sampleHandler, cdk: { eventSource: { batchSize: 5 } } },
      },
      replicas: { "eu-west-1": { recovery: false } },
      warmThroughput: { readUnitsPerSecond: 15_000 },
      cdk: { table: { serverSideEncryption: { enabled: true } } },
    }),
  },
};
