import { generateId } from "../generated-id";
import type { Values } from "../model";
import { blocks, isValues, json, text, texts } from "../values";
import type { ComputedAttributes, KnownResource } from "./known-resource";
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

type Statement = Readonly<Record<string, unknown>>;

/**
 * The JSON text of an `aws_iam_policy_document`.
 *
 * Policy variables are written `&{aws:username}` there, because `${` starts a Terraform expression.
 */
function policyDocument(known: KnownResource, indent?: number): string {
  const values: Values = { statement: known.value("statement") };
  const statements = override(
    [
      ...statementsOf(known.value("source_policy_documents")),
      ...blocks(values, "statement").map(statementOf),
    ],
    statementsOf(known.value("override_policy_documents")),
  );
  const own = { Version: known.text("version") || "2012-10-17", Statement: statements };
  return JSON.stringify(own, undefined, indent).replaceAll("&{", "${");
}

function statementsOf(documents: unknown): readonly Statement[] {
  return texts({ documents }, "documents").flatMap((document) => {
    const policy = json({ document }, "document");
    return isValues(policy) ? blocks(policy, "Statement") : [];
  });
}

/** A statement replaces an earlier one with the same `Sid`. */
function override(statements: readonly Statement[], others: readonly Statement[]): readonly Statement[] {
  const replaced = new Set(others.flatMap(({ Sid }) => (typeof Sid === "string" ? [Sid] : [])));
  return [...statements.filter(({ Sid }) => typeof Sid !== "string" || !replaced.has(Sid)), ...others];
}

function statementOf(block: Values): Statement {
  const sid = text(block, "sid");
  return {
    ...(sid !== undefined && sid !== "" && { Sid: sid }),
    Effect: text(block, "effect") ?? "Allow",
    ...list(block, "actions", "Action"),
    ...list(block, "not_actions", "NotAction"),
    ...list(block, "resources", "Resource"),
    ...list(block, "not_resources", "NotResource"),
    ...principals(block, "principals", "Principal"),
    ...principals(block, "not_principals", "NotPrincipal"),
    ...conditions(block),
  };
}

function list(block: Values, attribute: string, key: string): Statement {
  const found = texts(block, attribute);
  return found.length === 0 ? {} : { [key]: oneOrAll(found) };
}

function principals(block: Values, attribute: string, key: string): Statement {
  const found = blocks(block, attribute);
  const [first] = found;
  if (first === undefined) return {};
  const isAnybody = text(first, "type") === "*" && texts(first, "identifiers").includes("*");
  const byType = found.map(
    (each) => [text(each, "type") ?? "AWS", oneOrAll(texts(each, "identifiers"))] as const,
  );
  return { [key]: isAnybody ? "*" : Object.fromEntries(byType) };
}

function conditions(block: Values): Statement {
  const condition: Record<string, Record<string, unknown>> = {};
  for (const each of blocks(block, "condition")) {
    const test = text(each, "test") ?? "";
    condition[test] = { ...condition[test], [text(each, "variable") ?? ""]: oneOrAll(texts(each, "values")) };
  }
  return Object.keys(condition).length === 0 ? {} : { Condition: condition };
}

function oneOrAll(found: readonly string[]): string | readonly string[] {
  return found.length === 1 ? (found[0] ?? "") : found;
}
