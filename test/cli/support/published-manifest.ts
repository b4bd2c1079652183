/** The manifest of a version of the library that `update` installs. */
export const publishedManifest = {
  name: "serverform",
  version: "2.1.0",
  peerDependencies: {
    cdktf: "^0.22.0",
    constructs: "^10.5.0",
    "@cdktf/provider-aws": "^22.0.0",
    graphql: "^16",
  },
  peerDependenciesMeta: { graphql: { optional: true } },
};
