export { GraphQLApi } from "./graphql-api";
export type { GraphQLApiProps } from "./props";
