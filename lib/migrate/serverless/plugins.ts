import type { Findings } from "../model/place";
import type { SourceNode } from "../source/node";

const bundled = "not needed: handlers are bundled with esbuild";

/** Plugins whose work the library does. */
const replaced: Readonly<Record<string, string>> = {
  "serverless-offline": "replaced by `serverform local`",
  "serverless-dynamodb-local": "replaced by `serverform local`",
  "serverless-dynamodb": "replaced by `serverform local`",
  "serverless-offline-sqs": "replaced by `serverform local`",
  "serverless-offline-sns": "replaced by `serverform local`",
  "serverless-s3-local": "replaced by `serverform local`",
  "serverless-webpack": bundled,
  "serverless-esbuild": bundled,
  "serverless-bundle": bundled,
  "serverless-plugin-typescript": bundled,
  "@hewmen/serverless-plugin-typescript": bundled,
  "serverless-jetpack": bundled,
  "serverless-layers": "not needed: packages are bundled with the handlers",
  "serverless-plugin-monorepo": bundled,
  "serverless-plugin-split-stacks": "not needed: Terraform has no limit for the resources of a stack",
  "serverless-deployment-bucket": "not needed: there is no bucket for deployments",
  "serverless-express": "replaced by `serverform local`",
  "serverless-localstack": "replaced by `serverform local`",
  "serverless-offline-scheduler": "replaced by `serverform local`",
  "serverless-plugin-optimize": bundled,
  "serverless-plugin-common-excludes": bundled,
  "serverless-plugin-include-dependencies": bundled,
  "serverless-python-requirements": "not needed: requirements are installed into the package",
  "serverless-dotenv-plugin": "not needed: `.env` files are read",
  "serverless-iam-roles-per-function": "not needed: each function has its own role",
  "serverless-pseudo-parameters": "not needed: the values are properties of the stack",
  "serverless-export-env": "replaced by `serverform env`",
  "serverless-prune-plugin": "not needed: functions have no old versions",
};

/** Reports each plugin: as replaced, or as work for a person if it is not known. */
export function reportPlugins(node: SourceNode | undefined, findings: Findings): void {
  const plugins = node?.isMap === true ? (node.get("modules")?.items ?? []) : (node?.items ?? []);
  for (const plugin of plugins) {
    const name = plugin.text ?? "";
    const what = replaced[name];
    if (what === undefined) findings.todo(plugin.place, `The plugin \`${name}\` was not translated.`);
    else findings.note(plugin.place, `The plugin \`${name}\` is ${what}.`);
  }
}
