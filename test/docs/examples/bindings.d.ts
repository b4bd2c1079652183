// The declarations that a synthesis writes for the samples of handlers.
export {};

declare module "serverform/node/table" {
  export interface TableResources {
    Limits: {
      tableName: string;
    };
    PlacedOrders: {
      tableName: string;
    };
  }
}
