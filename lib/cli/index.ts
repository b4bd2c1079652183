/** The parts of the command line that other programs of this repository use. */
export { libraryVersion, runProgram } from "./command-line";
export { configureMigrate } from "./commands/project/migrate";
export { parseEndpoints } from "./local/options";
export { synthesizeForLocal } from "./local/synthesis";
export type { MigrateOptions, MigrateOutput, MigrationFinding, Place } from "./project/migrate-package";
export { moveImports, packageForCdktn } from "./project/move-to-cdktn";
export { findProject, folderUpwards, openProject, type Project } from "./project/project";
export { synthesizeProject } from "./project/synthesis";
export { countOf } from "./ui/amounts";
export type { Interrupt } from "./ui/interrupt";
export { Terminal } from "./ui/terminal";
