import { tableNameOrArn } from "../../../../facts/aws/arn-patterns";

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

/** The constraints of a value and of its members or items. */
export interface Rule extends Constraints {
  readonly members?: Rules;
  /** The items of a list, or the values of a map. */
  readonly each?: Rule;
}

export type Rules = Readonly<Record<string, Rule>>;

const notNull: Rule = { notNull: true };
/** Source: https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/Constraints.html#limits-naming-rules */
const keyName: Rule = { notNull: true, longest: 255 };
const oneOf = (...values: readonly string[]): Rule => ({ values });
const requiredOneOf = (...values: readonly string[]): Rule => ({ values, notNull: true });
const eachWith = (members: Rules, constraints: Constraints = {}): Rule => ({
  ...constraints,
  each: { members },
});

const pattern = /^[a-zA-Z0-9_.-]+$/;
const name: Rule = { pattern, shortest: 3, longest: 255 };
const requiredName: Rule = { ...name, notNull: true };
/** A request may name a table by its ARN. */
const table: Rule = { ...requiredName, pattern: tableNameOrArn, shortest: 1 };
/** The length of the name of a table that is changed is another check. */
const changedTable: Rule = { pattern: tableNameOrArn };

const comparisons = "IN NULL BETWEEN LT NOT_CONTAINS EQ GT NOT_NULL NE LE BEGINS_WITH GE CONTAINS".split(" ");
const conditions = eachWith({ ComparisonOperator: requiredOneOf(...comparisons) });

const positive: Rule = { least: 1 };
const limit = (most: number): Rule => ({ least: 1, most });
const upTo = (longest: number): Constraints => ({ shortest: 1, longest });
const consumed: Rules = { ReturnConsumedCapacity: oneOf("INDEXES", "TOTAL", "NONE") };
const metrics: Rules = { ReturnItemCollectionMetrics: oneOf("SIZE", "NONE") };
const failed: Rules = { ReturnValuesOnConditionCheckFailure: oneOf("ALL_OLD", "NONE") };
const attributesToGet: Rules = { AttributesToGet: { ...upTo(255), each: { longest: 65_535 } } };
const token: Rules = { ClientRequestToken: { longest: 36 } };

const write = (more: Rules): Rules => ({
  ...consumed,
  TableName: table,
  ...more,
  ConditionalOperator: oneOf("OR", "AND"),
  Expected: eachWith({ ComparisonOperator: oneOf(...comparisons) }),
  ReturnValues: oneOf("ALL_NEW", "UPDATED_OLD", "ALL_OLD", "NONE", "UPDATED_NEW"),
  ...metrics,
  ...failed,
});

const get: Rules = { ...consumed, ...attributesToGet, TableName: table, Key: notNull };

const read = (most: Rule, more: Rules): Rules => ({
  Select: oneOf("SPECIFIC_ATTRIBUTES", "COUNT", "ALL_ATTRIBUTES", "ALL_PROJECTED_ATTRIBUTES"),
  IndexName: name,
  ...more,
  ...consumed,
  TableName: table,
  ConditionalOperator: oneOf("OR", "AND"),
  ...attributesToGet,
  Limit: most,
});

const units: Rule = { notNull: true, least: 1 };
const throughput: Rule = { members: { WriteCapacityUnits: units, ReadCapacityUnits: units } };
const keySchema = (KeyType: Rule, constraints: Constraints): Rule =>
  eachWith({ AttributeName: keyName, KeyType }, { notNull: true, shortest: 1, ...constraints });
const two = { longest: 2 } as const;
const index = (keys: Constraints): Rules => ({
  IndexName: requiredName,
  KeySchema: keySchema(notNull, keys),
  Projection: {
    notNull: true,
    members: {
      ProjectionType: oneOf("ALL", "INCLUDE", "KEYS_ONLY"),
      NonKeyAttributes: { shortest: 1, each: { longest: 255 } },
    },
  },
});
const definitions: Rules = { AttributeName: keyName, AttributeType: requiredOneOf("B", "N", "S") };
const billing = oneOf("PROVISIONED", "PAY_PER_REQUEST");
const tag: Rules = { Key: notNull, Value: notNull };
const features: Rules = {
  StreamSpecification: {
    members: { StreamViewType: oneOf("NEW_IMAGE", "OLD_IMAGE", "NEW_AND_OLD_IMAGES", "KEYS_ONLY") },
  },
};

const named: Rules = { TableName: changedTable };
const statement: Rules = { Statement: notNull, Parameters: { shortest: 1 }, ...failed };
const put = write({ Item: notNull });
const remove = write({ Key: notNull });
const update = write({ Key: notNull, AttributeUpdates: eachWith({ Action: oneOf("ADD", "DELETE", "PUT") }) });

/** The constraints of the members of each request, in the order in which the service checks them. Their types are in AWS's model. */
export const requestRules: Readonly<Record<string, Rules>> = {
  PutItem: put,
  UpdateItem: update,
  DeleteItem: remove,
  GetItem: get,
  // A limit of zero is another check.
  Query: read({ least: 0 }, { QueryFilter: conditions, KeyConditions: conditions }),
  Scan: read(positive, { TotalSegments: limit(1_000_000), ScanFilter: conditions, Segment: { least: 0 } }),
  BatchGetItem: {
    ...consumed,
    RequestItems: eachWith({ Keys: { notNull: true, shortest: 1 }, ...attributesToGet }, notNull),
  },
  BatchWriteItem: {
    ...consumed,
    ...metrics,
    RequestItems: {
      notNull: true,
      each: eachWith({
        DeleteRequest: { members: { Key: notNull } },
        PutRequest: { members: { Item: notNull } },
      }),
    },
  },
  TransactGetItems: { ...consumed, TransactItems: eachWith({ Get: { members: get } }, upTo(100)) },
  TransactWriteItems: {
    ...consumed,
    ...metrics,
    ...token,
    TransactItems: eachWith(
      {
        Put: { members: put },
        Update: { members: update },
        Delete: { members: remove },
        ConditionCheck: { members: { ...remove, ConditionExpression: notNull } },
      },
      upTo(100),
    ),
  },
  ExecuteStatement: { ...statement, ...consumed, Limit: positive },
  BatchExecuteStatement: { ...consumed, Statements: eachWith(statement, upTo(25)) },
  ExecuteTransaction: { ...consumed, ...token, TransactStatements: eachWith(statement, upTo(100)) },
  CreateTable: {
    AttributeDefinitions: eachWith(definitions, notNull),
    TableName: { pattern, shortest: 3 },
    BillingMode: billing,
    ProvisionedThroughput: throughput,
    KeySchema: keySchema(requiredOneOf("HASH", "RANGE"), two),
    LocalSecondaryIndexes: eachWith(index(two)),
    GlobalSecondaryIndexes: eachWith({ ...index({}), ProvisionedThroughput: throughput }),
    ...features,
    Tags: eachWith(tag),
  },
  UpdateTable: {
    TableName: changedTable,
    ProvisionedThroughput: throughput,
    BillingMode: billing,
    AttributeDefinitions: eachWith(definitions),
    GlobalSecondaryIndexUpdates: eachWith({
      Update: {
        members: { IndexName: requiredName, ProvisionedThroughput: { ...throughput, notNull: true } },
      },
      Create: { members: { ...index({}), ProvisionedThroughput: throughput } },
      Delete: { members: { IndexName: requiredName } },
    }),
    ...features,
  },
  DeleteTable: named,
  DescribeTable: named,
  ListTables: { Limit: limit(100), ExclusiveStartTableName: name },
  TagResource: { Tags: eachWith(tag, notNull) },
  UntagResource: { TagKeys: notNull },
  UpdateTimeToLive: {
    TimeToLiveSpecification: { members: { AttributeName: { ...keyName, shortest: 1 }, Enabled: notNull } },
  },
  ListStreams: { Limit: limit(100) },
  DescribeStream: {
    Limit: limit(100),
    ShardFilter: {
      members: { Type: requiredOneOf("CHILD_SHARDS"), ShardId: { notNull: true, shortest: 28 } },
    },
  },
  GetRecords: { Limit: limit(1000) },
};
