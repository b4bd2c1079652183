import { tableNameOrArn } from "../../../../facts/aws/arn-patterns";

/** The shape of a value in a request: its type, and the constraints of the service. */
export type Shape = Constraints &
  (
    | { readonly type: "Boolean" | "Integer" | "Long" | "String" | "Blob" }
    | { readonly type: "List"; readonly of: Shape }
    /** @param name - the type of its values, as errors call it */
    | { readonly type: "Map"; readonly name: string; readonly of: Shape }
    | { readonly type: "Structure"; readonly name: string; readonly members: Members }
  );

export type Members = Readonly<Record<string, Shape>>;

/** Errors are in the order of the constraints here. */
export interface Constraints {
  readonly notNull?: true;
  readonly pattern?: RegExp;
  readonly least?: number;
  readonly most?: number;
  readonly shortest?: number;
  readonly longest?: number;
  readonly values?: readonly string[];
}

const boolean: Shape = { type: "Boolean" };
const string: Shape = { type: "String" };
const requiredString: Shape = { type: "String", notNull: true };
/** Source: https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/Constraints.html#limits-naming-rules */
const keyName: Shape = { ...requiredString, longest: 255 };
const oneOf = (...values: readonly string[]): Shape => ({ type: "String", values });
const list = (of: Shape, constraints: Constraints = {}): Shape => ({ type: "List", of, ...constraints });
const map = (name: string, of: Shape, constraints: Constraints = {}): Shape => ({
  type: "Map",
  name,
  of,
  ...constraints,
});
const structure = (name: string, members: Members, constraints: Constraints = {}): Shape => ({
  type: "Structure",
  name,
  members,
  ...constraints,
});

const types: Record<string, Shape> = {
  S: string,
  N: string,
  B: { type: "Blob" },
  BOOL: boolean,
  NULL: boolean,
  SS: list(string),
  NS: list(string),
  BS: list({ type: "Blob" }),
};
/** Its content is checked where it is used. */
export const value = structure("AttributeValue", types);
types.L = list(value);
types.M = map("AttributeValue", value);

const pattern = /^[a-zA-Z0-9_.-]+$/;
const name: Shape = { type: "String", pattern, shortest: 3, longest: 255 };
const requiredName: Shape = { ...name, notNull: true };
/** A request may name a table by its ARN. */
const table: Shape = { ...requiredName, pattern: tableNameOrArn, shortest: 1 };
/** The length of the name of a table that is changed is another check. */
const changedTable: Shape = { type: "String", pattern: table.pattern };

const attributes = (constraints: Constraints = {}): Shape => map("AttributeValue", value, constraints);
const required = { notNull: true } as const;

const comparisons = oneOf(
  ..."IN NULL BETWEEN LT NOT_CONTAINS EQ GT NOT_NULL NE LE BEGINS_WITH GE CONTAINS".split(" "),
);
const conditions = map(
  "Condition",
  structure("Condition", {
    AttributeValueList: list(value),
    ComparisonOperator: { ...comparisons, notNull: true },
  }),
);
const expected = map(
  "ExpectedAttributeValue",
  structure("ExpectedAttributeValue", {
    AttributeValueList: list(value),
    ComparisonOperator: comparisons,
    Exists: boolean,
    Value: value,
  }),
);

const positive: Shape = { type: "Integer", least: 1 };
const limit = (most: number): Shape => ({ ...positive, most });
const upTo = (longest: number): Constraints => ({ shortest: 1, longest });
const token: Shape = { type: "String", longest: 36 };
const consumed = oneOf("INDEXES", "TOTAL", "NONE");
const metrics = oneOf("SIZE", "NONE");
const returned = oneOf("ALL_NEW", "UPDATED_OLD", "ALL_OLD", "NONE", "UPDATED_NEW");
const placeholders: Members = {
  ExpressionAttributeValues: attributes(),
  ExpressionAttributeNames: map("java.lang.String", string),
};
const attributesToGet = list({ type: "String", longest: 65_535 }, { shortest: 1, longest: 255 });
const failed = oneOf("ALL_OLD", "NONE");

const write = (more: Members): Members => ({
  ReturnConsumedCapacity: consumed,
  TableName: table,
  ...more,
  ConditionalOperator: oneOf("OR", "AND"),
  Expected: expected,
  ReturnValues: returned,
  ReturnItemCollectionMetrics: metrics,
  ReturnValuesOnConditionCheckFailure: failed,
  ConditionExpression: string,
  ...placeholders,
});

const get: Members = {
  ReturnConsumedCapacity: consumed,
  AttributesToGet: attributesToGet,
  TableName: table,
  Key: attributes(required),
  ConsistentRead: boolean,
  ProjectionExpression: string,
  ExpressionAttributeNames: map("java.lang.String", string),
};

const read = (limit: Shape, more: Members): Members => ({
  Select: oneOf("SPECIFIC_ATTRIBUTES", "COUNT", "ALL_ATTRIBUTES", "ALL_PROJECTED_ATTRIBUTES"),
  IndexName: name,
  ...more,
  ReturnConsumedCapacity: consumed,
  TableName: table,
  ConditionalOperator: oneOf("OR", "AND"),
  AttributesToGet: attributesToGet,
  Limit: limit,
  ExclusiveStartKey: attributes(),
  ConsistentRead: boolean,
  FilterExpression: string,
  ProjectionExpression: string,
  ...placeholders,
});

const units: Shape = { type: "Long", notNull: true, least: 1 };
const throughput = structure("ProvisionedThroughput", {
  WriteCapacityUnits: units,
  ReadCapacityUnits: units,
});
const keySchema = (kind: Shape, constraints: Constraints): Shape =>
  list(structure("KeySchemaElement", { AttributeName: keyName, KeyType: kind }), {
    notNull: true,
    shortest: 1,
    ...constraints,
  });
const two = { longest: 2 } as const;
const index = (keys: Constraints): Members => ({
  IndexName: requiredName,
  KeySchema: keySchema(requiredString, keys),
  Projection: structure(
    "Projection",
    {
      ProjectionType: oneOf("ALL", "INCLUDE", "KEYS_ONLY"),
      NonKeyAttributes: list({ type: "String", longest: 255 }, { shortest: 1 }),
    },
    required,
  ),
});
const definitions = list(
  structure("AttributeDefinition", {
    AttributeName: keyName,
    AttributeType: { ...oneOf("B", "N", "S"), notNull: true },
  }),
);
const billing = oneOf("PROVISIONED", "PAY_PER_REQUEST");
const tags = list(structure("Tag", { Key: requiredString, Value: requiredString }));
/** Settings that change nothing about items. */
const features: Members = {
  StreamSpecification: structure("StreamSpecification", {
    StreamEnabled: boolean,
    StreamViewType: oneOf("NEW_IMAGE", "OLD_IMAGE", "NEW_AND_OLD_IMAGES", "KEYS_ONLY"),
  }),
  SSESpecification: structure("SSESpecification", {
    Enabled: boolean,
    SSEType: string,
    KMSMasterKeyId: string,
  }),
  TableClass: string,
  DeletionProtectionEnabled: boolean,
  WarmThroughput: structure("WarmThroughput", {
    ReadUnitsPerSecond: { type: "Long" },
    WriteUnitsPerSecond: { type: "Long" },
  }),
};

const named: Members = { TableName: changedTable };
const statement: Members = {
  Statement: requiredString,
  Parameters: list(value, { shortest: 1 }),
  ConsistentRead: boolean,
  ReturnValuesOnConditionCheckFailure: failed,
};
const put = write({ Item: attributes(required) });
const remove = write({ Key: attributes(required) });
const update = write({
  Key: attributes(required),
  AttributeUpdates: map(
    "AttributeValueUpdate",
    structure("AttributeValueUpdate", { Action: oneOf("ADD", "DELETE", "PUT"), Value: value }),
  ),
  UpdateExpression: string,
});

/** The members of each request, as far as the tables look at them. */
export const requestShapes: Readonly<Record<string, Members>> = {
  PutItem: put,
  UpdateItem: update,
  DeleteItem: remove,
  GetItem: get,
  // A limit of zero is another check.
  Query: read(
    { type: "Integer", least: 0 },
    {
      QueryFilter: conditions,
      KeyConditions: conditions,
      ScanIndexForward: boolean,
      KeyConditionExpression: string,
    },
  ),
  Scan: read(positive, {
    TotalSegments: limit(1_000_000),
    ScanFilter: conditions,
    Segment: { type: "Integer", least: 0 },
  }),
  BatchGetItem: {
    ReturnConsumedCapacity: consumed,
    RequestItems: map(
      "KeysAndAttributes",
      structure("KeysAndAttributes", {
        Keys: list(attributes(), { notNull: true, shortest: 1 }),
        AttributesToGet: attributesToGet,
        ConsistentRead: boolean,
        ProjectionExpression: string,
        ExpressionAttributeNames: map("java.lang.String", string),
      }),
      required,
    ),
  },
  BatchWriteItem: {
    ReturnConsumedCapacity: consumed,
    ReturnItemCollectionMetrics: metrics,
    RequestItems: map(
      "java.util.List<com.amazonaws.dynamodb.v20120810.WriteRequest>",
      list(
        structure("WriteRequest", {
          DeleteRequest: structure("DeleteRequest", { Key: attributes(required) }),
          PutRequest: structure("PutRequest", { Item: attributes(required) }),
        }),
      ),
      required,
    ),
  },
  TransactGetItems: {
    ReturnConsumedCapacity: consumed,
    TransactItems: list(structure("TransactGetItem", { Get: structure("Get", get) }), upTo(100)),
  },
  TransactWriteItems: {
    ReturnConsumedCapacity: consumed,
    ReturnItemCollectionMetrics: metrics,
    ClientRequestToken: token,
    TransactItems: list(
      structure("TransactWriteItem", {
        Put: structure("Put", put),
        Update: structure("Update", update),
        Delete: structure("Delete", remove),
        ConditionCheck: structure("ConditionCheck", { ...remove, ConditionExpression: requiredString }),
      }),
      upTo(100),
    ),
  },
  ExecuteStatement: {
    ...statement,
    ReturnConsumedCapacity: consumed,
    Limit: positive,
    NextToken: string,
  },
  BatchExecuteStatement: {
    ReturnConsumedCapacity: consumed,
    Statements: list(structure("BatchStatementRequest", statement), upTo(25)),
  },
  ExecuteTransaction: {
    ReturnConsumedCapacity: consumed,
    ClientRequestToken: token,
    TransactStatements: list(structure("ParameterizedStatement", statement), upTo(100)),
  },
  CreateTable: {
    AttributeDefinitions: { ...definitions, notNull: true },
    TableName: { type: "String", pattern, shortest: 3 },
    BillingMode: billing,
    ProvisionedThroughput: throughput,
    KeySchema: keySchema({ ...oneOf("HASH", "RANGE"), notNull: true }, two),
    LocalSecondaryIndexes: list(structure("LocalSecondaryIndex", index(two))),
    GlobalSecondaryIndexes: list(
      structure("GlobalSecondaryIndex", { ...index({}), ProvisionedThroughput: throughput }),
    ),
    ...features,
    Tags: tags,
  },
  UpdateTable: {
    TableName: changedTable,
    ProvisionedThroughput: throughput,
    BillingMode: billing,
    AttributeDefinitions: definitions,
    GlobalSecondaryIndexUpdates: list(
      structure("GlobalSecondaryIndexUpdate", {
        Update: structure("UpdateGlobalSecondaryIndexAction", {
          IndexName: requiredName,
          ProvisionedThroughput: { ...throughput, notNull: true },
        }),
        Create: structure("CreateGlobalSecondaryIndexAction", {
          ...index({}),
          ProvisionedThroughput: throughput,
        }),
        Delete: structure("DeleteGlobalSecondaryIndexAction", { IndexName: requiredName }),
      }),
    ),
    ...features,
  },
  DeleteTable: named,
  DescribeTable: named,
  ListTables: { Limit: limit(100), ExclusiveStartTableName: name },
  TagResource: { ResourceArn: string, Tags: { ...tags, notNull: true } },
  UntagResource: { ResourceArn: string, TagKeys: list(string, required) },
  ListTagsOfResource: { ResourceArn: string, NextToken: string },
  DescribeTimeToLive: { TableName: string },
  UpdateTimeToLive: {
    TableName: string,
    TimeToLiveSpecification: structure("TimeToLiveSpecification", {
      AttributeName: { ...keyName, shortest: 1 },
      Enabled: { type: "Boolean", notNull: true },
    }),
  },
  ListStreams: { TableName: string, Limit: limit(100), ExclusiveStartStreamArn: string },
  DescribeStream: {
    StreamArn: string,
    Limit: limit(100),
    ExclusiveStartShardId: string,
    ShardFilter: structure("ShardFilter", {
      Type: { ...oneOf("CHILD_SHARDS"), notNull: true },
      ShardId: { ...requiredString, shortest: 28 },
    }),
  },
  GetShardIterator: { StreamArn: string, ShardId: string, ShardIteratorType: string, SequenceNumber: string },
  GetRecords: { ShardIterator: string, Limit: limit(1000) },
};
