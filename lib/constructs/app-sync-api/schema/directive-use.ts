/** A directive in a schema. Its declaration needs no optional package: those of the construct lead here. */
export interface DirectiveUse {
  readonly name: string;
  /** `graphql/schema.graphql:3:5` */
  readonly at: string;
}
