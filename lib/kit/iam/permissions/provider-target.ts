import type { IConstruct } from "constructs";
import { findReferenced } from "../../app/references/referenced";
import { isProviderObject, type ProviderObject } from "../../core/terraform/override";
import { literalName } from "../../core/tokens/unresolved";
import { attribute, configValue } from "./provider-values";
import {
  access,
  actionsOf,
  decrypt,
  decryptAndEncrypt,
  encrypt,
  grant,
  keyed,
  type PermissionRow,
  type PermissionTarget,
  permissionKinds,
  type SeparateKey,
} from "./row";

/** Rows of provider types that no construct of the library makes. */
export const providerRows: readonly PermissionRow[] = [
  {
    name: "DeliveryStream",
    types: ["aws_kinesis_firehose_delivery_stream"],
    // The service encrypts with its own grant; the sender needs no permission for the key.
    byDefault: access(grant(actionsOf("firehose", "PutRecord PutRecordBatch"), ["{arn}"])),
    access: {
      grantPutRecords: access(grant(actionsOf("firehose", "PutRecord PutRecordBatch"), ["{arn}"])),
      grantFullAccess: access(grant(["firehose:*"], ["{arn}"])),
    },
  },
  {
    name: "Secret",
    types: ["aws_secretsmanager_secret"],
    byDefault: keyed(decrypt, grant(actionsOf("secretsmanager", "GetSecretValue DescribeSecret"), ["{arn}"])),
    access: {
      grantRead: keyed(
        decrypt,
        grant(actionsOf("secretsmanager", "GetSecretValue DescribeSecret"), ["{arn}"]),
      ),
      grantWrite: keyed(
        decryptAndEncrypt,
        grant(actionsOf("secretsmanager", "PutSecretValue UpdateSecret"), ["{arn}"]),
      ),
      grantFullAccess: keyed(decryptAndEncrypt, grant(["secretsmanager:*"], ["{arn}"])),
    },
    keyPath: "kmsKeyId",
  },
  {
    name: "Parameter",
    types: ["aws_ssm_parameter"],
    byDefault: keyed(decrypt, grant(["ssm:GetParameter*"], ["{arn}"])),
    access: {
      grantRead: keyed(decrypt, grant(["ssm:GetParameter*"], ["{arn}"])),
      // Standard parameters are encrypted by the key itself, advanced ones by a data key.
      grantWrite: keyed(["kms:Encrypt", ...encrypt], grant(["ssm:PutParameter"], ["{arn}"])),
      grantFullAccess: keyed(["kms:Encrypt", ...decryptAndEncrypt], grant(["ssm:*"], ["{arn}"])),
    },
    keyPath: "keyId",
  },
];

/** The row of a provider type, or undefined when permissions cannot name it. */
function findRow(type: string): PermissionRow | undefined {
  return allRows().find(({ types }) => types.includes(type));
}

/** Provider types that permissions can name. */
export function typesWithRow(): readonly string[] {
  return [...new Set(allRows().flatMap(({ types }) => types))];
}

/** The target for a provider's resource or data source; undefined if its type has no row. */
export function findProviderTarget(object: IConstruct): PermissionTarget | undefined {
  if (!isProviderObject(object)) return undefined;
  const row = findRow(object.terraformResourceType);
  return row && providerTarget(row, object);
}

/** The target for a provider's resource or data source whose row is known. */
export function providerTarget(row: PermissionRow, object: ProviderObject): PermissionTarget {
  const key = row.keyPath === undefined ? undefined : configValue(object, row.keyPath);
  return {
    row,
    arn: attribute(object, "arn"),
    ...(typeof key === "string" && { keys: [key] }),
    ...(row.separateKey && { laterKeys: separateKeys(object, row.separateKey) }),
    ...row.parts?.(object),
  };
}

/** The rows of the constructs, and of the provider types without a construct. */
function allRows(): readonly PermissionRow[] {
  return [...permissionKinds.get().flatMap(({ row }) => row ?? []), ...providerRows];
}

/** The keys that separate resources of the app set for an object. */
function separateKeys(object: ProviderObject, { type, of, keyPath }: SeparateKey): () => readonly string[] {
  return () => {
    const separate = object.node.root.node
      .findAll()
      .filter((each): each is ProviderObject => isProviderObject(each, type));
    const ofObject = separate.filter((each) => {
      const named = configValue(each, of);
      const isLiteral = literalName(named) !== undefined && named === configValue(object, of);
      return isLiteral || findReferenced(each, named) === object;
    });
    return ofObject.flatMap((each) => {
      const key = configValue(each, keyPath);
      return typeof key === "string" ? key : [];
    });
  };
}
