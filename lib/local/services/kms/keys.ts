import { createHash } from "node:crypto";
import { formatArn, isArn } from "../../../facts/aws/arns";
import { deployedAtSeconds, flag, generateUuid, type Model, text } from "../../../model";
import { notInApp } from "../contract/define-service";
import { ModelResources } from "../contract/model-resources";

export interface KmsKey {
  readonly id: string;
  readonly arn: string;
}

/** The id of the only material of a symmetric key. */
export function materialId(arn: string): string {
  return createHash("sha256").update(arn).digest("hex");
}

/**
 * The ARN of the key that a service uses, which it returns in every case.
 *
 * @param service - whose own key it is without a name: `s3`
 * @param key - the id, the alias or the ARN of a key
 */
export function usedKeyArn(
  place: Pick<Model, "partition" | "region" | "account">,
  service: string,
  key: string | undefined,
): string {
  if (key !== undefined && isArn(key)) return key;
  const id = key ?? generateUuid(`${place.account}/${place.region}/aws/${service}`);
  return formatArn(place, "kms", id.startsWith("alias/") ? id : `key/${id}`);
}

/** The keys that the JSON declares. */
export class KmsKeys extends ModelResources {
  /** By id, ARN, or the name or ARN of an alias. */
  find(named: string): KmsKey | undefined {
    const alias =
      this.model.find("aws_kms_alias", "name", named) ?? this.model.find("aws_kms_alias", "arn", named);
    const wanted = alias === undefined ? named : (text(alias.values, "target_key_arn") ?? "");
    const found =
      this.model.find("aws_kms_key", "arn", wanted) ?? this.model.find("aws_kms_key", "key_id", wanted);
    if (found === undefined) return undefined;
    return { id: text(found.values, "key_id") ?? "", arn: text(found.values, "arn") ?? "" };
  }

  require(named: string): KmsKey {
    const found = this.find(named);
    if (found !== undefined) return found;
    throw notInApp("kms", "key", named, this.notFound(named), { code: "NotFoundException" });
  }

  /** Source: recorded answers of AWS, `test/local/recorded/kms/keys.json` */
  private notFound(named: string): string {
    const arnOf = (resource: string) => formatArn(this.model, "kms", resource);
    if (named.startsWith("alias/")) return `Alias ${arnOf(named)} is not found.`;
    if (isArn(named)) return `Key '${named}' does not exist`;
    const isId = /^(?:mrk-[0-9a-f]{32}|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/.test(named);
    return isId ? `Key '${arnOf(`key/${named}`)}' does not exist` : `Invalid keyId '${named}'`;
  }

  /** Source: https://docs.aws.amazon.com/kms/latest/APIReference/API_KeyMetadata.html */
  described(named: string): object {
    const { id, arn } = this.require(named);
    const values = this.model.find("aws_kms_key", "arn", arn)?.values ?? {};
    const isEnabled = flag(values, "is_enabled") ?? true;
    const usage = text(values, "key_usage") ?? "ENCRYPT_DECRYPT";
    const spec = text(values, "customer_master_key_spec") ?? "SYMMETRIC_DEFAULT";
    return {
      AWSAccountId: this.model.account,
      KeyId: id,
      Arn: arn,
      CreationDate: deployedAtSeconds,
      ...(spec === "SYMMETRIC_DEFAULT" && { CurrentKeyMaterialId: materialId(arn) }),
      Enabled: isEnabled,
      Description: text(values, "description") ?? "",
      KeyUsage: usage,
      KeyState: isEnabled ? "Enabled" : "Disabled",
      Origin: "AWS_KMS",
      KeyManager: "CUSTOMER",
      CustomerMasterKeySpec: spec,
      KeySpec: spec,
      ...(spec === "SYMMETRIC_DEFAULT" && { EncryptionAlgorithms: ["SYMMETRIC_DEFAULT"] }),
      MultiRegion: flag(values, "multi_region") ?? false,
    };
  }
}
