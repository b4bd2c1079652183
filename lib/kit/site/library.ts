import type { ConstructMetadata } from "../app";
import { access, actionsOf, grant, type PermissionRow } from "../iam/permissions/row";

/** The metadata of a site for the command line. */
export type SiteMetadata<Type extends string> = ConstructMetadata<
  Type,
  {
    readonly distributionId: string;
    readonly customDomainUrl?: string | undefined;
    /** Folder of the site, relative to that of `cdktf.json`. */
    readonly path: string;
    /** Variables of its build, and of its development server. */
    readonly environment: Readonly<Record<string, string>>;
  }
>;

const invalidate = actionsOf("cloudfront", "CreateInvalidation GetInvalidation");

/** Code uses a site by its URL, and may drop its files from the caches. */
export const siteRow = {
  name: "StaticSite",
  types: ["aws_cloudfront_distribution"],
  byDefault: access(grant(invalidate, ["{arn}"])),
  access: {
    grantInvalidate: access(grant(invalidate, ["{arn}"])),
    grantFullAccess: access(grant(["cloudfront:*"], ["{arn}"])),
  },
} satisfies PermissionRow;
