import { type ComponentProps, Suspense } from 'react'
import { lazyPart } from '../../../shared/web/lazy-part.tsx'
import { LazyReportDialog } from '../../moderation/web/LazyReportDialog.tsx'
import type { Discussion } from './discussion.ts'

const DeleteDialog = lazyPart(() => import('./DeleteDialog.tsx'))

export type ItemDialog = 'report' | 'delete'

type Props = ComponentProps<typeof DeleteDialog> & {
  item: { readonly id: string; readonly content: string }
  open: ItemDialog | undefined
  report: Discussion['report']
  reportTexts?: Discussion['reportTexts']
}

/** The dialogs that report and delete a post or a comment. */
export function ItemDialogs({ item: { id, content }, open, report, reportTexts, ...deletion }: Props) {
  const { what, onClose } = deletion
  return (
    <Suspense>
      {open === 'report' && (
        <LazyReportDialog what={what} id={id} text={content} report={report} {...reportTexts} onClose={onClose} />
      )}
      {open === 'delete' && <DeleteDialog {...deletion} />}
    </Suspense>
  )
}
