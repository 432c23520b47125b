import { useQuery } from '@tanstack/react-query'
import { Circle, CircleCheck } from 'lucide'
import { useEffect, useEffectEvent } from 'react'
import { query } from '../../../shared/web/api.ts'
import { useDraft } from '../../../shared/web/draft.ts'
import { site } from '../../../shared/web/site.ts'
import { Button } from '../../../shared/web/ui/Button.tsx'
import { Icon } from '../../../shared/web/ui/Icon.tsx'
import { Skeleton } from '../../../shared/web/ui/states.tsx'
import { schoolsApi } from '../../schools/contract.gen.ts'
import { adminApi } from '../contract.gen.ts'
import type { AdminTab } from './url-state.ts'

/** Default support address until one is configured. */
const noSupport = 'support@quad.example'

type Props = { onOpen: (tab: AdminTab) => void }

/** Checklist for the first site administrator. Each item detects by itself whether it is done. */
export function FirstDay({ onOpen }: Props) {
  const [hidden, hide] = useDraft('first day hidden', 'for longer')
  const isHidden = hidden !== ''
  const all = useQuery({ ...query(schoolsApi.listAll), enabled: !isHidden })
  const admins = useQuery({
    ...query(adminApi.users, { query: { role: 'admin', limit: 1 } }),
    enabled: !isHidden,
  })
  if (isHidden || all.isError || admins.isError) return null
  if (!all.isSuccess || !admins.isSuccess) return <Skeleton className="mx-4 mb-4 h-94 desk:mx-0 desk:h-84" />

  const open = all.data.data.filter(({ is_active }) => is_active)
  const people = open.reduce((sum, { member_count }) => sum + member_count, 0)
  const lines: readonly Line[] = [
    {
      title: 'Add your schools',
      text: 'Anyone with an email at a school’s domain can join.',
      isDone: open.length > 0,
      act: ['Open schools', 'settings'],
    },
    {
      title: 'Appoint administrators',
      text: 'Ask them to sign in once, then run this on the server: npm run quad -- grant EMAIL admin',
      isDone: admins.data.data.total > 0,
      act: ['Open users', 'users'],
    },
    {
      title: 'Set the support email',
      text: `${site.supportEmail} is shown as the contact address. Set SUPPORT_EMAIL to an inbox you check.`,
      isDone: site.supportEmail !== noSupport,
    },
    {
      title: 'Let real people sign in',
      text: 'This is a demo. Follow docs/sign-in.md to set up Google or Microsoft.',
      isDone: !site.demo,
    },
    {
      title: 'Invite the first students',
      text: `Share ${location.origin}. Anyone with a school email can sign in.`,
      isDone: people > 1,
    },
  ]
  const left = lines.filter(({ isDone }) => !isDone).length
  if (left === 0) return <Once run={() => hide('done')} /> // its place is not kept the next time
  return (
    <section aria-labelledby="first-day" className="card mb-4 px-4.5 py-4">
      <div className="flex items-start gap-3">
        <div className="min-w-0 flex-1">
          <h2 id="first-day" className="text-card">
            Getting started
          </h2>
          <p className="text-soft">
            {lines.length - left} of {lines.length} complete
          </p>
        </div>
        <Button variant="ghost" onClick={() => hide('yes')}>
          Hide
        </Button>
      </div>
      <ul className="mt-2 divide-y divide-line">
        {lines.map((line) => (
          <Row key={line.title} line={line} onOpen={onOpen} />
        ))}
      </ul>
    </section>
  )
}

function Once({ run }: { run: () => void }) {
  const act = useEffectEvent(run)
  useEffect(() => act(), [])
  return null
}

type Line = {
  readonly title: string
  readonly text: string
  readonly isDone: boolean
  /** Label of the button and the tab that it opens. */
  readonly act?: readonly [label: string, tab: AdminTab]
}

function Row({ line: { title, text, isDone, act }, onOpen }: { line: Line; onOpen: (tab: AdminTab) => void }) {
  const icon = isDone ? CircleCheck : Circle
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1 py-2.5">
      <Icon icon={icon} className={isDone ? 'text-brand' : 'text-faint'} />
      <div className="min-w-0 flex-1 basis-52">
        <p className={`font-medium ${isDone ? 'text-soft' : ''}`}>
          {title}
          <span className="sr-only">{isDone ? ' (done)' : ' (to do)'}</span>
        </p>
        {!isDone && <p className="text-small break-words text-soft">{text}</p>}
      </div>
      {!isDone && act && <Button onClick={() => onOpen(act[1])}>{act[0]}</Button>}
    </li>
  )
}
