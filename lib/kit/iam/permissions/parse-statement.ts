import { exampleArn, policyResource } from "../../../facts/aws/arn-patterns";
import { servicePrincipal } from "../../../facts/aws/principals";
import type { Where } from "../../../facts/errors/error";
import { together } from "../../../facts/errors/problems";
import { present } from "../../core/checks/absence";
import { checkKeys, checkLiteral, checkObject, isPlainObject } from "../../core/checks/check";
import { refuseValue } from "../../core/errors";
import { fail } from "../errors";
import { parseConditions, parseProviderConditions, parseText, parseTexts } from "./parse-conditions";
import { isPolicyStatement, type Statement } from "./statement";

/** The keys of the two forms that callers write, and the keys of `Statement`. */
const iamKeys: Readonly<Record<string, keyof Statement>> = {
  Sid: "sid",
  Effect: "effect",
  Action: "actions",
  NotAction: "notActions",
  Resource: "resources",
  NotResource: "notResources",
  Condition: "conditions",
  Principal: "principals",
};
const propKeys = [...Object.values(iamKeys), "condition"];

/**
 * Parses a statement from any form that callers may write.
 *
 * @param who - the owner of the statement: statements of a role have no principals, those of a resource must
 */
export function parseStatement(
  where: Where,
  prop: string,
  value: unknown,
  who: "role" | "resource" = "role",
): Statement {
  if (!isPlainObject(value) && !isPolicyStatement(value)) {
    return refuseValue(where, prop, value, "a statement: { actions: [...], resources: [...] }");
  }
  const { raw, at } = spelledAsProps(where, prop, value);
  const { effect = "Allow" } = raw;
  if (effect !== "Allow" && effect !== "Deny") {
    return fail(where, "literal-unknown", at("effect"), { value: effect, allowed: ["Allow", "Deny"] });
  }
  const [actions, resources, conditions, sid, principals] = together(
    () => parseEither(where, prop, raw, at, "actions"),
    () => parseEither(where, prop, raw, at, "resources"),
    () => {
      if (raw.condition === undefined) return parseConditions(where, at("conditions"), raw.conditions);
      if (raw.conditions !== undefined) failBoth(where, prop, at("condition"), at("conditions"));
      return parseProviderConditions(where, at("condition"), raw.condition);
    },
    () => raw.sid !== undefined && { sid: parseSid(where, at("sid"), raw.sid, who) },
    () => parsePrincipals(where, at("principals"), raw.principals, who),
  );
  return {
    ...sid,
    effect,
    ...(actions.negated ? { actions: [], notActions: actions.list } : { actions: actions.list }),
    ...(resources.negated ? { resources: [], notResources: resources.list } : { resources: resources.list }),
    ...(Object.keys(conditions).length > 0 && { conditions }),
    ...principals,
  };
}

type RawKey = keyof Statement | "condition";

type Raw = Readonly<Partial<Record<RawKey, unknown>>>;

/** The values by normalized key, and the path of each as the caller wrote it. */
function spelledAsProps(
  where: Where,
  prop: string,
  value: object,
): { readonly raw: Raw; readonly at: (key: RawKey) => string } {
  const written = Object.fromEntries(Object.entries(value).filter(([, each]) => each !== undefined));
  if (!Object.keys(written).some((key) => Object.hasOwn(iamKeys, key))) {
    checkKeys(where, prop, written, propKeys);
    return { raw: written, at: (key) => `${prop}.${key}` };
  }
  checkKeys(where, prop, written, Object.keys(iamKeys));
  const raw = Object.fromEntries(Object.entries(written).map(([key, each]) => [iamKeys[key] ?? key, each]));
  const spelled = new Map(Object.entries(iamKeys).map(([iamKey, key]) => [key, iamKey]));
  return { raw, at: (key) => `${prop}.${key === "condition" ? key : spelled.get(key)}` };
}

const kinds = {
  actions: {
    notKey: "notActions",
    check: checkAction,
    remedy: 'Name the actions, for example "s3:GetObject".',
  },
  resources: {
    notKey: "notResources",
    check: checkResource,
    remedy: 'Name the ARNs of the resources. For every resource write "*".',
  },
} as const;

/** The list of a key or of its negation. Exactly one of them must be given. */
function parseEither(
  where: Where,
  prop: string,
  raw: Raw,
  at: (key: RawKey) => string,
  key: keyof typeof kinds,
): { readonly list: readonly string[]; readonly negated: boolean } {
  const { notKey, check, remedy } = kinds[key];
  const negated = raw[notKey] !== undefined;
  if (negated && raw[key] !== undefined) failBoth(where, prop, at(key), at(notKey));
  if (!negated && raw[key] === undefined) fail(where, "prop-required", at(key), { remedy });
  const used = negated ? notKey : key;
  return { list: parseTexts(where, at(used), raw[used], check), negated };
}

function failBoth(where: Where, prop: string, one: string, other: string): never {
  return fail(where, "statement-invalid", prop, {
    problem: `has both ${one} and ${other}.`,
    remedy: "Leave out one of them.",
  });
}

/**
 * The id of a statement. IAM itself takes letters and digits; queues, topics and buckets also take others, as the names of their
 * default statements show: `__owner_statement`.
 *
 * Sources: https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_policies_elements_sid.html and
 * https://docs.aws.amazon.com/AmazonS3/latest/userguide/example-bucket-policies.html
 */
function parseSid(where: Where, prop: string, value: unknown, who: "role" | "resource"): string {
  const sid = parseText(where, prop, value);
  const [form, expected] =
    who === "role"
      ? [/^[A-Za-z0-9]+$/, "letters and digits only"]
      : [/^[\x20-\x7e]+$/, "letters, digits and other characters of ASCII"];
  return form.test(sid) ? sid : refuseValue(where, prop, sid, expected);
}

function checkAction(where: Where, prop: string, text: string): void {
  if (text.includes("${") || text === "*" || /^[A-Za-z0-9-]+:[A-Za-z0-9*?]+$/.test(text)) return;
  refuseValue(where, prop, text, 'an action: "s3:GetObject" or "s3:*"');
}

function checkResource(where: Where, prop: string, text: string): void {
  if (text.includes("${") || text === "*" || policyResource.test(text)) return;
  fail(where, "prop-invalid", prop, {
    value: text,
    expected: `an ARN, for example "${exampleArn("s3", "my-bucket/*")}", or "*"`,
  });
}

/** Parses the principals of a statement. Statements of a role must not have any; those of a resource must. */
function parsePrincipals(
  where: Where,
  prop: string,
  value: unknown,
  who: "role" | "resource",
): Pick<Statement, "principals"> {
  if (who === "role") {
    if (value === undefined) return {};
    return fail(where, "statement-invalid", prop, {
      problem: "is not allowed in a statement of a role.",
      remedy: "Leave it out. The principal is the role to which the statement is attached.",
    });
  }
  if (value === "*") return { principals: "*" };
  const kinds = Array.isArray(value) ? providerKinds(where, prop, value) : iamKinds(where, prop, value);
  for (const [kind] of kinds) checkLiteral(where, prop, kind, principalKinds);
  if (kinds.length > 0) return { principals: Object.fromEntries(kinds) };
  const expected = `who may do it: { Service: "${servicePrincipal("events")}" }`;
  return refuseValue(where, prop, value, expected);
}

/** Source: https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_policies_elements_principal.html; `*` is Terraform's. */
const principalKinds = ["AWS", "Service", "Federated", "CanonicalUser", "*"];

type Kind = readonly [kind: string, names: readonly string[]];

/** The provider's form: a list of `{ type, identifiers }`. */
function providerKinds(where: Where, prop: string, value: readonly unknown[]): readonly Kind[] {
  return value.map((each, index) => {
    const at = `${prop}[${index}]`;
    checkObject(where, at, each, ["type", "identifiers"], "{ type, identifiers }");
    const type = parseText(where, `${at}.type`, each.type);
    return [type, parseTexts(where, `${at}.identifiers`, each.identifiers)];
  });
}

function iamKinds(where: Where, prop: string, value: unknown): readonly Kind[] {
  if (!isPlainObject(value)) return [];
  return Object.entries(present(value)).map(([kind, names]) => [
    kind,
    parseTexts(where, `${prop}.${kind}`, names),
  ]);
}
