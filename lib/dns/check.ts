import { AcmCertificate, type AcmCertificateConfig } from "@cdktf/provider-aws/lib/acm-certificate";
import { type TerraformElement, Token } from "cdktf";
import type { IConstruct } from "constructs";
import { checkKeys, isPlainObject } from "../core/check";
import {
  checkOverride,
  findImport,
  isProviderObject,
  type Override,
  type OverrideKeys,
} from "../core/override";
import { checkDomainName, checkPath, checkZoneHolds, deriveZoneName, parseZoneName } from "./domain-name";
import { fail } from "./errors";
import type { ApiDomainCertificate, ApiDomainHostedZone } from "./props";

/** What the props of a custom domain have in common, for every kind of API. */
interface DomainPropsLike {
  readonly domainName?: unknown;
  readonly hostedZone?: unknown;
  readonly isExternalDomain?: unknown;
  readonly path?: unknown;
  readonly cdk?: unknown;
}

/** A domain name of either gateway generation, resource or data source. */
export type DomainNameObject = TerraformElement & {
  readonly id: string;
  readonly domainName: string;
  readonly domainNameInput?: string;
};

/** In what the props of one kind of API differ. */
export interface DomainRules {
  /** Keys of the props. */
  readonly keys: readonly string[];
  readonly cdkKeys: readonly string[];
  /** The provider's class of the domain name. */
  readonly resource: Parameters<typeof checkOverride>[3];
  /** Whether `path` may have levels, divided by `/`. */
  readonly pathLevels: boolean;
}

/** What a `customDomain` asks for, checked. */
export type CheckedDomain = { readonly path: string | undefined } & (
  | SharedDomain
  | ExternalDomain
  | HostedDomain
);

/** A domain name that exists already. */
export interface SharedDomain {
  readonly kind: "shared";
  /** Undefined when only the name is known. */
  readonly object: DomainNameObject | undefined;
  readonly domainName: string;
}

/** A domain that is hosted elsewhere. */
export interface ExternalDomain {
  readonly kind: "external";
  readonly domainName: string;
  readonly certificateArn: string;
  readonly override: object;
}

/** A domain in a zone of Route 53. */
export interface HostedDomain {
  readonly kind: "hosted";
  readonly domainName: string;
  /** A name is looked up. */
  readonly zone: string | ApiDomainHostedZone;
  /** ARN of a certificate that is used as it is; else one is created, with `certificateOverride`. */
  readonly certificateArn: string | undefined;
  readonly certificateOverride: Override<AcmCertificateConfig>;
  readonly override: object;
}

const own = "Create an AcmCertificate, have it validated and pass it as cdk.certificate.";

/** Keys with which the validation through one DNS record would not work any more. */
const certificateKeys: OverrideKeys = {
  rejected: {
    domainName: "It is the domain name of the API.",
    validationMethod: own,
    validationOption: own,
    subjectAlternativeNames: own,
    certificateAuthorityArn: own,
    certificateBody: own,
    certificateChain: own,
    privateKey: own,
  },
};

/** Refuses a custom domain that cannot work; creates nothing. */
export function checkCustomDomain(
  where: IConstruct,
  prop: string,
  given: unknown,
  rules: DomainRules,
): CheckedDomain {
  if (typeof given === "string" || Token.isUnresolved(given)) {
    checkDomainName(where, prop, given);
    const zone = deriveZoneName(where, { own: prop, domain: prop }, given);
    return {
      kind: "hosted",
      domainName: given,
      zone,
      certificateArn: undefined,
      certificateOverride: {},
      override: {},
      path: undefined,
    };
  }
  return new DomainCheck(where, prop, given, rules).run();
}

/** The checks of a custom domain that is given as an object. */
class DomainCheck {
  private readonly props: DomainPropsLike;
  private readonly cdk: Readonly<Record<string, unknown>>;

  constructor(
    private readonly where: IConstruct,
    private readonly prop: string,
    given: unknown,
    private readonly rules: DomainRules,
  ) {
    const expected = 'a domain name such as "api.example.com", or { domainName, ... }';
    if (!isPlainObject(given)) fail(where, "prop-invalid", prop, { value: given, expected });
    checkKeys(where, prop, given, rules.keys);
    this.props = given;
    const cdk = this.props.cdk ?? {};
    if (!isPlainObject(cdk)) {
      fail(where, "prop-invalid", `${prop}.cdk`, { value: cdk, expected: `{ ${rules.cdkKeys.join(", ")} }` });
    }
    checkKeys(where, `${prop}.cdk`, cdk, rules.cdkKeys);
    this.cdk = cdk;
  }

  run(): CheckedDomain {
    const { where, prop, rules } = this;
    const { path, domainName, isExternalDomain = false } = this.props;
    if (path !== undefined) checkPath(where, `${prop}.path`, path, rules.pathLevels);
    if (typeof isExternalDomain !== "boolean") {
      fail(where, "prop-invalid", `${prop}.isExternalDomain`, {
        value: isExternalDomain,
        expected: "true or false",
      });
    }
    if (domainName === undefined && isExternalDomain) {
      fail(where, "prop-needs", `${prop}.isExternalDomain`, { needs: `${prop}.domainName` });
    }
    return { path: path as string | undefined, ...this.findDomain(isExternalDomain) };
  }

  private findDomain(isExternalDomain: boolean): SharedDomain | ExternalDomain | HostedDomain {
    const { domainName } = this.props;
    if (domainName === undefined) return this.findShared();
    checkDomainName(this.where, `${this.prop}.domainName`, domainName);
    const override = this.findOverride();
    return isExternalDomain
      ? { kind: "external", domainName, override, certificateArn: this.requireExternalCertificate() }
      : { kind: "hosted", domainName, override, zone: this.findZone(domainName), ...this.findCertificate() };
  }

  private findShared(): SharedDomain {
    const { where, prop, rules } = this;
    const given = this.cdk.domainName;
    if (given === undefined) return fail(where, "domain-required", prop, { prop });
    const { hostedZone } = this.props;
    const needless = {
      hostedZone,
      "cdk.hostedZone": this.cdk.hostedZone,
      "cdk.certificate": this.cdk.certificate,
    };
    for (const [other, value] of Object.entries(needless)) {
      if (value !== undefined) fail(where, "domain-shared-with", `${prop}.${other}`, { prop });
    }
    const at = `${prop}.cdk.domainName`;
    const object = findImport<DomainNameObject>(where, at, given, rules.resource.tfResourceType);
    if (object !== undefined) {
      const literal = object.domainNameInput;
      const isLiteral = literal !== undefined && !Token.isUnresolved(literal);
      return { kind: "shared", object, domainName: isLiteral ? literal : object.domainName };
    }
    const expected = "an object of the provider, or { domainName }";
    if (!isPlainObject(given)) return fail(where, "prop-invalid", at, { value: given, expected });
    if (given.domainName === undefined) return fail(where, "domain-required", prop, { prop });
    checkKeys(where, at, given, ["domainName"]);
    checkDomainName(where, `${at}.domainName`, given.domainName);
    return { kind: "shared", object: undefined, domainName: given.domainName };
  }

  /** A plain `cdk.domainName` beside `domainName` is laid over the created one. */
  private findOverride(): object {
    const { where, prop, rules } = this;
    const given = this.cdk.domainName ?? {};
    const at = `${prop}.cdk.domainName`;
    if (isProviderObject(given)) fail(where, "props-exclude", at, { other: `${prop}.domainName` });
    if (!isPlainObject(given)) {
      return fail(where, "prop-invalid", at, { value: given, expected: "a plain object" });
    }
    checkOverride(where, at, given, rules.resource, {
      rejected: { domainName: `Use ${prop}.domainName, or leave that out to share an existing domain.` },
    });
    return given;
  }

  private findZone(domainName: string): string | ApiDomainHostedZone {
    const { where, prop } = this;
    const { hostedZone } = this.props;
    if (hostedZone !== undefined) {
      const at = `${prop}.hostedZone`;
      const name = parseZoneName(where, at, hostedZone);
      checkZoneHolds(where, at, name, domainName);
      return name;
    }
    const at = `${prop}.cdk.hostedZone`;
    const given = this.cdk.hostedZone;
    if (given === undefined)
      return deriveZoneName(where, { own: `${prop}.domainName`, domain: prop }, domainName);
    if (!isProviderObject(given, "aws_route53_zone")) {
      return fail(where, "prop-invalid", at, {
        value: given,
        expected: `a Route53Zone or a DataAwsRoute53Zone; a name goes into ${prop}.hostedZone`,
      });
    }
    const zone = given as unknown as ApiDomainHostedZone;
    if (zone.nameInput !== undefined) checkZoneHolds(where, at, zone.nameInput, domainName);
    return zone;
  }

  private findCertificate(): Pick<HostedDomain, "certificateArn" | "certificateOverride"> {
    const given = this.cdk.certificate;
    const at = `${this.prop}.cdk.certificate`;
    if (!isPlainObject(given))
      return { certificateArn: given === undefined ? undefined : this.arnOf(given), certificateOverride: {} };
    checkOverride(this.where, at, given, AcmCertificate, certificateKeys);
    return { certificateArn: undefined, certificateOverride: given };
  }

  private requireExternalCertificate(): string {
    const { where, prop } = this;
    const zones = { hostedZone: this.props.hostedZone, "cdk.hostedZone": this.cdk.hostedZone };
    for (const [other, value] of Object.entries(zones)) {
      if (value !== undefined) fail(where, "domain-external-zone", `${prop}.${other}`, { prop });
    }
    const given = this.cdk.certificate;
    if (given === undefined || isPlainObject(given)) {
      return fail(where, "domain-external-certificate", `${prop}.isExternalDomain`, { prop });
    }
    return this.arnOf(given);
  }

  private arnOf(given: unknown): string {
    const types = ["aws_acm_certificate", "aws_acm_certificate_validation"];
    if (!isProviderObject(given, ...types)) {
      return fail(this.where, "prop-invalid", `${this.prop}.cdk.certificate`, {
        value: given,
        expected: "an AcmCertificate, a DataAwsAcmCertificate or an AcmCertificateValidation",
      });
    }
    const certificate = given as unknown as ApiDomainCertificate;
    return "certificateArn" in certificate ? certificate.certificateArn : certificate.arn;
  }
}
