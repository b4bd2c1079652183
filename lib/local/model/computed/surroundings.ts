import { generateId, generateUuid } from "../generated-id";
import type { ComputedAttributes, KnownResource } from "./known-resource";
import { policyDocument } from "./policy-document";
import { arnWith, as, id } from "./shapes";

function zones(known: KnownResource): readonly string[] {
  return ["a", "b", "c"].map((letter) => `${known.region}${letter}`);
}

/** The account, region and partition, and resources of Terraform itself. */
export const surroundings: Readonly<Record<string, ComputedAttributes>> = {
  "data.aws_caller_identity": {
    id: as("account_id"),
    account_id: (known) => known.account,
    user_id: (known) => `AIDA${generateId(known.address, 17, "upperCase")}`,
    arn: (known) => arnWith(known, "iam", "", known.account, "user/local"),
  },
  "data.aws_region": {
    id: as("region"),
    // Until version 6 of the provider, `name` chose the region.
    region: as("name"),
    name: (known) => known.region,
    endpoint: (known) => `ec2.${known.text("name")}.${known.dnsSuffix}`,
  },
  "data.aws_partition": {
    id: as("partition"),
    partition: (known) => known.partition,
    dns_suffix: (known) => known.dnsSuffix,
    reverse_dns_prefix: (known) => known.dnsSuffix.split(".").reverse().join("."),
  },
  "data.aws_availability_zones": {
    id: (known) => known.region,
    names: zones,
    zone_ids: (known) => zones(known).map((zone) => `${zone.replaceAll("-", "")}z1`),
  },
  "data.aws_iam_policy_document": {
    id: id(10, "digits"),
    json: (known) => policyDocument(known, 2),
    minified_json: (known) => policyDocument(known),
  },
  terraform_data: { id: (known) => generateUuid(known.address), output: as("input") },
  null_resource: { id: id(19, "digits") },
  random_uuid: { id: as("result"), result: (known) => generateUuid(known.address) },
  random_string: { id: as("result"), result: randomText },
  random_password: { id: () => "none", result: randomText },
  random_id: {
    id: as("hex"),
    hex: (known) => randomBytes(known).toString("hex"),
    b64_url: (known) => randomBytes(known).toString("base64url"),
    b64_std: (known) => randomBytes(known).toString("base64"),
  },
};

function randomText(known: KnownResource): string {
  const length = Math.min(Number(known.text("length")) || 16, 64);
  return generateId(known.address, length, "mixedCase");
}

function randomBytes(known: KnownResource): Buffer {
  return Buffer.from(generateId(known.address, Math.min(Number(known.text("byte_length")) || 8, 64)));
}
