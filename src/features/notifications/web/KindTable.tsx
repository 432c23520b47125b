import {
  type NotificationChannel,
  type NotificationKind,
  notificationKinds,
  type PushKind,
} from '../../../shared/notification-kinds.ts'
import { Select } from '../../../shared/web/ui/Select.tsx'
import { Switch } from '../../../shared/web/ui/Switch.tsx'
import type { Choices } from '../contract.ts'

/** Where each kind stands in the table, in this order. */
const sections: Readonly<Record<string, readonly PushKind[]>> = {
  Posts: ['comment', 'reply', 'like', 'mention'],
  Messages: ['message', 'message_request', 'reaction', 'reminder'],
  Friends: ['friend_request', 'friend_accepted'],
  Groups: ['group_invitation', 'join_request', 'join_answer', 'announcement'],
  'Assignment Help': ['answer', 'best_answer'],
  Events: ['event_changed', 'event_reminder', 'waitlist', 'no_show'],
  Marketplace: ['listing_interest', 'listing_state', 'listing_match', 'price_drop'],
}
const placed = new Set(Object.values(sections).flat())

const mailTimes = [
  ['product', 'Never'],
  ['digest', 'Daily'],
  ['mail', 'Right away'],
] as const satisfies readonly (readonly [NotificationChannel, string])[]

type Props = {
  kinds: readonly PushKind[]
  ways: Choices['ways']
  /** Absent where the operator disabled push. */
  push: Choices['push'] | undefined
  onWay: (kind: NotificationKind, way: NotificationChannel) => void
  onPush: (kind: PushKind, isWanted: boolean) => void
}

/** Explicit roles: screen readers do not recognize a table with another `display`. */
const as = (role: string) => ({ role })

/** On a phone, the label has a line of its own above the controls, which keep their columns. */
const rowClassName =
  'max-sm:grid max-sm:grid-cols-[minmax(0,4.5rem)_minmax(6.5rem,1fr)] max-sm:items-center max-sm:has-[>:nth-child(4)]:grid-cols-[repeat(2,minmax(0,4.5rem))_minmax(6.5rem,1fr)]'

/** The kinds of notifications in sections, and where each of them is shown. Emails are for what is in the app, too. */
export function KindTable({ kinds, ...row }: Props) {
  const groups = [
    ...Object.entries(sections).map(([title, those]) => [title, those.filter((kind) => kinds.includes(kind))] as const),
    ['Your account', kinds.filter((kind) => !placed.has(kind))] as const,
  ].filter(([, those]) => those.length > 0)
  return (
    <table {...as('table')} className="w-full border-collapse text-left max-sm:block">
      <thead {...as('rowgroup')} className="max-sm:block">
        <tr {...as('row')} className={`text-small text-soft ${rowClassName}`}>
          <th {...as('columnheader')} scope="col" className="py-2 font-normal max-sm:col-span-full max-sm:py-0">
            <span className="sr-only">Notifications</span>
          </th>
          {['In the app', ...(row.push ? ['Push'] : []), 'Email'].map((column) => (
            <th key={column} {...as('columnheader')} scope="col" className="py-2 font-normal sm:px-1">
              {column}
            </th>
          ))}
        </tr>
      </thead>
      {groups.map(([title, those]) => (
        <tbody key={title} {...as('rowgroup')} className="max-sm:block max-sm:pb-3">
          <tr {...as('row')} className="max-sm:block">
            <th
              {...as('rowheader')}
              scope="rowgroup"
              colSpan={row.push ? 4 : 3}
              className="border-t border-line pt-3 font-semibold max-sm:block"
            >
              {title}
            </th>
          </tr>
          {those.map((kind) => (
            <KindRow key={kind} kind={kind} {...row} />
          ))}
        </tbody>
      ))}
    </table>
  )
}

function KindRow({ kind, ways, push, onWay, onPush }: Omit<Props, 'kinds'> & { kind: PushKind }) {
  const { label } = notificationKinds[kind]
  const way = kind === 'message' ? undefined : ways[kind]
  return (
    <tr {...as('row')} className={rowClassName}>
      <th
        {...as('rowheader')}
        scope="row"
        className="font-normal leading-snug wrap-anywhere max-sm:col-span-full max-sm:pt-2 sm:py-0.5 sm:pr-2"
      >
        {label}
      </th>
      <td {...as('cell')} className="sm:w-13 sm:px-1">
        {kind !== 'message' && (
          <Switch
            label={`In the app: ${label}`}
            checked={way !== 'off'}
            onChange={(isWanted) => onWay(kind, isWanted ? 'product' : 'off')}
          />
        )}
      </td>
      {push && (
        <td {...as('cell')} className="sm:w-13 sm:px-1">
          <Switch label={`Push: ${label}`} checked={push[kind]} onChange={(isWanted) => onPush(kind, isWanted)} />
        </td>
      )}
      <td {...as('cell')} className="max-sm:max-w-44 sm:w-34 sm:py-0.5 sm:pl-1 desk:w-36">
        {kind !== 'message' && (
          <Select
            labelHidden
            label={`Email: ${label}`}
            value={way === undefined || way === 'off' ? 'product' : way}
            options={mailTimes}
            onChange={(next) => onWay(kind, next === 'product' && way === 'off' ? 'off' : next)}
          />
        )}
      </td>
    </tr>
  )
}
