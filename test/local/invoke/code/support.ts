import { join } from "node:path";
import type { Artifact } from "../../../../lib/bundle";
import { writeBundlesFile } from "../../../../lib/bundle";
import { Bundles, type InvokeEvent } from "../../../../lib/local";
import type { BundlesOptions } from "../../../../lib/local/invoke";
import type { Watch } from "../../../../lib/local/invoke/watch/watch-folders";
import { base, nodeArtifact } from "../../../bundle/support";
import { folderWith, writeFiles } from "../support";

export { base, nodeArtifact };

const running: Bundles[] = [];

afterEach(async () => {
  await Promise.all(running.splice(0).map((each) => each.stop()));
});

/** An app's folder with artifacts that are built on demand. `save` reports changes of files. */
export function onDemand(
  files: Readonly<Record<string, string>>,
  artifactsOf: (app: string) => Readonly<Record<string, Artifact>>,
  options: Partial<BundlesOptions> = {},
) {
  const app = folderWith(files);
  const folder = join(app, ".serverform", "local");
  const file = join(folder, "bundles.json");
  const plan = (artifacts: Readonly<Record<string, Artifact>>): void =>
    writeBundlesFile(
      file,
      app,
      Object.entries(artifacts).map(([name, artifact]) => ({ stack: "Main", name, artifact })),
    );
  plan(artifactsOf(app));
  const events: InvokeEvent[] = [];
  const watched: string[] = [];
  let tell: (path: string) => void = () => {};
  const watch: Watch = (changed) => {
    tell = changed;
    return { add: (path) => watched.push(path), close: async () => {} };
  };
  const bundles = new Bundles({ file, folder, report: (event) => events.push(event), watch, ...options });
  running.push(bundles);
  return {
    app,
    bundles,
    events,
    watched,
    plan,
    codeOf: (name: string) => bundles.codeOf({ name, code: { artifact: { stack: "Main", name } } }),
    /** Writes a file and reports the change. */
    save: (path: string, content: string) => {
      writeFiles(app, { [path]: content });
      tell(join(app, path));
    },
  };
}
