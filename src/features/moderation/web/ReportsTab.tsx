import { Cases } from './Cases.tsx'
import { ReportsTable } from './ReportsTable.tsx'
import { useReportsView } from './url-state.ts'

/** Reports Management: pending cases, or the documented table of all reports. */
export default function ReportsTab({ school }: { school: string }) {
  const { view } = useReportsView()
  return view === 'table' ? <ReportsTable school={school} /> : <Cases school={school} />
}
