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
  if (pools.length === 0) fail(where, "local-pool-none", "--pool", {});
  const matching = wanted === undefined ? pools : matchesOf(pools, wanted);
  const [first] = matching;
  if (first === undefined) {
    fail(where, "part-not-found", "--pool", {
      part: "user pool",
      value: wanted ?? "",
      parts: pools.map(({ name }) => name),
    });
  }
  if (matching.length > 1) {
    fail(where, "local-several", "--pool", {
      part: "user pool",
      value: wanted,
      parts: matching.map(describe),
    });
  }
  return first;
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
  const matching = wanted === undefined ? usual : matchesOf(clients, wanted);
  if (wanted !== undefined && matching.length === 0) {
    fail(tokenCommand, "part-not-found", "--client", {
      part: `client of the user pool "${pool.name}"`,
      value: wanted,
      parts: clients.map(({ name }) => name),
    });
  }
  if (matching.length > 1) {
    fail(tokenCommand, "local-several", "--client", {
      part: `client of the user pool "${pool.name}"`,
      value: wanted,
      parts: matching.map(describe),
    });
  }
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
