// The declarations that synthesis writes to node_modules/@types/serverform__node if the package is installed. Here the examples
// are compiled with the sources of the package, so it is beside them; a test compares it with the output of synthesis.
export {};

declare module "serverform/node/config" {
  export interface ConfigTypes {
    APP: string;
    STAGE: string;
  }
}

declare module "serverform/node/api" {
  export interface WebSocketApiResources {
    Chat: {
      url: string;
    };
  }
}

declare module "serverform/node/function" {
  export interface FunctionResources {
    Authorizer: {
      functionName: string;
    };
  }
}

declare module "serverform/node/table" {
  export interface TableResources {
    Connections: {
      tableName: string;
    };
  }
}
