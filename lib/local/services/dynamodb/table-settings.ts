import { formatArn } from "../../../facts/aws/arns";
import {
  block,
  blocks,
  flag,
  type Model,
  number,
  type Resource,
  requireText,
  text,
  texts,
  type Values,
} from "../../../model";
import { usedKeyArn } from "../kms/keys";
import { ItemError } from "./errors";

type Place = Pick<Model, "partition" | "region" | "account">;

/** Settings of a table that change nothing about its items. */
interface TableFeatures {
  readonly isProtected?: boolean | undefined;
  /** @default - STANDARD, which descriptions leave out */
  readonly tableClass?: string | undefined;
  /** ARN of the KMS key. @default - a key of DynamoDB, which descriptions leave out */
  readonly keyArn?: string | undefined;
  /** Units per second that a request asked for. @default - what the capacity mode has */
  readonly warm?: Throughput | undefined;
}

interface Throughput {
  readonly ReadUnitsPerSecond: number;
  readonly WriteUnitsPerSecond: number;
}

/** The features of a table of the app. */
export function declaredFeatures(table: Values, place: Place): TableFeatures {
  const encryption = block(table, "server_side_encryption") ?? {};
  return {
    isProtected: flag(table, "deletion_protection_enabled"),
    tableClass: text(table, "table_class"),
    keyArn:
      flag(encryption, "enabled") === true
        ? usedKeyArn(place, "dynamodb", text(encryption, "kms_key_arn"))
        : undefined,
  };
}

/** The features that a request or a description names; the others are absent. */
export function requestedFeatures(input: Values, place: Place): TableFeatures {
  const { DeletionProtectionEnabled, TableClass, SSESpecification, WarmThroughput } = input;
  const encryption = block(input, "SSESpecification") ?? {};
  const isEncrypted = flag(encryption, "Enabled") === true;
  return {
    ...(DeletionProtectionEnabled !== undefined && { isProtected: DeletionProtectionEnabled === true }),
    ...(typeof TableClass === "string" && { tableClass: TableClass }),
    ...(SSESpecification !== undefined && {
      keyArn: isEncrypted ? usedKeyArn(place, "dynamodb", text(encryption, "KMSMasterKeyId")) : undefined,
    }),
    ...(WarmThroughput !== undefined && { warm: { ...onDemand, ...block(input, "WarmThroughput") } }),
  };
}

/**
 * The members of a description that are about features.
 *
 * @param isRead - whether the description is that of `DescribeTable`; only it contains the throughput that the caller did not set
 */
export function describedFeatures(table: Values, features: TableFeatures, isRead: boolean): Values {
  const { isProtected = false, tableClass, keyArn: KMSMasterKeyArn, warm } = features;
  const status = isRead ? "ACTIVE" : "UPDATING";
  return {
    DeletionProtectionEnabled: isProtected,
    ...(tableClass !== undefined && { TableClassSummary: { TableClass: tableClass } }),
    ...(KMSMasterKeyArn !== undefined && {
      SSEDescription: { Status: "ENABLED", SSEType: "KMS", KMSMasterKeyArn },
    }),
    ...((isRead || warm !== undefined) && {
      WarmThroughput: { ...(warm ?? ownThroughput(table)), Status: status },
    }),
    ...(isRead &&
      table.GlobalSecondaryIndexes !== undefined && {
        GlobalSecondaryIndexes: blocks(table, "GlobalSecondaryIndexes").map((index) => ({
          ...index,
          WarmThroughput: { ...ownThroughput(index), Status: "ACTIVE" },
        })),
      }),
  };
}

/**
 * Refuses the deletion of a protected table.
 *
 * Source: https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/WorkingWithTables.Basics.html
 */
export function checkDeletion({ isProtected = false }: TableFeatures): void {
  if (!isProtected) return;
  throw new ItemError(
    "Resource cannot be deleted as it is currently protected against deletion. Disable deletion protection first.",
  );
}

/**
 * The throughput that a table or an index has at once: what is provisioned, or what AWS keeps ready on demand.
 *
 * Source: https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/warm-throughput.html
 */
function ownThroughput(part: Values): Throughput {
  const units = block(part, "ProvisionedThroughput") ?? {};
  const read = number(units, "ReadCapacityUnits") ?? 0;
  const write = number(units, "WriteCapacityUnits") ?? 0;
  return read === 0 ? onDemand : { ReadUnitsPerSecond: read, WriteUnitsPerSecond: write };
}

const onDemand: Throughput = { ReadUnitsPerSecond: 12_000, WriteUnitsPerSecond: 4000 };

/** The settings of a table of the model. */
export interface TableSettings {
  readonly name: string;
  readonly arn: string;
  /** Input of CreateTable. */
  readonly definition: Values;
  /** Undefined without a stream. */
  readonly stream: { readonly arn: string; readonly viewType: string } | undefined;
  /** Kinesis streams that receive every change. */
  readonly kinesisStreams: readonly KinesisDestination[];
  /** Attribute with the time after which an item expires. */
  readonly timeToLive: string | undefined;
  readonly features: TableFeatures;
  /** Other regions with a copy of the table, which is the table itself here. @default - none */
  readonly replicas?: readonly string[];
  /** Names of indexes whose keys have several attributes, which are not emulated. @default - none */
  readonly leftOut?: readonly string[];
  /** Whether a request made the table, and not the app. */
  readonly isMadeByRequest?: boolean;
}

/** A Kinesis stream, and whether its records have the time of a change in microseconds, and not in milliseconds. */
interface KinesisDestination {
  readonly arn: string;
  readonly isMicrosecond: boolean;
}

/** The tables of a model. */
export function tableSettings(model: Model): readonly TableSettings[] {
  return model.ofType("aws_dynamodb_table").map((table) => settingsOf(model, table));
}

/** The settings of a table that a request makes: the input of CreateTable, or a description. */
export function requestedSettings(
  table: Values,
  { partition, region, account }: Pick<Model, "partition" | "region" | "account">,
  nowMs: number,
): TableSettings {
  const name = requireText(table, "TableName");
  const arn = formatArn({ partition, region, account }, "dynamodb", `table/${name}`);
  return {
    name,
    arn,
    definition: table,
    stream: requestedStream(table, arn, nowMs),
    kinesisStreams: [],
    timeToLive: undefined,
    features: requestedFeatures(table, { partition, region, account }),
    isMadeByRequest: true,
  };
}

/** The stream that a request enables; undefined for none. */
export function requestedStream(table: Values, arn: string, nowMs: number): TableSettings["stream"] {
  const specification = block(table, "StreamSpecification");
  if (specification?.StreamEnabled !== true) return undefined;
  const label = new Date(nowMs).toISOString().replace("Z", "");
  return {
    arn: `${arn}/stream/${label}`,
    viewType: text(specification, "StreamViewType") ?? "NEW_AND_OLD_IMAGES",
  };
}

/** Refuses a change of a stream that a table cannot make. A stream keeps its kind: it ends, and another one begins. */
export function checkStreamChange(input: Values, { stream }: TableSettings): void {
  const isEnabled = block(input, "StreamSpecification")?.StreamEnabled;
  if (isEnabled === true && stream !== undefined)
    throw new ItemError(`Table already has an enabled stream: ${stream.arn}`);
  if (isEnabled === false && stream === undefined) throw new ItemError("Table has no stream to disable");
}

function settingsOf(model: Model, { values, region }: Resource): TableSettings {
  const { partition, account } = model;
  const ttl = block(values, "ttl") ?? {};
  const name = requireText(values, "name");
  const streamArn = text(values, "stream_arn");
  const indexes = (attribute: string) =>
    blocks(values, attribute)
      .filter((index) => !hasSeveral(indexKeys(index, values)))
      .map((index) => indexDefinition(index, values));
  const [global, local] = [indexes("global_secondary_index"), indexes("local_secondary_index")];
  const KeySchema = keySchema([text(values, "hash_key"), text(values, "range_key")]);
  const leftOut = blocks(values, "global_secondary_index")
    .filter((index) => hasSeveral(indexKeys(index, values)))
    .map((index) => requireText(index, "name"));
  // DynamoDB refuses attributes that no key uses.
  const used = [{ KeySchema }, ...global, ...local].flatMap((part) =>
    blocks(part, "KeySchema").map(({ AttributeName }) => AttributeName),
  );
  const attributes = blocks(values, "attribute").filter(
    (each) => leftOut.length === 0 || used.includes(each.name),
  );
  return {
    name,
    arn: requireText(values, "arn"),
    definition: {
      TableName: name,
      AttributeDefinitions: attributes.map((attribute) => ({
        AttributeName: requireText(attribute, "name"),
        AttributeType: requireText(attribute, "type"),
      })),
      KeySchema,
      BillingMode: "PAY_PER_REQUEST",
      ...(global.length > 0 && { GlobalSecondaryIndexes: global }),
      ...(local.length > 0 && { LocalSecondaryIndexes: local }),
    },
    stream:
      flag(values, "stream_enabled") === true && streamArn !== undefined
        ? { arn: streamArn, viewType: text(values, "stream_view_type") ?? "NEW_AND_OLD_IMAGES" }
        : undefined,
    kinesisStreams: model
      .ofType("aws_dynamodb_kinesis_streaming_destination")
      .filter((each) => each.region === region && text(each.values, "table_name") === name)
      .map(({ values: destination }) => ({
        arn: requireText(destination, "stream_arn"),
        isMicrosecond: text(destination, "approximate_creation_date_time_precision") === "MICROSECOND",
      })),
    timeToLive: flag(ttl, "enabled") === true ? text(ttl, "attribute_name") : undefined,
    features: declaredFeatures(values, { partition, account, region }),
    replicas: blocks(values, "replica").map((replica) => requireText(replica, "region_name")),
    leftOut,
  };
}

/** The keys of an index, of each kind. Newer versions of the provider write them as blocks. */
function indexKeys(index: Values, table: Values) {
  const schema = blocks(index, "key_schema");
  const ofKind = (kind: string) =>
    schema.filter((key) => text(key, "key_type") === kind).map((key) => requireText(key, "attribute_name"));
  if (schema.length > 0) return { hash: ofKind("HASH"), range: ofKind("RANGE") };
  const range = text(index, "range_key");
  return {
    // A local index has the table's partition key.
    hash: [text(index, "hash_key") ?? requireText(table, "hash_key")],
    range: range === undefined ? [] : [range],
  };
}

const hasSeveral = ({ hash, range }: ReturnType<typeof indexKeys>): boolean =>
  hash.length > 1 || range.length > 1;

function indexDefinition(index: Values, table: Values): Values {
  const {
    hash: [partition],
    range: [sort],
  } = indexKeys(index, table);
  const nonKey = texts(index, "non_key_attributes");
  return {
    IndexName: requireText(index, "name"),
    KeySchema: keySchema([partition, sort]),
    Projection: {
      ProjectionType: text(index, "projection_type") ?? "ALL",
      ...(nonKey.length > 0 && { NonKeyAttributes: nonKey }),
    },
  };
}

function keySchema(keys: readonly (string | undefined)[]): readonly Values[] {
  return keys
    .filter((key) => key !== undefined)
    .map((AttributeName, index) => ({ AttributeName, KeyType: index === 0 ? "HASH" : "RANGE" }));
}
