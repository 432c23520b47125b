import { site } from '../../../shared/web/site.ts'
import type { LegalSection } from './legal/section.ts'

/** A legal text, with this installation's names in it. */
export const LegalSections = ({ sections }: { sections: readonly LegalSection[] }) =>
  sections.map(({ title, paragraphs }, at) => (
    <section key={title} className="py-3">
      <h3 className="text-body">
        {at + 1}. {title}
      </h3>
      {paragraphs.map((paragraph) => (
        <p key={paragraph} className="mt-2 text-soft">
          {fill(paragraph)}
        </p>
      ))}
    </section>
  ))

const fill = (text: string) => text.replaceAll('{product}', site.productName).replaceAll('{email}', site.supportEmail)
