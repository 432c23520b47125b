import { type ComponentProps, Suspense } from 'react'
import { lazyPart } from '../../../shared/web/lazy-part.tsx'

const ReportDialog = lazyPart(() => import('./ReportDialog.tsx'))

/** The dialog that reports an item; its code is loaded when it opens. */
export const LazyReportDialog = (props: ComponentProps<typeof ReportDialog>) => (
  <Suspense>
    <ReportDialog {...props} />
  </Suspense>
)
