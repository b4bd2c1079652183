export { dialect, modeOfDirective } from "./dialect";
export { exportedNames, type ForbiddenPart, findForbiddenParts } from "./forbidden-javascript";
export { type FoundStatement, findStatements } from "./rds/find-statements";
export { rdsModule } from "./rds/module";
export { RefusedStatement } from "./rds/writer";
export { isRecord } from "./record";
