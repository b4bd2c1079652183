import { regionOfArn } from "../../../facts/aws/arns";
import { isUnresolved } from "../../core/tokens/unresolved";
import { fail } from "../errors";
import type { FunctionProps } from "../props";

/**
 * Refuses ARNs of another region: a function uses keys, signing configs and access points of its own region only.
 *
 * @param region - of the function; undefined where it is not known
 */
export function checkArnRegions(where: string, props: FunctionProps, region: string | undefined): void {
  const { environmentEncryption, codeSigningConfig, filesystem } = props;
  const arns = {
    environmentEncryption,
    codeSigningConfig,
    "filesystem.accessPoint": filesystem?.accessPoint,
  };
  for (const [prop, value] of Object.entries(arns)) {
    if (region === undefined || typeof value !== "string" || isUnresolved(value)) continue;
    const found = regionOfArn(value);
    if (found !== undefined && found !== region) fail(where, "arn-region", prop, { value, region });
  }
}
