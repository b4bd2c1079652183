// The tests of constructs, with CDK Terrain in place of CDKTF: `npm run test:cdktn`.
const { jest } = require("../package.json");
const { installed } = require("./packages/install.cjs");

installed("cdktn");
const cdktn = "<rootDir>/test/packages/cdktn/node_modules";

module.exports = {
  ...jest,
  rootDir: "..",
  moduleNameMapper: {
    ...jest.moduleNameMapper,
    "^cdktf$": `${cdktn}/cdktn`,
    "^cdktf/(.*)$": `${cdktn}/cdktn/$1`,
    "^@cdktf/provider-(aws|archive)/(.*)$": `${cdktn}/@cdktn/provider-$1/$2`,
  },
};
