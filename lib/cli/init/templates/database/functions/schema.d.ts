// Written by serverform from the schema of the database. Changes are lost.
import type { ColumnType } from "kysely";

/** A column that the database fills when it is left out. */
type Generated<Type> = ColumnType<Type, Type | undefined, Type>;

export interface Database {
  tasks: Tasks;
}

export interface Tasks {
  id: Generated<number>;
  title: string;
  done: Generated<boolean>;
}
