/** What the address of a custom domain is made of. */
export interface DomainUrlParts {
  readonly scheme: "https" | "wss";
  readonly domainName: string;
  readonly path: string | undefined;
  /** Whether the address ends in a slash when it has a path. REST APIs do without. */
  readonly trailingSlash: boolean;
}

/** The address at which an API answers on a custom domain. */
export function domainUrl({ scheme, domainName, path, trailingSlash }: DomainUrlParts): string {
  const root = `${scheme}://${domainName}`;
  if (path === undefined) return root;
  return trailingSlash ? `${root}/${path}/` : `${root}/${path}`;
}
