const { dirname, join } = require("node:path");

// cdktf loads archiver, and 250 modules with it, for assets that are archives. The library has none, and each test file
// loads cdktf again; so archiver is loaded when it is called.
module.exports = (...args) =>
  require(join(dirname(require.resolve("cdktf/package.json")), "node_modules/archiver"))(...args);
