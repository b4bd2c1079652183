export async function up(db) {
  await db.schema
    .createTable("reviews")
    .addColumn("id", "serial", (column) => column.primaryKey())
    .addColumn("product", "text", (column) => column.notNull())
    .addColumn("stars", "integer", (column) => column.notNull())
    .addColumn("text", "text", (column) => column.notNull())
    .execute();
  await db.schema.createIndex("reviews_of_product").on("reviews").column("product").execute();
}

export async function down(db) {
  await db.schema.dropTable("reviews").execute();
}
