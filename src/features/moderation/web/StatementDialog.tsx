import type { ComponentProps, ReactNode } from 'react'
import { scrollableRef } from '../../../shared/web/scrollable.ts'
import { FormDialog } from '../../../shared/web/ui/FormDialog.tsx'
import { StatementFields } from './StatementFields.tsx'
import { StatementPreview } from './StatementPreview.tsx'

type Props = Pick<
  ComponentProps<typeof FormDialog>,
  'form' | 'problem' | 'variant' | 'isPending' | 'pendingLabel' | 'onClose'
> &
  Pick<ComponentProps<typeof StatementFields>, 'school' | 'rule' | 'facts'> & {
    /** Of the dialog and its button: 'Delete item'. */
    title: string
    /** What the author reads above the statement. */
    heading: string
    /** What the item says. */
    quote: string
    /** Above the statement. */
    children?: ReactNode
    /** Below the statement. */
    footer?: ReactNode
  }

/** A decision about an item, with a statement of reasons for its author and what they will see. */
export const StatementDialog = ({ title, heading, quote, school, rule, facts, children, footer, ...dialog }: Props) => (
  <FormDialog
    {...dialog}
    title={title}
    submitLabel={title}
    preview={<StatementPreview school={school} title={heading} rule={rule.value} facts={facts.value} />}
  >
    <blockquote
      dir="auto"
      ref={scrollableRef}
      className="max-h-32 overflow-y-auto rounded-control bg-sunken px-4 py-2.5 whitespace-pre-wrap wrap-anywhere text-soft"
    >
      {quote}
    </blockquote>
    {children}
    <StatementFields school={school} rule={rule} facts={facts} />
    {footer}
  </FormDialog>
)
