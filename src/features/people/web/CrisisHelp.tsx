import { useEffect, useState } from 'react'
import { Button } from '../../../shared/web/ui/Button.tsx'
import { useMe } from '../../session/web/auth.tsx'
import { speaksOfCrisis } from './crisis-phrases.ts'

export type CrisisProps = {
  text: string
  className?: string
  /** Absent while the text cannot be posted. */
  onPost: (() => void) | undefined
  /** Closes the composer or leaves its field. Both keep the draft; the card returns with another text. */
  onSave: () => void
  /** Whether the text speaks of a crisis, once that is known: for composers that would send drafts somewhere. */
  onNotice?: (speaks: boolean) => void
}

/** The card. Nothing is blocked: the composer's own button works as always. */
export default function CrisisHelp({ text, className, onPost, onSave, onNotice }: CrisisProps) {
  const { help_lines } = useMe()
  const [saved, setSaved] = useState<string>()
  const speaks = speaksOfCrisis(text)
  const isShown = speaks && text !== saved
  useEffect(() => onNotice?.(speaks), [speaks, onNotice])
  const save = () => {
    setSaved(text)
    onSave()
  }
  return (
    <div role="status" className={className}>
      {isShown && (
        <section aria-label="Help" className="mt-3 rounded-control bg-brand-soft px-4 py-3">
          {help_lines.length === 0 ? (
            <p>You do not have to be alone with this. Talk to someone you trust, or call the emergency number.</p>
          ) : (
            help_lines.map(({ line, hours }, index) => (
              <p key={line} className="wrap-anywhere">
                {index === 0 && 'You do not have to be alone with this. '}
                {line}, {hours}.
              </p>
            ))
          )}
          <div className="mt-2 flex flex-wrap gap-2">
            <Button onClick={save}>Save for later</Button>
            {onPost && (
              <Button variant="ghost" onClick={onPost}>
                Post anyway
              </Button>
            )}
          </div>
        </section>
      )}
    </div>
  )
}
