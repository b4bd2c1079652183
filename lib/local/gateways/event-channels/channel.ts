/** A channel, or all channels below one: `/chat/lobby`, `/chat/*`. */
export interface Channel {
  /** As clients and handlers see it, with a slash at the front. */
  readonly path: string;
  readonly segments: readonly string[];
  /** Name of the namespace. */
  readonly namespace: string;
  readonly isWildcard: boolean;
}

// Source: https://docs.aws.amazon.com/appsync/latest/eventapi/channel-namespaces.html
const mostSegments = 5;
const segment = /^[A-Za-z0-9](?:[A-Za-z0-9-]{0,48}[A-Za-z0-9])?$/;

/** Reads a channel; slashes at both ends may be left out. Returns why it cannot be one. */
export function parseChannel(given: unknown): Channel | { readonly problem: string } {
  if (typeof given !== "string") return { problem: 'The message needs a channel: "/chat/lobby".' };
  const segments = given.replace(/^\/|\/$/g, "").split("/");
  const isWildcard = segments.length > 1 && segments.at(-1) === "*";
  const named = isWildcard ? segments.slice(0, -1) : segments;
  if (segments.length > mostSegments || !named.every((each) => segment.test(each))) {
    const text = `${JSON.stringify(given)} is not a channel: 1 to 5 parts of up to 50 letters, digits and "-"; the last may be "*".`;
    return { problem: text };
  }
  return { path: `/${segments.join("/")}`, segments, namespace: segments[0] ?? "", isWildcard };
}

/** The paths of subscriptions that get the events of a channel: its own, and those with a wildcard. */
export function subscribedPaths({ path, segments }: Channel): readonly string[] {
  const above = segments
    .slice(0, -1)
    .map((_, index) => `/${[...segments.slice(0, index + 1), "*"].join("/")}`);
  return [path, ...above];
}
