import type { AuthorityStore, SecondsClock } from "./store";

const hourSeconds = 3600;

export interface CountedSource {
  readonly store: AuthorityStore;
  readonly now: SecondsClock;
  /** The IP address of the client. */
  readonly sourceIp: string;
}

/** Counts an action of a source, and returns whether the source is within its limit for this hour. */
export async function countWithin(
  limit: number,
  what: "registration" | "document",
  { store, now, sourceIp }: CountedSource,
): Promise<boolean> {
  const hour = Math.floor(now() / hourSeconds);
  const id = `${what} ${networkOf(sourceIp)} ${hour}`;
  return (await store.increment("source", id, (hour + 2) * hourSeconds)) <= limit;
}

/** The seconds until a source may continue. */
export const secondsToNextHour = (now: SecondsClock): number => hourSeconds - (now() % hourSeconds);

/** The IPv4 address, or the IPv6 network of one customer. */
export function networkOf(ip: string): string {
  if (!ip.includes(":")) return ip;
  const [head = "", tail] = ip.split("::");
  const groups = (text: string) => text.split(":").filter((each) => each !== "");
  const [first, last] = [groups(head), groups(tail ?? "")];
  const zeros = tail === undefined ? 0 : Math.max(0, 8 - first.length - last.length);
  const all = [...first, ...Array<string>(zeros).fill("0"), ...last].slice(0, 4);
  return `${all.map((each) => Number.parseInt(each, 16).toString(16)).join(":")}::/64`;
}
