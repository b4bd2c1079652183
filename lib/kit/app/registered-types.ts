/**
 * Types of `lib/kit/iam` and `lib/kit/function` that the signatures of this folder name.
 *
 * These folders register them by declaration merging (`declare module`). So imports point down only, and the compiler
 * still checks and completes `stack.setDefaultFunctionProps({ ... })` in full.
 */
// biome-ignore lint/suspicious/noEmptyInterface: its members are declared in the folders above
export interface RegisteredTypes {}
