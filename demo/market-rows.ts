import type { Insertable } from 'kysely'
import type { Db } from '../src/shared/server/db/pools.ts'
import type { DB } from '../src/shared/server/db/schema.gen.ts'
import type { Student } from './cast.ts'
import { allGoods } from './goods.ts'
import { type Dice, idAt } from './seeded-random.ts'

const day = 24 * 3_600_000
const span = 45 * day

/** Inserts a school's listings of the last weeks, and their favorites. */
export async function writeMarket(db: Db, everybody: readonly Student[], dice: Dice, now: number): Promise<void> {
  const students = everybody.filter(({ email }) => !/^(mallory|sam|dean|site|head)@/.test(email))
  const listings: Insertable<DB['listings']>[] = []
  const favorites: Insertable<DB['listing_favorites']>[] = []
  for (const { title, text, price, category, condition } of allGoods) {
    const seller = dice.pick(students)
    const offered = now - Math.floor(dice.roll() ** 2 * span)
    const id = idAt(offered, false, dice)
    const fond = dice.some(students, Math.floor(dice.roll() ** 3 * 9)).filter((student) => student !== seller)
    listings.push({
      school_id: seller.schoolId,
      id,
      seller_id: seller.id,
      title,
      description: text,
      price: String(price),
      category,
      condition,
      created_at: new Date(offered),
    })
    for (const { id: user_id } of fond) {
      const created_at = new Date(offered + Math.floor(dice.roll() * (now - offered)))
      favorites.push({ school_id: seller.schoolId, listing_id: id, user_id, created_at })
    }
  }
  await db.insertInto('listings').values(listings).execute()
  await db.insertInto('listing_favorites').values(favorites).execute()
}
