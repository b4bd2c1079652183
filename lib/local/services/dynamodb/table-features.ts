import { formatArn, isArn } from "../../../facts/aws/arns";
import { block, blocks, flag, generateUuid, type Model, number, text, type Values } from "../../../model";
import { ItemError } from "./expressions/problems";

type Place = Pick<Model, "partition" | "region" | "account">;

/** Settings of a table that change nothing about its items. */
export interface TableFeatures {
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
    keyArn: flag(encryption, "enabled") === true ? keyArn(text(encryption, "kms_key_arn"), place) : undefined,
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
      keyArn: isEncrypted ? keyArn(text(encryption, "KMSMasterKeyId"), place) : undefined,
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

/** DynamoDB returns the ARN of a key in every case. */
function keyArn(key: string | undefined, place: Place): string {
  if (key !== undefined && isArn(key)) return key;
  const managed = `key/${generateUuid(`${place.account}/${place.region}/aws/dynamodb`)}`;
  const named = key === undefined || key.startsWith("alias/") ? (key ?? managed) : `key/${key}`;
  return formatArn(place, "kms", named);
}
