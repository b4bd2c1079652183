import {
  apiOfConnection,
  constructOfArn,
  constructPart,
  constructPathOf,
  grantsByType,
  type LocalRole,
  type Model,
  nameOfResource,
  type ResourceGrants,
  resourceOfArn,
} from "../../../model";
import { secretOfArn } from "../../declared-secrets";
import { isFromGrant } from "./narrower-grants";

export interface GrantedAccess {
  /** `dev-notes-Database/Notes`; an ARN or `*` if the app does not declare it. */
  readonly resource: string;
  /** The possible grants of the construct; undefined for other resources. */
  readonly grants: ResourceGrants | undefined;
  /** The names of the resource in the statements: `dev-notes-Database/Notes (index/*)`. */
  readonly names: ReadonlySet<string>;
  /** The actions as written, by their lower-case form. */
  readonly actions: ReadonlyMap<string, string>;
}

/** The access that a role grants, by construct. Statements about all but some actions or resources count as `*`. */
export function grantedAccess(model: Model, { statements }: LocalRole): readonly GrantedAccess[] {
  const found = new Map<string, GrantedAccess & { names: Set<string>; actions: Map<string, string> }>();
  for (const { effect, resources, notResources, writtenActions, notActions } of statements) {
    if (effect === "Deny") continue;
    for (const arn of notResources ? ["*"] : resources) {
      const place = placeOf(model, arn);
      const known = found.get(place.resource) ?? { ...place, names: new Set(), actions: new Map() };
      found.set(place.resource, known);
      for (const name of notResources ? resources : [arn]) known.names.add(nameOfResource(model, name));
      for (const each of notActions ? ["*"] : writtenActions) known.actions.set(each.toLowerCase(), each);
    }
  }
  return withoutPartsOfGrants([...found.values()]).map((each) => ofOwnActions(each, [...found.values()]));
}

/** Leaves out access to other resources that a construct's grant includes: a list of all streams, the secret of a database. */
function withoutPartsOfGrants(all: readonly GrantedAccess[]): readonly GrantedAccess[] {
  return all.flatMap((each) => {
    if (each.grants !== undefined) return [each];
    const isPart = (action: string): boolean =>
      all.some(
        ({ grants, actions }) =>
          grants !== undefined && isFromGrant(grants, [...actions.keys(), ...each.actions.keys()], action),
      );
    const actions = new Map([...each.actions].filter(([action]) => !isPart(action)));
    return actions.size === 0 ? [] : [{ ...each, actions }];
  });
}

/** Removes actions from a construct's grants that the function has on other resources: a list of all streams, the secret of a database. */
function ofOwnActions(granted: GrantedAccess, all: readonly GrantedAccess[]): GrantedAccess {
  if (granted.grants === undefined) return granted;
  const elsewhere = new Set(
    all.flatMap(({ grants, actions }) => (grants === undefined ? [...actions.keys()] : [])),
  );
  const own = (actions: readonly string[]): readonly string[] =>
    actions.filter((each) => granted.actions.has(each.toLowerCase()) || !elsewhere.has(each.toLowerCase()));
  const { grants } = granted;
  const access = Object.entries(grants.access).map(([name, actions]) => [name, own(actions)]);
  return {
    ...granted,
    grants: { ...grants, byDefault: own(grants.byDefault), access: Object.fromEntries(access) },
  };
}

export function grantsOfConstruct(model: Model, path: string): ResourceGrants | undefined {
  const found = Object.entries(grantsByType).find(([type]) =>
    model.ofType(type).some((each) => constructPathOf(each) === path),
  );
  return found?.[1];
}

/** The secrets of `Config.Secret` are not in the Terraform JSON, and only `bind` grants them. */
const secretGrants: ResourceGrants = { isBound: true, byDefault: ["ssm:GetParameters"], access: {} };

/** A stream of a table has separate permissions. */
function placeOf(model: Model, arn: string): Pick<GrantedAccess, "resource" | "grants"> {
  const secret = secretOfArn(arn);
  if (secret !== undefined) return { resource: `Secret/${secret}`, grants: secretGrants };
  const found = apiOfConnection(model, arn) === undefined ? resourceOfArn(model, arn) : undefined;
  if (found === undefined) return { resource: nameOfResource(model, arn), grants: undefined };
  const construct = constructOfArn(model, arn);
  const { access, byDefault } = found.grants;
  const isStream = constructPart(model, found.resource, arn).startsWith("stream/");
  const ofPart = Object.entries(access).filter(([name]) => (name === "grantStreamRead") === isStream);
  return {
    resource: isStream ? `${construct} (stream)` : construct,
    grants: { ...found.grants, access: Object.fromEntries(ofPart), byDefault: isStream ? [] : byDefault },
  };
}
