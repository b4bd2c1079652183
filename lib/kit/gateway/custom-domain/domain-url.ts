/** The parts of the URL of a custom domain. */
export interface DomainUrlParts {
  readonly scheme: "https" | "wss";
  readonly domainName: string;
  readonly path: string | undefined;
  /** Whether a URL with a path ends with a slash. Those of REST APIs do not. */
  readonly trailingSlash: boolean;
}

/** The URL of an API on a custom domain. */
export function domainUrl({ scheme, domainName, path, trailingSlash }: DomainUrlParts): string {
  const root = `${scheme}://${domainName}`;
  if (path === undefined) return root;
  return trailingSlash ? `${root}/${path}/` : `${root}/${path}`;
}
