/** The parts of the command line that other programs of this repository are made of. */
export { libraryVersion, runProgram } from "./command-line";
export { configureMigrate } from "./commands/project/migrate";
export type { MigrateOptions, MigrateOutput, MigrationFinding, Place } from "./project/migrate-package";
export { moveImports, packageForCdktn } from "./project/move-to-cdktn";
export { countOf } from "./ui/count";
export { Terminal } from "./ui/terminal";
