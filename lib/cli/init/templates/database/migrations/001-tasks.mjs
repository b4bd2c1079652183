import { sql } from "kysely";

export async function up(db) {
  await db.schema
    .createTable("tasks")
    .addColumn("id", "serial", (column) => column.primaryKey())
    .addColumn("title", "text", (column) => column.notNull())
    .addColumn("done", "boolean", (column) => column.notNull().defaultTo(sql`false`))
    .execute();
}

export async function down(db) {
  await db.schema.dropTable("tasks").execute();
}
