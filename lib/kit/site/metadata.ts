import type { ConstructMetadata } from "../app";

/** The metadata of a site for the command line. */
export type SiteMetadata<Type extends string> = ConstructMetadata<
  Type,
  {
    readonly distributionId: string;
    readonly customDomainUrl?: string | undefined;
    /** Folder of the site, relative to that of `cdktf.json`. */
    readonly path: string;
    /** Variables of its build, and of its development server. */
    readonly environment: Readonly<Record<string, string>>;
  }
>;
