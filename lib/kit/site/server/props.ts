import { joinKeys, propKeys } from "../../core/checks/check";
import type { BindingEntry, CommandHook, FunctionProps } from "../../function";
import type { Permissions } from "../../iam/permissions";
import { type SiteBaseProps, type SiteCdkProps, type SiteFileOptions, siteBaseKeys } from "../props";
import type { FrameworkName } from "./frameworks";

/** The props of a function whose code is what a framework builds. */
export type SiteFunctionProps = Omit<
  FunctionProps,
  | "handler"
  | "srcPath"
  | "runtime"
  | "bundle"
  | "nodejs"
  | "hooks"
  | "copyFiles"
  | "url"
  | "enableLiveDev"
  | "snapStart"
  | "durable"
  | "permissions"
  | "bind"
  | "config"
  | "environment"
>;

/** A server that is started by a file. */
export interface SiteServerProps {
  /** The file, below `path`. It is bundled with the packages that it imports. */
  readonly entry: string;
  /** The port on which it listens. @default - it listens on the port in the variable `PORT` and the host in `HOST` */
  readonly port?: number | undefined;
}

/** Props of a site that `Site` and `NextjsSite` have. */
export interface ServerSiteProps extends SiteBaseProps {
  /**
   * The server that renders pages. `false`: the site has files only.
   *
   * @default - the server that the framework builds, if it builds one
   */
  readonly server?: SiteServerProps | false | undefined;
  /**
   * Path of the site, if its framework is configured with a base path: `"/docs"`.
   *
   * @default - the root
   */
  readonly basePath?: string | undefined;
  /**
   * The `Cache-Control` headers of files.
   *
   * @default - a year for files whose names change with their content; no caching of pages in browsers; a day in
   * CloudFront for other files
   */
  readonly fileOptions?: readonly SiteFileOptions[] | undefined;
  /** Defaults of the function. @default - none */
  readonly defaults?:
    | {
        /** Props of the function that runs the server. @default - `timeout` 20 seconds, `memorySize` 1024 */
        readonly function?: Partial<SiteFunctionProps> | undefined;
      }
    | undefined;
  /** Permissions of the server. @default - nothing */
  readonly permissions?: Permissions | undefined;
  /** Constructs that the server uses. @default - none */
  readonly bind?: readonly BindingEntry[] | undefined;
  /** Existing provider objects to use, or configs to override what is created. @default - none */
  readonly cdk?: SiteCdkProps | undefined;
}

/** Props of a site of any framework. */
export interface SiteProps extends ServerSiteProps {
  /**
   * The framework that builds the site.
   *
   * @default - detected by the packages in the `package.json` of `path`
   */
  readonly framework?: FrameworkName | undefined;
  /**
   * Command that builds the site, run in `path` by `app.synth()`. Unit tests do not run it. A build of unchanged sources is
   * not repeated.
   *
   * @default - `yarn build` with a `yarn.lock` in the folder, otherwise `npm run build`; for `static` none
   */
  readonly buildCommand?: string | undefined;
}

/** Props of a site that Next.js builds. */
export interface NextjsSiteProps extends ServerSiteProps {
  /**
   * Command that builds the site, run in `path` by `app.synth()`.
   *
   * @default - `<nextBinPath> build`
   */
  readonly buildCommand?: string | undefined;
  /** The program of Next.js, relative to `path`. @default "./node_modules/.bin/next" */
  readonly nextBinPath?: string | undefined;
  /** @default - none */
  readonly commandHooks?:
    | {
        /** Commands that run in `path` after each build; they get `path` and the folder of the build. @default - none */
        readonly afterBuild?: CommandHook | undefined;
      }
    | undefined;
}

export const siteFunctionKeys = propKeys<SiteFunctionProps>()({
  timeout: true,
  memorySize: true,
  diskSize: true,
  architecture: true,
  layers: "list",
  role: true,
  tracing: true,
  functionName: true,
  description: "text",
  logRetention: true,
  logging: true,
  deadLetterQueue: true,
  deadLetterTopic: true,
  deadLetterQueueEnabled: "boolean",
  reservedConcurrentExecutions: true,
  currentVersionOptions: true,
  recursiveLoop: true,
  vpc: true,
  vpcSubnets: "list",
  securityGroups: "list",
  allowAllOutbound: "boolean",
  filesystem: true,
  environmentEncryption: true,
  codeSigningConfig: true,
  initialPolicy: "list",
  retryAttempts: true,
  maxEventAge: true,
  onSuccess: true,
  onFailure: true,
  cdk: "map",
});

export const siteServerKeys = propKeys<SiteServerProps>()({ entry: "text", port: true });

const serverSiteKeys = joinKeys(
  siteBaseKeys,
  propKeys<Omit<ServerSiteProps, keyof SiteBaseProps>>()({
    server: true,
    basePath: "text",
    fileOptions: "list",
    defaults: "map",
    permissions: true,
    bind: "list",
    cdk: "map",
  }),
);

export const siteKeys = joinKeys(
  serverSiteKeys,
  propKeys<Omit<SiteProps, keyof ServerSiteProps>>()({ framework: true }),
);

export const nextjsSiteKeys = joinKeys(
  serverSiteKeys,
  propKeys<Omit<NextjsSiteProps, keyof ServerSiteProps>>()({ nextBinPath: "text", commandHooks: "map" }),
);
