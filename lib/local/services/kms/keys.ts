import { deployedAtSeconds } from "../../model/generated-id";
import type { Model } from "../../model/model";
import { flag, text } from "../../model/values";
import { NotHereError } from "../contract/define-service";
import { missingResource } from "../contract/missing-resource";
import type { ServiceContext, ServiceResources } from "../contract/service";

export interface KmsKey {
  readonly id: string;
  readonly arn: string;
}

/** The keys that the JSON declares. */
export class KmsKeys implements ServiceResources {
  private model: Model;

  constructor({ model }: Pick<ServiceContext, "model">) {
    this.model = model;
  }

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
    if (found === undefined)
      throw new NotHereError("NotFoundException", missingResource("kms", "key", named));
    return found;
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

  async replace(model: Model): Promise<void> {
    this.model = model;
  }

  async stop(): Promise<void> {}
}
