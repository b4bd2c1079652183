// The declarations that a synthesis writes for the reader of the tutorial.
export {};

declare module "serverform/node/table" {
  export interface TableResources {
    Notes: {
      tableName: string;
    };
  }
}
