import { useQuery } from '@tanstack/react-query'
import { query } from '../../../shared/web/api.ts'
import { Page } from '../../../shared/web/ui/Page.tsx'
import { transparencyApi } from '../contract.gen.ts'
import { QuarterOrState } from './QuarterOrState.tsx'
import { useTransparencyView } from './url-state.ts'

/** How the viewer's school was moderated, quarter by quarter. */
export default function TransparencyPage() {
  const { period } = useTransparencyView()
  const report = useQuery(query(transparencyApi.show, { query: { period: period || undefined } }))
  return (
    <Page title="Moderation in numbers">
      <QuarterOrState
        report={report}
        empty={{ title: 'No numbers yet', text: 'The numbers of a quarter are published 14 days after it ends.' }}
      />
    </Page>
  )
}
