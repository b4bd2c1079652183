import { existsSync, statSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { defineConfig, type Plugin } from "vitepress";
import { addressOfPage, pageOf, sidebar } from "./pages.mts";

const root = resolve(dirname(fileURLToPath(import.meta.url)), "../../..");
const repository = "https://github.com/serverform/serverform";

// The pages are the documents of the repository, where they are: docs/*.md and the README of each part of lib.
export default defineConfig({
  title: "serverform",
  description: "Serverless APIs and user sign-in on AWS, in TypeScript, through Terraform",
  srcDir: root,
  srcExclude: [
    "!(README|CHANGELOG).md",
    "docs/site/**",
    "docs/agents/**",
    "!(docs|lib)/**/*",
    "**/node_modules/**",
  ],
  outDir: join(root, "docs/site/dist"),
  cacheDir: join(root, "docs/site/.vitepress/cache"),
  rewrites: pageOf,
  // A link that leads nowhere fails the build.
  ignoreDeadLinks: false,
  lastUpdated: false,
  // CloudFront answers with files, so that addresses have their endings.
  // Packages of the site are bundled: Vite would look for them in the root of the repository, which has others of the same names.
  vite: { plugins: [packagesOfSite()], ssr: { noExternal: true } },
  markdown: {
    config(md) {
      const { link_open: before } = md.renderer.rules;
      md.renderer.rules.link_open = (tokens, index, options, env, self) => {
        const token = tokens[index];
        const href = token?.attrGet("href");
        if (href) token?.attrSet("href", addressOf(href, env.realPath ?? env.path ?? ""));
        return before === undefined
          ? self.renderToken(tokens, index, options)
          : before(tokens, index, options, env, self);
      };
    },
  },
  themeConfig: {
    nav: [
      { text: "Tutorial", link: "/tutorial" },
      { text: "Constructs", link: "/constructs/api" },
      { text: "Command line", link: "/cli" },
    ],
    sidebar,
    outline: [2, 3],
    search: { provider: "local" },
    socialLinks: [{ icon: "github", link: "https://github.com/serverform/serverform" }],
    footer: { message: "Mozilla Public License 2.0" },
  },
});

/** Finds Vue for the documents, which are outside of the folder that has the packages of the site. */
function packagesOfSite(): Plugin {
  const site = join(root, "docs/site");
  return {
    name: "packages-of-site",
    enforce: "pre",
    resolveId(id, importer, options) {
      if (!/^vue(\/|$)/.test(id) || importer === undefined || importer.startsWith(site)) return undefined;
      return this.resolve(id, join(site, "package.json"), { ...options, skipSelf: true });
    },
  };
}

/** Links between documents lead to the pages; a link to another file leads to the repository. */
function addressOf(href: string, page: string): string {
  if (/^(https?:|mailto:|#|\/)/.test(href)) return href;
  const [path = "", anchor] = href.split("#");
  const file = resolve(dirname(page), path);
  const name = relative(root, file);
  const end = anchor === undefined ? "" : `#${anchor}`;
  const target = addressOfPage(name);
  if (target !== undefined) return `${target}${end}`;
  if (!existsSync(file)) return href;
  return `${repository}/${statSync(file).isDirectory() ? "tree" : "blob"}/main/${name}${end}`;
}
