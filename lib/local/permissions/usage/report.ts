import { matchesWildcard } from "../../../facts/aws/wildcards";
import { type Model, ModelRoles, type Resource, requireText } from "../../../model";
import { pathOfFunction } from "../function-of-session";
import { grantUseOf } from "./grant-use";
import { grantedAccess } from "./granted";
import { impliedAccess } from "./implied-access";
import type { DeniedPermission, FunctionUse, RecordedUse } from "./recorded-use";

/** The permissions of all functions, and the use that runs have made of them. */
export interface PermissionsReport {
  readonly functions: readonly FunctionPermissions[];
  /** The calls of functions that no permission allows. */
  readonly missing: readonly (DeniedPermission & OfFunction)[];
  /** The permissions that functions have run without, and that can be left out. */
  readonly unused: readonly UnusedPermission[];
  /** The construct paths of the functions that never ran. */
  readonly unknown: readonly string[];
}

interface OfFunction {
  /** The construct path of the function. */
  readonly function: string;
}

/** A permission that can be narrowed. */
interface UnusedPermission extends OfFunction {
  /** `dev-notes-Database/Notes` */
  readonly resource: string;
  /** The present line of code: `bind: [notes]`. */
  readonly now: string;
  /** The line of code that grants enough: `bind: [[notes, "grantReadData"]]`. */
  readonly code: string;
}

/** The permissions of one function. */
export interface FunctionPermissions {
  /** The construct path: `dev-notes-Service/Api/Lambda_GET_--notes`. */
  readonly function: string;
  /** `run`: it was invoked. `unknown`: it never ran, or the JSON does not declare its role. */
  readonly coverage: "run" | "unknown";
  readonly invocations: number;
  readonly grants: readonly GrantUse[];
  readonly missing: readonly DeniedPermission[];
  /** Policies of the role that the JSON does not contain. Absent if it contains all. */
  readonly unknownPolicies?: readonly string[];
}

/** The use of the permissions of a function for one construct. */
export interface GrantUse {
  /** `dev-notes-Database/Notes`; an ARN or `*` if the app does not declare it. */
  readonly resource: string;
  /**
   * `used`: all of it is needed. `partly`: a part can be left out, and `code` shows how. `unused`: all of it can be left out.
   * `unmeasured`: the service does not run on this machine, so that its calls are not seen.
   */
  readonly use: "used" | "partly" | "unused" | "unmeasured";
  /** The actions that were called, with the number of calls. */
  readonly used: readonly { readonly action: string; readonly count: number }[];
  /** The granted actions that were not called, as they are written. */
  readonly unused: readonly string[];
  /** The actions that come with the place of the function: event sources, destinations, routes of a WebSocket API. */
  readonly implied: readonly string[];
  /** The line of code that grants enough: `bind: [[notes, "grantReadData"]]`. Absent if nothing can be left out. */
  readonly code?: string;
  /** The present line, as far as the JSON shows it: `bind: [notes]`. */
  readonly now?: string;
}

const nothing: FunctionUse = { invocations: 0, used: [], denied: [] };

/**
 * Compares the permissions of functions with their use.
 *
 * @param use - of one run or of several
 * @param isMeasured - whether calls of a service are recorded, by the prefix of its actions
 */
export function permissionsReport(
  model: Model,
  use: RecordedUse,
  isMeasured: (service: string) => boolean,
): PermissionsReport {
  const roles = new ModelRoles(model);
  const functions = model.ofType("aws_lambda_function").map((resource): FunctionPermissions => {
    const path = pathOfFunction(resource);
    return functionPermissions(model, roles, resource, use[path] ?? nothing, isMeasured);
  });
  return withFindings([...functions].sort((left, right) => (left.function < right.function ? -1 : 1)));
}

function withFindings(functions: readonly FunctionPermissions[]): PermissionsReport {
  return {
    functions,
    missing: functions.flatMap(({ function: name, missing }) =>
      missing.map((each) => ({ function: name, ...each })),
    ),
    unused: functions.flatMap(({ function: name, coverage, grants }) =>
      grants.flatMap(({ resource, now, code }) =>
        coverage === "unknown" || isShared(name) || now === undefined || code === undefined
          ? []
          : [{ function: name, resource, now, code }],
      ),
    ),
    unknown: functions.flatMap(({ function: name, coverage }) => (coverage === "unknown" ? [name] : [])),
  };
}

/**
 * Whether constructs of a stack share a function, such as the `_script` of its scripts. Their props determine its permissions,
 * and a run needs only those for the changed constructs.
 */
const isShared = (path: string): boolean => /^[^/]+\/_[^/]+$/.test(path);

function functionPermissions(
  model: Model,
  roles: ModelRoles,
  resource: Resource,
  use: FunctionUse,
  isMeasured: (service: string) => boolean,
): FunctionPermissions {
  const { values } = resource;
  const role = roles.find(requireText(values, "role"));
  const granted = role === undefined ? [] : grantedAccess(model, role);
  const implied = impliedAccess(model, requireText(values, "arn"), requireText(values, "function_name"));
  const context = { model, values, calls: use.used, implied, isMeasured };
  const unknownPolicies = role?.unknownPolicies ?? [];
  // A permission that was added after the run is no longer missing.
  const isGranted = ({ action, resource: called }: DeniedPermission): boolean =>
    granted.some(
      ({ actions, names }) =>
        [...actions.keys()].some((each) => matchesWildcard(each, action.toLowerCase())) &&
        [...names].some((each) => matchesWildcard(each, called)),
    );
  return {
    function: pathOfFunction(resource),
    coverage: use.invocations > 0 && role !== undefined ? "run" : "unknown",
    invocations: use.invocations,
    grants: granted.map((each) => grantUseOf(each, context)),
    missing: use.denied.filter((each) => !isGranted(each)),
    ...(unknownPolicies.length > 0 && { unknownPolicies }),
  };
}

/** The findings that can fail a pipeline. */
export const permissionFailures = {
  missing: ({ missing }) => missing.length > 0,
  unused: ({ unused }) => unused.length > 0,
} as const satisfies Record<string, (report: PermissionsReport) => boolean>;

export type PermissionFailure = keyof typeof permissionFailures;
