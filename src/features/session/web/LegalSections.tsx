import { site } from '../../../shared/web/site.ts'
import { schoolLimits } from '../../schools/contract.gen.ts'
import { useAuth } from './auth.tsx'
import type { LegalSection } from './legal/section.ts'

/** A legal text with the names of this installation and the minimum age of the viewer's school. */
export function LegalSections({ sections }: { sections: readonly LegalSection[] }) {
  const { user } = useAuth()
  const fill = (text: string) =>
    text
      .replaceAll('{product}', site.productName)
      .replaceAll('{email}', site.supportEmail)
      .replaceAll('{age}', String(user?.school_minimum_age ?? schoolLimits.lowestAge))
  return sections.map(({ title, paragraphs }, index) => (
    <section key={title} className="py-3">
      <h3 className="text-body">
        {index + 1}. {fill(title)}
      </h3>
      {paragraphs.map((paragraph) => (
        <p key={paragraph} className="mt-2 text-soft">
          {fill(paragraph)}
        </p>
      ))}
    </section>
  ))
}
