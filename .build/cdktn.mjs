// Makes the package for CDK Terrain, `serverform-cdktn`, from the compiled one.
//
// Both packages have one source. CDK Terrain has the classes of CDKTF under other package names, so that only the
// specifiers of imports differ, in .js and .d.ts, and the names under which users import this package.
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));
const [dist = join(root, "dist"), output = join(root, "dist-cdktn")] = process.argv.slice(2);
const name = "serverform-cdktn";

/** The peers of CDK Terrain, in place of those of CDKTF. They are what the tests run with. */
const peers = {
  cdktf: undefined,
  "@cdktf/provider-archive": undefined,
  "@cdktf/provider-aws": undefined,
  cdktn: "^0.24.0",
  "@cdktn/provider-archive": ">=14.0.1",
  "@cdktn/provider-aws": ">=25.7.0",
  constructs: ">=10.6.0 <10.8.0",
};

const specifier =
  /\b(from |import |import\(|require\(|require\.resolve\(|module )(["'])(@cdktf\/provider-(?:aws|archive)|cdktf)(?=["'/])/g;

function rewritten(text) {
  return text
    .replace(specifier, (_, keyword, quote, found) => `${keyword}${quote}${found.replace("cdktf", "cdktn")}`)
    .replace(/\b(from |import |import\(|require\()(["'])serverform(?=["'])/g, `$1$2${name}`)
    .replace(/(?<![\w./-])serverform\/(node\/|(?:client|policy|testing)\b)/g, `${name}/$1`);
}

function copyRewritten(from, to, isWanted) {
  for (const file of readdirSync(from, { recursive: true })) {
    if (!isWanted(file)) continue;
    const text = readFileSync(join(from, file), "utf8");
    mkdirSync(join(to, file, ".."), { recursive: true });
    // The command line is executable.
    const { mode } = statSync(join(from, file));
    writeFileSync(join(to, file), rewritten(text), { mode });
  }
}

function writePackageFile() {
  const {
    scripts: _,
    devDependencies: __,
    jest: ___,
    ...made
  } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
  made.name = name;
  made.description = made.description.replace("CDKTF", "CDK Terrain");
  made.keywords = made.keywords.map((each) => each.replace("cdktf", "cdktn"));
  // The version of Node that the provider packages of CDK Terrain require.
  made.engines = { node: ">=22.11.0" };
  made.peerDependencies = Object.fromEntries(
    Object.entries({ ...made.peerDependencies, ...peers }).filter(([, range]) => range !== undefined),
  );
  writeFileSync(join(output, "package.json"), `${JSON.stringify(made, null, 2)}\n`);
}

function writeName() {
  const file = join(output, "dist/facts/errors/package-name.js");
  const before = readFileSync(file, "utf8");
  const after = before.replace('"serverform"', `"${name}"`);
  if (after === before) throw new Error(`${file} does not name the package.`);
  writeFileSync(file, after);
}

rmSync(output, { recursive: true, force: true });
copyRewritten(dist, join(output, "dist"), (file) => /\.(js|mjs|json|css|d\.m?ts)$/.test(file));
copyRewritten(join(root, "lib"), join(output, "lib"), (file) => file.endsWith("README.md"));
copyRewritten(join(root, "docs"), join(output, "docs"), (file) => /\.(md|svg|txt)$/.test(file));
for (const file of ["README.md", "AGENTS.md", "CHANGELOG.md"])
  writeFileSync(join(output, file), rewritten(readFileSync(join(root, file), "utf8")));
cpSync(join(root, "LICENSE"), join(output, "LICENSE"));
writeName();
writePackageFile();
