import { groupedBy } from "../../../facts/text/grouped";
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
  const statements = withoutReplaced([
    ...statementsOf(known.value("source_policy_documents")),
    ...blocks(values, "statement").map(statementOf),
    ...statementsOf(known.value("override_policy_documents")),
  ]);
  const own = { Version: known.text("version") || "2012-10-17", Statement: statements };
  return JSON.stringify(own, undefined, indent).replaceAll("&{", "${");
}

function statementsOf(documents: unknown): readonly Statement[] {
  return texts({ documents }, "documents").flatMap((document) => {
    const policy = json({ document }, "document");
    return isValues(policy) ? blocks(policy, "Statement") : [];
  });
}

/** A statement replaces an earlier one with the same `Sid`, in its place. */
function withoutReplaced(statements: readonly Statement[]): readonly Statement[] {
  // The place of a key is that of its first value.
  const bySid = new Map(statements.map((each, index) => [each.Sid || index, each] as const));
  return [...bySid.values()];
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
  return { [key]: isAnybody ? "*" : listsBy(found, "type", "identifiers") };
}

function conditions(block: Values): Statement {
  const byTest = groupedBy(blocks(block, "condition"), (each) => text(each, "test") ?? "");
  const condition = [...byTest].map(([test, all]) => [test, listsBy(all, "variable", "values")] as const);
  return condition.length === 0 ? {} : { Condition: Object.fromEntries(condition) };
}

/** The lists of blocks by the text of another attribute. Several blocks with one text have one list. */
function listsBy(found: readonly Values[], key: string, attribute: string): Statement {
  const byKey = groupedBy(found, (each) => text(each, key) ?? "");
  const lists = [...byKey].map(
    ([name, all]) => [name, all.flatMap((each) => texts(each, attribute))] as const,
  );
  return Object.fromEntries(lists.map(([name, list]) => [name, oneOrAll(list)]));
}

function oneOrAll(found: readonly string[]): string | readonly string[] {
  return found.length === 1 ? (found[0] ?? "") : found;
}
