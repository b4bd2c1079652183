// Written by serverform from the schema of the database. Changes are lost.
import type { ColumnType } from "kysely";

/** A column that the database fills when it is left out. */
type Generated<Type> = ColumnType<Type, Type | undefined, Type>;

export interface Database {
  ratings: Ratings;
  reviews: Reviews;
}

export interface Ratings {
  product: string;
  reviews: Generated<number>;
  stars: Generated<number>;
}

export interface Reviews {
  id: Generated<number>;
  product: string;
  stars: number;
  text: string;
}
