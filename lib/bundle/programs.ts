/**
 * Modules that bundling runs as separate programs, found by their path.
 *
 * A program that esbuild makes of this library, as a checkout does, must place them beside itself.
 */
export const bundlingPrograms = (): readonly string[] => [require.resolve("./node/esbuild/esbuild-worker")];
