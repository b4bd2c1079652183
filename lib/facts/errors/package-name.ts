/**
 * The name under which this package is published: what applications import.
 *
 * The build writes another name here for the package that is made for CDK Terrain; see `.build/cdktn.mjs`.
 */
export const packageName: string = "serverform";
