import { ServiceError } from "../contract/define-service";
import type { SsmParameter, SsmParameters } from "./parameters";

/**
 * The parameter that a name with a version names: `/app/key:3`. Only the latest version is here.
 *
 * Source: https://docs.aws.amazon.com/systems-manager/latest/APIReference/API_GetParameter.html
 */
export function selected(
  parameters: SsmParameters,
  given: string,
): (SsmParameter & { readonly selector?: string }) | undefined {
  const found = parameters.find(given);
  if (found !== undefined) return found;
  const [, name = "", selector = ""] = /^(.+):([^:/]+)$/.exec(given) ?? [];
  const latest = name === "" ? undefined : parameters.find(name);
  if (latest === undefined) return undefined;
  if (String(latest.version) === selector) return { ...latest, selector: `:${selector}` };
  const what = /^\d+$/.test(selector) ? "version" : "label";
  throw new ServiceError(
    "ParameterVersionNotFound",
    `Systems Manager could not find ${what} ${selector} of ${name}. Verify the ${what} and try again.`,
  );
}
