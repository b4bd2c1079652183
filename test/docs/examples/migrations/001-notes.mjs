import { sql } from "kysely";

export async function up(db) {
  await db.schema
    .createTable("notes")
    .addColumn("id", "serial", (column) => column.primaryKey())
    .addColumn("text", "text", (column) => column.notNull())
    .addColumn("created_at", "timestamptz", (column) => column.defaultTo(sql`now()`).notNull())
    .execute();
}

export async function down(db) {
  await db.schema.dropTable("notes").execute();
}
