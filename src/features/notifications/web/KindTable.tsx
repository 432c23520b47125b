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

/** The kinds of notifications in sections, and where each of them is shown. Emails are for what is in the app, too. */
export function KindTable({ kinds, ...row }: Props) {
  const groups = [
    ...Object.entries(sections).map(([title, those]) => [title, those.filter((kind) => kinds.includes(kind))] as const),
    ['Your account', kinds.filter((kind) => !placed.has(kind))] as const,
  ].filter(([, those]) => those.length > 0)
  return (
    <table className="w-full border-collapse text-left">
      <thead>
        <tr className="text-small text-soft">
          <th scope="col" className="py-2 font-normal">
            <span className="sr-only">Notifications</span>
          </th>
          {['In the app', ...(row.push ? ['Push'] : []), 'Email'].map((column) => (
            <th key={column} scope="col" className="px-1 py-2 font-normal">
              {column}
            </th>
          ))}
        </tr>
      </thead>
      {groups.map(([title, those]) => (
        <tbody key={title}>
          <tr>
            <th scope="rowgroup" colSpan={row.push ? 4 : 3} className="border-t border-line pt-3 font-semibold">
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
    <tr>
      <th scope="row" className="py-0.5 pr-2 font-normal leading-snug wrap-anywhere">
        {label}
      </th>
      <td className="w-13 px-1">
        {kind !== 'message' && (
          <Switch
            label={`In the app: ${label}`}
            checked={way !== 'off'}
            onChange={(isWanted) => onWay(kind, isWanted ? 'product' : 'off')}
          />
        )}
      </td>
      {push && (
        <td className="w-13 px-1">
          <Switch label={`Push: ${label}`} checked={push[kind]} onChange={(isWanted) => onPush(kind, isWanted)} />
        </td>
      )}
      <td className="w-34 py-0.5 pl-1 max-phone:w-31 desk:w-36">
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
