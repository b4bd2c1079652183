import {
  clientsOf,
  type Model,
  type Resource,
  type UserPool,
  type UserPoolClient,
  userPoolsOf,
} from "../../model";
import { fail } from "../errors";

const tokenCommand = "serverform local token";

/** The pool with an id, a name or a construct path, or a part of that path; by default, the only pool. */
export function requireUserPool(model: Model, wanted: string | undefined, where = tokenCommand): UserPool {
  const pools = userPoolsOf(model);
  const found = pools.length === 0 ? undefined : single(pools, pools, wanted, where, "--pool", "user pool");
  return found ?? fail(where, "local-pool-none", "--pool", {});
}

/**
 * The client with an id, a name, or the app's key; by default, the only client, or that of the Userbase itself. Undefined if the
 * pool has none.
 */
export function findClient(
  model: Model,
  pool: UserPool,
  wanted: string | undefined,
): UserPoolClient | undefined {
  const clients = clientsOf(model, pool);
  const own = clients.filter(({ resource }) => partsOf(resource).includes(ownClientId));
  const usual = own.length === 1 ? own : clients;
  return single(clients, usual, wanted, tokenCommand, "--client", `client of the user pool "${pool.name}"`);
}

/**
 * The only thing that matches an option; undefined if none is wanted and none is usual.
 *
 * @param usual - the things of which one is taken if none is wanted
 */
function single<Thing extends Named>(
  all: readonly Thing[],
  usual: readonly Thing[],
  value: string | undefined,
  where: string,
  option: string,
  part: string,
): Thing | undefined {
  const matching = value === undefined ? usual : matchesOf(all, value);
  if (value !== undefined && matching.length === 0)
    fail(where, "part-not-found", option, { part, value, parts: all.map(({ name }) => name) });
  if (matching.length > 1)
    fail(where, "local-several", option, { part, value, parts: matching.map(describe) });
  return matching[0];
}

/** Ids of the constructs of a Userbase. */
const ownClientId = "UserPoolClient";
const otherClientPrefix = "Client_";

const partsOf = ({ constructPath, address }: Resource): readonly string[] =>
  (constructPath ?? address).split("/");

interface Named {
  readonly id: string;
  readonly name: string;
  readonly resource: Resource;
}

/** The matches of the first rule with any match: id, name, whole path, address, part of the path. */
export function matchesOf<Thing extends Named>(things: readonly Thing[], wanted: string): readonly Thing[] {
  const rules: readonly ((thing: Thing) => boolean)[] = [
    ({ id }) => id === wanted,
    ({ name }) => name === wanted,
    ({ resource }) => resource.constructPath === wanted || resource.address === wanted,
    ({ resource }) => partsOf(resource).includes(`${otherClientPrefix}${wanted}`),
    ({ resource }) => `/${resource.constructPath ?? resource.address}/`.includes(`/${wanted}/`),
  ];
  for (const rule of rules) {
    const matching = things.filter(rule);
    if (matching.length > 0) return matching;
  }
  return [];
}

function describe({ name, resource }: Named): string {
  return `${name} (${resource.constructPath ?? resource.address})`;
}
