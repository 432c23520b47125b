import { Share, SquarePlus } from 'lucide'
import { useState } from 'react'
import { unknownFailure, userMessage } from '../../../shared/web/data/errors.ts'
import { useLockedMutation } from '../../../shared/web/locked-mutation.ts'
import { site } from '../../../shared/web/site.ts'
import { Button } from '../../../shared/web/ui/Button.tsx'
import { Dialog } from '../../../shared/web/ui/Dialog.tsx'
import { Icon } from '../../../shared/web/ui/Icon.tsx'
import { toast } from '../../../shared/web/ui/toasts.tsx'
import { fetchMe, useAuth } from '../../session/web/auth.tsx'
import { findPushSupport, postponeOffer, turnOnPush } from './device.ts'
import { pushTexts } from './labels.ts'

/** Asks whether this device should receive pushes. The browser's own question follows only after *Turn on*. */
export default function OptInSheet({ onClose }: { onClose: () => void }) {
  const { hold } = useAuth()
  const [support, setSupport] = useState(findPushSupport)
  const turnOn = useLockedMutation({
    mutationFn: turnOnPush,
    async onSuccess(isOn) {
      setSupport(findPushSupport())
      if (!isOn) return
      toast.success('Notifications are on')
      onClose()
      hold(await fetchMe())
    },
  })
  const leave = () => {
    postponeOffer()
    onClose()
  }
  const isReady = support === 'ready'
  return (
    <Dialog
      open
      onClose={leave}
      title={pushTexts.offer}
      problem={turnOn.isError && userMessage(turnOn.error, unknownFailure, { statuses: 'all' })}
      actions={
        <>
          <Button onClick={leave}>Not now</Button>
          {isReady && (
            <Button
              variant="primary"
              pendingLabel={turnOn.isPending && 'Turning on...'}
              onClick={() => turnOn.mutate()}
            >
              Turn on
            </Button>
          )}
        </>
      }
    >
      {support === 'blocked' && <p role="alert">{pushTexts.blocked}</p>}
      {support === 'missing' && <p>{pushTexts.missing}</p>}
      {support === 'install_first' && <InstallSteps />}
      <details className="mt-3 text-soft">
        <summary className="flex min-h-11 cursor-pointer items-center font-semibold text-brand">Learn more</summary>
        <p>{pushTexts.learnMore}</p>
      </details>
    </Dialog>
  )
}

const steps = [
  { icon: Share, text: 'Tap Share.' },
  { icon: SquarePlus, text: 'Choose Add to Home Screen.' },
]

/** On iOS only the installed app receives pushes. */
function InstallSteps() {
  return (
    <>
      <ol className="space-y-2">
        {steps.map(({ icon, text }, index) => (
          <li key={text} className="flex items-center gap-3">
            <span className="centered size-11 shrink-0 rounded-control bg-sunken text-brand">
              <Icon icon={icon} />
            </span>
            <span className="font-medium">
              {index + 1}. {text}
            </span>
          </li>
        ))}
      </ol>
      <p className="mt-3 text-soft">Then open {site.productName} from there and turn on notifications.</p>
    </>
  )
}
