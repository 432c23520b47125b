import { type ComponentProps, type KeyboardEvent, type ReactNode, useEffect } from 'react'
import { Button } from '../../../shared/web/ui/Button.tsx'
import { Banner } from '../../../shared/web/ui/Panel.tsx'
import { WithPreview } from '../../../shared/web/ui/WithPreview.tsx'
import { CaseFormFoot } from './CaseFormFoot.tsx'
import { StatementPreview } from './StatementPreview.tsx'

type Props = {
  action: {
    readonly form: ComponentProps<'form'> & { id: string; ref: { readonly current: HTMLFormElement | null } }
    readonly statement: ComponentProps<typeof StatementPreview>
    readonly submit: () => void
    readonly isPending: boolean
    readonly problem: string | null | undefined
  }
  /** A change focuses the text. */
  type: string
  submitLabel: string
  onCancel: () => void
  children: ReactNode
}

/** A statement of reasons at the foot of a case, with what its reader will see. */
export function StatementForm({ action, type, submitLabel, onCancel, children }: Props) {
  const { form, statement, submit, isPending, problem } = action
  // biome-ignore lint/correctness/useExhaustiveDependencies: another type was chosen
  useEffect(() => {
    form.ref.current?.querySelector('textarea')?.focus({ preventScroll: true })
  }, [type])
  const press = (event: KeyboardEvent) => {
    if (event.key === 'Escape') onCancel()
    else if (event.key === 'Enter' && (event.ctrlKey || event.metaKey) && !isPending) submit()
  }
  return (
    <div className="pt-3">
      {problem && <Banner text={problem} />}
      <WithPreview preview={<StatementPreview {...statement} />}>
        <form {...form} onKeyDown={press}>
          {children}
        </form>
      </WithPreview>
      <CaseFormFoot onCancel={onCancel}>
        <Button variant="primary" type="submit" form={form.id} pendingLabel={isPending && 'Working...'}>
          {submitLabel}
        </Button>
      </CaseFormFoot>
    </div>
  )
}
