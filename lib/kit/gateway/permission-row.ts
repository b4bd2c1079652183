import { access, grant, type PermissionRow } from "../iam/permissions/row";

/** The access that an API in `permissions` gives, for all kinds of HTTP APIs. */
export const apiRow = {
  name: "Api",
  types: [],
  byDefault: access(grant(["execute-api:Invoke"], ["{arn}/*"])),
  access: { grantFullAccess: access(grant(["execute-api:*"], ["{arn}/*"])) },
} satisfies PermissionRow;
