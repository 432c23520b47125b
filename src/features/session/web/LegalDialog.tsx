import { Dialog } from '../../../shared/web/ui/Dialog.tsx'
import { LegalSections } from './LegalSections.tsx'
import { privacy } from './legal/privacy.ts'
import { terms } from './legal/terms.ts'

const documents = { 'Terms of Service': terms, 'Privacy Policy': privacy }

/** Shows one of the two legal texts again. */
export default function LegalDialog({ shown, onClose }: { shown: keyof typeof documents; onClose: () => void }) {
  return (
    <Dialog open wide title={shown} onClose={onClose}>
      <section
        // biome-ignore lint/a11y/noNoninteractiveTabindex: makes scrolling possible by keyboard
        tabIndex={0}
        aria-label={shown}
        className="outline-offset-[-2px]"
      >
        <LegalSections sections={documents[shown]} />
      </section>
    </Dialog>
  )
}
