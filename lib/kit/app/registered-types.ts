/**
 * Types of `lib/kit/iam` and `lib/kit/function` for the signatures of this folder.
 *
 * The folders register them by declaration merging (`declare module`). So imports point only downwards, and the compiler still
 * fully checks and completes `stack.setDefaultFunctionProps({ ... })`.
 */
// biome-ignore lint/suspicious/noEmptyInterface: its members are declared in the folders above
export interface RegisteredTypes {}
