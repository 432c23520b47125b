import { sql } from 'kysely'

/** SQL condition on `schools` and an alias of `users`: the defaults for minors apply. As has_minor_defaults(). */
export const isMinor = (users = 'users') =>
  sql<boolean>`(${sql.ref(`${users}.role`)} = 'student' and (schools.minors or ${sql.ref(`${users}.is_minor`)}))`

/** Hours in the school's time zone between which nothing is pushed to minors. */
export const minorQuiet = { from: 22, to: 6 }
