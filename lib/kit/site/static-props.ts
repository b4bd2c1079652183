import { joinKeys, propKeys } from "../core/checks/check";
import { type SiteBaseProps, type SiteCdkProps, type SiteFileOptions, siteBaseKeys } from "./props";

/** Props of a site that consists of files. */
export interface StaticSiteProps extends SiteBaseProps {
  /** Name of the page of the site's root. @default "index.html" */
  readonly indexPage?: string | undefined;
  /**
   * The response for a path without a file: the index page with status 200, for a single page application, or a page
   * of the site with the status of the error.
   *
   * @default "redirect_to_index_page"
   */
  readonly errorPage?: "redirect_to_index_page" | (string & {}) | undefined;
  /** Folder of the build output, below `path`. @default - `path` itself */
  readonly buildOutput?: string | undefined;
  /**
   * The `Cache-Control` headers of files.
   *
   * @default - pages are not cached by browsers; scripts and styles for a year
   */
  readonly fileOptions?: readonly SiteFileOptions[] | undefined;
  /**
   * Whether files that are no longer in the build are removed, at the end of the deployment. `false` keeps a copy of
   * them for pages that are still open in browsers: a function creates it from archives of up to 200 MB. If you set
   * `true` again, the function removes the copy.
   *
   * @default true
   */
  readonly purgeFiles?: boolean | undefined;
  /** Options for sites that Vite builds. @default - none */
  readonly vite?:
    | {
        /**
         * File below `path` that declares the variables of `environment` for editors. It is written if a `vite.config` file
         * exists.
         *
         * @default "src/serverform-env.d.ts"
         */
        readonly types?: string | undefined;
      }
    | undefined;
  /** Existing provider objects to use, or configs to override what is created. @default - none */
  readonly cdk?: SiteCdkProps | undefined;
}

export const staticSiteKeys = joinKeys(
  siteBaseKeys,
  propKeys<Omit<StaticSiteProps, keyof SiteBaseProps>>()({
    indexPage: "text",
    errorPage: "text",
    buildOutput: "text",
    fileOptions: "list",
    purgeFiles: "boolean",
    vite: "map",
    cdk: "map",
  }),
);
