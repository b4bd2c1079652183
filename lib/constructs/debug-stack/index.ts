export { createDebugStack } from "./debug-stack";
