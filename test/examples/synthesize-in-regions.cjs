// Runs the app of each example once for each region, in one process: the folder of the examples, the output folder, the
// regions with commas between them, then the examples.
const { join } = require("node:path");

const [examples, output, regions, ...names] = process.argv.slice(2);
// Declares the app, and leaves out bundles and websites: they are the same in all regions.
process.env.SERVERFORM_SKIP_BUNDLING = "1";
for (const region of regions.split(",")) {
  process.env.SERVERFORM_REGION = region;
  for (const name of names) {
    for (const file of Object.keys(require.cache)) if (file.startsWith(examples)) delete require.cache[file];
    process.chdir(name === "notes" ? join(examples, "..") : join(examples, name));
    process.env.CDKTF_OUTDIR = join(output, region, name);
    require(join(examples, name, "main.ts"));
  }
}
