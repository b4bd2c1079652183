// Runs the app of each example in one process: the folder of the examples, the output folder, then their names.
const { join } = require("node:path");

const [examples, output, ...names] = process.argv.slice(2);
for (const name of names) {
  const main = join(examples, name, "main.ts");
  // Notes is the app of the checkout itself.
  process.chdir(name === "notes" ? join(examples, "..") : join(examples, name));
  process.env.CDKTF_OUTDIR = join(output, name);
  require(main);
}
