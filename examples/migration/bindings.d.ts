// The declarations that synthesis writes to node_modules/@types/serverform__node if the package is installed. Here the example is
// compiled with the sources of the package, so it is beside it.
export {};

declare module "serverform/node/rds" {
  export interface RDSResources {
    Reviews: {
      clusterArn: string;
      secretArn: string;
      defaultDatabaseName: string;
    };
  }
}
