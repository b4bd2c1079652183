import { Table } from "../../../lib";
import { type ConstructSamples, sampleHandler, sampleId } from "../../support/construct-samples";

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
