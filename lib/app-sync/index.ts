export { dialect, modeOfDirective } from "./dialect";
export { exportedNames, type ForbiddenPart, findForbiddenParts } from "./forbidden-javascript";
