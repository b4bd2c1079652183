// The tests of constructs, with CDK Terrain in place of CDKTF: `npm run test:cdktn`.
const { jest } = require("../package.json");

module.exports = {
  ...jest,
  rootDir: "..",
  moduleNameMapper: {
    ...jest.moduleNameMapper,
    "^cdktf$": "<rootDir>/node_modules/cdktn",
    "^cdktf/(.*)$": "<rootDir>/node_modules/cdktn/$1",
    "^@cdktf/provider-(aws|archive)/(.*)$": "<rootDir>/node_modules/@cdktn/provider-$1/$2",
  },
};
