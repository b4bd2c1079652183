import { Fn, TerraformDataSource } from "cdktf";
import type { IConstruct } from "constructs";
import { isProviderObject, type ProviderObject } from "../../core/override";
import type { PermissionTarget, RowName } from "./row";
import { rows } from "./table";

/** The permission target of a provider's resource or data source; undefined if the table has no row for it. */
export function findProviderTarget(object: IConstruct): PermissionTarget | undefined {
  if (!isProviderObject(object)) return undefined;
  const row = rowOfType.get(object.terraformResourceType);
  if (row === undefined) return undefined;
  const keyPath = keyPaths[row];
  const key = keyPath === undefined ? undefined : input(object, keyPath);
  return {
    row,
    arn: attribute(object, "arn"),
    ...(typeof key === "string" && { keys: [key] }),
    ...moreParts[row]?.(object),
  };
}

const rowOfType: ReadonlyMap<string, RowName> = new Map(
  Object.entries(rows).flatMap(([name, row]) =>
    row.types.map((type: string) => [type, name as RowName] as const),
  ),
);

/**
 * The paths of the customer managed key in the config of a resource.
 *
 * For a data source the key is known only at deployment, and may be AWS managed.
 */
const keyPaths: Partial<Record<RowName, string>> = {
  Table: "serverSideEncryption.kmsKeyArn",
  Topic: "kmsMasterKeyId",
  EventBus: "kmsKeyIdentifier",
  Queue: "kmsMasterKeyId",
  KinesisStream: "kmsKeyId",
  Bucket: "serverSideEncryptionConfiguration.rule.applyServerSideEncryptionByDefault.kmsMasterKeyId",
  RDS: "masterUserSecretKmsKeyId",
  Secret: "kmsKeyId",
  Parameter: "keyId",
};

const moreParts: Partial<Record<RowName, (object: ProviderObject) => Partial<PermissionTarget>>> = {
  Table: (object) => {
    const known =
      TerraformDataSource.isTerraformDataSource(object) || input(object, "streamEnabled") === true;
    return known ? { streamArn: attribute(object, "stream_arn") } : {};
  },
  RDS: (object) => {
    const secretArn = attribute(object, "master_user_secret[0].secret_arn");
    if (TerraformDataSource.isTerraformDataSource(object)) {
      // Whether there is a managed secret is known only at deployment. Without one the statement names the cluster, to which
      // the secret actions do not apply.
      return { secretArn: Fn.try([secretArn, attribute(object, "arn")]) };
    }
    return input(object, "manageMasterUserPassword") === true ? { secretArn } : {};
  },
};

/** A reference to an attribute of a provider object by its Terraform name, which may contain an index and a path. */
export function attribute(object: ProviderObject, name: string): string {
  return (object as ProviderObject & { getStringAttribute(name: string): string }).getStringAttribute(name);
}

/** A value of the object's config by path; undefined if it is not set. */
function input(object: ProviderObject, path: string): unknown {
  const [first = "", ...rest] = path.split(".");
  let value: unknown = (object as unknown as Readonly<Record<string, unknown>>)[`${first}Input`];
  for (const key of rest) {
    if (typeof value !== "object" || value === null) return undefined;
    value = (value as Readonly<Record<string, unknown>>)[key];
  }
  return value;
}
