import { Suspense } from 'react'
import { lazyPart } from '../../../shared/web/lazy-part.tsx'
import { Page } from '../../../shared/web/ui/Page.tsx'
import { Skeleton } from '../../../shared/web/ui/states.tsx'
import { Section } from './Section.tsx'

const RequestSetting = lazyPart(() => import('../../people/web/RequestSetting.tsx'))
const ProfileSetting = lazyPart(() => import('../../people/web/ProfileSetting.tsx'))
const MutedWords = lazyPart(() => import('../../people/web/MutedWords.tsx'))
const NoteSetting = lazyPart(() => import('../../people/web/NoteSetting.tsx'))
const SharingSetting = lazyPart(() => import('../../people/web/SharingSetting.tsx'))
const MutedPeople = lazyPart(() => import('../../people/web/MutedPeople.tsx'))

/** What the viewer sees of others, and who can contact them. */
export default function SafetyPage() {
  return (
    <Page title="Safety">
      <div className="grid items-start gap-3 desk:grid-cols-2 desk:gap-4">
        <Section
          title="Who may write to me"
          text="Others can send one message, which waits in your message requests until you accept it."
        >
          <Suspense fallback={<Skeleton className="h-36" />}>
            <RequestSetting />
          </Suspense>
        </Section>
        <Section
          title="Who sees my profile"
          text="It has what you say about yourself, your friends, and a list of your posts."
        >
          <Suspense fallback={<Skeleton className="h-24" />}>
            <ProfileSetting />
          </Suspense>
        </Section>
        <Section title="Muted words" text="Items with these words become one line, and they don’t notify you.">
          <Suspense fallback={<Skeleton className="h-24" />}>
            <MutedWords />
          </Suspense>
        </Section>
        <Section title="Content notes" text="Authors can say what awaits the reader.">
          <Suspense fallback={<Skeleton className="h-36" />}>
            <NoteSetting />
          </Suspense>
        </Section>
        <Section title="Read receipts and typing" text="What you turn off, you don’t see of others either.">
          <Suspense fallback={<Skeleton className="h-24" />}>
            <SharingSetting
              switches={[
                ['receipts', 'Read receipts'],
                ['typing', 'Typing'],
              ]}
            />
          </Suspense>
        </Section>
        <Section
          title="Numbers"
          text="Whether you see how many people like something, and are in the list of most points."
        >
          <Suspense fallback={<Skeleton className="h-24" />}>
            <SharingSetting
              switches={[
                ['counts', 'Numbers of likes'],
                ['leaderboard', 'List me on the leaderboard'],
              ]}
            />
          </Suspense>
        </Section>
        <Section
          title="My pictures"
          text="Others read “Ask before saving” beside pictures under your name, and have no download button. They can still keep what they see."
        >
          <Suspense fallback={<Skeleton className="h-12" />}>
            <SharingSetting switches={[['ask_before_saving', 'Ask before saving']]} />
          </Suspense>
        </Section>
        <Section
          title="Crisis card"
          text="Offers help beside what you write when it speaks of a crisis. Only your device notices."
        >
          <Suspense fallback={<Skeleton className="h-12" />}>
            <SharingSetting switches={[['crisis_card', 'Show the crisis card']]} />
          </Suspense>
        </Section>
        <Section
          title="Muted people"
          text="You don’t see what they post under their name, and they don’t notify you. They can’t notice it."
        >
          <Suspense fallback={<Skeleton className="h-24" />}>
            <MutedPeople />
          </Suspense>
        </Section>
      </div>
    </Page>
  )
}
