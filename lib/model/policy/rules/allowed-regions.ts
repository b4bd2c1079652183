import { parseArn } from "../../../facts/aws/arns";
import { text } from "../../resources/values";
import type { Rule, Violation } from "../rule";

/** CloudFront takes certificates of one region only. Source: https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/cnames-and-https-requirements.html */
const boundToRegion: readonly string[] = [
  "aws_acm_certificate",
  "aws_acm_certificate_validation",
  "aws_wafv2_web_acl",
];

/** Resources are in these regions: `eu-central-1`. Certificates and firewalls of CloudFront are left out. */
export function allowedRegions(regions: readonly string[]): Rule {
  return {
    id: "allowed-regions",
    check: ({ resources }) =>
      resources.flatMap((at): readonly Violation[] => {
        const region = parseArn(text(at.values, "arn") ?? "")?.region ?? "";
        const isOther = region !== "" && !regions.includes(region) && !boundToRegion.includes(at.type);
        if (!isOther || at.type.startsWith("data.")) return [];
        return [
          { at, of: region, problem: "is not a region of this app", remedy: `Use ${regions.join(" or ")}.` },
        ];
      }),
  };
}
