import { sql } from "kysely";

/** The sum of the stars of each product, so that a list of products need not count all reviews. */
export async function up(db) {
  await db.schema
    .createTable("ratings")
    .addColumn("product", "text", (column) => column.primaryKey())
    .addColumn("reviews", "integer", (column) => column.notNull().defaultTo(0))
    .addColumn("stars", "integer", (column) => column.notNull().defaultTo(0))
    .addCheckConstraint("stars_per_review", sql`stars between reviews and reviews * 5`)
    .execute();
  await sql`insert into ratings select product, count(*), sum(stars) from reviews group by product`.execute(
    db,
  );
}

export async function down(db) {
  await db.schema.dropTable("ratings").execute();
}
