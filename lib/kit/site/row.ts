import { access, actionsOf, grant, type PermissionRow } from "../iam/permissions/row";

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
