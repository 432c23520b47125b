import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { useParams } from 'react-router'
import { query } from '../../../shared/web/api.ts'
import { useFocusOnMount } from '../../../shared/web/focus.ts'
import { SiteFooter } from '../../../shared/web/ui/SiteFooter.tsx'
import { transparencyApi } from '../contract.gen.ts'
import type { TransparencyReport } from '../contract.ts'
import { QuarterOrState } from './QuarterOrState.tsx'
import { useTransparencyView } from './url-state.ts'

/** The same for everyone, also signed out, when the school allows it. */
export default function PublicTransparencyPage() {
  const { schoolId = '' } = useParams()
  const { period } = useTransparencyView()
  const heading = useFocusOnMount()
  const asked = { params: { school_id: schoolId }, query: { period: period || undefined } }
  // The route answers with JSON or CSV, so its contract has no reply.
  const report = useQuery(query(transparencyApi.showPublic, asked)) as UseQueryResult<{ data: TransparencyReport }>
  return (
    <main className="mx-auto min-h-dvh max-w-2xl py-6 desk:px-4">
      <header className="px-4 pb-4 desk:px-0">
        <h1 ref={heading} tabIndex={-1} className="text-hero">
          Moderation in numbers
        </h1>
        {report.data && <p className="mt-0.5 wrap-anywhere text-soft">{report.data.data.school}</p>}
      </header>
      <QuarterOrState
        report={report}
        empty={{ title: 'No published numbers', text: 'This school has not published numbers to everyone.' }}
      />
      <SiteFooter className="px-4 pt-6 desk:px-0" />
    </main>
  )
}
