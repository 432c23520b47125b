import type { Db } from '../src/shared/server/db/pools.ts'
import type { Student } from './cast.ts'
import type { Subject } from './pictures/photos.ts'
import { type Dice, idAt } from './seeded-random.ts'

const day = 86_400_000
const daysBooked = 30

type Booking = {
  readonly title: string
  readonly description: string
  readonly button: string
  readonly placement: 'sidebar' | 'feed'
  /** The school it is shown to; all schools if absent. */
  readonly of?: 'northfield' | 'easton'
  readonly subject: Subject
  readonly isOver?: true
}

/** The ads of the demo, all for fictional products. */
const bookings: readonly Booking[] = [
  {
    title: 'Kettle & Crumb',
    description: 'A pot of tea and something warm, two minutes from the gate. Half price after eight.',
    button: 'See the menu',
    placement: 'sidebar',
    subject: 'tea',
  },
  {
    title: 'Second Spin Bicycles',
    description: 'Used bicycles with a year of free repairs. Bring yours, ride ours meanwhile.',
    button: 'Find a bicycle',
    placement: 'sidebar',
    of: 'northfield',
    subject: 'bicycle',
  },
  {
    title: 'The Night Bus runs until three',
    description: 'Fridays and Saturdays, every half hour, free with your student card.',
    button: 'Timetable',
    placement: 'feed',
    subject: 'night bus',
  },
  {
    title: 'Birthday cakes by Odile',
    description: 'Ordered by noon, on your friend’s desk by six. Candles are included.',
    button: 'Order a cake',
    placement: 'feed',
    of: 'northfield',
    subject: 'cake',
  },
  {
    title: 'Orchard Press Books',
    description: 'Set texts bought and sold. The tuck shop has the list.',
    button: 'See the list',
    placement: 'sidebar',
    of: 'easton',
    subject: 'library',
  },
  {
    title: 'Summer sale at the Boathouse Shop',
    description: 'Jackets, gloves and thermos flasks. While the ice lasts.',
    button: 'Learn More',
    placement: 'sidebar',
    of: 'northfield',
    subject: 'boathouse',
    isOver: true,
  },
]

/** Subjects of the ads' pictures, by title. */
export const adSubjects: ReadonlyMap<string, Subject> = new Map(bookings.map(({ title, subject }) => [title, subject]))

/** Books the ads of one school; those for all schools are booked with Northfield's. */
export async function writeAds(db: Db, { schoolId, email }: Student, dice: Dice, now: number): Promise<void> {
  const isNorthfield = email.endsWith('@northfield.example')
  for (const { title, description, button, placement, of, isOver } of bookings) {
    if ((of ?? 'northfield') !== (isNorthfield ? 'northfield' : 'easton')) continue
    const booked = now - daysBooked * day
    const days = Array.from({ length: daysBooked }, (_, at) => {
      const impressions = Math.round(20 + dice.roll() * 90)
      return {
        day: new Date(booked + (at + 1) * day),
        impressions,
        clicks: Math.round(impressions * (0.01 + dice.roll() * 0.06)),
      }
    })
    const total = (of_: 'impressions' | 'clicks') => days.reduce((sum, one) => sum + one[of_], 0)
    const id = idAt(booked, false, dice)
    await db
      .insertInto('ads')
      .values({
        id,
        title,
        description,
        button_text: button,
        target_url: '#',
        target_school_id: of ? schoolId : null,
        placement,
        is_active: isOver !== true,
        current_impressions: total('impressions'),
        clicks: total('clicks'),
        created_at: new Date(booked),
      })
      .execute()
    await db
      .insertInto('ad_days')
      .values(days.map((one) => ({ ad_id: id, ...one })))
      .execute()
  }
}
