import { Ellipsis, Flag } from 'lucide'
import { useState } from 'react'
import { call } from '../../../shared/web/api.ts'
import { Icon } from '../../../shared/web/ui/Icon.tsx'
import { Menu } from '../../../shared/web/ui/Menu.tsx'
import { LazyReportDialog } from '../../moderation/web/LazyReportDialog.tsx'
import { useSafetyItems } from '../../people/web/safety.tsx'
import { answersApi } from '../contract.gen.ts'
import type { Answer } from '../contract.ts'

/** Hide, mute and report, for others than the author of the answer. */
export function AnswerMenu({ answer: { id, author, content } }: { answer: Answer }) {
  const [isReporting, setIsReporting] = useState(false)
  const items = [
    ...useSafetyItems({ kind: 'assignment_answer', id }, author),
    { label: 'Report', icon: <Icon icon={Flag} size={18} />, onSelect: () => setIsReporting(true) },
  ]
  return (
    <>
      <Menu label={`Options for ${author.name}’s answer`} items={items}>
        <Icon icon={Ellipsis} size={18} />
      </Menu>
      {isReporting && (
        <LazyReportDialog
          what="answer"
          id={id}
          text={content}
          preview={100}
          report={(body) => call(answersApi.report, { params: { id }, body })}
          onClose={() => setIsReporting(false)}
        />
      )}
    </>
  )
}
