import { parseArn } from "../../../facts/aws/arns";
import { resourceTypes } from "../../../facts/aws/resource-types";
import { text } from "../../resources/values";
import type { Rule, Violation } from "../rule";

/** Resources are in these regions: `eu-central-1`. Certificates and firewalls of CloudFront are left out. */
export function allowedRegions(regions: readonly string[]): Rule {
  return {
    id: "allowed-regions",
    check: ({ resources }) =>
      resources.flatMap((at): readonly Violation[] => {
        const region = parseArn(text(at.values, "arn") ?? "")?.region ?? "";
        const isOther =
          region !== "" && !regions.includes(region) && resourceTypes[at.type]?.isForCloudFront !== true;
        if (!isOther || at.type.startsWith("data.")) return [];
        return [
          { at, of: region, problem: "is not a region of this app", remedy: `Use ${regions.join(" or ")}.` },
        ];
      }),
  };
}
