import { generateId, generateUuid } from "../generated-id";
import { isValues } from "../values";
import { appSync } from "./app-sync";
import { awsAccount } from "./aws-account";
import { delivery, domains } from "./domains";
import { functions } from "./functions";
import { httpApi, httpApiBlocks } from "./http-api";
import { identities } from "./identities";
import type { ComputedAttributes, KnownResource } from "./known-resource";
import { loadBalancers } from "./load-balancers";
import { messages } from "./messages";
import { restApi } from "./rest-api";
import { arn, as, id } from "./shapes";
import { storage } from "./storage";

/** Resources of Terraform itself and of the random and null providers. */
const utilityResources: Readonly<Record<string, ComputedAttributes>> = {
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

/** Attributes that AWS computes, by resource type. Any other type gets an id and a plausible ARN. */
const table: ReadonlyMap<string, ComputedAttributes> = new Map(
  Object.entries({
    ...functions,
    ...httpApi,
    ...restApi,
    ...appSync,
    ...identities,
    ...messages,
    ...loadBalancers,
    ...storage,
    ...delivery,
    ...domains,
    ...awsAccount,
    ...utilityResources,
  }),
);

const blocks: ReadonlyMap<string, ComputedAttributes> = new Map(Object.entries(httpApiBlocks));

/** The value of an attribute: the configured value with AWS's additions, or else the computed value. */
export function computeAttribute(
  known: KnownResource,
  type: string,
  attribute: string,
  configured: unknown,
): unknown {
  const inside = blocks.get(type)?.[attribute]?.(known);
  if (isValues(inside)) return merge(configured, inside);
  if (configured !== undefined) return configured;
  return rulesOf(type)[attribute]?.(known);
}

export function computedAttributes(type: string): readonly string[] {
  return Object.keys(rulesOf(type));
}

/** A plausible id or ARN for an attribute without a rule. */
export function guessAttribute(known: KnownResource, type: string, attribute: string): string | undefined {
  const seed = `${known.address} ${attribute}`;
  if (/(^|_)arn$/.test(attribute))
    return guessArn(known, type, attribute === "arn" ? known.text("id") : generateId(seed, 10));
  return /(^|_)id$/.test(attribute) ? generateId(seed, 10) : undefined;
}

const ofUnknown: ComputedAttributes = {
  id: (known) => generateId(known.address, 10),
};

/** Rules by type, built on first use. */
const rules = new Map<string, ComputedAttributes>();

function rulesOf(type: string): ComputedAttributes {
  const found = rules.get(type) ?? makeRules(type);
  rules.set(type, found);
  return found;
}

/** A data source has the attributes of the resource of the same type. */
function makeRules(type: string): ComputedAttributes {
  const known = table.get(type);
  const ofResource = table.get(type.replace(/^data\./, ""));
  const isAws = /^(data\.)?aws_/.test(type);
  if (known === undefined && ofResource === undefined && isAws) {
    return { ...ofUnknown, arn: (each) => guessArn(each, type, each.text("id")) };
  }
  return { ...ofUnknown, ...ofResource, ...known };
}

/** `aws_efs_access_point`: an ARN of the service `efs`, with the resource `access-point/<id>`. */
function guessArn(known: KnownResource, type: string, id: string): string {
  const [service = "", ...kind] = type.replace(/^(data\.)?aws_/, "").split("_");
  return arn(known, service, [...(kind.length > 0 ? [kind.join("-")] : []), id].join("/"));
}

function merge(configured: unknown, inside: Readonly<Record<string, unknown>>): unknown {
  if (Array.isArray(configured)) return configured.map((each) => merge(each, inside));
  return isValues(configured) ? { ...inside, ...configured } : configured;
}

function randomText(known: KnownResource): string {
  const length = Math.min(Number(known.text("length")) || 16, 64);
  return generateId(known.address, length, "mixedCase");
}

function randomBytes(known: KnownResource): Buffer {
  return Buffer.from(generateId(known.address, Math.min(Number(known.text("byte_length")) || 8, 64)));
}
