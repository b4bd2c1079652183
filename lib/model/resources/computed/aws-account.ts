import { generateId } from "../generated-id";
import type { ComputedAttributes, KnownResource } from "./known-resource";
import { policyDocument } from "./policy-document";
import { arnWith, as, id } from "./shapes";

function zones(known: KnownResource): readonly string[] {
  return ["a", "b", "c"].map((letter) => `${known.region}${letter}`);
}

/** Data sources about the account, the region and the partition. */
export const awsAccount: Readonly<Record<string, ComputedAttributes>> = {
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
};
