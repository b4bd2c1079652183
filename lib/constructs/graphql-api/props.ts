import type { FunctionReference } from "../../kit/function";
import type { ApiProps } from "../api";

/** A GraphQL server behind an HTTP API. */
export interface GraphQLApiProps extends Omit<ApiProps, "routes"> {
  /** The function that answers all queries and mutations; `GraphQLHandler` of `serverform/node/graphql` creates its handler. */
  readonly server: FunctionReference;
  /**
   * Configuration file of GraphQL Code Generator, relative to the project. `npx graphql-codegen -c <file>` runs before
   * the handlers are bundled, when a source file of the project has changed since its last run.
   *
   * A configuration with a URL or with `../` in it runs each time, because changes there cannot be detected. The package
   * `@graphql-codegen/cli` must be installed.
   *
   * @default - nothing is generated
   */
  readonly codegen?: string | undefined;
  /** Path at which the server answers. @default "/" */
  readonly rootPath?: string | undefined;
}
