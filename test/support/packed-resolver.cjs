const { existsSync } = require("node:fs");
const { join, relative, resolve } = require("node:path");

const sources = resolve(__dirname, "../../lib");

/** Finds the compiled and joined module of the packed package where a test imports a source. */
module.exports = (request, options) => {
  const found = options.defaultResolver(request, options);
  const path = relative(sources, found);
  if (path.startsWith("..")) return found;
  const compiled = join(
    process.env.TEST_PACKED_LIBRARY,
    path.replace(/\.ts$/, ".js").replace(/\.mts$/, ".mjs"),
  );
  return existsSync(compiled) ? compiled : found;
};
