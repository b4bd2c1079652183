import { escapeTemplate } from "../../../kit/core";

/** A parameter mapping as Terraform takes it: `${request.path}` is the gateway's, not Terraform's. */
export function escapeMapping(
  mapping: Readonly<Record<string, string>> | undefined,
): Record<string, string> | undefined {
  // An empty map would show up in each plan.
  if (mapping === undefined || Object.keys(mapping).length === 0) return undefined;
  return Object.fromEntries(Object.entries(mapping).map(([key, value]) => [key, escapeTemplate(value)]));
}

/** Whether a value is taken from each request, so that it is not known in advance. */
export function isFromRequest(value: string): boolean {
  return /\$\{?(request|context|stageVariables)\b/.test(value);
}
