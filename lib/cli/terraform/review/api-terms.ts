import { effectOf, resourceTypes } from "../../../facts/aws/resource-types";
import { blocksOf } from "../../project/stack-template";
import type { SynthesizedStack } from "../../project/synthesized-stack";
import { interruptions } from "./interruptions";
import { labelOf } from "./losses";
import { type ChangedValues, isEmpty, policyChanges } from "./planned-changes";

/** A change of a plan, in the words of the app. */
export interface ApiTerm {
  readonly text: string;
  /** Whether it opens something to the public. */
  readonly isOpening: boolean;
}

type Values = Readonly<Record<string, unknown>>;

type Describe = (change: ChangedValues, context: Context) => readonly ApiTerm[];

interface Context {
  readonly stack: SynthesizedStack;
  readonly changes: readonly ChangedValues[];
  /** Whether the stack has several APIs, so that a route alone is ambiguous. */
  readonly hasSeveralApis: boolean;
}

const kinds: Readonly<Record<string, Describe>> = {
  aws_apigatewayv2_route: (change, context) => describeRoute(change, context, httpAccess, httpKey),
  aws_api_gateway_method: (change, context) =>
    isPreflight(change.before) || isPreflight(change.after)
      ? []
      : describeRoute(change, context, restAccess, (values) => restKey(values, change, context)),
  aws_api_gateway_resource: describePath,
  aws_apigatewayv2_api: describeGeneratedAddress,
  aws_api_gateway_rest_api: describeGeneratedAddress,
  aws_apigatewayv2_domain_name: describeDomain,
  aws_api_gateway_domain_name: describeDomain,
  aws_lambda_function: describeFunction,
  aws_lambda_function_url: describeUrl,
  aws_iam_role_policy: describePermissions,
  aws_s3_bucket_public_access_block: describePublicAccess,
};

/**
 * The changes of a plan, in the words of the app: routes and their callers, functions, created resources. Openings to the public
 * come first.
 */
export function apiTerms(stack: SynthesizedStack, changes: readonly ChangedValues[]): readonly ApiTerm[] {
  const apis = changes.filter(({ type }) => /^aws_(?:apigatewayv2_api|api_gateway_rest_api)$/.test(type));
  const context: Context = { stack, changes, hasSeveralApis: apis.length > 1 };
  const terms = changes.flatMap((change) =>
    change.action === undefined ? [] : (kinds[change.type] ?? describeHolding)(change, context),
  );
  const told = [...terms, ...interruptions(stack, changes).map(plain)];
  const unique = new Map(told.map((term) => [term.text, term]));
  return [...unique.values()].sort((one, other) => Number(other.isOpening) - Number(one.isOpening));
}

const plain = (text: string): ApiTerm => ({ text, isOpening: false });
const opening = (text: string): ApiTerm => ({ text, isOpening: true });

/** The callers of a route; `undefined` means everyone. */
type Access = (values: Values) => string | undefined;

function describeRoute(
  { address, action, before, after, unknown }: ChangedValues,
  { stack, hasSeveralApis }: Context,
  access: Access,
  keyOf: (values: Values) => string,
): readonly ApiTerm[] {
  const place = hasSeveralApis ? ` of ${ownerOf(stack, address, before)}` : "";
  const key = `${keyOf(action === "delete" ? before : after)}${place}`;
  const [old, next] = [access(before), access(after)];
  if (action === "delete") return [plain(`${key} is removed`)];
  if (action === "create")
    return next === undefined
      ? [opening(`${key} is added, and is public`)]
      : [plain(`${key} is added, for ${next}`)];
  if (action !== "update" && action !== "replace") return [];
  const terms: ApiTerm[] = [];
  if (keyOf(before) !== keyOf(after)) terms.push(plain(`${keyOf(before)}${place} is ${keyOf(after)} now`));
  if (old !== next) {
    terms.push(next === undefined ? opening(`${key} becomes public`) : plain(`${key} is for ${next} now`));
  } else if (JSON.stringify(scopesOf(before)) !== JSON.stringify(scopesOf(after))) {
    terms.push(plain(`${key} needs other scopes`));
  } else if (before.authorizer_id !== after.authorizer_id && before.authorizer_id !== undefined) {
    terms.push(plain(`${key} has another authorizer`));
  }
  const isElsewhere =
    before.target !== undefined && (unknown.target === true || before.target !== after.target);
  if (isElsewhere) terms.push(plain(`${key} leads to another target`));
  return terms.length > 0 ? terms : [plain(`${key} changes`)];
}

const scopesOf = ({ authorization_scopes: scopes }: Values): unknown =>
  Array.isArray(scopes) ? [...scopes].sort() : [];

const httpKey = ({ route_key: key }: Values): string => String(key);

const kindsOfAccess: Readonly<Record<string, string>> = {
  JWT: "callers with a token",
  AWS_IAM: "callers that sign their requests",
  CUSTOM: "callers that the authorizer allows",
  COGNITO_USER_POOLS: "users of a user pool",
};

const httpAccess: Access = ({ authorization_type: type }) => namedAccess(type);

const restAccess: Access = ({ authorization: type, api_key_required: needsKey }) =>
  namedAccess(type) ?? (needsKey === true ? "callers with an API key" : undefined);

function namedAccess(type: unknown): string | undefined {
  if (typeof type !== "string" || type === "NONE" || type === "") return undefined;
  return kindsOfAccess[type] ?? `callers with ${type}`;
}

/** The library answers preflight requests itself. */
export const isPreflight = ({ http_method: method, authorization }: Values): boolean =>
  method === "OPTIONS" && authorization === "NONE";

/** `GET /orders/{id}`: each part of the path is a separate resource. */
function restKey(values: Values, { address, action }: ChangedValues, context: Context): string {
  const path =
    action === "delete"
      ? context.changes.find(
          ({ type, before }) => type === "aws_api_gateway_resource" && before.id === values.resource_id,
        )?.before.path
      : pathInTemplate(context.stack, `${blockOf(context.stack, address).resource_id}`);
  return `${values.http_method} ${typeof path === "string" ? path : "/"}`;
}

function describePath({ address, action, before }: ChangedValues, { stack }: Context): readonly ApiTerm[] {
  const path = pathInTemplate(stack, `\${${address}.id}`);
  const isMoved = action === "update" && typeof before.path === "string" && before.path !== path;
  return isMoved ? [plain(`${before.path} is ${path} now`)] : [];
}

function pathInTemplate(stack: SynthesizedStack, reference: string): string {
  const address = /\$\{(aws_api_gateway_resource\.[^.}]+)\./.exec(reference)?.[1];
  if (address === undefined) return "/";
  const { path_part: part, parent_id: parent } = blockOf(stack, address);
  return `${pathInTemplate(stack, String(parent)).replace(/\/$/, "")}/${part}`;
}

function blockOf(stack: SynthesizedStack, address: string): Values {
  const [type = "", name = ""] = address.split(".");
  return blocksOf(stack, type)[name] ?? {};
}

/** The API of a route, or the function of a policy: the resource at the start of its path. */
function ownerOf(stack: SynthesizedStack, address: string, values: Values): string {
  return labelOf(stack, address, values).replace(/\/Policies(?:\/.*)?$/, "");
}

/** Attributes that change only with the code. */
export const codeAttributes: ReadonlySet<string> = new Set([
  "source_code_hash",
  "source_code_size",
  "code_sha256",
  "filename",
  "last_modified",
  "version",
  "qualified_arn",
  "qualified_invoke_arn",
]);

export function changedAttributesOf({ before, after, unknown }: ChangedValues): readonly string[] {
  return [...new Set([...Object.keys(before), ...Object.keys(after), ...Object.keys(unknown)])].filter(
    (name) =>
      unknown[name] === true ||
      (name in after && JSON.stringify(before[name]) !== JSON.stringify(after[name])),
  );
}

function describeFunction(change: ChangedValues, { stack }: Context): readonly ApiTerm[] {
  const { address, action, before } = change;
  const name = labelOf(stack, address, before);
  if (action === "create") return [plain(`the function ${name} is created`)];
  if (action === "delete") return [plain(`the function ${name} is deleted`)];
  if (action === "replace") return [plain(`the function ${name} is replaced`)];
  if (action !== "update") return [];
  const changed = changedAttributesOf(change);
  const settings = changed.filter((attribute) => !codeAttributes.has(attribute)).sort();
  const hasCode = changed.includes("source_code_hash");
  return [
    ...(hasCode ? [plain(`the function ${name} has new code`)] : []),
    ...(settings.length > 0 ? [plain(`the function ${name} changes: ${settings.join(", ")}`)] : []),
  ];
}

function describeUrl(change: ChangedValues, { stack }: Context): readonly ApiTerm[] {
  const { address, action, before, after } = change;
  const isPublic = (values: Values): boolean => values.authorization_type === "NONE";
  if (action === "delete" || !isPublic(after) || isPublic(before))
    return describeHolding(change, { stack } as Context);
  return [
    opening(`the URL of ${labelOf(stack, address, before)} ${action === "create" ? "is" : "becomes"} public`),
  ];
}

/** The generated address of an API requires no certificate, so it is disabled with mutual TLS. */
function describeGeneratedAddress(change: ChangedValues, context: Context): readonly ApiTerm[] {
  const { address, action, before, after } = change;
  const isOff = (values: Values): boolean => values.disable_execute_api_endpoint === true;
  if (action !== "update" || isOff(before) === isOff(after)) return describeHolding(change, context);
  const name = ownerOf(context.stack, address, before);
  if (isOff(after)) return [plain(`the generated address of ${name} is switched off`)];
  return [opening(`the generated address of ${name} answers again`)];
}

function describePermissions(
  { address, action, before, after, unknown }: ChangedValues,
  { stack }: Context,
): readonly ApiTerm[] {
  if (action !== "update") return [];
  const owner = ownerOf(stack, address, before);
  const changes = unknown.policy === true ? undefined : policyChanges(before.policy, after.policy);
  if (changes === undefined) return [plain(`the permissions of ${owner} change`)];
  return [
    ...changes.added.map((rule) => plain(`${owner} is given ${rule}`)),
    ...changes.removed.map((rule) => plain(`${owner} loses ${rule}`)),
  ];
}

/** The clients of a domain: with mutual TLS only those with a certificate. */
function describeDomain(change: ChangedValues, context: Context): readonly ApiTerm[] {
  const { action, before, after } = change;
  const isMutual = ({ mutual_tls_authentication: blocks }: Values): boolean =>
    Array.isArray(blocks) && blocks.length > 0;
  if (action !== "update" || isMutual(before) === isMutual(after)) return describeHolding(change, context);
  const name = String(before.domain_name);
  if (isMutual(after)) return [plain(`clients of ${name} now need a certificate`)];
  return [opening(`clients of ${name} no longer need a certificate`)];
}

function describePublicAccess(
  { address, action, before, after }: ChangedValues,
  { stack }: Context,
): readonly ApiTerm[] {
  const blocks = [
    "block_public_acls",
    "block_public_policy",
    "ignore_public_acls",
    "restrict_public_buckets",
  ];
  const isOpened = blocks.some((name) => before[name] === true && after[name] !== true);
  if (!isOpened || action === "create") return [];
  return [opening(`the bucket ${labelOf(stack, address, before)} may be made public`)];
}

/** Replacements and deletions of resources with data or an address are listed separately, as losses. */
function describeHolding(change: ChangedValues, { stack }: Pick<Context, "stack">): readonly ApiTerm[] {
  const { address, type, action, before } = change;
  const { holding } = resourceTypes[type] ?? {};
  if (holding === undefined) return [];
  const name = `the ${holding.noun} ${labelOf(stack, address, before)}`;
  if (action === "replace" && isEmpty(change)) return [plain(`${name} ${createdAgain(stack, address)}`)];
  if (action === "delete" && holding.holds === "logs" && before.skip_destroy !== true)
    return [plain(`${name} is deleted: ${effectOf(holding)}`)];
  if (holding.isPart === true) return [];
  if (action === "create") return [plain(`${name} is created`)];
  if (action === "delete" && holding.holds === "address") return [plain(`${name} is deleted`)];
  return action === "update" ? [plain(`${name} changes`)] : [];
}

const createdAgain = ({ folder }: SynthesizedStack, address: string): string =>
  `was not created completely, and is created again; if it is complete in AWS, keep it: cd ${folder} && terraform untaint '${address}'`;
