import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { App, Stack } from "../../../lib/kit/app";
import { uploadStageOf, uploadStages } from "../../../lib/kit/site/files/upload-order";
import { temporaryFolder } from "../../support/stack";
import type { Side } from "./browser-model";
import type { Configuration } from "./stand-ins";

export type Files = Readonly<Record<string, string>>;

/** A state of a site: the files in its folder, and the construct with the id `Web`. */
export interface SiteState {
  /** The files of the folder `web`. */
  readonly files: Files;
  make(stack: Stack): void;
  /** The files that visitors see, by the folder in which they are. @default - the folder itself, under no path */
  readonly published?: { readonly folder: string; readonly under?: string } | undefined;
  readonly serverPage?: string;
  readonly paths?: readonly string[];
}

/** Synthesizes an app with a site whose build does nothing. */
export function sideOf({ files, make, published, serverPage, paths }: SiteState): Side {
  const root = temporaryFolder();
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, "web", path)), { recursive: true });
    writeFileSync(join(root, "web", path), text);
  }
  writeFileSync(join(root, "cdktf.json"), '{ "language": "typescript", "app": "none" }');
  const start = process.cwd();
  process.chdir(root);
  process.env.SERVERFORM_BUNDLES_FILE = join(root, "bundles.json");
  try {
    const app = new App({ name: "notes", stage: "dev", region: "eu-west-1", outdir: join(root, "out") });
    const stack = new Stack(app, "Main");
    make(stack);
    app.synth();
    const text = readFileSync(join(app.outdir, "stacks", stack.node.id, "cdk.tf.json"), "utf8");
    const { resource = {}, moved } = JSON.parse(text) as Partial<Configuration>;
    const { folder, under = "" } = published ?? { folder: "" };
    const inSite = Object.entries(files)
      .filter(([path]) => path.startsWith(folder))
      .map(([path, text]) => [`${under}${path.slice(folder.length)}`, text] as const)
      .sort(([a], [b]) => stageOf(a) - stageOf(b));
    return {
      configuration: { resource, ...(moved && { moved }) },
      files: new Map(inSite),
      serverPage,
      paths,
    };
  } finally {
    delete process.env.SERVERFORM_BUNDLES_FILE;
    process.chdir(start);
    rmSync(join(root, "web"), { recursive: true });
  }
}

const stageOf = (key: string): number => uploadStages.indexOf(uploadStageOf(key));

/** Before the first deployment, and after the removal. */
export const nothing: Side = { configuration: { resource: {} }, files: new Map() };
