import type { Block } from "../stack";
import { referencesIn } from "../terraform-references";

type Blocks = Readonly<Record<string, Readonly<Record<string, Block>>>>;

/** A type of resource that is newer than the oldest provider that machines have. */
interface NewerType {
  /** Arguments whose change replaces the resource. */
  readonly replacedFor: readonly string[];
  /** The attributes that AWS sets, as an expression over its id. */
  readonly computed: Readonly<Record<string, (id: string) => string>>;
}

const hosts = (id: string) => `{ HTTP = ${id}, REALTIME = ${id} }`;

/** Source: https://github.com/hashicorp/terraform-provider-aws/tree/main/internal/service, appsync and cognitoidp */
const newerTypes: Readonly<Record<string, NewerType>> = {
  aws_appsync_api: {
    replacedFor: [],
    computed: {
      api_id: (id) => id,
      api_arn: (id) => `format("arn:aws:appsync:us-east-1:123456789012:apis/%s", ${id})`,
      dns: hosts,
    },
  },
  aws_cognito_managed_login_branding: {
    replacedFor: ["client_id", "user_pool_id"],
    computed: { managed_login_branding_id: (id) => id },
  },
  aws_appsync_channel_namespace: {
    replacedFor: ["api_id", "name"],
    computed: {
      channel_namespace_arn: (id) => `format("arn:aws:appsync:us-east-1:123456789012:apis/%s", ${id})`,
    },
  },
};

/**
 * Resources with `terraform_data` in place of those whose type the provider does not know: with the same references, the same
 * lifecycle, and replaced for the same arguments.
 */
export function withStandIns(resource: Blocks): Blocks {
  const known = Object.fromEntries(Object.entries(resource).filter(([type]) => !(type in newerTypes)));
  const stands = Object.entries(newerTypes).flatMap(([type, { replacedFor }]) =>
    Object.entries(resource[type] ?? {}).map(([name, block]) => [
      standInName(type, name),
      standIn(block, replacedFor),
    ]),
  );
  if (stands.length === 0) return resource;
  const all = { ...known, terraform_data: { ...known.terraform_data, ...Object.fromEntries(stands) } };
  return mapTexts(all, toStandIns) as Blocks;
}

const standInName = (type: string, name: string): string => `${type}__${name}`;

/** The type of the resource of an address; of a stand-in, the type that it stands for. */
export function typeAt(address: string): string {
  const [type = "", name = ""] = address.split(".");
  const [newer = ""] = name.split("__");
  return type === "terraform_data" && newer in newerTypes ? newer : type;
}

function standIn({ lifecycle, depends_on, ...values }: Block, replacedFor: readonly string[]): Block {
  return {
    input: values,
    ...(replacedFor.length > 0 && { triggers_replace: replacedFor.map((key) => values[key] ?? null) }),
    ...(lifecycle !== undefined && { lifecycle }),
    ...(depends_on !== undefined && { depends_on }),
  };
}

/** A text that refers to the stand-ins in place of the resources. */
function toStandIns(text: string): string {
  let result = text;
  for (const { address } of referencesIn(text.includes("${") ? text : `\${${text}}`)) {
    const [type = "", name = ""] = address.split(".");
    const newer = newerTypes[type];
    if (newer === undefined) continue;
    const stand = `terraform_data.${standInName(type, name)}`;
    for (const [attribute, expression] of Object.entries(newer.computed)) {
      result = result.replaceAll(`${address}.${attribute}`, expression(`${stand}.id`));
    }
    result = result.replaceAll(`${address}.`, `${stand}.input.`).replaceAll(address, stand);
  }
  return result;
}

function mapTexts(value: unknown, map: (text: string) => string): unknown {
  if (typeof value === "string") return map(value);
  if (Array.isArray(value)) return value.map((each) => mapTexts(each, map));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, mapTexts(each, map)]));
}
