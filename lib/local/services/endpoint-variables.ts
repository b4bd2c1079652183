import type { Model } from "../../model";
import { credentialVariables } from "../functions/role-credentials";
import type { AccessKeys } from "../wire/local-credentials";
import { serviceTable } from "./service-table";

/**
 * Names in `AWS_ENDPOINT_URL_<name>` of services that are not emulated, where the name is not the signing name. Several
 * APIs may share a signing name.
 *
 * Source: https://docs.aws.amazon.com/sdkref/latest/guide/ss-endpoints-table.html
 */
const otherEndpointNames: Readonly<Record<string, readonly string[]>> = {
  apigateway: ["API_GATEWAY", "APIGATEWAYV2"],
  bedrock: ["BEDROCK", "BEDROCK_RUNTIME"],
  "execute-api": ["APIGATEWAYMANAGEMENTAPI"],
  logs: ["CLOUDWATCH_LOGS"],
  monitoring: ["CLOUDWATCH"],
  ses: ["SES", "SESV2"],
  states: ["SFN"],
};

const aliases: ReadonlyMap<string, string> = new Map(
  [...serviceTable].flatMap(([name, kind]) => (kind.aliases ?? []).map((alias) => [alias, name] as const)),
);

/** The signing name of a service, from any of its names. */
export function signingNameOf(service: string): string {
  const name = service.toLowerCase();
  return aliases.get(name) ?? name;
}

/** The services that have their own address here or in the SDKs, by signing name or by the name in the SDKs. */
export const servicesWithEndpoints: readonly string[] = [
  ...serviceTable.keys(),
  ...Object.keys(otherEndpointNames),
  ...Object.values(otherEndpointNames).flatMap((names) => names.map((each) => each.toLowerCase())),
];

/**
 * Environment variables that lead the SDKs in the functions to their services.
 *
 * Source: https://docs.aws.amazon.com/sdkref/latest/guide/feature-ss-endpoints.html
 */
export function endpointVariables(
  routerUrl: string,
  given: ReadonlyMap<string, string>,
): Readonly<Record<string, string>> {
  const own = [...given].flatMap(([service, url]) => {
    const name = signingNameOf(service);
    return endpointNames(name).map((each) => [`AWS_ENDPOINT_URL_${each}`, url]);
  });
  return { AWS_ENDPOINT_URL: routerUrl, ...Object.fromEntries(own) };
}

/** The address of each emulated service, by its name in IAM: here, or where the user has an emulator. */
export function serviceAddresses(
  routerUrl: string,
  given: ReadonlyMap<string, string>,
): Readonly<Record<string, string>> {
  const elsewhere = new Map([...given].map(([service, url]) => [signingNameOf(service), url]));
  return Object.fromEntries([...serviceTable.keys()].map((name) => [name, elsewhere.get(name) ?? routerUrl]));
}

/** The variables with which programs other than the functions use the services: they may do everything. */
export function clientVariables(
  { region }: Pick<Model, "region">,
  routerUrl: string,
  given: ReadonlyMap<string, string>,
  keys: AccessKeys,
): Readonly<Record<string, string>> {
  return {
    ...credentialVariables(keys.administrator),
    AWS_REGION: region,
    AWS_DEFAULT_REGION: region,
    ...endpointVariables(routerUrl, given),
  };
}

function endpointNames(signingName: string): readonly string[] {
  const other = Object.hasOwn(otherEndpointNames, signingName) ? otherEndpointNames[signingName] : undefined;
  const own = serviceTable.get(signingName)?.endpointNames ?? other;
  return own ?? [signingName.toUpperCase().replaceAll("-", "_")];
}
