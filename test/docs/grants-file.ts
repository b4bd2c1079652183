import { constructDescriptions } from "../../lib/constructs/list";
import { providerRows } from "../../lib/kit/iam/permissions/provider-target";
import type { PermissionRow } from "../../lib/kit/iam/permissions/row";

export const grantsPath = "lib/model/permissions/grants.ts";

/** The grants of `permissions` and `bind`, for the local server, which loads no construct. */
export function grantsFile(): string {
  const own = constructDescriptions.flatMap((each) => {
    const { row, binding } = each as { row?: PermissionRow; binding?: { grants: boolean } };
    return row === undefined ? [] : [{ row, isBound: binding?.grants === true }];
  });
  const rows = [...own, ...providerRows.map((row) => ({ row, isBound: false }))];
  const entries = rows.flatMap(({ row, isBound }) =>
    row.types.map((type) => [type, { isBound, ...actionsIn(row) }] as const),
  );
  return [
    "// Written by `npm run docs` from the descriptions of the constructs.",
    "",
    "/** The access that a resource in `permissions` gives, by the type of the resource. */",
    "export interface ResourceGrants {",
    "  /** Whether `bind` gives the same as the name alone. */",
    "  readonly isBound: boolean;",
    "  /** The actions of the name alone. */",
    "  readonly byDefault: readonly string[];",
    '  /** The actions of `[construct, "<name>"]`, by name. */',
    "  readonly access: Readonly<Record<string, readonly string[]>>;",
    "}",
    "",
    `export const grantsByType: Readonly<Record<string, ResourceGrants>> = ${JSON.stringify(Object.fromEntries(entries), null, 2)};`,
    "",
  ].join("\n");
}

function actionsIn({ byDefault, access }: PermissionRow): object {
  const actionsOf = ({ grants }: PermissionRow["byDefault"]): readonly string[] => [
    ...new Set(grants.flatMap(({ actions }) => actions)),
  ];
  return {
    byDefault: actionsOf(byDefault),
    access: Object.fromEntries(Object.entries(access).map(([name, each]) => [name, actionsOf(each)])),
  };
}
