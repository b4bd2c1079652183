// Packages that only some tests need, which `npm ci` does not install: they are large, or need a newer Node than the library.
// Each folder here has a lock file of its own.
//   node test/packages/install.cjs cdktn durable     installs these folders, unless they are installed
const { execFileSync } = require("node:child_process");
const { existsSync, readFileSync, rmSync, writeFileSync } = require("node:fs");
const { join } = require("node:path");
const { doOnce } = require("../support/lock.cjs");

/**
 * The `node_modules` of a folder of packages. Installs them if they are missing, or differ from the lock file.
 *
 * @throws the output of npm, without a registry
 */
exports.installed = (name) => {
  const folder = join(__dirname, name);
  const modules = join(folder, "node_modules");
  const stamp = join(modules, ".installed");
  const locked = readFileSync(join(folder, "package-lock.json"), "utf8");
  const isDone = () => existsSync(stamp) && readFileSync(stamp, "utf8") === locked;
  doOnce(join(folder, "node_modules.lock"), isDone, () => {
    rmSync(stamp, { force: true });
    // npm passes the folder of its own project to the programs that it starts.
    const { npm_config_local_prefix: _, ...env } = process.env;
    const options = ["--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"];
    execFileSync("npm", ["ci", ...options], { cwd: folder, env, stdio: ["ignore", "ignore", "pipe"] });
    writeFileSync(stamp, locked);
  });
  return modules;
};

if (require.main === module) for (const name of process.argv.slice(2)) exports.installed(name);
