// Runs the apps of examples in regions, all in one process: the folder of the examples, the output folder, then for each region
// its name and those of the examples, with commas between them.
const { join } = require("node:path");

const [examples, output, ...runs] = process.argv.slice(2);
// Declares the app, and leaves out bundles and websites: they are the same in all regions.
process.env.SERVERFORM_SKIP_BUNDLING = "1";
for (const [region, ...names] of runs.map((run) => run.split(","))) {
  process.env.SERVERFORM_REGION = region;
  for (const name of names) {
    for (const file of Object.keys(require.cache)) if (file.startsWith(examples)) delete require.cache[file];
    process.chdir(name === "notes" ? join(examples, "..") : join(examples, name));
    process.env.CDKTF_OUTDIR = join(output, region, name);
    require(join(examples, name, "main.ts"));
  }
}
