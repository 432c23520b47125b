import { type ComponentProps, Suspense } from 'react'
import { useParams } from 'react-router'
import { useFocusOnMount } from '../../../shared/web/focus.ts'
import { lazyPart } from '../../../shared/web/lazy-part.tsx'
import { useIsDesktop } from '../../../shared/web/media-query.ts'
import { MailIllustration } from '../../../shared/web/ui/illustrations.tsx'
import { choiceParam, itemParam } from '../../../shared/web/url-params.ts'
import { useUrlState } from '../../../shared/web/url-state.ts'
import { ConversationGate } from './ConversationGate.tsx'
import { Sidebar } from './Sidebar.tsx'
import { shareParam } from './share.ts'

const ShareDialog = lazyPart(() => import('./ShareDialog.tsx'))

const params = {
  share: shareParam,
  conversation: itemParam,
  message: itemParam,
  requests: choiceParam(['true'], '', 'view'),
}

/** The conversation list on the left, the open conversation on the right; a phone shows one of the two. */
export function MessagesPage({ ListingStrip }: Pick<ComponentProps<typeof ConversationGate>, 'ListingStrip'>) {
  const { conversationId } = useParams()
  const { share, conversation, message, requests, change } = useUrlState(params)
  const chosen = conversationId ?? conversation
  const isDesk = useIsDesktop()
  const heading = useFocusOnMount()
  return (
    <section
      {...(chosen ? { 'data-chat': true } : {})}
      className={`flex flex-col desk:mb-0 desk:h-[calc(100dvh-3.75rem)] desk:py-6 ${chosen ? 'fixed inset-0 pt-[env(safe-area-inset-top)] desk:static desk:pt-6' : '-mb-14 max-desk:mx-auto max-desk:max-w-[620px] h-[calc(100dvh-7rem-env(safe-area-inset-top)-env(safe-area-inset-bottom))]'}`}
    >
      {/* An open chat takes the focus itself: whichever of the two came second would keep or lose it by chance. */}
      <h1 ref={chosen ? undefined : heading} tabIndex={-1} className={isDesk ? 'mb-4 text-hero' : 'sr-only'}>
        Messages
      </h1>
      <div className="group/chat card flex min-h-0 flex-1 overflow-hidden max-desk:rounded-none">
        {(isDesk || !chosen) && (
          // On a narrow desk, the search of a conversation takes the place of the list.
          <div className="flex w-full flex-col desk:w-85 desk:shrink-0 desk:border-r desk:border-line max-[90rem]:group-has-data-search/chat:hidden">
            <Sidebar chosen={chosen} areRequestsShown={requests === 'true'} />
          </div>
        )}
        {chosen ? (
          <ConversationGate
            key={chosen}
            id={chosen}
            target={message}
            onTarget={(next) => change({ message: next }, { replace: true })}
            ListingStrip={ListingStrip}
          />
        ) : (
          isDesk && <NothingChosen />
        )}
      </div>
      {share && (
        <Suspense>
          <ShareDialog share={share} onClose={() => change({ share: undefined }, { replace: true })} />
        </Suspense>
      )}
    </section>
  )
}

function NothingChosen() {
  return (
    <div className="centered flex-1 flex-col px-6 text-center">
      <MailIllustration />
      <h2 className="mt-4 text-card">Pick a conversation</h2>
      <p className="mt-1 max-w-xs text-soft">Or start a new one.</p>
    </div>
  )
}
