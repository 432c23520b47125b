import { call } from '../../../shared/web/api.ts'
import { reportsApi } from '../../moderation/report-contract.gen.ts'
import { ReportButton } from '../../moderation/web/ReportButton.tsx'

/** A button that reports a user for their profile or behavior. */
export const ReportPerson = ({ person: { id, name } }: { person: { readonly id: string; readonly name: string } }) => (
  <ReportButton
    label={`Report ${name}`}
    className="-mr-2"
    what="person"
    id={id}
    text={name}
    report={(body) => call(reportsApi.reportUser, { params: { id }, body })}
  />
)
