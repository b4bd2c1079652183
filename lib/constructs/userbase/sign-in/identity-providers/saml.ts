import { existsSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import type { Construct } from "constructs";
import { Stack } from "../../../../kit/app";
import {
  checkFile,
  escapeTemplate,
  isUnresolved,
  memberPath,
  present,
  propKeys,
  refuseValue,
} from "../../../../kit/core";
import { fail } from "../../errors";
import type { UserbaseSamlProps } from "./props";
import {
  checkIdentifiers,
  checkProvider,
  checkProviderName,
  checkUrl,
  type ParsedIdentityProvider,
} from "./provider";

const keys = propKeys<UserbaseSamlProps>()({
  metadataUrl: "text",
  metadataFile: "text",
  signOut: "boolean",
  idpInitiated: "boolean",
  signedRequests: "boolean",
  encryptedResponses: "boolean",
  identifiers: "texts",
  attributeMapping: "textMap",
});
const emailClaim = "http://schemas.xmlsoap.org/ws/2005/05/identity/claims/emailaddress";

/** Details that the service reads from the metadata, or makes itself. */
const derived = ["ActiveEncryptionCertificate", "SSORedirectBindingURI", "SLORedirectBindingURI"];

/** Checks a SAML provider. */
export function parseSamlProvider(
  userbase: Construct,
  name: string,
  given: UserbaseSamlProps,
): ParsedIdentityProvider {
  checkProviderName(userbase, "identityProviders.saml", name);
  const prop = memberPath("identityProviders.saml", name);
  // The metadata may be in a file instead.
  checkProvider(userbase, prop, given, keys, [], "{ metadataUrl }");
  const props: UserbaseSamlProps = given;
  checkIdentifiers(userbase, prop, props.identifiers);
  const { attributeMapping = { email: emailClaim } } = props;
  const details = { ...flagConfig(props), ...metadataConfig(userbase, prop, props) };
  return {
    id: `IdentityProvider_saml_${name}`,
    name,
    type: "SAML",
    identifiers: props.identifiers,
    details,
    ignoredDetails: derived.filter((key) => !(key in details)),
    attributeMapping: present(attributeMapping),
  };
}

// Source: https://docs.aws.amazon.com/cognito-user-identity-pools/latest/APIReference/API_CreateIdentityProvider.html
function flagConfig(props: UserbaseSamlProps): Record<string, string> {
  const { signOut = false, idpInitiated = false, encryptedResponses = false, signedRequests = false } = props;
  return {
    IDPSignout: String(signOut),
    IDPInit: String(idpInitiated),
    EncryptedResponses: String(encryptedResponses),
    ...(signedRequests && { RequestSigningAlgorithm: "rsa-sha256" }),
  };
}

function metadataConfig(userbase: Construct, prop: string, props: UserbaseSamlProps): Record<string, string> {
  const { metadataUrl, metadataFile, signOut = false } = props;
  if (metadataUrl !== undefined && metadataFile !== undefined) {
    fail(userbase, "props-exclude", `${prop}.metadataFile`, { other: "metadataUrl" });
  }
  if (metadataUrl !== undefined) {
    checkUrl(userbase, `${prop}.metadataUrl`, metadataUrl);
    return { MetadataURL: metadataUrl };
  }
  if (metadataFile === undefined || metadataFile === "") {
    const remedy = 'Write metadataUrl: "https://...", or metadataFile with the path of the metadata.';
    fail(userbase, "prop-required", `${prop}.metadataUrl`, { remedy });
  }
  const xml = readMetadata(userbase, `${prop}.metadataFile`, metadataFile);
  const signInUrl = redirectLocation(xml, "SingleSignOnService");
  const signOutUrl = signOut ? redirectLocation(xml, "SingleLogoutService") : undefined;
  return {
    MetadataFile: escapeTemplate(xml),
    ...(signInUrl !== undefined && { SSORedirectBindingURI: escapeTemplate(signInUrl) }),
    ...(signOutUrl !== undefined && { SLORedirectBindingURI: escapeTemplate(signOutUrl) }),
  };
}

function readMetadata(userbase: Construct, prop: string, value: unknown): string {
  if (typeof value !== "string" || isUnresolved(value)) {
    return refuseValue(userbase, prop, value, "the path of a file");
  }
  const file = resolve(Stack.of(userbase).app.appPath, value);
  if (!existsSync(file))
    fail(userbase, "userbase-saml-metadata", prop, { value, reason: "which does not exist" });
  checkFile(userbase, prop, value, file);
  const xml = readFileSync(file, "utf8").trim();
  if (!/<([\w-]+:)?EntityDescriptor[\s>]/.test(xml)) {
    const reason = "which is not SAML metadata: it has no EntityDescriptor";
    fail(userbase, "userbase-saml-metadata", prop, { value, reason });
  }
  return xml;
}

/** The address of a service of the provider that takes redirected browsers. */
function redirectLocation(xml: string, service: string): string | undefined {
  const elements = xml.match(new RegExp(`<([\\w-]+:)?${service}\\s[^>]*>`, "g")) ?? [];
  const redirect = elements.find((element) =>
    element.includes('"urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect"'),
  );
  return redirect?.match(/\sLocation="([^"]*)"/)?.[1]?.replaceAll("&amp;", "&");
}
