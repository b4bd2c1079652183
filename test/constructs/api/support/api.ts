import { isLibraryError, type ServerformError } from "../../../../lib/facts/errors/error";
import type { Stack } from "../../../../lib/kit/app";
import { type Block, resources } from "../../../support/stack";

/** The error that a call ends in. */
export function failure(call: () => unknown): ServerformError {
  try {
    call();
  } catch (error) {
    if (isLibraryError(error)) return error;
    throw error;
  }
  throw new Error("Expected an error of the library");
}

/** The routes of a stack, by their keys. */
export function routes(stack: Stack): Record<string, Block> {
  const all = Object.values(resources(stack, "aws_apigatewayv2_route"));
  return Object.fromEntries(all.map((route) => [String(route.route_key), route]));
}

/** The integration of a route. */
export function integration(stack: Stack, routeKey: string): Block {
  const target = String(routes(stack)[routeKey]?.target);
  const name = /aws_apigatewayv2_integration\.([^.]+)\.id/.exec(target)?.[1] ?? "";
  const found = resources(stack, "aws_apigatewayv2_integration")[name];
  if (found === undefined) throw new Error(`No integration for ${routeKey}`);
  return found;
}

/** The permissions of a gateway, as the invoked function and the end of their source. */
export function invocations(stack: Stack): string[] {
  const all = Object.values(resources(stack, "aws_lambda_permission"));
  return all.map((each) => String(each.source_arn).replace(/^.*execution_arn\}/, "")).sort();
}

/** The statements of a policy; the quotes of Terraform's functions in it belong to Terraform. */
export function statements(policy: unknown): readonly Record<string, unknown>[] {
  const escaped = String(policy).replace(/\$\{[^}]*\}/g, (expression) => expression.replaceAll('"', '\\"'));
  return JSON.parse(escaped).Statement;
}
