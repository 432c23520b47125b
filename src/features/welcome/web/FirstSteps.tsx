import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { invalidate, query } from '../../../shared/web/api.ts'
import { storedDraft } from '../../../shared/web/draft.ts'
import { useLockedMutation } from '../../../shared/web/locked-mutation.ts'
import { Button } from '../../../shared/web/ui/Button.tsx'
import { Dialog, DialogTitle } from '../../../shared/web/ui/Dialog.tsx'
import { createDialogState } from '../../../shared/web/url-state.ts'
import { groupsApi } from '../../groups/contract.gen.ts'
import { friendsApi, peopleApi } from '../../people/contract.gen.ts'
import { useSuggestedPeople } from '../../people/web/suggestions.ts'
import { useAuth, useMe } from '../../session/web/auth.tsx'
import { EndPicture, EndStep } from './EndStep.tsx'
import { GroupsStep } from './GroupsStep.tsx'
import { formatIntroduction } from './introduction.ts'
import { PeopleStep } from './PeopleStep.tsx'
import { YouStep } from './YouStep.tsx'

const maxPeople = 9
const maxGroups = 8
type Step = 'you' | 'people' | 'groups' | 'end'
const titles = { you: 'About you', people: 'People you may know', groups: 'Groups to join' }

/** The first steps of a new account, once. Each can be skipped, also with Escape. */
export default function FirstSteps({ schoolName }: { schoolName: string }) {
  const me = useMe()
  const { hold, updateProfile } = useAuth()
  const client = useQueryClient()
  const navigate = useNavigate()
  const [reached, setReached] = useState<Step>('you')
  const people = useSuggestedPeople(maxPeople, reached !== 'you') // by the studies of the first step
  const groups = useQuery(query(groupsApi.list, { query: { suggested: 'true', limit: maxGroups } }))
  const [problem, setProblem] = useState<string>()
  const [studies, setStudies] = useState({ major: me.major ?? '', year: me.graduation_year?.toString() })

  const isEmpty = {
    you: false,
    people: people.people?.length === 0,
    groups: groups.data?.data.length === 0,
    end: false,
  }
  const all: readonly Step[] = ['you', 'people', 'groups', 'end']
  const steps = all.filter((step) => !isEmpty[step])
  const find = (from: Step, offset = 0) => all.slice(all.indexOf(from) + offset).find((step) => !isEmpty[step]) ?? 'end'
  const step = find(reached)

  const finish = () => {
    hold({ ...me, welcome: 'card' })
    updateProfile({ welcome: 'card' }).catch(() => {}) // begins again at the next load
    void invalidate(client, friendsApi, peopleApi, { below: groupsApi.list })
  }
  const goOn = () => {
    setProblem(undefined)
    if (step === 'end') finish()
    else setReached(find(step, 1))
  }
  const save = useLockedMutation({
    mutationFn: () =>
      updateProfile({ major: studies.major.trim(), graduation_year: studies.year ? Number(studies.year) : null }),
    onSuccess: goOn,
    onError: () => setProblem('Couldn’t save. Try again, or skip this step.'),
  })
  const isChanged = studies.major.trim() !== (me.major ?? '') || studies.year !== me.graduation_year?.toString()
  const sayHi = () => {
    if (!storedDraft.read('post')) storedDraft.write('post', formatIntroduction(me))
    finish()
    void navigate('/dashboard', { state: createDialogState })
  }
  const fail = (error: Error | undefined) => setProblem(error && 'Couldn’t send. Try again.')
  const isEnd = step === 'end'

  return (
    <Dialog
      open
      layout="form"
      hasOwnTitle
      title=""
      problem={problem}
      area={{
        onKeyDown: (event) => {
          if (event.key !== 'Escape') return
          event.stopPropagation()
          goOn()
        },
      }}
      actions={
        <>
          <Button variant="ghost" onClick={goOn}>
            {isEnd ? 'Not now' : 'Skip'}
          </Button>
          <Button
            variant="primary"
            pendingLabel={save.isPending && 'Saving...'}
            onClick={() => (isEnd ? sayHi() : step === 'you' && isChanged ? save.mutate() : goOn())}
          >
            {isEnd ? 'Say hi' : 'Continue'}
          </Button>
        </>
      }
    >
      {!isEnd && <Progress count={steps.length - 1} index={steps.indexOf(step)} />}
      <StepFrame
        key={step}
        title={isEnd ? `You’re in. Say hi to ${schoolName}.` : titles[step]}
        note={isEnd ? '' : `Step ${steps.indexOf(step) + 1} of ${steps.length - 1}`}
        isFirst={step === 'you'}
        picture={isEnd && <EndPicture people={people.people ?? []} />}
      >
        {step === 'you' && <YouStep values={studies} onChange={setStudies} />}
        {step === 'people' && <PeopleStep list={people} onError={fail} />}
        {step === 'groups' && <GroupsStep list={groups} onError={fail} />}
        {isEnd && <EndStep />}
      </StepFrame>
    </Dialog>
  )
}

const Progress = ({ count, index }: { count: number; index: number }) => (
  <div aria-hidden className="mb-4 flex gap-2">
    {Array.from({ length: count }, (_, step) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: the bars have no other identity
      <span key={step} className={`h-1 flex-1 rounded-full ${step <= index ? 'bg-brand' : 'bg-line'}`} />
    ))}
  </div>
)

type FrameProps = {
  title: string
  note: string
  isFirst: boolean
  /** Above the title. The step is then in the middle of a phone. */
  picture: ReactNode
  children: ReactNode
}

/** One step, which slides in and takes the focus to its heading. */
function StepFrame({ title, note, isFirst, picture, children }: FrameProps) {
  const frame = useRef<HTMLDivElement>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    heading.current?.focus()
    if (isFirst || matchMedia('(prefers-reduced-motion: reduce)').matches) return
    frame.current?.animate?.({ translate: ['16px', '0'] }, { duration: 160, easing: 'ease-out' })
  }, [isFirst])
  return (
    <div ref={frame} className={picture ? 'my-auto' : ''}>
      {picture}
      <DialogTitle ref={heading} tabIndex={-1}>
        {title}
        {note && <span className="sr-only">, {note}</span>}
      </DialogTitle>
      {note && (
        <p aria-hidden className="mb-4 text-small text-soft">
          {note}
        </p>
      )}
      {children}
    </div>
  )
}
