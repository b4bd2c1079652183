import { RestV1Api, type RestV1ApiProps } from "../../../lib/constructs/rest-v1-api";
import type { Stack } from "../../../lib/kit/app";
import { type Block, resources, synthesized, testStack } from "../../support/stack";

export { failure } from "../api/support/api";

export const handler = "functions/notes.get";

/** The stack of an API, and the API. */
export function restApi(props: RestV1ApiProps = {}, stack: Stack = testStack()) {
  return { stack, api: new RestV1Api(stack, "Api", props) };
}

/** The stack of an API without preflight methods, which most tests are not about. */
export function plainApi(props: RestV1ApiProps = {}, stack?: Stack) {
  return restApi({ cors: false, ...props }, stack);
}

/** Resources of a type whose address contains a text. */
export function matching(stack: Stack, type: string, part: string): Block[] {
  const all = Object.entries(resources(stack, type));
  return all.filter(([address]) => address.includes(part)).map(([, block]) => block);
}

/** The path of each resource, by address. */
export function paths(stack: Stack): Record<string, string> {
  const all = resources(stack, "aws_api_gateway_resource");
  const pathOf = (address: string): string => {
    const { parent_id: parent, path_part: part } = all[address] ?? {};
    const above = /aws_api_gateway_resource\.([^.]+)\.id/.exec(String(parent))?.[1];
    return `${above === undefined ? "" : pathOf(above)}/${part}`;
  };
  return Object.fromEntries(Object.keys(all).map((address) => [address, pathOf(address)]));
}

/** The methods of a stack, by `<METHOD> <path>`. */
export function methods(stack: Stack): Record<string, Block> {
  const byAddress = paths(stack);
  const all = Object.values(resources(stack, "aws_api_gateway_method"));
  return Object.fromEntries(
    all.map((method) => {
      const address = /aws_api_gateway_resource\.([^.]+)\.id/.exec(String(method.resource_id))?.[1];
      return [`${method.http_method} ${address === undefined ? "/" : byAddress[address]}`, method];
    }),
  );
}

/** The permissions of a stack, as the end of their source. */
export function sources(stack: Stack): string[] {
  const all = Object.values(resources(stack, "aws_lambda_permission"));
  return all.map((each) => String(each.source_arn).replace(/^.*execution_arn\}/, "")).sort();
}

/** The triggers of the one deployment of a stack. */
export function triggers(stack: Stack): Record<string, string> {
  const [deployment] = Object.values(resources(stack, "aws_api_gateway_deployment"));
  return deployment?.triggers as Record<string, string>;
}

/** How many resources of each type a stack has. */
export function counts(stack: Stack): Record<string, number> {
  const { resource } = synthesized(stack);
  return Object.fromEntries(Object.entries(resource).map(([type, each]) => [type, Object.keys(each).length]));
}
