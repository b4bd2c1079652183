/** A folder of files that the build makes. */
export interface FrameworkFiles {
  /** Below the folder of the site. */
  readonly folder: string;
  /** Path in the site before that of each file. @default - none */
  readonly under?: string;
  /** @default false */
  readonly isOptional?: boolean;
}

/** The output of a build for a Node server. */
export interface FrameworkServer {
  /** Files that browsers load. */
  readonly files: readonly FrameworkFiles[];
  /** Below the folder of the site. */
  readonly entry: string;
  /** A folder that runs by itself is copied. Otherwise the entry is bundled with the packages that it imports. */
  readonly packaging: { readonly copy: string } | "bundle";
  /** The program that serves the build if the framework makes no server. It replaces the entry. */
  readonly program?: string;
  /** Folder with pages that were rendered in the build, and that the server sends. */
  readonly pages?: string;
  /** The setting with which the framework builds this server, for messages. */
  readonly setting: string;
  /** Headers by which its responses differ, so that caches must tell them apart. */
  readonly varyingHeaders?: readonly string[];
}

/** The build of a site with a framework. */
export interface Framework {
  /** Packages that its projects depend on. */
  readonly packages: readonly string[];
  /** Undefined: the framework builds files only. */
  readonly server: FrameworkServer | undefined;
  /** The folder of a build without a server. */
  readonly exported: string;
  /** Files whose names change with their content, as patterns in the site. */
  readonly immutable: readonly string[];
  /** Whether the folders of files contain the base path already. @default false */
  readonly filesHaveBasePath?: boolean;
  /** Whether every path without a file gets the index page, whose router answers it. @default false */
  readonly isSinglePage?: boolean;
  /** Whether there is something to build. @default true */
  readonly isBuilt?: boolean;
}

const nitro = {
  files: [{ folder: ".output/public" }],
  entry: ".output/server/index.mjs",
  packaging: { copy: ".output/server" },
  pages: ".output/public",
} as const;

/** React Router builds a module for servers, and leaves the server to others. */
const reactRouterProgram = `import { createServer } from "node:http";
import { createRequestListener } from "@react-router/node";
import * as build from "./build/server/index.js";
createServer(createRequestListener({ build, mode: "production" })).listen(Number(process.env.PORT), process.env.HOST);
`;

const table = {
  next: {
    packages: ["next"],
    server: {
      files: [
        { folder: ".next/static", under: "_next/static" },
        { folder: "public", isOptional: true },
      ],
      entry: ".next/standalone/server.js",
      packaging: { copy: ".next/standalone" },
      setting: 'output: "standalone" in next.config',
      varyingHeaders: [
        "next-router-prefetch",
        "next-router-segment-prefetch",
        "next-router-state-tree",
        "next-url",
        "rsc",
      ],
    },
    exported: "out",
    immutable: ["_next/static/*"],
  },
  nuxt: {
    packages: ["nuxt"],
    server: { ...nitro, setting: 'the preset "node-server" or "aws-lambda" of nitro in nuxt.config' },
    exported: ".output/public",
    immutable: ["_nuxt/*"],
  },
  sveltekit: {
    packages: ["@sveltejs/kit"],
    server: {
      files: [{ folder: "build/client" }],
      entry: "build/index.js",
      packaging: "bundle",
      pages: "build/prerendered",
      setting: "@sveltejs/adapter-node in svelte.config.js",
    },
    exported: "build",
    immutable: ["_app/immutable/*"],
    filesHaveBasePath: true,
  },
  astro: {
    packages: ["astro"],
    server: {
      files: [{ folder: "dist/client" }],
      entry: "dist/server/entry.mjs",
      packaging: "bundle",
      pages: "dist/client",
      setting: 'output: "server" and @astrojs/node with mode: "standalone" in astro.config',
    },
    exported: "dist",
    immutable: ["_astro/*"],
  },
  "react-router": {
    packages: ["@react-router/dev"],
    server: {
      files: [{ folder: "build/client" }],
      entry: "build/server/index.js",
      packaging: "bundle",
      program: reactRouterProgram,
      setting: "ssr: true in react-router.config, and the package @react-router/node",
    },
    exported: "build/client",
    immutable: ["assets/*"],
  },
  "tanstack-start": {
    packages: ["@tanstack/react-start", "@tanstack/solid-start", "@tanstack/start"],
    server: { ...nitro, setting: "the plugin of nitro in vite.config" },
    exported: ".output/public",
    immutable: ["assets/*"],
  },
  nitro: {
    packages: ["nitropack", "nitro"],
    server: { ...nitro, setting: 'preset: "node-server" or "aws-lambda" in nitro.config' },
    exported: ".output/public",
    immutable: [],
  },
  vite: {
    packages: ["vite"],
    server: undefined,
    exported: "dist",
    immutable: ["assets/*"],
    isSinglePage: true,
  },
  static: { packages: [], server: undefined, exported: ".", immutable: [], isBuilt: false },
} as const satisfies Record<string, Framework>;

/** A framework that `Site` knows. */
export type FrameworkName = keyof typeof table;

/** The frameworks, in the order in which they are looked for: most of them depend on Vite, and some on Nitro. */
export const frameworks: Readonly<Record<FrameworkName, Framework>> = table;
export const frameworkNames = Object.keys(table) as FrameworkName[];

/** The framework of a project, by the packages that it depends on. */
export function findFramework(packages: readonly string[]): FrameworkName | undefined {
  return frameworkNames.find((name) => frameworks[name].packages.some((each) => packages.includes(each)));
}
