export { dialect, modeOfDirective } from "./dialect";
export { exportedNames, findForbiddenParts, runtimeGlobals } from "./forbidden-javascript";
export { findStatements } from "./rds/find-statements";
export { rdsModule } from "./rds/module";
export { RefusedStatement } from "./rds/writer";
