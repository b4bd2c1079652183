import { matchesStars } from "../../../facts/aws/wildcards";

/** The lease of a developer's client: until it expires, its functions run on that machine. */
export interface Lease {
  readonly clientId: string;
  /** The connection of the client at the relay. */
  readonly connection: string;
  /** The expiry, by the clock of AWS. */
  readonly until: number;
  /** When the client started. */
  readonly since: number;
  /** Patterns of the construct paths of the functions; undefined for all functions of the stage. */
  readonly only?: readonly string[];
  /** The name of the developer: `ana@laptop`. */
  readonly owner: string;
  /** The client that has replaced this one, which then ends. */
  readonly replacedBy?: string;
}

/** How long a lease lasts, and how often its client renews it. */
export const leaseMs = 15_000;
export const renewalMs = 5_000;
/** The time in which a client can reconnect after it has lost its connection. */
export const graceMs = 5_000;
/** How long a wrapper uses leases before it reads them again. */
export const leaseCacheMs = 5_000;

/** The lease under which a function runs now; undefined if the deployed code runs. */
export function leaseFor(leases: readonly Lease[], functionId: string, now: number): Lease | undefined {
  const live = leases.filter(
    (lease) => lease.until > now && lease.replacedBy === undefined && covers(lease, functionId),
  );
  // A client that names functions has precedence over a client of the whole stage; then the later one.
  return [...live].sort(
    (a, b) => Number(b.only !== undefined) - Number(a.only !== undefined) || b.since - a.since,
  )[0];
}

export function covers({ only }: Pick<Lease, "only">, functionId: string): boolean {
  return only === undefined || only.some((pattern) => matchesFunction(pattern, functionId));
}

/** Whether a pattern names a function: its construct path, the end of that path, or both with `*`. */
export function matchesFunction(pattern: string, functionId: string): boolean {
  return matchesStars(pattern, functionId) || matchesStars(`*/${pattern}`, functionId);
}

/** The live leases that a new client replaces: those with the same patterns, or for the whole stage like its own. */
export function replacedLeases(
  leases: readonly Lease[],
  { clientId, only }: Pick<Lease, "clientId" | "only">,
  now: number,
): readonly Lease[] {
  const key = patternsKey(only);
  return leases.filter(
    (lease) =>
      lease.clientId !== clientId &&
      lease.until > now &&
      lease.replacedBy === undefined &&
      patternsKey(lease.only) === key,
  );
}

const patternsKey = (only: readonly string[] | undefined): string =>
  only === undefined ? "*" : [...only].sort().join("\n");
