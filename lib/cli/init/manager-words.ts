import { binaryOf, execOf, type PackageManagerName } from "../project/package-manager";

/** The commands of a package manager that replace those of npm in the templates. */
interface ManagerWords {
  /** Runs a script of `package.json`. */
  readonly run: string;
  /** Stands between a script and its options. */
  readonly separator: string;
  /** Shell commands that install what the lock file says, on a machine of a pipeline. */
  readonly install: readonly string[];
}

const words = {
  npm: { run: "npm run", separator: " -- ", install: ["npm ci"] },
  pnpm: {
    run: "pnpm run",
    separator: " ",
    install: ["npm install --global pnpm", "pnpm install --frozen-lockfile"],
  },
  yarn: {
    run: "yarn run",
    separator: " ",
    install: ["corepack enable", "yarn install --immutable"],
  },
  "yarn-classic": {
    run: "yarn run",
    separator: " ",
    install: ["npm install --global yarn", "yarn install --frozen-lockfile"],
  },
  bun: {
    run: "bun run",
    separator: " ",
    install: ["npm install --global bun", "bun install --frozen-lockfile"],
  },
} as const satisfies Record<PackageManagerName, ManagerWords>;

/** A text with commands of npm, with those of another package manager. */
export function inWordsOf(manager: PackageManagerName, text: string): string {
  const { run, separator, install } = words[manager];
  return text
    .replace(/^( *- (?:run: )?)npm ci$/gm, (_, start: string) =>
      install.map((command) => `${start}${command}`).join("\n"),
    )
    .replace(/\bnpm run ([\w:-]+)( -- )?/g, (_, script: string, options?: string) => {
      return `${run} ${script}${options === undefined ? "" : separator}`;
    })
    .replace(/\bnpm install$/gm, `${binaryOf(manager)} install`)
    .replace(/\bnpm test\b/g, manager === "npm" ? "npm test" : `${run} test`)
    .replace(/\bnpx\b/g, execOf(manager));
}
