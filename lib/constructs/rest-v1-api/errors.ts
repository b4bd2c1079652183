import { defaultRegion } from "../../facts/aws/partitions";
import { type ErrorTexts, type Fail, failWith } from "../../facts/errors/error";
import { didYouMean, oneOf, show } from "../../facts/errors/words";
import { appTexts } from "../../kit/app/errors";
import { coreTexts } from "../../kit/core/errors";
import { dnsTexts } from "../../kit/dns/errors";
import { functionTexts } from "../../kit/function/errors";
import { gatewayTexts } from "../../kit/gateway/errors";

/** Texts about RestV1Api. */
export const restTexts = {
  "rest-route-default": (_: object) => ({
    problem: 'has the key "$default", which REST APIs do not have.',
    remedy: 'Write "ANY /{proxy+}" for all that no other route matches, and "ANY /" for the root itself.',
  }),
  "rest-route-key-invalid": ({ value }: { value: string }) => ({
    problem: `has the key ${show(value)}, which is not a method and a path.`,
    remedy: 'Write "<METHOD> <path>", such as "GET /notes/{id}", or "ANY /{proxy+}".',
  }),
  "rest-path-part": ({ part }: { part: string }) => ({
    problem: `has the path part ${show(part)}.`,
    remedy: "A part of a REST API's path is made of letters, digits and . _ - : $, or is a variable {name}.",
  }),
  "rest-parameter-undeclared": ({ value, list }: { value: string; list: string }) => ({
    problem: `names ${show(value)}, which is not declared.`,
    remedy: `Declare it: ${list}: { ${JSON.stringify(value)}: false }. \`true\` makes it required.`,
  }),
  "rest-variable-sibling": ({ part, other, parent }: { part: string; other: string; parent: string }) => ({
    problem: `has the variable ${part} below ${show(parent)}, where another route has ${other}; AWS takes one variable there.`,
    remedy: `Call the variable ${other} in both, or give one of the routes a part of plain text before it.`,
  }),
  "rest-path-exists": ({ path, other }: { path: string; other: string }) => ({
    problem: `does not name ${show(path)}, which the API already has: ${other} creates it.`,
    remedy: `Name the existing resource: importedPaths: { ${show(path)}: "<resource id>" }. Or add the routes with addRoutes of ${other}.`,
  }),
  "rest-imported-path": ({ path }: { path: string }) => ({
    problem: `names the path ${show(path)}.`,
    remedy: `Write it with one / before each part and none at the end: ${show(`/${path.split("/").filter(Boolean).join("/")}`)}.`,
  }),
  "rest-imported": ({ importedProp }: { importedProp: string }) => ({
    problem: "is given for an imported API, which this stack does not configure.",
    remedy: `Configure it where the API is created, or leave ${importedProp} to the library.`,
  }),
  "rest-import-required": (_: object) => ({
    problem: "is given, but no API is imported.",
    remedy: "Leave it out, or pass the existing API as cdk.restApi.",
  }),
  "rest-not-deployed": (_: object) => ({
    problem: "has no stage yet, because the API has no method and AWS refuses to deploy an empty one.",
    remedy: "Add a route first.",
  }),
  "rest-integration-response": ({
    statusCode,
    responses,
  }: {
    statusCode: string;
    responses: readonly string[];
  }) => ({
    problem: `is ${show(statusCode)}, for which the method has no response.`,
    remedy: `Add { statusCode: ${show(statusCode)} } to cdk.method.methodResponses${responses.length === 0 ? "" : `, or use ${oneOf(responses)}`}.`,
  }),
  "rest-response-twice": ({ statusCode }: { statusCode: string }) => ({
    problem: `has the status code ${show(statusCode)} a second time.`,
    remedy: "Give each status code once.",
  }),
  "rest-regex-invalid": ({ value, reason }: { value: string; reason: string }) => ({
    problem: `is ${show(value)}, which is not a regular expression: ${reason}.`,
    remedy: 'Write one that matches the whole token, for example "^Bearer [A-Za-z0-9._-]+$".',
  }),
  "rest-identity-source": ({ value, expected }: { value: unknown; expected: readonly string[] }) => ({
    problem: `is ${show(value)}, which a REST API cannot read.`,
    remedy: `Write ${oneOf(expected)}.${didYouMean(value, expected)}`,
  }),
  "rest-identity-cache": (_: object) => ({
    problem: "is given, but identitySources is empty. The gateway could not tell callers apart in its cache.",
    remedy: 'Name what identifies the caller: identitySources: ["method.request.header.Authorization"].',
  }),
  "rest-user-pool": ({ value }: { value: unknown }) => ({
    problem: `is ${show(value)}, which is not a user pool.`,
    remedy: `Write the id of the pool, such as "${defaultRegion}_Ab1Cd2Ef3", or pass a Userbase.`,
  }),
  "rest-cors-origins": ({ value }: { value: unknown }) => ({
    problem: `is ${show(value)}.`,
    remedy: 'Name the origins, ["https://app.example.com"], or write ["*"] alone for every origin.',
  }),
  "rest-gateway-response-twice": ({ value }: { value: string }) => ({
    problem: `is ${show(value)}, but the API already has a response of that type.`,
    remedy: "Give each type one gateway response.",
  }),
  "rest-model-schema": ({ value, reason }: { value: unknown; reason: string }) => ({
    problem: `is ${show(value)}, which is not a JSON schema: ${reason}.`,
    remedy: 'Write an object, { type: "object", properties: { ... } }, or a string with the same as JSON.',
  }),
  "rest-endpoint-refused": ({ endpointType, reason }: { endpointType: string; reason: string }) => ({
    problem: `is given for the endpoint type ${show(endpointType)}: ${reason}.`,
    remedy: 'Leave it out, or choose the endpoint type "regional".',
  }),
  "rest-private-policy": (_: object) => ({
    problem: "is missing in a private API, which AWS does not deploy without one.",
    remedy:
      'Say who may call it: cdk.restApi: { policy: JSON.stringify({ ... }) }, best with a condition on "aws:SourceVpce".',
  }),
  "rest-private-addresses": (_: object) => ({
    problem: 'is "ipv4", while the API is private; private APIs have both forms of addresses.',
    remedy: 'Leave it out, or write "dualstack".',
  }),
  "rest-endpoints-mixed": ({ value }: { value: readonly string[] }) => ({
    problem: `is ${show(value)}; an API has one endpoint type.`,
    remedy: 'Write one of ["REGIONAL"], ["EDGE"] and ["PRIVATE"].',
  }),
  "rest-vpc-endpoints": ({ value }: { value: readonly string[] }) => ({
    problem: `is given, but the endpoint type is ${show(value)}.`,
    remedy: 'VPC endpoints belong to private APIs: types: ["PRIVATE"].',
  }),
  "rest-domain-private": ({ endpointType, isPrivate }: { endpointType: string; isPrivate: boolean }) => ({
    problem: `is ${show(endpointType)}, while the API itself is ${isPrivate ? "private" : "public"}; AWS maps private domains to private APIs and public ones to public APIs.`,
    remedy: isPrivate
      ? 'Write endpointType: "private".'
      : 'Write endpointType: "regional", or make the API private: cdk.restApi: { endpointConfiguration: { types: ["PRIVATE"] }, policy }.',
  }),
  "rest-domain-private-shared": ({
    endpointType,
    isPrivate,
  }: {
    endpointType: string;
    isPrivate: boolean;
  }) => ({
    problem: `is a domain of the endpoint type ${show(endpointType)}, while the API is ${isPrivate ? "private" : "public"}; AWS maps private domains to private APIs and public ones to public APIs.`,
    remedy: `Share a ${isPrivate ? "private" : "regional"} domain, or create one with domainName.`,
  }),
  "rest-domain-private-name": (_: object) => ({
    problem: "names a domain, while the API is private: private domains are known by their id, too.",
    remedy:
      "Pass the domain as an object: cdk.domainName of its RestV1Api, or a DataAwsApiGatewayDomainName.",
  }),
  "rest-vpc-endpoints-public": ({ endpointType }: { endpointType: string }) => ({
    problem: `is given for the endpoint type ${show(endpointType)}.`,
    remedy: 'VPC endpoints lead to private domains: endpointType: "private".',
  }),
  "rest-vpc-endpoint-twice": ({ value, other }: { value: string; other: string }) => ({
    problem: `is ${show(value)}, which is the endpoint ${show(other)}, too.`,
    remedy: "Name each endpoint once.",
  }),
  "rest-path-levels": ({ value, remedy }: { value: string; remedy: string }) => ({
    problem: `is ${show(value)}. AWS has paths of several levels for regional domains with TLS 1.2 or newer.`,
    remedy,
  }),
  "rest-mtls-tls": ({ value }: { value: string }) => ({
    problem: `is ${show(value)}, which AWS refuses for mutual TLS.`,
    remedy: 'Leave it out, or write "TLS 1.2".',
  }),
  "rest-access-mode": ({ value, securityPolicy }: { value: string; securityPolicy: string }) => ({
    problem: `is ${show(value)}, but the security policy ${show(securityPolicy)} has no endpoint access mode.`,
    remedy: 'Leave it out, or write securityPolicy: "TLS 1.3".',
  }),
  "rest-rules-private": (_: object) => ({
    problem: "is given for a private domain, which the AWS provider creates no rules for.",
    remedy: "Tell APIs of a private domain apart by their path.",
  }),
  "rest-provider-older": ({ value, version }: { value: unknown; version: string }) => ({
    problem: `is ${show(value)}, which needs version ${version} of the AWS provider; an older one may be used.`,
    remedy: `Raise it: new App({ provider: { version: "~> ${version}" } }).`,
  }),
} satisfies ErrorTexts;

const texts = { ...coreTexts, ...appTexts, ...functionTexts, ...dnsTexts, ...gatewayTexts, ...restTexts };

/** Refuses input of the caller. */
export const fail: Fail<typeof texts> = failWith(texts);
