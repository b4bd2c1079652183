import type { IConstruct } from "constructs";
import { cdnRegion } from "../../../facts/aws/regions";
import { Stack } from "../../app";
import { checkKeys, checkObject, isPlainObject } from "../../core/checks/check";
import { refuseValue } from "../../core/errors";
import { checkOverride, findImport, isProviderObject } from "../../core/terraform/override";
import { isUnresolved } from "../../core/tokens/unresolved";
import { certificateArnOf, checkDomainByName, checkDomainName, checkHostedDomain } from "../../dns";
import { checkArnRegion } from "../access-log";
import { fail } from "../errors";
import {
  type ApiDomain,
  type DomainNameObject,
  type DomainRules,
  domainTypes,
  type SharedDomain,
} from "./domain";
import { checkMutualTls } from "./mutual-tls";

/** The common props of the custom domains of all gateways. */
interface DomainPropsLike {
  readonly domainName?: unknown | undefined;
  readonly hostedZone?: unknown | undefined;
  readonly isExternalDomain?: unknown | undefined;
  readonly path?: unknown | undefined;
  readonly mtls?: unknown | undefined;
}

/** The custom domain of an API, given as an object, and the words for messages about it. */
interface GivenDomain {
  readonly where: IConstruct;
  readonly prop: string;
  readonly rules: DomainRules;
  readonly props: DomainPropsLike;
  readonly cdk: Readonly<Record<string, unknown>>;
  /** Where the certificate must be. */
  readonly region: string;
}

/**
 * Refuses a custom domain of an API that cannot work. Creates nothing.
 *
 * @param region - where its certificate must be
 */
export function checkCustomDomain(
  where: IConstruct,
  prop: string,
  given: unknown,
  rules: DomainRules,
  region = Stack.of(where).region,
): ApiDomain {
  if (typeof given === "string" || isUnresolved(given)) {
    const hosted = checkDomainByName(where, prop, given);
    return { kind: "hosted", ...hosted, override: {}, path: undefined, mutualTls: undefined };
  }
  const expected = 'a domain name such as "api.example.com", or { domainName, ... }';
  checkObject(where, prop, given, rules.keys, expected);
  const { cdk = {} } = given;
  if (!isPlainObject(cdk)) return refuseValue(where, `${prop}.cdk`, cdk, `{ ${rules.cdkKeys.join(", ")} }`);
  checkKeys(where, `${prop}.cdk`, cdk, rules.cdkKeys);
  return checkGiven({ where, prop, rules, props: given, cdk, region });
}

function checkGiven(given: GivenDomain): ApiDomain {
  const { where, prop, rules, props } = given;
  const { domainName, isExternalDomain = false } = props;
  // Domains of the newer generation map paths of several levels, whatever API is behind them.
  const pathLevels = rules.pathLevels || isProviderObject(given.cdk.domainName, domainTypes.v2);
  const path = checkPath(where, `${prop}.path`, props.path, pathLevels);
  if (typeof isExternalDomain !== "boolean") {
    refuseValue(where, `${prop}.isExternalDomain`, isExternalDomain, "true or false");
  }
  if (domainName === undefined) {
    if (isExternalDomain) {
      fail(where, "prop-needs", `${prop}.isExternalDomain`, { needs: `${prop}.domainName` });
    }
    return { ...findShared(given), path };
  }
  checkDomainName(where, `${prop}.domainName`, domainName);
  const override = findOverride(given);
  const region = regionOf(given, override);
  const { mtls } = props;
  const { certificate, ownershipCertificate } = given.cdk;
  const tls = { where, prop, mtls, certificate, ownershipCertificate, override, region };
  if (isExternalDomain) {
    const certificateArn = requireCertificate(given);
    const mutualTls = checkMutualTls({ ...tls, isExternal: true });
    return { kind: "external", domainName, certificateArn, override, path, mutualTls };
  }
  return {
    kind: "hosted",
    ...checkHostedDomain(where, prop, { ...props, cdk: given.cdk }, region),
    override,
    path,
    mutualTls: checkMutualTls({ ...tls, isExternal: false }),
  };
}

/** The caller's provider may be for another region. */
function regionOf({ region, rules }: GivenDomain, override: { readonly provider?: unknown }): string {
  if (rules.isServedByCdn === true) return cdnRegion;
  const own = (override.provider as { readonly region?: string | undefined } | undefined)?.region;
  return own ?? region;
}

/** Finds the existing domain name to which the API is added. */
function findShared({ where, prop, rules, props, cdk }: GivenDomain): SharedDomain {
  const given = cdk.domainName;
  if (given === undefined) return fail(where, "domain-required", prop, { prop });
  const superfluous = {
    hostedZone: props.hostedZone,
    "cdk.hostedZone": cdk.hostedZone,
    "cdk.certificate": cdk.certificate,
    mtls: props.mtls,
    "cdk.ownershipCertificate": cdk.ownershipCertificate,
  };
  for (const [other, value] of Object.entries(superfluous)) {
    if (value !== undefined) fail(where, "domain-shared-with", `${prop}.${other}`, { prop });
  }
  const at = `${prop}.cdk.domainName`;
  const object = findImport<DomainNameObject>(where, at, given, ...rules.shares);
  if (object !== undefined) {
    const literal = object.domainNameInput;
    const isLiteral = literal !== undefined && !isUnresolved(literal);
    return { kind: "shared", object, domainName: isLiteral ? literal : object.domainName };
  }
  const expected = "an object of the provider, or { domainName }";
  if (!isPlainObject(given)) return refuseValue(where, at, given, expected);
  if (given.domainName === undefined) return fail(where, "domain-required", prop, { prop });
  checkKeys(where, at, given, ["domainName"]);
  checkDomainName(where, `${at}.domainName`, given.domainName);
  return { kind: "shared", object: undefined, domainName: given.domainName };
}

/** A plain `cdk.domainName` beside `domainName` overrides the config of the created domain name. */
function findOverride({ where, prop, rules, cdk }: GivenDomain): object {
  const given = cdk.domainName ?? {};
  const at = `${prop}.cdk.domainName`;
  if (isProviderObject(given)) fail(where, "props-exclude", at, { other: `${prop}.domainName` });
  if (!isPlainObject(given)) return refuseValue(where, at, given, "a plain object");
  checkOverride(where, at, given, rules.resource, {
    rejected: { domainName: `Use ${prop}.domainName, or leave that out to share an existing domain.` },
  });
  const region = regionOf({ where, prop, rules, props: {}, cdk, region: Stack.of(where).region }, given);
  const { domainNameConfiguration: block, regionalCertificateArn } = given;
  const { certificateArn } = Object(block) as { readonly certificateArn?: unknown };
  for (const [path, arn] of Object.entries({
    "domainNameConfiguration.certificateArn": certificateArn,
    regionalCertificateArn,
  })) {
    checkArnRegion(where, `${at}.${path}`, arn, region);
  }
  return given;
}

/** The certificate of an external domain: none can be validated without a hosted zone. */
function requireCertificate({ where, prop, props, cdk }: GivenDomain): string {
  const zones = { hostedZone: props.hostedZone, "cdk.hostedZone": cdk.hostedZone };
  for (const [other, value] of Object.entries(zones)) {
    if (value !== undefined) fail(where, "domain-external-zone", `${prop}.${other}`, { prop });
  }
  if (cdk.certificate === undefined || isPlainObject(cdk.certificate)) {
    return fail(where, "domain-external-certificate", `${prop}.isExternalDomain`, { prop });
  }
  return certificateArnOf(where, `${prop}.cdk.certificate`, cdk.certificate);
}

// Source: https://docs.aws.amazon.com/apigateway/latest/developerguide/http-api-mappings.html
const maxPathLength = 300;
/** Clients resolve `.` and `..`. */
const level = /^(?!\.{1,2}$)[A-Za-z0-9$\-_.+!*'()]+$/;

/** Refuses a path that API Gateway does not accept. A token passes. */
function checkPath(where: IConstruct, prop: string, value: unknown, levels: boolean): string | undefined {
  if (value === undefined || isUnresolved(value)) return value as string | undefined;
  if (typeof value !== "string") return refuseValue(where, prop, value, 'a path such as "v1"');
  const isPath = (text: string) =>
    text.length <= maxPathLength && (levels ? text.split("/") : [text]).every((each) => level.test(each));
  if (isPath(value)) return value;
  const trimmed = value.replace(/^\/+|\/+$/g, "");
  return fail(where, "domain-path-invalid", prop, {
    value,
    levels,
    suggestion: isPath(trimmed) ? trimmed : undefined,
  });
}
