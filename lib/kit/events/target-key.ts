import type { KmsKey } from "@cdktf/provider-aws/lib/kms-key";
import { TerraformDataSource, TerraformStack } from "cdktf";
import { Construct, type IConstruct } from "constructs";
import { accountRootArn, formatArn } from "../../facts/aws/arns";
import { servicePrincipal } from "../../facts/aws/principals";
import { findReferenced } from "../app/references/referenced";
import { Stack } from "../app/stack";
import { finish } from "../app/synthesis/finish";
import { isProviderObject } from "../core/terraform/override";
import { resolveValue } from "../core/tokens/resolve";
import { isUnresolved } from "../core/tokens/unresolved";
import { type Conditions, lazyPolicyJson, type Statement } from "../iam/permissions";
import { fail } from "./errors";

/**
 * The actions that a service needs on the key of an encrypted queue or topic to which it sends.
 *
 * Source: https://docs.aws.amazon.com/AWSSimpleQueueService/latest/SQSDeveloperGuide/sqs-key-management.html
 */
const actions = ["kms:Decrypt", "kms:GenerateDataKey*"];

/** The key that the provider object of a queue or topic names; undefined without one. */
function keyOf(object: unknown): string | undefined {
  const { kmsMasterKeyIdInput: key } = Object(object) as { readonly kmsMasterKeyIdInput?: unknown };
  return typeof key === "string" && key !== "" ? key : undefined;
}

/** Refuses a queue or topic to which no service can send: the policy of a key of AWS names no service. */
export function checkTargetKey(where: IConstruct, prop: string, object: unknown): void {
  const key = keyOf(object);
  if (key !== undefined && !isUnresolved(key) && /(?:^|:)alias\/aws\//.test(key)) {
    fail(where, "target-key-managed", prop, { value: key });
  }
}

/**
 * Lets a service use the customer key of a queue or topic.
 *
 * A key of the app that has no policy of the caller's gets one: the default policy of KMS, and a statement for the
 * services. For other keys a notice says what the policy needs.
 */
export function allowTargetKey(where: IConstruct, object: unknown, service: string): void {
  const key = keyOf(object);
  if (key === undefined) return;
  const found = findKey(where, key);
  if (found === undefined) note(where, service);
  else KeyServices.of(found).allow(service, where);
}

function note(where: IConstruct, service: string): void {
  const text = `serverform: let ${service} use ${actions.join(" and ")} in the policy of the key that encrypts the destination; otherwise its messages are lost`;
  Stack.of(where).app.addNotice(text, where);
}

/** The key of the app that a reference or the name of an alias means; undefined for another key. */
function findKey(where: IConstruct, key: string): KmsKey | undefined {
  if (!isUnresolved(key)) {
    const name = /(?:^|:)(alias\/.+)$/.exec(key)?.[1];
    const isNamed = (each: IConstruct) => (each as { readonly nameInput?: unknown }).nameInput === name;
    const all = Stack.of(where).app.node.findAll();
    const alias = all.find((each) => isProviderObject(each, "aws_kms_alias") && isNamed(each));
    return alias && keyOfAlias(alias);
  }
  const found = findReferenced(where, key);
  if (found === undefined || !("isServerformStack" in TerraformStack.of(found))) return undefined;
  if (found.terraformResourceType === "aws_kms_alias") return keyOfAlias(found);
  const isKey =
    found.terraformResourceType === "aws_kms_key" && !TerraformDataSource.isTerraformDataSource(found);
  return isKey ? (found as unknown as KmsKey) : undefined;
}

function keyOfAlias(alias: IConstruct): KmsKey | undefined {
  const { targetKeyIdInput: target } = alias as { readonly targetKeyIdInput?: unknown };
  return typeof target === "string" && isUnresolved(target) ? findKey(alias, target) : undefined;
}

function writtenOf(scope: IConstruct, value: string): string {
  return String(resolveValue(scope, value));
}

/**
 * A condition on the resource that a service acts for, which keeps other accounts out. By account,
 * not by ARN: the sender may itself refer to the key.
 *
 * S3 is not known to tell anything, so that a condition could stop it; the policy of the queue or topic names the bucket.
 * Sources: https://docs.aws.amazon.com/AmazonS3/latest/userguide/grant-destinations-permissions-to-s3.html
 * https://docs.aws.amazon.com/sns/latest/dg/sns-enable-encryption-for-topic-sqs-queue-subscriptions.html
 * https://docs.aws.amazon.com/eventbridge/latest/userguide/eb-use-resource-based.html
 */
function senderConditions(service: string, { partition, account }: Stack): Conditions | undefined {
  if (service === servicePrincipal("events")) return { StringEquals: { "aws:SourceAccount": account } };
  if (service === servicePrincipal("sns")) {
    return { ArnLike: { "aws:SourceArn": formatArn({ partition, region: "*", account }, "sns", "*") } };
  }
  return undefined;
}

/** The services that may use a key of the app. Decided when everything is declared: the caller's policy wins. */
class KeyServices extends Construct {
  private readonly allowed = new Map<string, IConstruct[]>();
  private isWritten = false;

  private constructor(private readonly key: KmsKey) {
    super(key, KeyServices.id);
  }

  private static readonly id = "_services";

  static of(key: KmsKey): KeyServices {
    const known = key.node.tryFindChild(KeyServices.id) as KeyServices | undefined;
    return known ?? new KeyServices(key);
  }

  allow(service: string, user: IConstruct): void {
    this.allowed.set(service, [...(this.allowed.get(service) ?? []), user]);
  }

  [finish](): void {
    if (this.isWritten) return;
    const policies = this.policies();
    if (policies.length > 0) {
      for (const [service, users] of this.allowed) {
        if (policies.some((policy) => policy.includes(service))) continue;
        for (const user of users) note(user, service);
      }
      return;
    }
    const { partition, account } = Stack.of(this.key);
    this.isWritten = true;
    this.key.policy = lazyPolicyJson((): readonly Statement[] => [
      // The default policy of KMS, which any other policy replaces.
      // Source: https://docs.aws.amazon.com/kms/latest/developerguide/key-policy-default.html
      {
        sid: "OwnerAccess",
        effect: "Allow",
        principals: { AWS: [accountRootArn({ partition, account })] },
        actions: ["kms:*"],
        resources: ["*"],
      },
      ...[...this.allowed.keys()].sort().map((service): Statement => {
        const conditions = senderConditions(service, Stack.of(this.key));
        return {
          effect: "Allow",
          principals: { Service: [service] },
          actions,
          resources: ["*"],
          ...(conditions && { conditions }),
        };
      }),
    ]);
  }

  /** The texts of the policies that the caller gave to the key. */
  private policies(): readonly string[] {
    const { key } = this;
    const own = key.policyInput === undefined ? [] : [writtenOf(key, key.policyInput)];
    const separate = Stack.of(key)
      .app.node.findAll()
      .filter((each) => isProviderObject(each, "aws_kms_key_policy"))
      .map(
        (each) =>
          each as unknown as IConstruct & { readonly keyIdInput: string; readonly policyInput: string },
      )
      .filter((each) => findKey(each, each.keyIdInput) === key)
      .map((each) => writtenOf(each, each.policyInput));
    return [...own, ...separate];
  }
}
