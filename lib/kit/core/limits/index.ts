import type { Where } from "../../../facts/errors/error";
import { mapTogether } from "../../../facts/errors/problems";
import type { PropCheck } from "../checks/check";
import { memberPath } from "../prop-path";
import { isUnresolved } from "../tokens/unresolved";
import { apiLimits } from "./api-facts";
import { appSyncLimits } from "./appsync";
import { cloudFrontLimits } from "./cloudfront";
import { codeBuildLimits } from "./codebuild";
import { cognitoLimits } from "./cognito";
import { gatewayLimits } from "./gateway";
import { regionLimit } from "./identifiers";
import { iotLimits } from "./iot";
import { lambdaLimits } from "./lambda";
import {
  checkEach,
  checkLimit,
  isUnknown,
  type Limit,
  type LimitRow,
  type ResourceLimits,
  within,
} from "./limit";
import { loadBalancerLimits } from "./load-balancing";
import { logLimits } from "./logs";
import { messagingLimits } from "./messaging";
import { checkNamed } from "./named";
import { pipeLimits } from "./pipes";
import { schedulerLimits } from "./scheduler";
import { storageLimits } from "./storage";
import { checkTags } from "./tags";

/**
 * The limits of AWS, by resource and attribute of the provider, each with its source.
 *
 * A prop that becomes an attribute is checked with the row of the attribute: `checkLimit(this, "name", name,
 * limits.aws_sqs_queue.name)`. Overrides are checked with all rows of their resource. Sizes and counts that are not attributes
 * are in `quotas`.
 */
export const limits = {
  ...lambdaLimits,
  ...messagingLimits,
  ...storageLimits,
  ...gatewayLimits,
  ...cognitoLimits,
  ...appSyncLimits,
  ...logLimits,
  ...pipeLimits,
  ...schedulerLimits,
  ...codeBuildLimits,
  ...cloudFrontLimits,
  ...iotLimits,
  ...loadBalancerLimits,
};

/**
 * Rejects attributes and tags that AWS rejects, also in blocks.
 *
 * @param defaultTags - tags that the resource gets besides its own
 */
export function checkResourceLimits(
  where: Where,
  prop: string,
  config: object,
  resourceType: string,
  defaultTags: Readonly<Record<string, string>> = {},
): void {
  const rows = rowsOf(resourceType).map((row) => ({ ...row, limit: limitFor(row.limit, config) }));
  checkRows(where, prop, config, rows, (at, value, limit) => checkLimit(where, at, value, limit));
  const { tags, region } = config as { readonly tags?: unknown; readonly region?: unknown };
  checkLimit(where, placeOf(prop, "region"), region, regionLimit);
  checkTags(where, placeOf(prop, "tags"), tags, defaultTags);
}

/**
 * Rejects values that the models of AWS's APIs exclude.
 *
 * Only for created resources: the earlier checks of constructs give better messages.
 */
export function checkApiFacts(where: Where, config: object, resourceType: string): void {
  checkRows(where, "", config, apiLimits(resourceType), (path, value, limit) => {
    // Terraform treats an empty text as absence.
    if (value !== "" && value !== null) checkLimit(where, path, value, limit);
  });
}

/** The attributes of a resource that `checkResourceLimits` and `checkApiFacts` look at. */
export function checkedAttributes(resourceType: string): readonly string[] {
  const rows = [...rowsOf(resourceType), ...apiLimits(resourceType)];
  const first = rows.flatMap(({ keys }) => keys.slice(0, 1));
  const deciding = rowsOf(resourceType).flatMap(({ limit }) => limit.exception?.attribute ?? []);
  return Array.from(new Set([...first, ...deciding, "tags", "region"]));
}

/** Rejects values that contradict the names of attributes, if the table has no row for them. */
export function checkAttributeNames(where: Where, prop: string, config: object, resourceType: string): void {
  const rows: ResourceLimits = (limits as Readonly<Record<string, ResourceLimits>>)[resourceType] ?? {};
  checkNamed(where, prop, config, Object.keys(rows));
}

/** `""` stands for the resource itself. */
function placeOf(prop: string, key: string): string {
  return prop === "" ? key : memberPath(prop, key);
}

/** Rows of the table with their parsed paths, for all apps. */
const knownRows = new Map<string, readonly Row[]>();

interface Row {
  readonly keys: readonly string[];
  readonly limit: LimitRow;
}

function rowsOf(resourceType: string): readonly Row[] {
  const known = knownRows.get(resourceType);
  if (known !== undefined) return known;
  const rows: ResourceLimits = (limits as Readonly<Record<string, ResourceLimits>>)[resourceType] ?? {};
  const found = Object.entries(rows).map(([attribute, limit]) => ({
    keys: attribute.split("."),
    limit: limit.kind === "modelled" ? modelLimit(resourceType, attribute) : limit,
  }));
  knownRows.set(resourceType, found);
  return found;
}

export function modelLimit(resourceType: string, attribute: string): Limit {
  const found = apiLimits(resourceType).find(({ keys }) => keys.join(".") === attribute);
  if (found === undefined) throw new Error(`${resourceType}.${attribute}: api-facts.json has no such fact`);
  return found.limit;
}

/** A kind of props: a text that the models of AWS accept for an attribute. */
export function withinModel(resourceType: string, attribute: string): PropCheck {
  return (where, prop, value) => within(modelLimit(resourceType, attribute), "text")(where, prop, value);
}

/** The limit that counts for a resource. A deciding value that is known only at deploy time may be any. */
function limitFor(limit: LimitRow, config: object): Limit {
  const { exception } = limit;
  if (exception === undefined) return limit;
  const value = (config as Readonly<Record<string, unknown>>)[exception.attribute];
  return value !== undefined && (isUnresolved(value) || exception.applies(value)) ? exception.limit : limit;
}

type Check = (path: string, value: unknown, limit: Limit) => void;

/** Checks each value of the attributes: an attribute in a repeated block has several. */
function checkRows(where: Where, prop: string, config: object, rows: readonly Row[], check: Check): void {
  if (rows.length === 0 || isUnknown(config)) return;
  const given = config as Readonly<Record<string, unknown>>;
  // Most attributes are absent, and need no work.
  const present = rows.filter(({ keys: [key = ""] }) => given[key] !== undefined);
  if (present.length === 0) return;
  mapTogether(present, ({ keys, limit }) => {
    const [key = "", ...inner] = keys;
    for (const { path, value: found } of valuesAt(given[key], inner, placeOf(prop, key))) {
      if (limit.kind === "text" && Array.isArray(found)) checkEach(where, path, found, limit);
      else check(path, found, limit);
    }
  });
}

interface Found {
  readonly path: string;
  readonly value: unknown;
}

function valuesAt(config: unknown, keys: readonly string[], path: string): readonly Found[] {
  const [key, ...rest] = keys;
  if (key === undefined) return [{ path, value: config }];
  if (isUnknown(config) || typeof config !== "object" || config === null) return [];
  if (Array.isArray(config)) {
    return config.flatMap((each, index) => valuesAt(each, keys, `${path}[${index}]`));
  }
  const value = (config as Readonly<Record<string, unknown>>)[key];
  return value === undefined ? [] : valuesAt(value, rest, placeOf(path, key));
}

export { appSyncPartLimits, clientRuleLimit, roleArnLimit, tokenRuleLimit } from "./appsync";
export { backendLimits } from "./backend";
export {
  clientIdLimit,
  configurationSetLimit,
  domainPrefixLimit,
  identifierLimit,
  loginProviderLimit,
  riskLimits,
  userPoolIdLimit,
} from "./cognito";
export { audienceLimit, modelNameLimit, selectionPatternLimit, truststoreLimits } from "./gateway";
export { headerNameLimit, isWebAddress, mediaTypeLimit, originLimit, scopeLimit } from "./http";
export { regionLimit } from "./identifiers";
export {
  checkEach,
  checkLimit,
  checkSecret,
  count,
  eachWithin,
  isUnknown,
  javaRegexProblem,
  jsonDocument,
  type Limit,
  type LimitRow,
  type ModelledLimit,
  type NumberLimit,
  range,
  rangeOf,
  requireWithin,
  type TextLimit,
  textLimit,
  within,
} from "./limit";
export { providerLimits } from "./provider";
export { corsRuleIdLimit, parameterPrefix } from "./storage";
export { checkTags, tagLimits } from "./tags";
