import type { ReactNode } from 'react'
import { Cases } from './Cases.tsx'
import { ReportsTable } from './ReportsTable.tsx'
import { useReportsView } from './url-state.ts'

type Props = {
  school: string
  isGranted?: boolean
  /** Other work with a deadline, above the cases. */
  deadlines?: ReactNode
}

/**
 * Reports Management: pending cases, or the documented table of all reports. `isGranted`: a student helps, who only has the
 * cases.
 */
export default function ReportsTab({ school, isGranted = false, deadlines }: Props) {
  const { view } = useReportsView()
  return view === 'table' && !isGranted ? (
    <ReportsTable school={school} />
  ) : (
    <Cases school={school} isGranted={isGranted} deadlines={deadlines} />
  )
}
